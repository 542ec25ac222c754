import { afterAll, beforeAll, expect, test } from "vitest";
import { code, createItemTests, field, type ItemTests, owner, refersTo, refersToMany } from "./items.testing.ts";

let items: ItemTests;
beforeAll(async () => {
  items = await createItemTests();
});
afterAll(() => items.close());

test("adds, removes and replaces references in single and multiple reference fields", async () => {
  const walls = await items.collection({ title: "TEXT" });
  const routes = await items.collection([
    field("wall", "REFERENCE", refersTo(walls.id)),
    field("seen", "MULTI_REFERENCE", refersToMany(walls.id)),
  ]);
  await routes.insert({}, "r");
  const dataCollectionId = routes.id;
  const reference = (referringItemFieldName: string, referencedItemId: string, referringItemId = "r") => ({
    referringItemFieldName,
    referringItemId,
    referencedItemId,
  });
  const add = (...to: Parameters<typeof reference>) =>
    items.calls.insertReference({ dataCollectionId, dataItemReference: reference(...to) }, owner);
  const take = (...to: Parameters<typeof reference>) =>
    items.calls.removeReference({ dataCollectionId, dataItemReference: reference(...to) }, owner);
  await add("wall", "w1");
  await add("wall", "w2");
  expect(await routes.stored()).toMatchObject([{ data: { wall: "w2" }, revision: 3 }]);
  await expect(take("wall", "w1")).rejects.toEqual(code("WDE0153", 404));
  await take("wall", "w2");
  expect((await routes.stored())[0]?.data).toEqual({});
  await add("seen", "w2");
  await add("seen", "w1");
  await expect(add("seen", "w1")).rejects.toEqual(code("WDE0029", 409));
  expect(await routes.references()).toEqual(["seen: r → w2", "seen: r → w1"]);
  await take("seen", "w2");
  await expect(take("seen", "w2")).rejects.toEqual(code("WDE0153", 404));
  await expect(add("title", "w1")).rejects.toEqual(code("WDE0020"));
  await expect(add("seen", "")).rejects.toEqual(code("WDE0021"));
  await expect(add("seen", "w1", "nobody")).rejects.toEqual(code("WDE0073", 404));
  await expect(add("wall", "w1", "nobody")).rejects.toEqual(code("WDE0073", 404));

  const many = [
    reference("seen", "w1"),
    reference("seen", "w3"),
    reference("seen", "w3"),
    reference("none", "w1"),
    reference("wall", "w9"),
  ];
  const { results } = await items.calls.bulkInsertReferences(
    { dataCollectionId, dataItemReferences: many, returnEntity: true },
    owner,
  );
  expect(results.map(({ referenceMetadata }) => referenceMetadata.error?.code)).toEqual([
    "WDE0029",
    undefined,
    "WDE0029",
    "WDE0020",
    undefined,
  ]);
  const gone = await items.calls.bulkRemoveReferences(
    { dataCollectionId, dataItemReferences: [reference("seen", "w3"), reference("seen", "w7")] },
    owner,
  );
  expect(gone.bulkActionMetadata).toEqual({ totalSuccesses: 1, totalFailures: 1 });

  const replace = (referringItemFieldName: string, ...newReferencedItemIds: string[]) =>
    items.calls.replaceReferences(
      { dataCollectionId, referringItemFieldName, referringItemId: "r", newReferencedItemIds },
      owner,
    );
  await replace("seen", "w5", "w1", "w4", "w4");
  expect(await routes.references()).toEqual(["seen: r → w1", "seen: r → w5", "seen: r → w4"]);
  await replace("seen");
  expect(await routes.references()).toEqual([]);
  await expect(replace("wall", "a", "b")).rejects.toEqual(code("WDE0021"));
  await replace("wall", "a");
  expect((await routes.stored())[0]?.data).toEqual({ wall: "a" });
});
