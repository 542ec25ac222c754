import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { collection, filled, idsOf, query, routes } from "./item-collections.ts";
import { answerTo, codeOf, codesOf, fieldsOf, member, owner, refusalOf, visitor } from "./platform.ts";

/** Tests writing items and references with the platform's public SDK. */
const { items } = owner;
const drafts = { publishPluginOptions: { includeDraftItems: true } };

test("inserts, reads, updates, saves and removes an item", async () => {
  const dataCollectionId = await routes();
  const appOptions = { from: { wall: "north" } };
  const { dataItem } = await items.insertDataItem({
    dataCollectionId,
    dataItem: { data: { name: "Kvarcas", own: { a: 1, id: 2 } } },
    appOptions,
  });
  const id = dataItem?._id as string;
  expect(dataItem).toMatchObject({ dataCollectionId, data: { _id: id, name: "Kvarcas", own: { a: 1, id: 2 } } });
  expect(dataItem?.data?._createdDate).toEqual(dataItem?.data?._updatedDate);
  const read = (more: object) => items.getDataItem(id, { dataCollectionId, ...more });
  expect(await read({ consistentRead: true, appOptions })).toEqual(dataItem);
  expect((await read({ fields: ["own"] })).data).toEqual({ _id: id, own: { a: 1, id: 2 } });
  expect((await read({ fields: ["name", "own.a"] })).data).toEqual({ _id: id, name: "Kvarcas", own: { a: 1 } });
  const updated = await items.updateDataItem(id, { dataCollectionId, dataItem: { data: { grade: "6c" } }, appOptions });
  expect(updated.dataItem?.data).toMatchObject({ grade: "6c", _createdDate: dataItem?.data?._createdDate });
  expect(updated.dataItem?.data?.name).toBeUndefined();
  const save = (one: object) =>
    items.saveDataItem({ dataCollectionId, dataItem: { ...one, data: { name: "Žėrutis" } }, appOptions });
  expect((await save({ _id: id })).action).toBe("UPDATED");
  expect((await save({ _id: randomUUID() })).action).toBe("INSERTED");
  expect(await save({})).toMatchObject({ action: "INSERTED", dataItem: { _id: expect.any(String) } });
  const removed = await items.removeDataItem(id, { dataCollectionId, appOptions });
  expect(removed.dataItem?.data).toMatchObject({ _id: id, name: "Žėrutis" });
  expect(await answerTo(read({}))).toBe("404 WDE0073");
  expect(await items.truncateDataItems({ dataCollectionId })).toBeUndefined();
  expect(await items.countDataItems({ dataCollectionId })).toEqual({ totalCount: 0 });
});

test("accepts item ids with characters that are special in a URL path", async () => {
  const dataCollectionId = await routes();
  for (const id of ["siena/6a", "pietų siena", "a+b", "100 %", "x.y:z@1", "insert", "query"]) {
    await items.insertDataItem({ dataCollectionId, dataItem: { _id: id, data: { name: "A" } } });
    await items.updateDataItem(id, { dataCollectionId, dataItem: { data: { name: id } } });
    expect((await items.getDataItem(id, { dataCollectionId })).data).toMatchObject({ _id: id, name: id });
    expect((await items.removeDataItem(id, { dataCollectionId })).dataItem?._id).toBe(id);
  }
  expect(await items.countDataItems({ dataCollectionId })).toEqual({ totalCount: 0 });
});

test("returns dates as they were sent, and the platform's own dates as {$date}", async () => {
  const dataCollectionId = await routes();
  const at = new Date("2026-01-31T10:00:00.000Z");
  const given = { set: at, iso: "2026-01-31T10:00:00Z", kept: { $date: "2026-01-31T10:00:00.000Z" } };
  await items.insertDataItem({ dataCollectionId, dataItem: { _id: "a", data: given } });
  const { data } = await items.getDataItem("a", { dataCollectionId });
  expect(data).toMatchObject({ ...given, set: at.toISOString() });
  const { $date } = data?._createdDate ?? {};
  expect(new Date($date).toISOString()).toBe($date);
  for (const equal of [at, given.iso, given.kept]) {
    expect(await items.countDataItems({ dataCollectionId, filter: { set: equal } })).toEqual({ totalCount: 1 });
  }
});

