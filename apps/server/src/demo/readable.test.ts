import { contract, type Endpoint } from "@uola/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../platform/testing.ts";
import { seedDemo } from "./demo.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
  const { connection, siteId, accounts, clock } = platform;
  await seedDemo({ connection, siteId, accounts, now: () => clock.now });
});
afterAll(() => platform.close());

/**
 * Everything in the demo was created by the `system` actor, so every operation that returns an
 * actor must be able to return this one.
 */
test("every version of every item of the demo can be read, and restored after a change", async () => {
  const { collections, editing, items } = platform.as(platform.key);
  const all = (await collections.list({ paging: { limit: 1000 } })).collections.filter(
    ({ collectionType }) => collectionType === "NATIVE",
  );
  expect(all.length).toBeGreaterThan(10);
  for (const { id: dataCollectionId } of all) {
    const { dataItems } = await items.query({ dataCollectionId, query: { paging: { limit: 1000 } } });
    // The demo uses the site's default menus, so this list is empty.
    if (dataCollectionId === "MenuLinks") continue;
    expect(dataItems.length, dataCollectionId).toBeGreaterThan(0);
    for (const { id: dataItemId = "" } of dataItems) {
      const one = { dataCollectionId, dataItemId: dataItemId ?? "" };
      const { versions } = await editing.versions(one);
      expect(versions[0], dataCollectionId).toMatchObject({ current: true, by: { kind: "system" } });
    }
    const one = { dataCollectionId, dataItemId: dataItems[0]?.id ?? "" };
    const { item } = await editing.open(one);
    const changed = await editing.save({ ...one, data: { ...item?.data, remark: "x" }, revision: item?.revision });
    const { versions } = await editing.versions(one);
    expect(versions.map(({ by: { kind } }) => kind)).toEqual(["apiKey", "system"]);
    await editing.restore({ ...one, revision: versions[1]?.revision ?? "" });
    const back = await editing.open(one);
    expect(Number(back.item?.revision)).toBeGreaterThan(Number(changed.revision));
    expect(back.item?.data.remark).toBeUndefined();
    await items.remove(one);
    const { items: removed } = await editing.removed({ dataCollectionId });
    expect(removed).toMatchObject([{ dataItemId: one.dataItemId, removedBy: { kind: "apiKey" } }]);
  }
}, 60_000);

test("the change history of every kind of entity in the demo can be read", async () => {
  const { history } = platform.as(platform.key);
  const seen = await platform.db.selectFrom("audit").select(["entity", "entityId"]).distinctOn("entity").execute();
  expect(seen.length).toBeGreaterThan(5);
  for (const { entityId, entity } of seen) {
    const { entries } = await history.query({ entityId });
    expect(entries.length, entity).toBeGreaterThan(0);
  }
});

/** Read operations that need no input. */
const reads = Object.entries(contract).flatMap(([group, operations]) =>
  Object.entries<Endpoint>(operations)
    .filter(([name]) => /^(query|list|count|get|search|collections|removed)/.test(name))
    .filter(([, { input, access }]) => access !== "anyone" && input.safeParse({}).success)
    .map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
);

test.each(reads)("%s responds without a server error in a gym with data", async (_, { method, path }) => {
  const { status, text } = await platform.ask(path, {
    method,
    token: platform.key,
    ...(method !== "GET" && { body: "{}", headers: { "content-type": "application/json" } }),
  });
  expect(status, text).toBeLessThan(500);
});
