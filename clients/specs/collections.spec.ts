import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { codeOf, codesOf, member, owner, visitor } from "./platform.ts";

/** Every call on collections and their indexes, by the platform's public SDK. */
const { collections, indexes, items } = owner;
const permissions = { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ANYONE" } as const;
const idOf = () => `Svetima-${randomUUID().slice(0, 8)}`;
const make = (more: object = {}) =>
  collections.createDataCollection({
    _id: idOf(),
    fields: [
      { key: "title", type: "TEXT", displayName: "Pavadinimas" },
      { key: "price", type: "NUMBER", numberRange: { min: 0, max: 500 } },
    ],
    permissions,
    ...more,
  } as never);

test("made, read, listed, replaced and deleted", async () => {
  const made = await make({ displayName: "Trasos", displayField: "title" });
  expect(made).toMatchObject({ collectionType: "NATIVE", revision: "1", displayName: "Trasos", permissions });
  expect(made.fields?.filter(({ systemField }) => systemField).map(({ key }) => key)).toEqual(
    expect.arrayContaining(["_id", "_createdDate", "_updatedDate", "_owner"]),
  );
  expect(made.capabilities?.indexLimits).toEqual({ regular: 3, unique: 1, total: 4 });
  expect(new Date(made._createdDate as Date).getTime()).toBeGreaterThan(0);
  const id = made._id as string;
  expect(await visitor().collections.getDataCollection(id)).toEqual(made);
  const { collections: listed, pagingMetadata } = await collections.listDataCollections({
    sort: { fieldName: "_id", order: "ASC" as never },
    paging: { limit: 100 },
  });
  expect(listed.map(({ _id }) => _id)).toContain(id);
  expect(pagingMetadata?.total).toBeGreaterThan(0);
  const fields = [{ key: "name", type: "TEXT" }];
  const replaced = await collections.updateDataCollection({
    _id: id,
    revision: made.revision,
    fields,
    permissions,
  } as never);
  expect(replaced.revision).toBe("2");
  expect(replaced.fields?.map(({ key }) => key)).not.toContain("price");
  expect(replaced.displayName ?? undefined).toBeUndefined();
  const stale = { _id: id, revision: "1", fields, permissions } as never;
  expect(await codeOf(collections.updateDataCollection(stale))).toBe("REVISION_MISMATCH");
  await collections.deleteDataCollection(id);
  expect(["WDE0025", "WDE0026"]).toContain(await codeOf(collections.getDataCollection(id)));
});

test("what is wrong is refused; the owner's calls are nobody else's", async () => {
  const { _id } = await make();
  expect(await codeOf(make({ _id }))).toBe("WDE0104");
  expect(await codeOf(make({ fields: [] }))).toBe("WDE0080");
  expect(
    await codeOf(
      make({
        fields: [
          { key: "a", type: "TEXT" },
          { key: "a", type: "TEXT" },
        ],
      }),
    ),
  ).toBe("WDE0080");
  const other = await member();
  const attempts = (client: typeof other) => [
    client.collections.createDataCollection({ _id: idOf(), fields: [], permissions } as never),
    client.collections.listDataCollections(),
    client.collections.deleteDataCollection(_id as string),
    client.indexes.createIndex(_id as string, { name: "a", fields: [{ path: "title" }] }),
    client.indexes.listIndexes(_id as string),
  ];
  expect(await codesOf(attempts(other))).toEqual(["PERMISSION_DENIED"]);
});

test("indexes: built, listed, unique and without regard to case, dropped", async () => {
  const { _id } = await make();
  const id = _id as string;
  const made = await indexes.createIndex(id, {
    name: "pagal-kaina",
    fields: [{ path: "price", order: "DESC" as never }],
  });
  expect(["BUILDING", "ACTIVE"]).toContain(made.status);
  await indexes.createIndex(id, { name: "vienas", fields: [{ path: "title" }], unique: true, caseInsensitive: true });
  const statuses = async () =>
    Object.fromEntries(((await indexes.listIndexes(id)).indexes ?? []).map(({ name, status }) => [name, status]));
  await expect.poll(statuses, { timeout: 20_000 }).toEqual({ "pagal-kaina": "ACTIVE", vienas: "ACTIVE" });
  const insert = (title: string) => items.insertDataItem({ dataCollectionId: id, dataItem: { data: { title } } });
  await insert("Šiaurė");
  expect(await codeOf(insert("ŠIAURĖ"))).toBe("WDE0123");
  await indexes.dropIndex(id, "vienas");
  await expect.poll(async () => (await statuses()).vienas ?? "DROPPED").toBe("DROPPED");
  await insert("ŠIAURĖ");
  await insert("ŠIAURĖ");
  await indexes.createIndex(id, { name: "vienas", fields: [{ path: "title" }], unique: true });
  await expect.poll(async () => (await statuses()).vienas, { timeout: 20_000 }).toBe("FAILED");
  const failed = (await indexes.listIndexes(id)).indexes?.find(({ name }) => name === "vienas");
  expect(failed?.failure).toMatchObject({ code: "WDE0113", itemId: expect.any(String) });
});