test("each data item error has a specific code and status", async () => {
  const dataCollectionId = await filled();
  const data = { name: "x" };
  const insert = (more: object) => items.insertDataItem({ dataCollectionId, dataItem: { data }, ...more });
  expect(await answerTo(insert({ dataItem: { _id: "a", data } }))).toBe("409 WDE0074");
  expect(await answerTo(insert({ dataCollectionId: "nera" }))).toBe("404 WDE0025");
  expect(await answerTo(insert({ dataItem: { data: { $a: 1 } } }))).toBe("400 WDE0134");
  expect(await answerTo(insert({ dataItem: { data: { name: "x".repeat(600_000) } } }))).toMatch(/ WDE0009$/);
  expect(await fieldsOf(insert({ dataItem: undefined }))).toEqual(["options.dataItem"]);
  expect(await fieldsOf(insert({ dataItem: { _id: 5, data } }))).toEqual(["options.dataItem.id"]);
  expect(await answerTo(items.updateDataItem("nera", { dataCollectionId, dataItem: { data } }))).toBe("404 WDE0073");
  expect(await refusalOf(items.removeDataItem("nera", { dataCollectionId }))).toEqual({
    code: "WDE0073",
    description: expect.stringContaining("nera"),
    data: { itemId: "nera" },
  });
  const dataItemReference = { referringItemFieldName: "name", referringItemId: "a", referencedItemId: "b" };
  expect(await answerTo(items.insertDataItemReference({ dataCollectionId, dataItemReference }))).toBe("400 WDE0020");
  const many = Array.from({ length: 1001 }, () => ({ data }));
  expect(await answerTo(items.bulkInsertDataItems({ dataCollectionId, dataItems: many }))).toBe("400 WDE0006");
  const dataItemIds = many.map((_, i) => `${i}`);
  expect(await answerTo(items.bulkRemoveDataItems({ dataCollectionId, dataItemIds }))).toBe("400 WDE0069");
});

test("bulk calls report the result of each item separately, in order", async () => {
  const dataCollectionId = await filled();
  const given = { dataCollectionId, returnEntity: true, appOptions: { a: 1 } };
  const inserted = await items.bulkInsertDataItems({
    ...given,
    dataItems: [
      { _id: "e", data: { name: "Bazaltas" } },
      { _id: "a", data: {} },
    ],
  });
  expect(inserted.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 1 });
  expect(inserted.results).toMatchObject([
    {
      action: "INSERT",
      itemMetadata: { _id: "e", originalIndex: 0, success: true },
      dataItem: { _id: "e", data: { name: "Bazaltas" } },
    },
    { itemMetadata: { _id: "a", originalIndex: 1, success: false, error: { code: "WDE0074" } } },
  ]);
  const saved = await items.bulkSaveDataItems({
    ...given,
    dataItems: [
      { _id: "e", data: { name: "Tufas" } },
      { _id: "f", data: { name: "Skalūnas" } },
    ],
  });
  expect(saved.results).toMatchObject([
    { action: "UPDATE", dataItem: { data: { name: "Tufas" } } },
    { action: "INSERT", dataItem: { data: { name: "Skalūnas" } } },
  ]);
  const updated = await items.bulkUpdateDataItems({
    dataCollectionId,
    dataItems: [
      { _id: "nera", data: {} },
      { _id: "f", data: { name: "Klintis" } },
    ],
  });
  expect(updated.results.map(({ itemMetadata }) => itemMetadata?.error?.code ?? "ok")).toEqual(["WDE0073", "ok"]);
  expect(updated.results.every(({ dataItem }) => !dataItem)).toBe(true);
  const removed = await items.bulkRemoveDataItems({ dataCollectionId, dataItemIds: ["e", "nera", "f"] });
  expect(removed.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 1 });
  expect(removed.results[0]).toMatchObject({ action: "DELETE", itemMetadata: { _id: "e", success: true } });
});

