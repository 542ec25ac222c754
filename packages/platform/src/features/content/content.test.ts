import { pageTexts } from "@uola/words/site/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Platform } from "../../index.ts";
import { createHouse, type House } from "../../people.testing.ts";
import { lists } from "./lists.ts";

let house: House;
beforeAll(async () => {
  house = await createHouse();
  const neighbour = house.neighbour();
  await Promise.all([opened(house.platform), opened(neighbour)]);
});
afterAll(() => house.close());

/** From a start to a stop; what is made at a start is made then. */
async function opened(platform: Platform) {
  await platform.start();
  await platform.stop();
}
const owner = () => house.as(house.key);
const all = [...Object.keys(pageTexts), ...Object.keys(lists)].toSorted();
const kept = async () => {
  const rows = await house.db
    .selectFrom("collection")
    .select("id")
    .where("removedDate", "is", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id).toSorted();
};
const read = async (id: string, preview?: string) =>
  (await house.as(house.visitor()).content.read({ collectionIds: [id], preview })).collections[id];

test("two that start at once make every page and list once, with the words of the house", async () => {
  expect(await kept()).toEqual(all);
  const home = await read("HomePage");
  expect(home).toMatchObject([{ _id: "page", hero: "Į viršų" }]);
  expect(Object.keys(home?.[0] ?? {})).toEqual(expect.arrayContaining(Object.keys(pageTexts.HomePage)));
});

test("what the owner wrote and deleted stays so at the next start", async () => {
  const { item } = await owner().editing.open({ dataCollectionId: "HomePage", dataItemId: "page" });
  const data = { ...item?.data, hero: "Aukščiau" };
  await owner().editing.save({ dataCollectionId: "HomePage", dataItemId: "page", data, revision: item?.revision });
  await owner().collections.delete({ dataCollectionId: "OrderPage" });
  await opened(house.neighbour());
  expect(await read("HomePage")).toMatchObject([{ hero: "Aukščiau" }]);
  expect(await kept()).toEqual(all.filter((id) => id !== "OrderPage"));
  expect(await read("OrderPage")).toEqual([]);
});

test("a start that was stopped half-way is finished by the next one, and writes over nothing", async () => {
  await house.db.deleteFrom("setting").where("name", "=", "content").execute();
  await owner().collections.delete({ dataCollectionId: "Questions" });
  await opened(house.neighbour());
  expect(await kept()).toEqual(all);
  expect(await read("HomePage")).toMatchObject([{ hero: "Aukščiau" }]);
  expect(await read("OrderPage")).toMatchObject([{ _id: "page" }]);
});

test("a page is read with its draft by whoever has the key, for an hour", async () => {
  const draft = { dataCollectionId: "PricesPage", dataItemId: "page", data: { lead: "Naujos kainos" } };
  await owner().editing.saveDraft(draft);
  const { key } = await owner().editing.preview();
  expect(await read("PricesPage", key)).toMatchObject([{ lead: "Naujos kainos" }]);
  expect(await read("PricesPage")).not.toMatchObject([{ lead: "Naujos kainos" }]);
  for (const wrong of ["x", `${key}x`])
    await expect(read("PricesPage", wrong)).rejects.toMatchObject({ code: "PREVIEW_EXPIRED" });
  house.clock.now = new Date(house.clock.now.getTime() + 3_601_000);
  await expect(read("PricesPage", key)).rejects.toMatchObject({ status: 403, code: "PREVIEW_EXPIRED" });
});

test("what only some may read, and what is not there, is empty for a visitor", async () => {
  const closed = { read: "ADMIN", insert: "ADMIN", update: "ADMIN", remove: "ADMIN" } as const;
  await owner().collections.create({
    collection: {
      id: "Slaptai",
      fields: [{ key: "a", type: "TEXT" }],
      permissions: closed,
      plugins: [{ type: "CMS" }],
    },
  });
  await owner().editing.save({ dataCollectionId: "Slaptai", dataItemId: "a", data: { a: "x" } });
  const ids = { collectionIds: ["Slaptai", "Niekada", "a/b"] };
  expect((await house.as(house.visitor()).content.read(ids)).collections).toEqual({
    Slaptai: [],
    Niekada: [],
    "a/b": [],
  });
  expect((await owner().content.read(ids)).collections.Slaptai).toHaveLength(1);
});
