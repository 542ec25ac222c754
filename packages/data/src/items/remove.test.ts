import { afterAll, beforeAll, expect, test } from "vitest";
import { code, createItemTests, field, type ItemTests, owner, refersTo, refersToMany } from "./items.testing.ts";

let items: ItemTests;
beforeAll(async () => {
  items = await createItemTests();
});
afterAll(() => items.close());

test("returns and versions a removed item, and continues its revisions when the id is reused", async () => {
  const { insert, remove, versions, stored, id } = await items.collection();
  await insert({ title: "gone" }, "a");
  expect(await remove("a")).toMatchObject({ dataItem: { id: "a", data: { title: "gone", _id: "a" } } });
  await expect(remove("a")).rejects.toEqual(code("WDE0073", 404));
  expect(await versions()).toMatchObject([
    { revision: 1, removedBy: { id: owner.caller.id }, removedDate: items.clock.now },
  ]);
  await insert({ title: "again" }, "a");
  expect(await stored()).toMatchObject([{ revision: 3 }]);
  await items.calls.truncate({ dataCollectionId: id }, owner);
  expect(await stored()).toEqual([]);
  expect(await versions()).toMatchObject([
    { revision: 1 },
    { revision: 3, data: { title: "again" }, removedDate: items.clock.now },
  ]);
});

test("clears the references to a removed item", async () => {
  const walls = await items.collection({ title: "TEXT" });
  const routes = await items.collection([
    field("wall", "REFERENCE", refersTo(walls.id)),
    field("former", "REFERENCE", refersTo(walls.id)),
    field("seen", "MULTI_REFERENCE", refersToMany(walls.id)),
  ]);
  await walls.insert({}, "w1");
  await walls.insert({}, "w2");
  await routes.insert({ wall: "w1", former: "w1", seen: ["w1", "w2"], n: 1 }, "r1");
  await routes.insert({ wall: { _id: "w2", title: "as a query put it there" }, seen: [{ _id: "w1" }] }, "r2");
  expect(await routes.references()).toEqual(["seen: r1 → w1", "seen: r1 → w2", "seen: r2 → w1"]);
  await walls.remove("w1");
  expect(await routes.stored()).toMatchObject([
    { data: { n: 1 }, revision: 2 },
    { data: { wall: "w2" }, revision: 1 },
  ]);
  expect((await routes.stored())[0]?.data).toEqual({ n: 1 });
  expect(await routes.versions()).toMatchObject([{ itemId: "r1", data: { wall: "w1", former: "w1" } }]);
  expect(await routes.references()).toEqual(["seen: r1 → w2"]);
  await routes.remove("r1");
  expect(await routes.references()).toEqual([]);
  await items.calls.truncate({ dataCollectionId: walls.id }, owner);
  expect((await routes.stored()).map(({ data }) => data)).toEqual([{}]);
});