test("resolves references with their items in order, and drops references to removed items", async () => {
  const people = await collection([{ key: "name", type: "TEXT" }]);
  const walls = await collection([
    { key: "name", type: "TEXT" },
    { key: "setter", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: people } } },
    { key: "helpers", type: "MULTI_REFERENCE", typeMetadata: { multiReference: { referencedCollectionId: people } } },
  ]);
  for (const _id of ["ona", "jonas", "rasa"]) {
    await items.insertDataItem({ dataCollectionId: people, dataItem: { _id, data: { name: _id } } });
  }
  await items.insertDataItem({ dataCollectionId: walls, dataItem: { _id: "w", data: { name: "Siena" } } });
  const to = (referringItemFieldName: string, referencedItemId: string) => ({
    referringItemFieldName,
    referringItemId: "w",
    referencedItemId,
  });
  const given = { dataCollectionId: walls };
  const one = await items.insertDataItemReference({
    ...given,
    dataItemReference: to("setter", "ona"),
    appOptions: { a: 1 },
  });
  expect(one.dataItemReference).toEqual(to("setter", "ona"));
  const dataItemReferences = [to("helpers", "rasa"), to("helpers", "jonas"), to("name", "ona")];
  const bulk = await items.bulkInsertDataItemReferences({ ...given, dataItemReferences, returnEntity: true });
  expect(bulk.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 1 });
  expect(bulk.results).toMatchObject([
    {
      action: "INSERT",
      dataItemReference: to("helpers", "rasa"),
      referenceMetadata: { originalIndex: 0, success: true },
    },
    { dataItemReference: to("helpers", "jonas") },
    { referenceMetadata: { success: false, error: { code: "WDE0020" } } },
  ]);
  const has = (id: string) =>
    items.isReferencedDataItem({ ...given, ...to("helpers", id), consistentRead: true }).then((it) => it.isReferenced);
  expect([await has("rasa"), await has("ona")]).toEqual([true, false]);

  const of = { ...given, referringItemId: "w", referringItemFieldName: "helpers" };
  const referred = async (more: object = {}) =>
    (await items.queryReferencedDataItems({ ...of, ...more })).results.map(({ dataItem }) => dataItem?._id);
  expect(await referred()).toEqual(["rasa", "jonas"]);
  const options = { consistentRead: true, language: "lt", appOptions: { a: 1 }, ...drafts };
  expect(await referred({ order: "DESC", ...options })).toEqual(["jonas", "rasa"]);
  const page = { paging: { limit: 1, offset: 1 }, returnTotalCount: true, fields: ["_id"] };
  const second = await items.queryReferencedDataItems({ ...of, ...page });
  expect(second).toMatchObject({ results: [{ dataItem: { data: { _id: "jonas" } } }], pagingMetadata: { total: 2 } });
  const { pagingMetadata } = await items.queryReferencedDataItems({ ...of, cursorPaging: { limit: 1 } });
  expect(await referred({ cursorPaging: { cursor: pagingMetadata?.cursors?.next } })).toEqual(["jonas"]);

  const included = { ...given, includeReferencedItems: ["setter", "helpers"] };
  const [wall] = (await query(included).find()).items;
  expect(wall?.data?.setter).toMatchObject({ _id: "ona", name: "ona" });
  expect(wall?.data?.helpers).toMatchObject([{ name: "rasa" }, { name: "jonas" }]);
  const limited = { ...given, referencedItemOptions: [{ fieldName: "helpers", limit: 1 }] };
  expect((await query(limited).hasSome("helpers", ["jonas"]).find()).items[0]?.data?.helpers).toHaveLength(1);

  const replaced = await items.replaceDataItemReferences({ ...of, newReferencedItemIds: ["ona", "rasa"] });
  expect(replaced.dataItemReferences).toEqual([to("helpers", "ona"), to("helpers", "rasa")]);
  await items.removeDataItemReference({ ...given, dataItemReference: to("helpers", "rasa") });
  expect(await referred()).toEqual(["ona"]);
  await items.removeDataItem("ona", { dataCollectionId: people });
  expect(await referred()).toEqual([]);
  expect((await items.getDataItem("w", given)).data?.setter ?? null).toBeNull();
  await items.replaceDataItemReferences({ ...of, newReferencedItemIds: ["jonas", "rasa"] });
  const gone = await items.bulkRemoveDataItemReferences({ ...given, dataItemReferences: [to("helpers", "jonas")] });
  expect(gone.results).toMatchObject([{ action: "DELETE", referenceMetadata: { success: true } }]);
  expect(await referred()).toEqual(["rasa"]);
  await items.replaceDataItemReferences({ ...of, newReferencedItemIds: [] });
  expect(await referred()).toEqual([]);
});

