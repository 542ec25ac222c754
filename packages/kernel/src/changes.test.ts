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

/** A process that listens, and what it has heard since it began. */
async function listener(siteId = database.siteId, topics: Topic[] = ["services", "business"]) {
  const changes = createChanges(database.connection, siteId, log);
  await changes.start();
  const heard: Topic[] = [];
  const leave = changes.subscribe(topics, (topic) => heard.push(topic));
  const hears = async (wanted: Topic[]) => {
    for (let tries = 0; tries < 200 && heard.length < wanted.length; tries++) await wait(10);
    expect(heard).toEqual(wanted);
  };
  return { changes, heard, hears, leave };
}

test("this process hears at once, others of the same site soon, each topic once for many changes", async () => {
  const [self, other, elsewhere] = await Promise.all([listener(), listener(), listener(newId())]);
  for (let i = 0; i < 100; i++) self.changes.publish("services");
  self.changes.publish("availability");
  expect(self.heard).toHaveLength(100);
  await other.hears(["services"]);
  other.changes.publish("business");
  await self.hears([...Array<Topic>(100).fill("services"), "business"]);
  expect(elsewhere.heard).toEqual([]);
  other.leave();
  other.changes.publish("business");
  expect(other.heard).toEqual(["services", "business"]);
  for (const { changes } of [self, other, elsewhere]) await changes.stop();
});

test("a listener whose connection breaks connects again, and takes everything for changed meanwhile", async () => {
  const one = await listener();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen %' and pid <> pg_backend_pid()`.execute(database.db);
  await one.hears(["services", "business"]);
  const other = await listener();
  other.changes.publish("business");
  await one.hears(["services", "business", "business"]);
  await Promise.all([one.changes.stop(), other.changes.stop()]);
});

test("what others say on the channel cannot bring it down", async () => {
  const one = await listener();
  for (const payload of ["", "nonsense", "null", '{"siteId":1}', '{"siteId":"x","topics":"services"}']) {
    await sql`select pg_notify('uola_changes', ${payload})`.execute(database.db);
  }
  const topics = JSON.stringify({ siteId: database.siteId, from: "x", topics: ["unknown", "business"] });
  await sql`select pg_notify('uola_changes', ${topics})`.execute(database.db);
  await one.hears(["business"]);
  await one.changes.stop();
});

test("when it has stopped, nothing of it runs any more", async () => {
  const one = await listener();
  await one.changes.stop();
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database() and query like 'listen %'
    and pid <> pg_backend_pid()`.execute(database.db);
  expect(rows).toEqual([]);
});
