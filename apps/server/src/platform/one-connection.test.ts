import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestGym, type TestGym } from "./testing.ts";

/**
 * Every write must work with a single database connection. The test platforms of most features have
 * only one; the operations here are those whose own tests use more connections or none.
 */
let gym: TestGym;
beforeAll(async () => {
  gym = await createTestGym();
});
afterAll(() => gym.close());

const owner = () => gym.as(gym.key);

test("writes items, references and indexes with a single database connection", async () => {
  const { items, collections, indexes } = owner();
  const dataCollectionId = "Trasos";
  const title = { key: "title", type: "TEXT" as const };
  const many = {
    key: "walls",
    type: "MULTI_REFERENCE" as const,
    typeMetadata: { multiReference: { referencedCollectionId: "Sienos" } },
  };
  const permissions = { read: "ANYONE", insert: "ADMIN", update: "ADMIN", remove: "ADMIN" } as const;
  await collections.create({ collection: { id: "Sienos", fields: [title], permissions } });
  await collections.create({ collection: { id: dataCollectionId, fields: [title, many], permissions } });
  for (const id of ["a", "b"]) await items.save({ dataCollectionId: "Sienos", dataItem: { id, data: { title: id } } });
  await items.save({ dataCollectionId, dataItem: { id: "r", data: { title: "Kampas" } } });
  const fieldUpdates = [{ fieldPath: "title", action: "SET_FIELD" as const, setFieldOptions: { value: "Stogas" } }];
  await items.patch({ dataCollectionId, patchSet: { dataItemId: "r", fieldUpdates } });

  const to = (referencedItemId: string) => ({
    referringItemFieldName: "walls",
    referringItemId: "r",
    referencedItemId,
  });
  const isReferenced = async (id: string) => (await items.isReferenced({ dataCollectionId, ...to(id) })).isReferenced;
  await items.insertReference({ dataCollectionId, dataItemReference: to("a") });
  expect(await isReferenced("a")).toBe(true);
  await items.removeReference({ dataCollectionId, dataItemReference: to("a") });
  await items.bulkInsertReferences({ dataCollectionId, dataItemReferences: [to("a"), to("b")] });
  await items.bulkRemoveReferences({ dataCollectionId, dataItemReferences: [to("a")] });
  await items.replaceReferences({
    dataCollectionId,
    referringItemFieldName: "walls",
    referringItemId: "r",
    newReferencedItemIds: ["a"],
  });
  expect([await isReferenced("a"), await isReferenced("b")]).toEqual([true, false]);

  await indexes.create({ dataCollectionId, index: { name: "byTitle", fields: [{ path: "title" }] } });
  await indexes.drop({ dataCollectionId, indexName: "byTitle" });
  await items.truncate({ dataCollectionId });
  expect((await items.count({ dataCollectionId })).totalCount).toBe(0);
});

test("holds and releases places with a single database connection", async () => {
  const service = await gym.service();
  const sessionId = await gym.session({ service });
  const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
  const visitor = gym.as(gym.visitor());
  const { id: holdId } = (await visitor.holds.create({ slot, totalParticipants: 1 })).hold;
  await visitor.holds.change({ holdId, totalParticipants: 2 });
  await visitor.holds.renew({ holdId });
  await owner().holds.freeze({ holdId, seconds: 60 });
  expect((await visitor.holds.get({ holdId })).hold.totalParticipants).toBe(2);
  await visitor.holds.release({ holdId });
});
