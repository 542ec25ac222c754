import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  insertAuditEntry,
  isAnswering,
  isBusy,
  isCurrent,
  isId,
  json,
  MigrationError,
  migrate,
  newId,
  openDatabase,
  timeOf,
  withRetry,
} from "./index.ts";
import { unapplied } from "./migrate.ts";
import { type FreshDatabase, freshDatabase } from "./testing.ts";

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

describe("returned database values", () => {
  test("returns instants as Dates, dates and times as text, counts as numbers and jsonb as values", async () => {
    const { rows } = await sql`
      select timestamptz '2026-03-29 01:30:00Z' as instant, date '2026-03-29' as day, time '18:00' as clock,
        count(*) as n, ${json([{ a: 1 }])}::jsonb as list, array[date '2026-01-01'] as days
      from generate_series(1, 3)`.execute(fresh.db);
    expect(rows).toEqual([
      {
        instant: new Date("2026-03-29T01:30:00Z"),
        day: "2026-03-29",
        clock: "18:00:00",
        n: 3,
        list: [{ a: 1 }],
        days: ["2026-01-01"],
      },
    ]);
  });

  test("parses timestamps in every format with millisecond precision", async () => {
    const texts = [
      ["2026-09-01 09:00:00Z", "2026-09-01T09:00:00.000Z"],
      ["2026-12-31 23:59:59.5Z", "2026-12-31T23:59:59.500Z"],
      ["2026-09-01 09:00:00.07Z", "2026-09-01T09:00:00.070Z"],
      ["2026-09-01 09:00:00.568999Z", "2026-09-01T09:00:00.568Z"],
      ["1969-12-31 23:59:59.999Z", "1969-12-31T23:59:59.999Z"],
      ["0099-02-28 01:02:03.004Z", "0099-02-28T01:02:03.004Z"],
      ["12026-09-01 09:00:00.25Z", "+012026-09-01T09:00:00.250Z"],
    ] as const;
    for (const zone of ["UTC", "Europe/Vilnius", "Asia/Kolkata"]) {
      const read = await fresh.db.transaction().execute(async (tx) => {
        await sql`select set_config('timezone', ${zone}, true)`.execute(tx);
        const instants = texts.map(([text], n) => sql`${text}::timestamptz as ${sql.ref(`n${n}`)}`);
        return (await sql<Record<string, Date>>`select ${sql.join(instants)}`.execute(tx)).rows[0];
      });
      expect(Object.values(read ?? {}).map((date) => date.toISOString())).toEqual(texts.map(([, iso]) => iso));
    }
    const { rows } = await sql`select 'infinity'::timestamptz as never`.execute(fresh.db);
    expect(rows).toEqual([{ never: Number.POSITIVE_INFINITY }]);
  });

  test("converts column names to camelCase and leaves keys within JSON documents unchanged", async () => {
    const { db, siteId } = fresh;
    const now = new Date("2026-01-01T10:00:00Z");
    const row = { siteId, name: "a", value: json({ snake_case: 1, camelCase: [2] }), updatedDate: now };
    await db.insertInto("setting").values(row).execute();
    const read = await db.selectFrom("setting").selectAll().executeTakeFirstOrThrow();
    expect(read).toEqual({ siteId, name: "a", value: { snake_case: 1, camelCase: [2] }, updatedDate: now });
  });

  test("sorts text with the Lithuanian collation", async () => {
    const { rows } = await sql<{ name: string }>`
      select name from unnest(array['Zita', 'Čekas', 'Cukrus', 'Ypatingas', 'Ieva', 'Dovilė']) name
      order by name collate "lt-x-icu"`.execute(fresh.db);
    expect(rows.map(({ name }) => name)).toEqual(["Cukrus", "Čekas", "Dovilė", "Ieva", "Ypatingas", "Zita"]);
  });
});

test("stores the states in an audit entry as JSON documents, and missing states as null", async () => {
  const { db, siteId } = fresh;
  const at = new Date("2026-01-01T10:00:00Z");
  const entityId = newId();
  const entry = {
    siteId,
    entity: "service",
    entityId,
    actor: { kind: "system", id: "test" },
    action: "service.update",
  };
  await insertAuditEntry(db, { ...entry, before: { a: 1 }, after: { a: 2 }, reason: "typo", at });
  await insertAuditEntry(db, { ...entry, action: "service.delete", at });
  const rows = await db.selectFrom("audit").selectAll().where("entityId", "=", entityId).orderBy("id").execute();
  expect(rows).toEqual([
    { ...entry, id: expect.any(String), before: { a: 1 }, after: { a: 2 }, reason: "typo", createdDate: at },
    {
      ...entry,
      id: expect.any(String),
      action: "service.delete",
      before: null,
      after: null,
      reason: null,
      createdDate: at,
    },
  ]);
});

