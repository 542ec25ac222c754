import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { codeOf, codesOf, member, owner, visitor } from "./platform.ts";

/** Every call on items and their references, by the platform's public SDK. */
const { collections, items } = owner;
const everybody = { insert: "ANYONE", update: "ANYONE", remove: "ANYONE", read: "ANYONE" } as const;
async function collection(fields: object[], more: object = {}): Promise<string> {
  const _id = `Svetima-${randomUUID().slice(0, 8)}`;
  await collections.createDataCollection({ _id, fields, permissions: everybody, ...more } as never);
  return _id;
}
const routes = () =>
  collection([
    { key: "name", type: "TEXT" },
    { key: "grade", type: "TEXT" },
    { key: "metres", type: "NUMBER" },
    { key: "set", type: "DATETIME" },
    { key: "tags", type: "ARRAY_STRING" },
  ]);
const wall = [
  { _id: "a", name: "Smėlis", grade: "6a", metres: 12, set: "2026-01-31T10:00:00.000Z", tags: ["lengva", "plokštė"] },
  { _id: "b", name: "Granitas", grade: "6b", metres: 15, set: "2026-03-01T10:00:00.000Z", tags: ["briauna"] },
  { _id: "c", name: "Smiltainis", grade: "6a", metres: 9, set: "2026-05-01T10:00:00.000Z", tags: ["lengva"] },
  { _id: "d", name: "Gneisas", grade: "7a", metres: 20, tags: [] },
];
async function filled(): Promise<string> {
  const dataCollectionId = await routes();
  await items.bulkInsertDataItems({ dataCollectionId, dataItems: wall.map((data) => ({ data })) });
  return dataCollectionId;
}
const idsOf = (found: { items: { _id?: string | undefined }[] }) => found.items.map(({ _id }) => _id);

test("one item: added, read, replaced, saved, removed", async () => {
  const dataCollectionId = await routes();
  const { dataItem } = await items.insertDataItem({
    dataCollectionId,
    dataItem: { data: { name: "Kvarcas", own: { a: 1 } } },
  });
  const id = dataItem?._id as string;
  expect(dataItem?.data).toMatchObject({ _id: id, name: "Kvarcas", own: { a: 1 } });
  expect(dataItem?.data?._createdDate).toEqual(dataItem?.data?._updatedDate);
  expect(await items.getDataItem(id, { dataCollectionId })).toEqual(dataItem);
  expect((await items.getDataItem(id, { dataCollectionId, fields: ["own"] })).data).toEqual({ _id: id, own: { a: 1 } });
  const updated = await items.updateDataItem(id, { dataCollectionId, dataItem: { data: { grade: "6c" } } });
  expect(updated.dataItem?.data).toMatchObject({ grade: "6c", _createdDate: dataItem?.data?._createdDate });
  expect(updated.dataItem?.data?.name).toBeUndefined();
  const save = (_id: string) => items.saveDataItem({ dataCollectionId, dataItem: { _id, data: { name: "Žėrutis" } } });
  expect((await save(id)).action).toBe("UPDATED");
  expect((await save(randomUUID())).action).toBe("INSERTED");
  expect((await items.removeDataItem(id, { dataCollectionId })).dataItem?.data).toMatchObject({ name: "Žėrutis" });
  expect(await codeOf(items.getDataItem(id, { dataCollectionId }))).toBe("WDE0073");
  await items.truncateDataItems({ dataCollectionId });
  expect((await items.countDataItems({ dataCollectionId })).totalCount).toBe(0);
});

test("what is wrong has its code", async () => {
  const dataCollectionId = await filled();
  const data = { name: "x" };
  expect(await codeOf(items.insertDataItem({ dataCollectionId, dataItem: { _id: "a", data } }))).toBe("WDE0074");
  expect(await codeOf(items.insertDataItem({ dataCollectionId: "nera", dataItem: { data } }))).toBe("WDE0025");
  expect(await codeOf(items.updateDataItem("nera", { dataCollectionId, dataItem: { data } }))).toBe("WDE0073");
  expect(await codeOf(items.removeDataItem("nera", { dataCollectionId }))).toBe("WDE0073");
  expect(await codeOf(items.insertDataItem({ dataCollectionId, dataItem: { data: { $a: 1 } } }))).toBe("WDE0134");
  expect(await codeOf(items.countDataItems({ dataCollectionId, filter: { name: { $regex: "." } } }))).toBe("WDE0070");
  const reference = { referringItemFieldName: "name", referringItemId: "a", referencedItemId: "b" };
  expect(await codeOf(items.insertDataItemReference({ dataCollectionId, dataItemReference: reference }))).toBe(
    "WDE0020",
  );
  const many = Array.from({ length: 1001 }, () => ({ data }));
  expect(await codeOf(items.bulkInsertDataItems({ dataCollectionId, dataItems: many }))).toBe("WDE0006");
});

