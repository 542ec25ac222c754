import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "./index.ts";
import { type FreshDatabase, freshDatabase } from "./testing.ts";
import { transact } from "./transact.ts";

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
  await sql`create table counter (id int primary key, n int not null)`.execute(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate counter`.execute(database.db);
  await sql`insert into counter values (1, 0), (2, 0)`.execute(database.db);
});

const increment = (tx: Database, id = 1) => sql`update counter set n = n + 1 where id = ${id}`.execute(tx);
async function count(id = 1, db = database.db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select n from counter where id = ${id}`.execute(db);
  return rows[0]?.n ?? -1;
}
/** Fails the transaction as PostgreSQL does after a conflict with another transaction. */
const conflict = (tx: Database, code = "40001") =>
  sql`do ${sql.lit(`begin raise exception using errcode = '${code}'; end`)}`.execute(tx);

test("commits the writes of a transaction and returns its result", async () => {
  const result = await transact(database, async (tx) => {
    await increment(tx);
    return count(1, tx);
  });
  expect([result, await count()]).toEqual([1, 1]);
});

test("writes nothing when the work of a transaction fails", async () => {
  const failed = transact(database, async (tx) => {
    await increment(tx);
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  expect(await count()).toBe(0);
});

test("both of two deadlocked transactions eventually succeed", async () => {
  const met = Promise.withResolvers<void>();
  let waiting = 0;
  const both = async () => {
    if (++waiting === 2) met.resolve();
    await met.promise;
  };
  const work = (first: number, second: number) =>
    transact(database, async (tx) => {
      await increment(tx, first);
      await both();
      await increment(tx, second);
    });
  await Promise.all([work(1, 2), work(2, 1)]);
  expect([await count(1), await count(2)]).toEqual([2, 2]);
});

test.each(["40001", "40P01"])("gives up after five attempts on error %s", async (code) => {
  let runs = 0;
  const failed = transact(database, async (tx) => {
    runs++;
    await conflict(tx, code);
  });
  await expect(failed).rejects.toMatchObject({ code });
  expect(runs).toBe(5);
});

test.each([
  ["an error other than a conflict", {}, "23505"],
  ["work that must not be retried", { retry: false }, "40001"],
])("runs the transaction once for %s", async (_, options, code) => {
  let runs = 0;
  const failed = transact(database, options, async (tx) => {
    runs++;
    await conflict(tx, code);
  });
  await expect(failed).rejects.toMatchObject({ code });
  expect(runs).toBe(1);
});

test("repeats the lookup outside the transaction on every retry", async () => {
  const seen: number[] = [];
  const lookUp = async () => {
    await increment(database.db);
    return count();
  };
  const known = await transact(database, { lookUp }, async (tx, known) => {
    seen.push(known);
    if (seen.length < 3) await conflict(tx);
    return known;
  });
  expect([known, seen]).toEqual([3, [1, 2, 3]]);
});

test("rejects a transaction within a transaction", async () => {
  const own = await freshDatabase();
  const nested = transact(own, () => transact(own, async () => 1));
  await expect(nested).rejects.toThrow("A second connection");
  await expect(own.close()).rejects.toThrow("A second connection");
});
