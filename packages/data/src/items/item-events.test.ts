import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createItemTests, field, type ItemTests, owner } from "./items.testing.ts";

let items: ItemTests;
beforeAll(async () => {
  items = await createItemTests();
});
afterAll(() => items.close());

test("writes item events without encrypted fields while a webhook is enabled", async () => {
  const { insert, update, remove, key } = await items.collection([
    field("title", "TEXT"),
    field("pin", "TEXT", { encrypted: true }),
  ]);
  const events = async () =>
    (
      await sql<{ slug: string; sequence: number; body: Record<string, unknown>; ours: boolean }>`
    select slug, entity_sequence as sequence, body, entity_id = md5(${key}::text || '/a')::uuid as ours from event
    where type = 'data_item' order by entity_sequence`.execute(items.context.db)
    ).rows;
  await insert({ title: "untold" }, "z");
  expect(await events()).toEqual([]);
  const webhook = {
    siteId: items.context.siteId,
    id: randomUUID(),
    url: "https://example.lt",
    publicKey: "",
    sealedPrivateKey: Buffer.of(),
  };
  const dates = { enabledDate: items.clock.now, createdDate: items.clock.now, updatedDate: items.clock.now };
  await items.context.db
    .insertInto("webhook")
    .values({ ...webhook, ...dates, eventTypes: [] })
    .execute();
  const item = await insert({ title: "one", pin: "slaptas" }, "a");
  await update("a", { title: "two" });
  await remove("a");
  await items.context.db.deleteFrom("webhook").execute();
  const { pin: _, ...eventData } = item.data;
  expect(await events()).toMatchObject([
    {
      slug: "created",
      sequence: 1,
      ours: true,
      body: { entityId: "a", actor: { id: owner.caller.id }, createdEvent: { entity: { id: "a", data: eventData } } },
    },
    {
      slug: "updated",
      sequence: 2,
      body: { updatedEvent: { currentEntity: { data: { title: "two", _owner: owner.caller.id } } } },
    },
    { slug: "deleted", sequence: 3, body: { deletedEvent: { deletedEntity: { id: "a", data: { title: "two" } } } } },
  ]);
  expect(JSON.stringify(await events())).not.toContain("slaptas");
});
