import { randomUUID } from "node:crypto";
import type { ItemData } from "@uola/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { code, createItemTests, field, type ItemTests, owner, refersTo, refersToMany } from "./items.testing.ts";

let items: ItemTests;
beforeAll(async () => {
  items = await createItemTests();
});
afterAll(() => items.close());

test("fails only the invalid items of a bulk call and returns results in the order of the input", async () => {
  const { id, insert, stored } = await items.collection([field("n", "NUMBER", { required: true })]);
  await insert({ n: 0 }, "there");
  const dataItems = [
    { id: "a", data: { n: 1 } },
    { id: "there", data: { n: 2 } },
    { data: {} },
    { data: 5 as unknown as ItemData },
    { id: "a", data: { n: 3 } },
    { id: "b", data: { n: 4 } },
  ] as { id?: string; data: ItemData }[];
  const inserted = await items.calls.bulkInsert({ dataCollectionId: id, dataItems, returnEntity: true }, owner);
  expect(inserted.results.map(({ itemMetadata }) => itemMetadata.error?.code)).toEqual([
    undefined,
    "WDE0074",
    "WDE0080",
    "WDE0004",
    "WDE0074",
    undefined,
  ]);
  expect(inserted.results.map(({ itemMetadata }) => itemMetadata.originalIndex)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(inserted.results[5]).toMatchObject({ action: "INSERT", dataItem: { data: { n: 4, _id: "b" } } });
  expect(inserted.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 4 });
  const saved = await items.calls.bulkSave(
    {
      dataCollectionId: id,
      dataItems: [
        { id: "b", data: { n: 5 } },
        { id: "c", data: { n: 6 } },
        { id: "b", data: { n: 7 } },
      ],
    },
    owner,
  );
  expect(saved.results.map(({ action, itemMetadata }) => [action, itemMetadata.success])).toEqual([
    ["UPDATE", true],
    ["INSERT", true],
    ["UPDATE", true],
  ]);
  const patchSets = ["b", "nobody", "b"].map((dataItemId) => ({
    dataItemId,
    fieldUpdates: [{ fieldPath: "n", action: "INCREMENT_FIELD" as const, incrementField: { value: 1 } }],
  }));
  const patched = await items.calls.bulkPatch({ dataCollectionId: id, patchSets, returnEntity: true }, owner);
  expect(patched.results.map(({ action, dataItem }) => [action, dataItem?.data.n])).toEqual([
    ["PATCH", 8],
    ["PATCH", undefined],
    ["PATCH", 9],
  ]);
  const often = await items.calls.bulkSave(
    { dataCollectionId: id, dataItems: Array.from({ length: 12 }, (_, n) => ({ id: "c", data: { n } })) },
    owner,
  );
  expect(often.bulkActionMetadata).toEqual({ totalSuccesses: 10, totalFailures: 2 });
  expect(often.results.at(-1)?.itemMetadata.error?.code).toBe("WDE0080");
  const removed = await items.calls.bulkRemove({ dataCollectionId: id, dataItemIds: ["b", "b", "nobody", "a"] }, owner);
  expect(removed.results.map(({ itemMetadata }) => itemMetadata.success)).toEqual([true, false, false, true]);
  expect((await stored()).map((each) => [each.id, each.revision])).toEqual([
    ["c", 11],
    ["there", 1],
  ]);
});

