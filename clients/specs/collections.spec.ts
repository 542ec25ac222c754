import { expect, test } from "@playwright/test";
import { idOf } from "./item-collections.ts";
import { answerTo, codeOf, codesOf, fieldsOf, member, owner, refusalOf, visitor } from "./platform.ts";

/** Tests all calls on collections and indexes with the platform's public SDK. */
const { collections, indexes, items } = owner;
const permissions = { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ANYONE" } as const;
const make = (more: object = {}) =>
  collections.createDataCollection({
    _id: idOf(),
    fields: [
      { key: "title", type: "TEXT", displayName: "Pavadinimas" },
      { key: "price", type: "NUMBER", numberRange: { min: 0, max: Infinity } },
    ],
    permissions,
    ...more,
  } as never);

test("creates, reads, lists, updates and deletes a collection", async () => {
  const made = await make({ displayName: "Trasos", displayField: "title" });
  expect(made).toMatchObject({ collectionType: "NATIVE", revision: "1", displayName: "Trasos", permissions });
  expect(made.fields?.filter(({ systemField }) => systemField).map(({ key }) => key)).toEqual(
    expect.arrayContaining(["_id", "_createdDate", "_updatedDate", "_owner"]),
  );
  const price = made.fields?.find(({ key }) => key === "price");
  expect(price).toMatchObject({ numberRange: { min: 0, max: expect.anything() }, capabilities: { sortable: true } });
  expect(Number(price?.numberRange?.max)).toBe(Infinity);
  expect(made.capabilities?.indexLimits).toEqual({ regular: 3, unique: 1, total: 4 });
  expect([made.pagingModes, made.maxPageSize]).toEqual([["OFFSET", "CURSOR"], expect.any(Number)]);
  expect(new Date(made._createdDate as Date).getTime()).toBeGreaterThan(0);
  const id = made._id as string;
  expect(await visitor().collections.getDataCollection(id, { consistentRead: true })).toEqual(made);
  const named = await collections.getDataCollection(id, { fields: ["displayName", "revision"] });
  expect(named).toMatchObject({ displayName: "Trasos", revision: "1" });
  // A collection can be sent back as it was read, except for its dates: the SDK itself cannot send
  // the dates it has read.
  const { _createdDate: _, _updatedDate: __, ...whole } = structuredClone(made);
  const same = await collections.updateDataCollection(whole as never);
  expect(same).toEqual({ ...made, revision: "2", _updatedDate: same._updatedDate });
  const fields = [{ key: "name", type: "TEXT" }];
  const replaced = await collections.updateDataCollection({ _id: id, revision: "2", fields, permissions } as never);
  expect(replaced.revision).toBe("3");
  expect(replaced.fields?.map(({ key }) => key)).not.toContain("price");
  expect(replaced.displayName ?? undefined).toBeUndefined();
  const stale = { _id: id, revision: "1", fields, permissions } as never;
  expect(await answerTo(collections.updateDataCollection(stale))).toBe("409 REVISION_MISMATCH");
  expect(await collections.deleteDataCollection(id)).toBeUndefined();
  expect(["WDE0025", "WDE0026"]).toContain(await codeOf(collections.getDataCollection(id)));
});

test("lists collections in order, page by page", async () => {
  const ids: unknown[] = [(await make())._id, (await make())._id, (await make())._id].toSorted();
  const list = async (order: string, paging: object = { limit: 1000 }) => {
    const sort = { fieldName: "_id", order: order as never };
    return collections.listDataCollections({ sort, paging, consistentRead: true, fields: ["displayName"] });
  };
  const all = await list("ASC");
  const listed = all.collections.map(({ _id }) => _id);
  expect(listed.filter((id) => ids.includes(id))).toEqual(ids);
  const last = await list("DESC", { limit: 2, offset: 1 });
  expect(last.collections.map(({ _id }) => _id)).toEqual(listed.toReversed().slice(1, 3));
  expect(last.pagingMetadata).toMatchObject({ count: 2, offset: 1, total: listed.length });
  const newest = { fieldName: "_createdDate", order: "DESC" as never };
  const found = await collections.listDataCollections({ sort: newest, paging: { limit: 3 } });
  expect(found.collections.map(({ _id }) => _id).toSorted()).toEqual(ids);
  expect((await collections.listDataCollections()).collections.length).toBeGreaterThanOrEqual(3);
});

test("returns every field type with its metadata, and every plugin, as it was sent", async () => {
  const other = (await make())._id;
  const fields = [
    { key: "one", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: other } } },
    {
      key: "many",
      type: "MULTI_REFERENCE",
      typeMetadata: {
        multiReference: { referencedCollectionId: other, referencingFieldKey: "back", referencingDisplayName: "Atgal" },
      },
    },
    {
      key: "inner",
      type: "OBJECT",
      typeMetadata: { object: { fields: [{ key: "id", displayName: "Numeris", type: "NUMBER" }] } },
    },
    { key: "list", type: "ARRAY", typeMetadata: { array: { elementType: "TEXT" } }, arraySizeRange: { maxSize: 3 } },
    { key: "code", type: "TEXT", required: true, immutable: true, stringLengthRange: { minLength: 2, maxLength: 5 } },
    { key: "internal", type: "DATE", description: "Kada", plugins: [{ type: "CMS", cmsOptions: { internal: true } }] },
  ];
  const plugins = [
    { type: "PUBLISH", publishOptions: { defaultStatus: "DRAFT" } },
    { type: "URLIZED", urlizedOptions: { format: "PLAIN" } },
    { type: "MULTILINGUAL", multilingualOptions: { translatableFieldKeys: ["code"] } },
    { type: "CMS", cmsOptions: { siteSort: { sort: [{ fieldKey: "code", direction: "ASC" }] } } },
  ];
  const made = await make({ fields, plugins });
  const read = await collections.getDataCollection(made._id as string);
  expect(read.fields?.filter(({ systemField }) => !systemField)).toMatchObject(fields);
  expect(read.plugins).toEqual(plugins);
  const back = (await collections.getDataCollection(other as string)).fields?.find(({ key }) => key === "back");
  expect(back?.typeMetadata?.multiReference).toMatchObject({ referencedCollectionId: made._id });
});