test("queries: every operator of the builder, sort, pages and what is left out", async () => {
  const dataCollectionId = await filled();
  const query = () => items.queryDataItems({ dataCollectionId }).ascending("_id");
  const found = async (built: ReturnType<typeof query>) => idsOf(await built.find()).join("");
  expect(await found(query().eq("data.grade", "6a"))).toBe("");
  expect(await found(query().eq("grade" as never, "6a"))).toBe("ac");
  expect(await found(query().ne("grade" as never, "6a"))).toBe("bd");
  expect(await found(query().gt("metres" as never, 12))).toBe("bd");
  expect(await found(query().ge("metres" as never, 12))).toBe("abd");
  expect(await found(query().lt("metres" as never, 12))).toBe("c");
  expect(await found(query().le("metres" as never, 12))).toBe("ac");
  expect(await found(query().startsWith("name" as never, "sm"))).toBe("ac");
  expect(await found(query().hasSome("tags" as never, ["lengva", "briauna"]))).toBe("abc");
  expect(await found(query().hasAll("tags" as never, ["lengva", "plokštė"]))).toBe("a");
  expect(await found(query().in("grade" as never, ["6b", "7a"]))).toBe("bd");
  expect(await found(query().exists("set" as never, false))).toBe("d");
  expect(await found(query().gt("set" as never, "2026-02-01T00:00:00.000Z"))).toBe("bc");
  expect(await found(query().gt("set" as never, { $date: "2026-02-01T00:00:00.000Z" }))).toBe("bc");
  const page = await items
    .queryDataItems({ dataCollectionId, returnTotalCount: true })
    .descending("metres" as never)
    .limit(3)
    .find();
  expect(idsOf(page)).toEqual(["d", "b", "a"]);
  expect(page.hasNext()).toBe(true);
  expect(idsOf(await page.next())).toEqual(["c"]);
});

test("counts, sums and the values there are", async () => {
  const dataCollectionId = await filled();
  const { results } = await items.aggregateDataItems({
    dataCollectionId,
    initialFilter: { metres: { $gt: 8 } },
    aggregation: {
      groupingFields: ["grade"],
      operations: [
        { resultFieldName: "routes", itemCount: {} },
        { resultFieldName: "longest", max: { itemFieldName: "metres" } },
        { resultFieldName: "mean", average: { itemFieldName: "metres" } },
      ],
    },
    finalFilter: { routes: { $gte: 1 } },
    sort: [{ fieldName: "grade", order: "ASC" as never }],
  });
  expect(results?.[0]).toMatchObject({ grade: "6a", routes: 2, longest: 12, mean: 10.5 });
  expect(results).toHaveLength(3);
  const { distinctValues } = await items.queryDistinctValues({
    dataCollectionId,
    fieldName: "grade",
    order: "DESC" as never,
  });
  expect(distinctValues).toEqual(["7a", "6b", "6a"]);
});

test("many at once: each for itself, in the order given", async () => {
  const dataCollectionId = await filled();
  const inserted = await items.bulkInsertDataItems({
    dataCollectionId,
    dataItems: [
      { _id: "e", data: { name: "Bazaltas" } },
      { _id: "a", data: {} },
    ],
    returnEntity: true,
  });
  expect(inserted.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 1 });
  expect(inserted.results.map(({ itemMetadata }) => itemMetadata?.error?.code)).toEqual([undefined, "WDE0074"]);
  expect(inserted.results[0]?.dataItem?.data).toMatchObject({ name: "Bazaltas" });
  const saved = await items.bulkSaveDataItems({
    dataCollectionId,
    dataItems: [
      { _id: "e", data: { name: "Tufas" } },
      { _id: "f", data: { name: "Skalūnas" } },
    ],
  });
  expect(saved.results.map(({ action }) => action)).toEqual(["UPDATE", "INSERT"]);
  const updated = await items.bulkUpdateDataItems({
    dataCollectionId,
    dataItems: [
      { _id: "nera", data: {} },
      { _id: "f", data: { name: "Klintis" } },
    ],
  });
  expect(updated.results.map(({ itemMetadata }) => itemMetadata?.success)).toEqual([false, true]);
  const removed = await items.bulkRemoveDataItems({ dataCollectionId, dataItemIds: ["e", "nera", "f"] });
  expect(removed.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 1 });
});