test("reports exactly those items of a bulk call that a unique index rejects", async () => {
  const { id, key, insert, remove, stored } = await items.collection({ name: "TEXT" });
  const table = `items.l_${key.replaceAll("-", "")}`;
  await sql.raw(`create unique index u_${key.slice(0, 8)} on ${table} (f1)`).execute(items.context.db);
  await insert({ name: "Ona" }, "ona");
  await expect(insert({ name: "Ona" })).rejects.toEqual(code("WDE0123", 409));
  const dataItems = Array.from({ length: 9 }, (_, n) => ({
    id: `p${n}`,
    data: { name: n === 4 ? "Ona" : `p${n === 7 ? 6 : n}` },
  }));
  const codes = (results: { itemMetadata: { error?: { code: string } | null | undefined } }[]) =>
    results.map(({ itemMetadata }) => itemMetadata.error?.code);
  const expected = dataItems.map((_, n) => (n === 4 || n === 7 ? "WDE0123" : undefined));
  expect(codes((await items.calls.bulkInsert({ dataCollectionId: id, dataItems }, owner)).results)).toEqual(expected);
  expect(codes((await items.calls.bulkSave({ dataCollectionId: id, dataItems }, owner)).results)).toEqual(expected);
  const renamed = [
    { id: "p1", data: { name: "x1" } },
    { id: "p2", data: { name: "Ona" } },
    { id: "p3", data: { name: "x3" } },
  ];
  expect(codes((await items.calls.bulkUpdate({ dataCollectionId: id, dataItems: renamed }, owner)).results)).toEqual([
    undefined,
    "WDE0123",
    undefined,
  ]);
  expect((await stored()).find((each) => each.id === "p3")).toMatchObject({ data: { name: "x3" }, revision: 3 });
  const long = { name: Array.from({ length: 3000 }, () => randomUUID()).join("") };
  await expect(insert(long)).rejects.toEqual(code("WDE0080"));
  const some = [{ name: "y" }, long, { name: "Ona" }, { name: "z" }].map((data, n) => ({ id: `l${n}`, data }));
  for (const call of [items.calls.bulkInsert, items.calls.bulkSave]) {
    const { results, bulkActionMetadata } = await call({ dataCollectionId: id, dataItems: some }, owner);
    expect(codes(results)).toEqual([undefined, "WDE0080", "WDE0123", undefined]);
    expect(results[1]?.itemMetadata.error?.description).toBe("A value is too long for its index.");
    expect(bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 2 });
    if (call === items.calls.bulkInsert) for (const each of ["l0", "l3"]) await remove(each);
  }
});

test("fails only the item with an invalid id in a bulk call", async () => {
  const { id: other } = await items.collection();
  const { id: dataCollectionId, insert } = await items.collection([
    { key: "n", type: "NUMBER" },
    field("one", "REFERENCE", refersTo(other)),
    field("many", "MULTI_REFERENCE", refersToMany(other)),
  ]);
  await insert({ n: 1e308 }, "a");
  const bad = ["a\0b", "\ud800", "x".repeat(513)];
  const error = (results: { itemMetadata: { error?: { code: string } | null | undefined } }[]) =>
    results.map(({ itemMetadata }) => itemMetadata.error?.code);
  for (const id of bad) {
    const given: ItemData[] = [{ one: id }, { many: [id] }, { _owner: id }, {}];
    const dataItems = [{ id, data: {} }, ...given.map((data) => ({ data }))];
    expect(error((await items.calls.bulkInsert({ dataCollectionId, dataItems }, owner)).results)).toEqual([
      ...Array(4).fill("WDE0080"),
      undefined,
    ]);
    const removed = await items.calls.bulkRemove({ dataCollectionId, dataItemIds: [id, "a"] }, owner);
    expect(error(removed.results)).toEqual(["WDE0073", undefined]);
    await insert({ n: 1e308 }, "a");
    const to = { referringItemFieldName: "many", referringItemId: "a" };
    const dataItemReferences = [id, "b"].map((referencedItemId) => ({ ...to, referencedItemId }));
    const { results } = await items.calls.bulkInsertReferences({ dataCollectionId, dataItemReferences }, owner);
    expect(results.map(({ referenceMetadata }) => referenceMetadata.error?.code)).toEqual(["WDE0021", undefined]);
  }
  const increment = { fieldPath: "n", action: "INCREMENT_FIELD", incrementField: { value: 1e308 } } as const;
  const patchSet = { dataItemId: "a", fieldUpdates: [increment] };
  await expect(items.calls.patch({ dataCollectionId, patchSet }, owner)).rejects.toEqual(code("WDE0080"));
});
