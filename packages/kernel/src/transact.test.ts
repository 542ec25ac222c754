import type { Database } from "@uola/database";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Topic } from "./changes.ts";
import type { Context } from "./context.ts";
import { LookUpOutdated, transact } from "./transact.ts";

let database: FreshDatabase;
let context: Pick<Context, "db" | "changes">;
let published: { topic: Topic; counted: Promise<number> }[];

beforeAll(async () => {
  database = await freshDatabase();
  await sql`create table counter (n int not null)`.execute(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate counter`.execute(database.db);
  await sql`insert into counter values (0)`.execute(database.db);
  published = [];
  const publish = (topic: Topic) => published.push({ topic, counted: count() });
  context = { db: database.db, changes: { publish } as unknown as Context["changes"] };
});

const increment = (tx: Database) => sql`update counter set n = n + 1`.execute(tx);
async function count(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select n from counter`.execute(database.db);
  return rows[0]?.n ?? -1;
}
/** Makes the transaction fail with a PostgreSQL serialization failure. */
const conflict = (tx: Database) => sql`do ${sql.lit("begin raise exception using errcode = '40001'; end")}`.execute(tx);
const topics = () => published.map(({ topic }) => topic);

test("a failed transaction publishes nothing", async () => {
  const failed = transact(context, { publish: "services" }, async (tx) => {
    await increment(tx);
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect([await count(), topics()]).toEqual([0, []]);
});

test("publishes topics once after the commit, even if the transaction was retried", async () => {
  let runs = 0;
  await transact(context, { publish: ["services", "availability"] }, async (tx) => {
    await increment(tx);
    if (++runs < 3) await conflict(tx);
  });
  expect(runs).toBe(3);
  expect(topics()).toEqual(["services", "availability"]);
  // The change is visible on another connection at that point.
  expect(await Promise.all(published.map(({ counted }) => counted))).toEqual([1, 1]);
});

test("the published topics can depend on the transaction's result", async () => {
  const publish = (raised: boolean) => (raised ? "services" : ([] as const));
  await transact(context, { publish }, async () => false);
  expect(topics()).toEqual([]);
  await transact(context, { publish }, async () => true);
  expect(topics()).toEqual(["services"]);
});

test("an outdated read is repeated with its transaction, and fails if retries are disabled", async () => {
  let lookUps = 0;
  const lookUp = async () => ++lookUps;
  const work = async (_: Database, value: number) => {
    if (value < 3) throw new LookUpOutdated();
    return value;
  };
  expect(await transact(context, { lookUp }, work)).toBe(3);
  lookUps = 0;
  await expect(transact(context, { lookUp, retry: false }, work)).rejects.toThrow(LookUpOutdated);
  expect(lookUps).toBe(1);
});