test("references: single and many, read with the items, kept in order, cleared with what they lead to", async () => {
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
  await items.insertDataItemReference({ ...given, dataItemReference: to("setter", "ona") });
  const bulk = await items.bulkInsertDataItemReferences({
    ...given,
    dataItemReferences: [to("helpers", "rasa"), to("helpers", "jonas")],
  });
  expect(bulk.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 0 });
  const has = (referencedItemId: string) =>
    items
      .isReferencedDataItem({ ...given, ...to("helpers", referencedItemId) })
      .then(({ isReferenced }) => isReferenced);
  expect([await has("rasa"), await has("ona")]).toEqual([true, false]);
  const referred = async () =>
    (
      await items.queryReferencedDataItems({ ...given, referringItemId: "w", referringItemFieldName: "helpers" })
    ).results.map(({ dataItem }) => dataItem?._id);
  expect(await referred()).toEqual(["rasa", "jonas"]);
  const [wall] = (await items.queryDataItems({ ...given, includeReferencedItems: ["setter", "helpers"] }).find()).items;
  expect(wall?.data?.setter).toMatchObject({ _id: "ona", name: "ona" });
  expect(wall?.data?.helpers).toMatchObject([{ name: "rasa" }, { name: "jonas" }]);
  await items.replaceDataItemReferences({
    ...given,
    referringItemFieldName: "helpers",
    referringItemId: "w",
    newReferencedItemIds: ["ona", "rasa"],
  });
  await items.removeDataItemReference({ ...given, dataItemReference: to("helpers", "rasa") });
  expect(await referred()).toEqual(["ona"]);
  await items.removeDataItem("ona", { dataCollectionId: people });
  expect(await referred()).toEqual([]);
  expect((await items.getDataItem("w", given)).data?.setter ?? null).toBeNull();
  const gone = await items.bulkRemoveDataItemReferences({ ...given, dataItemReferences: [to("helpers", "ona")] });
  expect(gone.results).toHaveLength(1);
});

test("permissions: each role may what the collection says; drafts are nobody's but the editors'", async () => {
  const permissions = { insert: "SITE_MEMBER", update: "SITE_MEMBER_AUTHOR", remove: "ADMIN", read: "ANYONE" };
  const plugins = [{ type: "PUBLISH", publishOptions: { defaultStatus: "DRAFT" } }];
  const dataCollectionId = await collection([{ key: "name", type: "TEXT" }], { permissions, plugins });
  const [one, other] = [await member(), await member()];
  const data = { name: "Mano" };
  expect(await codeOf(visitor().items.insertDataItem({ dataCollectionId, dataItem: { data } }))).toBe("WDE0027");
  const { dataItem } = await one.items.insertDataItem({ dataCollectionId, dataItem: { data } });
  const id = dataItem?._id as string;
  expect(
    await codesOf([
      visitor().items.getDataItem(id, { dataCollectionId }),
      other.items.getDataItem(id, { dataCollectionId }),
    ]),
  ).toEqual(["WDE0073"]);
  const published = { data: { ...data, _publishStatus: "PUBLISHED" } };
  await items.updateDataItem(id, { dataCollectionId, dataItem: published });
  expect((await visitor().items.getDataItem(id, { dataCollectionId })).data).toMatchObject(data);
  await one.items.updateDataItem(id, { dataCollectionId, dataItem: published });
  expect(await codeOf(other.items.updateDataItem(id, { dataCollectionId, dataItem: published }))).toBe("WDE0027");
  expect(await codeOf(one.items.removeDataItem(id, { dataCollectionId }))).toBe("WDE0027");
});
