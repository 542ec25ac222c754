import { afterAll, beforeAll, expect, test } from "vitest";
import { as, createItemTests, type ItemTests, owner } from "./items.testing.ts";

let items: ItemTests;
beforeAll(async () => {
  items = await createItemTests();
});
afterAll(() => items.close());

test("replaces the data on update, keeps the owner and creation date, and stores a version", async () => {
  const { insert, update, stored, versions, id } = await items.collection();
  const item = await insert({ title: "one", more: 1 }, "a", as("member", "ona"));
  const first = items.clock.now;
  items.clock.now = new Date(first.getTime() + 1000);
  const updated = await update("a", { title: "two" });
  expect(updated.data).toEqual({
    ...item.data,
    title: "two",
    more: undefined,
    _updatedDate: { $date: items.clock.now.toISOString() },
  });
  const save = (title: string, dataItemId: string) =>
    items.calls.save({ dataCollectionId: id, dataItem: { id: dataItemId, data: { title } } }, owner);
  expect(await save("three", "a")).toMatchObject({
    action: "UPDATED",
    dataItem: { data: { _owner: "ona", title: "three" } },
  });
  expect(await save("new", "b")).toMatchObject({ action: "INSERTED", dataItem: { id: "b" } });
  expect(await stored()).toMatchObject([
    { id: "a", revision: 3, owner: "ona" },
    { id: "b", revision: 1, owner: owner.caller.id },
  ]);
  expect(await versions()).toMatchObject([
    { itemId: "a", revision: 1, data: { title: "one" }, writtenDate: first, writtenBy: { kind: "member", id: "ona" } },
    { itemId: "a", revision: 2, data: { title: "two" }, writtenBy: { id: owner.caller.id }, removedDate: null },
  ]);
});

test("lets only the site owner set the owner of an item", async () => {
  const { insert, update } = await items.collection();
  expect((await insert({ _owner: "rasa" }, "a", as("trainer", "ona"))).data._owner).toBe("ona");
  expect((await insert({ _owner: "rasa" }, "b")).data._owner).toBe("rasa");
  expect((await update("b", { _owner: "ona" }, as("trainer"))).data._owner).toBe("rasa");
  expect((await update("b", { _owner: "ona" })).data._owner).toBe("ona");
});

test("stores only the newest hundred versions of an item", async () => {
  const { insert, id, versions } = await items.collection();
  await insert({ n: 0 }, "a");
  const dataItems = Array.from({ length: 10 }, (_, n) => ({ id: "a", data: { n } }));
  for (let times = 0; times < 13; times++) await items.calls.bulkUpdate({ dataCollectionId: id, dataItems }, owner);
  const stored = await versions();
  expect(stored.map(({ revision }) => revision)).toEqual(Array.from({ length: 100 }, (_, n) => n + 31));
});

test("stores sandbox items separately and without versions", async () => {
  const { id, insert, stored, versions } = await items.collection();
  await insert({ title: "live" }, "a");
  const environment = "SANDBOX";
  const write = (title: string) =>
    items.calls.save({ dataCollectionId: id, environment, dataItem: { id: "a", data: { title } } }, owner);
  expect([(await write("tried")).action, (await write("again")).action]).toEqual(["INSERTED", "UPDATED"]);
  const patchSet = {
    dataItemId: "a",
    fieldUpdates: [{ fieldPath: "n", action: "SET_FIELD" as const, setField: { value: 1 } }],
  };
  const preferred = await items.calls.patch(
    { dataCollectionId: id, environment: "SANDBOX_PREFERRED", patchSet },
    owner,
  );
  expect(preferred.dataItem.data).toMatchObject({ title: "again", n: 1 });
  await items.calls.remove({ dataCollectionId: id, environment, dataItemId: "a" }, owner);
  expect(await stored()).toMatchObject([{ data: { title: "live" }, revision: 1 }]);
  expect(await versions()).toEqual([]);
});