test("applies the collection's permissions to each role", async () => {
  const permissions = {
    insert: "SITE_MEMBER",
    update: "SITE_MEMBER_AUTHOR",
    remove: "ADMIN",
    read: "SITE_MEMBER_AUTHOR",
  };
  const dataCollectionId = await routes({ permissions });
  const [one, other] = [await member(), await member()];
  const dataItem = { data: { name: "Mano" } };
  expect(await answerTo(visitor().items.insertDataItem({ dataCollectionId, dataItem }))).toBe("403 WDE0027");
  const made = await one.items.insertDataItem({ dataCollectionId, dataItem: structuredClone(dataItem) });
  expect(made.dataItem?.data).toMatchObject({ _owner: one.memberId });
  const id = made.dataItem?._id as string;
  expect((await one.items.getDataItem(id, { dataCollectionId })).data).toMatchObject(dataItem.data);
  expect(await answerTo(other.items.getDataItem(id, { dataCollectionId }))).toBe("404 WDE0073");
  expect(await answerTo(visitor().items.getDataItem(id, { dataCollectionId }))).toBe("403 WDE0027");
  const seen = async (client: typeof other) => (await client.items.countDataItems({ dataCollectionId })).totalCount;
  expect([await seen(one), await seen(other)]).toEqual([1, 0]);
  await one.items.updateDataItem(id, { dataCollectionId, dataItem: structuredClone(dataItem) });
  const attempts = [
    visitor().items.updateDataItem(id, { dataCollectionId, dataItem: structuredClone(dataItem) }),
    one.items.removeDataItem(id, { dataCollectionId }),
    one.items.truncateDataItems({ dataCollectionId }),
  ];
  expect(await codesOf(attempts)).toEqual(["WDE0027"]);
  expect(["WDE0027", "WDE0073"]).toContain(
    await codeOf(other.items.updateDataItem(id, { dataCollectionId, dataItem })),
  );
});

test("returns draft items only to editors who ask for them, in every call", async () => {
  const plugins = [{ type: "PUBLISH", publishOptions: { defaultStatus: "DRAFT" } }];
  const dataCollectionId = await routes({ plugins });
  const given = { dataCollectionId };
  for (const _id of ["a", "b"]) await items.insertDataItem({ ...given, dataItem: { _id, data: { name: _id } } });
  const aggregation = { operations: [{ resultFieldName: "all", itemCount: {} }] };
  const counts = async (client: typeof owner | ReturnType<typeof visitor>, more: object) => [
    (await (client.items.queryDataItems({ ...given, ...more }) as ReturnType<typeof items.queryDataItems>).find())
      .length,
    (await client.items.countDataItems({ ...given, ...more })).totalCount,
    (await client.items.aggregateDataItems({ ...given, aggregation, ...more })).results?.[0]?.all ?? 0,
    (await client.items.queryDistinctValues({ ...given, fieldName: "name", ...more })).distinctValues?.length,
  ];
  expect(await counts(owner, {})).toEqual([0, 0, 0, 0]);
  expect(await counts(owner, drafts)).toEqual([2, 2, 2, 2]);
  expect(await counts(visitor(), drafts)).toEqual([0, 0, 0, 0]);
  const published = () => ({ data: { name: "Sena", _publishStatus: "PUBLISHED" } });
  expect(await codeOf(items.updateDataItem("a", { ...given, dataItem: published() }))).toBe("WDE0073");
  await items.updateDataItem("a", { ...given, dataItem: published(), ...drafts });
  expect((await visitor().items.getDataItem("a", given)).data).toMatchObject({ _publishStatus: "PUBLISHED" });
  expect((await items.getDataItem("b", { ...given, ...drafts })).data).toMatchObject({ _publishStatus: "DRAFT" });
  expect((await items.saveDataItem({ ...given, dataItem: { _id: "b", data: {} }, ...drafts })).action).toBe("UPDATED");
  const dataItems = [{ _id: "b", data: { name: "Nauja" } }];
  for (const write of [items.bulkUpdateDataItems, items.bulkSaveDataItems]) {
    const { bulkActionMetadata } = await write({ ...given, dataItems: structuredClone(dataItems), ...drafts });
    expect(bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 0 });
  }
  expect(idsOf(await query(given).find())).toBe("a");
  const left = await items.bulkRemoveDataItems({ ...given, dataItemIds: ["b"] });
  expect(left.bulkActionMetadata?.totalFailures).toBe(1);
  await items.bulkRemoveDataItems({ ...given, dataItemIds: ["b"], appOptions: { a: 1 }, ...drafts });
  expect(idsOf(await query({ ...given, ...drafts }).find())).toBe("a");
  await items.insertDataItem({ ...given, dataItem: { _id: "c", data: {} } });
  expect(await codeOf(items.removeDataItem("c", given))).toBe("WDE0073");
  expect((await items.removeDataItem("c", { ...given, ...drafts })).dataItem?._id).toBe("c");
});
