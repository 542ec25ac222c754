import { setTimeout as wait } from "node:timers/promises";
import { newId } from "@uola/database";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createChanges, type Topic } from "./changes.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const log = pino({ level: "silent" });

/** Simulates a listening process and records the topics it receives. */
async function listener(siteId = database.siteId, topics: Topic[] = ["services", "business"]) {
  const changes = createChanges(database.connection, siteId, log);
  await changes.start();
  const received: Topic[] = [];
  const leave = changes.subscribe(topics, (topic) => received.push(topic));
  const receives = async (expected: Topic[]) => {
    for (let tries = 0; tries < 200 && received.length < expected.length; tries++) await wait(10);
    expect(received).toEqual(expected);
  };
  return { changes, received, receives, leave };
}

test("notifies the publishing process at once and other processes of the site shortly after, once per topic", async () => {
  const [self, other, elsewhere] = await Promise.all([listener(), listener(), listener(newId())]);
  for (let i = 0; i < 100; i++) self.changes.publish("services");
  self.changes.publish("availability");
  expect(self.received).toHaveLength(100);
  await other.receives(["services"]);
  other.changes.publish("business");
  await self.receives([...Array<Topic>(100).fill("services"), "business"]);
  expect(elsewhere.received).toEqual([]);
  other.leave();
  other.changes.publish("business");
  expect(other.received).toEqual(["services", "business"]);
  for (const { changes } of [self, other, elsewhere]) await changes.stop();
});

test("reconnects after losing the connection and treats every topic as changed", async () => {
  const one = await listener();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %' and pid <> pg_backend_pid()`.execute(database.db);
  await one.receives(["services", "business"]);
  const other = await listener();
  other.changes.publish("business");
  await one.receives(["services", "business", "business"]);
  await Promise.all([one.changes.stop(), other.changes.stop()]);
});

test("ignores unknown messages on the channel", async () => {
  const one = await listener();
  for (const payload of ["", "nonsense", "null", '{"siteId":1}', '{"siteId":"x","topics":"services"}']) {
    await sql`select pg_notify('uola_changes', ${payload})`.execute(database.db);
  }
  const topics = JSON.stringify({ siteId: database.siteId, from: "x", topics: ["unknown", "business"] });
  await sql`select pg_notify('uola_changes', ${topics})`.execute(database.db);
  await one.receives(["business"]);
  await one.changes.stop();
});

test("leaves no listening connection open after stop", async () => {
  const one = await listener();
  await one.changes.stop();
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and query like 'listen %'
    and pid <> pg_backend_pid()`.execute(database.db);
  expect(rows).toEqual([]);
});