describe("one connection per transaction", () => {
  test("rejects every use of a second connection inside a transaction and reports it on close", async () => {
    const database = await freshDatabase();
    const { db, connection } = database;
    const asking: (() => Promise<unknown>)[] = [
      () => db.selectFrom("site").selectAll().execute(),
      () => connection.pool.query("select 1"),
      () => connection.questions.query("select 1"),
      () => db.transaction().execute(async () => {}),
      async () => {
        await Promise.resolve();
        await db.selectFrom("site").selectAll().execute();
      },
    ];
    for (const ask of asking) {
      const within = db.transaction().setIsolationLevel("serializable");
      await expect(within.execute(() => ask())).rejects.toThrow("A second connection");
      await ask();
    }
    const caught = db.transaction().execute((tx) => {
      void db
        .selectFrom("site")
        .selectAll()
        .execute()
        .catch(() => {});
      return tx.selectFrom("site").selectAll().execute();
    });
    expect(await caught).toHaveLength(1);
    await expect(database.close()).rejects.toThrow("A second connection");
  });
});

describe("database time limits", () => {
  test("fails with a busy error if no connection becomes free in time, then serves the next caller", async () => {
    const small = openDatabase({ url: fresh.connection.url, max: 1, waitMs: 2000 });
    const held = await small.pool.connect();
    for (const ask of [() => small.db.selectFrom("site").selectAll().execute(), () => small.pool.query("select 1")]) {
      const error = await ask().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(error).toMatchObject({ name: "NoConnection", code: "53300" });
      expect(isBusy(error)).toBe(true);
    }
    expect(await isAnswering(small)).toBe(false);
    held.release();
    expect(await isAnswering(small)).toBe(true);
    await small.close();
  });

  test("a health check responds even if the connection pool is exhausted", async () => {
    const stuck = openDatabase({ url: fresh.connection.url, max: 1 });
    const held = await stuck.pool.connect();
    expect(await isAnswering(stuck, 50)).toBe(false);
    held.release();
    await stuck.close();
  });

  test("sets timeouts for statements, locks and idle transactions", async () => {
    const { rows } = await fresh.connection.pool.query(
      "select name from pg_settings where setting <> '0' and name in " +
        "('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')",
    );
    expect(rows).toHaveLength(3);
  });

  test("closes while a connection is in use and rolls back its transaction", async () => {
    const database = openDatabase({ url: fresh.connection.url });
    const held = await database.pool.connect();
    await held.query("begin");
    await held.query("create table half_done (n int)");
    await database.close();
    await expect(held.query("commit")).rejects.toThrow();
    const { rows } = await fresh.connection.pool.query("select to_regclass('half_done') as there");
    expect(rows).toEqual([{ there: null }]);
  });

  test.each([
    [new Error("Connection terminated unexpectedly"), true],
    [Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" }), true],
    [Object.assign(new Error("duplicate key"), { code: "23505" }), false],
    [new Error("something else"), false],
  ])("classifies %s as a busy error: %s", (error, busy) => expect(isBusy(error)).toBe(busy));
});

describe("fresh databases for tests", () => {
  test("creates a separate database with one site for each caller", async () => {
    const other = await freshDatabase();
    const count = (db: FreshDatabase) => db.db.selectFrom("site").select("id").execute();
    expect(await count(other)).toEqual([{ id: other.siteId }]);
    expect(await count(fresh)).toEqual([{ id: fresh.siteId }]);
    await other.close();
  });

  test("drops a fresh test database on close", async () => {
    const other = await freshDatabase();
    await other.close();
    const client = new pg.Client({ connectionString: other.connection.url });
    await expect(client.connect()).rejects.toMatchObject({ code: "3D000" });
  });
});

describe("migrations", () => {
  test("applies each migration once, even if many processes start concurrently", async () => {
    const other = await freshDatabase();
    await sql`drop schema public, items cascade`.execute(other.db);
    await sql`create schema public`.execute(other.db);
    const applied = await Promise.all([1, 2, 3].map(() => migrate(other.connection.url)));
    const names = applied.flat();
    expect(names.length).toBeGreaterThan(1);
    expect(new Set(names).size).toBe(names.length);
    expect(await migrate(other.connection.url)).toEqual([]);
    expect(await isCurrent(other.connection.pool)).toBe(true);
    await other.db
      .deleteFrom("migration")
      .where("name", "=", names[0] ?? "")
      .execute();
    expect(await isCurrent(other.connection.pool)).toBe(false);
    await other.close();
  });

  const file = (name: string, hash = "1") => ({ name, hash, sql: "" });

  test("applies new migrations in order", () => {
    const files = [file("0001.sql"), file("0002.sql"), file("0003.sql")];
    expect(unapplied(files, new Map([["0001.sql", "1"]]))).toEqual([file("0002.sql"), file("0003.sql")]);
  });

  test("rejects a released migration that was changed, and a database from a newer version", () => {
    expect(() => unapplied([file("0001.sql", "2")], new Map([["0001.sql", "1"]]))).toThrow(MigrationError);
    expect(() => unapplied([], new Map([["0001.sql", "1"]]))).toThrow("does not know");
  });
});

test("statements slower than the limit are reported with their text and without their values", async () => {
  const reports: { ms: number; sql: string }[] = [];
  const slow = { ms: 50, report: (found: { ms: number; sql: string }) => reports.push(found) };
  const { db, pool, close } = openDatabase({ url: fresh.connection.url, slow });
  await sql`select ${"a secret"}::text`.execute(db);
  await sql`select ${"a secret"}::text, pg_sleep(0.06)`.execute(db);
  await pool.query({ name: "sleep", text: "select pg_sleep($1)", values: [0.07] });
  await sql`select pg_sleep(0.06), 1 / ${0}::int`.execute(db).catch(() => {});
  await close();
  const texts = reports.map((report) => report.sql);
  expect(texts.slice(0, 2)).toEqual(["select $1::text, pg_sleep(0.06)", "select pg_sleep($1)"]);
  expect(JSON.stringify(reports)).not.toContain("a secret");
  expect(reports.every(({ ms }) => ms >= 50)).toBe(true);
});

describe("broken connection", () => {
  test("a connection that breaks in a transaction fails only that transaction", async () => {
    const { db, close } = openDatabase({ url: fresh.connection.url });
    const broken = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      // The error arrives while no query is running and must not end the process.
      await new Promise((resolve) => setTimeout(resolve, 200));
      await sql`select 1`.execute(tx);
    });
    await expect(broken).rejects.toThrow(/terminat|not queryable/i);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await close();
  });
});