test("rejects invalid collection definitions, and changes by anyone but the owner", async () => {
  const { _id } = await make();
  const id = _id as string;
  expect(await answerTo(make({ _id }))).toBe("409 WDE0104");
  expect(await answerTo(make({ fields: [] }))).toBe("400 WDE0080");
  const twice = [
    { key: "a", type: "TEXT" },
    { key: "a", type: "TEXT" },
  ];
  expect(await refusalOf(make({ fields: twice }))).toMatchObject({
    code: "WDE0080",
    data: { violations: [{ field: expect.stringContaining("collection.fields") }] },
  });
  expect(await fieldsOf(make({ fields: [{ key: "a", type: "TEKSTAS" }] }))).toEqual(["collection.fields.0.type"]);
  expect(
    await answerTo(collections.updateDataCollection({ _id: idOf(), fields: twice, permissions } as never)),
  ).toMatch(/ WDE0025$/);
  const other = await member();
  const attempts = (client: typeof other | ReturnType<typeof visitor>) => [
    client.collections.createDataCollection({ _id: idOf(), fields: [], permissions } as never),
    client.collections.listDataCollections(),
    client.collections.updateDataCollection({ _id, fields: [], permissions } as never),
    client.collections.deleteDataCollection(id),
    client.indexes.createIndex(id, { name: "a", fields: [{ path: "title" }] }),
    client.indexes.listIndexes(id),
    client.indexes.dropIndex(id, "a"),
  ];
  expect(await codesOf([...attempts(other), ...attempts(visitor())])).toEqual(["PERMISSION_DENIED"]);
});

test("builds, lists and drops collection indexes, including a case-insensitive unique one", async () => {
  const id = (await make())._id as string;
  const fields = [{ path: "price", order: "DESC" as never }];
  const made = await indexes.createIndex(id, { name: "pagal-kaina", fields });
  expect(["BUILDING", "ACTIVE"]).toContain(made.status);
  expect(made).toMatchObject({ name: "pagal-kaina", fields });
  await indexes.createIndex(id, { name: "vienas", fields: [{ path: "title" }], unique: true, caseInsensitive: true });
  const statuses = async () =>
    Object.fromEntries(((await indexes.listIndexes(id)).indexes ?? []).map(({ name, status }) => [name, status]));
  const polled = { timeout: 20_000, intervals: [100] };
  await expect.poll(statuses, polled).toEqual({ "pagal-kaina": "ACTIVE", vienas: "ACTIVE" });
  const { indexes: one, pagingMetadata } = await indexes.listIndexes(id, { paging: { limit: 1, offset: 1 } });
  expect(one).toMatchObject([{ name: "vienas", unique: true, caseInsensitive: true }]);
  expect(pagingMetadata).toMatchObject({ count: 1, offset: 1, total: 2 });
  const again = indexes.createIndex(id, { name: "vienas", fields: [{ path: "price" }] });
  expect(await answerTo(again)).toBe("409 INDEX_ALREADY_EXISTS");
  const two = [{ path: "title" }, { path: "price" }];
  expect(await codeOf(indexes.createIndex(id, { name: "du", fields: two, unique: true }))).toBe("WDE0080");
  const more = indexes.createIndex(id, { name: "du", fields: [{ path: "price" }], unique: true });
  expect(await codeOf(more)).toBe("TOO_MANY_INDEXES");
  expect(await fieldsOf(indexes.createIndex(id, { name: "be", fields: [] }))).toEqual(["index.fields"]);
  expect(await answerTo(indexes.dropIndex(id, "nera"))).toBe("404 INDEX_NOT_FOUND");
  expect(await answerTo(indexes.listIndexes(idOf()))).toBe("404 WDE0025");

  const insert = (title: string) => items.insertDataItem({ dataCollectionId: id, dataItem: { data: { title } } });
  await insert("Šiaurė");
  expect(await answerTo(insert("ŠIAURĖ"))).toBe("409 WDE0123");
  expect(await indexes.dropIndex(id, "vienas")).toBeUndefined();
  await expect.poll(async () => (await statuses()).vienas ?? "DROPPED", polled).toBe("DROPPED");
  await insert("ŠIAURĖ");
  await insert("ŠIAURĖ");
  await indexes.createIndex(id, { name: "vienas", fields: [{ path: "title" }], unique: true });
  await expect.poll(async () => (await statuses()).vienas, polled).toBe("FAILED");
  const failed = (await indexes.listIndexes(id)).indexes?.find(({ name }) => name === "vienas");
  expect(failed?.failure).toMatchObject({ code: "WDE0113", itemId: expect.any(String) });
});
