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
  await sql`create table counter (id int primary key, n int not null)`.execute(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate counter`.execute(database.db);
  await sql`insert into counter values (1, 0), (2, 0)`.execute(database.db);
  published = [];
  const publish = (topic: Topic) => published.push({ topic, counted: count() });
  context = { db: database.db, changes: { publish } as unknown as Context["changes"] };
});

const raise = (tx: Database, id = 1) => sql`update counter set n = n + 1 where id = ${id}`.execute(tx);
async function count(id = 1, db = database.db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select n from counter where id = ${id}`.execute(db);
  return rows[0]?.n ?? -1;
}
/** Fails the transaction as PostgreSQL does when another one went first. */
const conflict = (tx: Database, code = "40001") =>
  sql`do ${sql.lit(`begin raise exception using errcode = '${code}'; end`)}`.execute(tx);
const topics = () => published.map(({ topic }) => topic);

test("what the work writes is there, and its result comes back", async () => {
  const result = await transact(context, async (tx) => {
    await raise(tx);
    return count(1, tx);
  });
  expect([result, await count()]).toEqual([1, 1]);
});

test("work that fails leaves nothing and publishes nothing", async () => {
  const failed = transact(context, { publish: "services" }, async (tx) => {
    await raise(tx);
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect([await count(), topics()]).toEqual([0, []]);
});

test("topics are published once, after the commit, however often the work ran", async () => {
  let runs = 0;
  await transact(context, { publish: ["services", "availability"] }, async (tx) => {
    await raise(tx);
    if (++runs < 3) await conflict(tx);
  });
  expect(runs).toBe(3);
  expect(topics()).toEqual(["services", "availability"]);
  // Another connection sees the change by then.
  expect(await Promise.all(published.map(({ counted }) => counted))).toEqual([1, 1]);
});

test("what is published may depend on the result", async () => {
  const publish = (raised: boolean) => (raised ? "services" : ([] as const));
  await transact(context, { publish }, async () => false);
  expect(topics()).toEqual([]);
  await transact(context, { publish }, async () => true);
  expect(topics()).toEqual(["services"]);
});

test("two transactions that lock each other out both end", async () => {
  const met = Promise.withResolvers<void>();
  let waiting = 0;
  const both = async () => {
    if (++waiting === 2) met.resolve();
    await met.promise;
  };
  const work = (first: number, second: number) =>
    transact(context, async (tx) => {
      await raise(tx, first);
      await both();
      await raise(tx, second);
    });
  await Promise.all([work(1, 2), work(2, 1)]);
  expect([await count(1), await count(2)]).toEqual([2, 2]);
});

test.each(["40001", "40P01"])("%s is tried five times, and no more", async (code) => {
  let runs = 0;
  const failed = transact(context, async (tx) => {
    runs++;
    await conflict(tx, code);
  });
  await expect(failed).rejects.toMatchObject({ code });
  expect(runs).toBe(5);
});

test.each([
  ["any other error", {}, "23505"],
  ["work that must not run twice", { retry: false }, "40001"],
])("%s is tried once", async (_, options, code) => {
  let runs = 0;
  const failed = transact(context, options, async (tx) => {
    runs++;
    await conflict(tx, code);
  });
  await expect(failed).rejects.toMatchObject({ code });
  expect(runs).toBe(1);
});

test("what was looked up is looked up again when it is outdated, outside of the transaction", async () => {
  const seen: number[] = [];
  const lookUp = async () => {
    await raise(database.db);
    return count();
  };
  const known = await transact(context, { lookUp }, async (_tx, known) => {
    seen.push(known);
    if (seen.length < 3) throw new LookUpOutdated();
    return known;
  });
  expect([known, seen]).toEqual([3, [1, 2, 3]]);
});

test("a transaction within a transaction is refused", async () => {
  const own = await freshDatabase();
  const nested = transact(own, () => transact(own, async () => 1));
  await expect(nested).rejects.toThrow("A second connection");
  await expect(own.close()).rejects.toThrow("A second connection");
});