describe("ids", () => {
  test("a generated id contains its creation time and sorts by it", () => {
    const before = Date.now();
    const ids = Array.from({ length: 1000 }, newId);
    expect([...ids].sort()).toEqual(ids);
    for (const id of ids) {
      expect(timeOf(id).getTime()).toBeGreaterThanOrEqual(before);
      expect(timeOf(id).getTime()).toBeLessThanOrEqual(Date.now());
    }
    expect(timeOf("017f22e2-79b0-7cc3-98c4-dc0c0c07398f").toISOString()).toBe("2022-02-22T19:22:22.000Z");
  });

  test.each([newId(), "017F22E2-79B0-7CC3-98C4-DC0C0C07398F"])("accepts %s as an id", (text) =>
    expect(isId(text)).toBe(true),
  );
  test.each([null, undefined, "", "me", `${newId()} `, newId().replaceAll("-", ""), `{${newId()}}`])(
    "rejects %s as an id",
    (text) => expect(isId(text)).toBe(false),
  );
});

describe("transaction retry", () => {
  const failing = (code: string, times: number) => {
    let calls = 0;
    const run = async () => {
      calls++;
      if (calls <= times) throw Object.assign(new Error(code), { code });
      return calls;
    };
    return { run, calls: () => calls };
  };

  test("completes two transactions that deadlock each other", async () => {
    const { pool } = openDatabase({ url: fresh.connection.url });
    await pool.query("create table pair (id int primary key, n int not null)");
    await pool.query("insert into pair values (1, 0), (2, 0)");
    const lock = (first: number, second: number) =>
      withRetry(async () => {
        const client = await pool.connect();
        try {
          await client.query("begin");
          await client.query("update pair set n = n + 1 where id = $1", [first]);
          await client.query("select pg_sleep(0.05)");
          await client.query("update pair set n = n + 1 where id = $1", [second]);
          await client.query("commit");
        } catch (error) {
          await client.query("rollback");
          throw error;
        } finally {
          client.release();
        }
      });
    await Promise.all([lock(1, 2), lock(2, 1)]);
    const { rows } = await pool.query("select n from pair order by id");
    expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
    await pool.end();
  });

  test("gives up after the maximum number of attempts and does not retry other errors", async () => {
    const always = failing("40001", 99);
    await expect(withRetry(always.run, 3)).rejects.toThrow("40001");
    expect(always.calls()).toBe(3);
    const other = failing("23505", 1);
    await expect(withRetry(other.run)).rejects.toThrow("23505");
    expect(other.calls()).toBe(1);
  });
});
