import { newId } from "@uola/database";
import type { Changes } from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compareAs, createCollections } from "../collections/collections.ts";
import { createCollection, type NewCollection } from "../collections/testing.ts";
import { createTestPlatform, refusalResponse, type TestPlatform } from "../testing.ts";
import { workOnIndexes } from "./indexes.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform({}, { connections: 20 });
});
afterAll(() => platform.close());

const context = () => {
  const { connection, db, siteId, clock, api } = platform;
  const log = pino({ level: "silent" });
  return { connection, db, siteId, now: () => clock.now, log, changes: api.changes as Changes };
};
const collections = () => createCollections(context());
const work = () => workOnIndexes(context(), collections());

const fields = { title: "TEXT", price: "NUMBER", day: "DATE", tags: "ARRAY_STRING" } as const;
async function collection(of: NewCollection["fields"] = fields): Promise<string> {
  const id = `c-${newId()}`;
  await createCollection(context(), { id, fields: of });
  return id;
}
const known = (id: string) => collections().read(id);
const tableOf = async (id: string) => collections().tableOf(await known(id), "LIVE", true);

/** Inserts items with distinct titles and prices. */
async function fill(id: string, count: number, from = 1) {
  await sql`insert into ${await tableOf(id)} (id, data, created_date, updated_date, written_by)
    select i::text, jsonb_build_object('title', 'Ąžuolas ' || i, 'price', i, 'free', i % 1000, 'day', '2026-01-01'),
      now(), now(), '{}' from generate_series(${from}::int, ${from + count - 1}::int) as i`.execute(platform.db);
}
type Json = Record<string, unknown>;
const send = (method: string, path: string, body?: Json) =>
  platform.ask(path, { method, token: platform.key, ...(body && { body: JSON.stringify(body) }) });
const create = (dataCollectionId: string, index: Json) => send("POST", "/v2/indexes", { dataCollectionId, index });
const list = async (id: string) => (await send("GET", `/v2/indexes?dataCollectionId=${id}`)).body.indexes;
const drop = (id: string, name: string) => send("DELETE", `/v2/indexes?dataCollectionId=${id}&indexName=${name}`);

async function planOf(query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${query}`.execute(platform.db);
  return rows.map((row) => Object.values(row).join()).join("\n");
}
const namesIn = async (id: string) => {
  const { key } = await known(id);
  const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes
    where schemaname = 'items' and indexname ~ ${`^[iu]_${key.replaceAll("-", "")}`} order by 1`.execute(platform.db);
  return rows.map(({ name }) => name.replace(`_${key.replaceAll("-", "")}`, "").replace(/_[0-9a-f]{8}/, "")).toSorted();
};

test("uses indexes for filtering, sorting, unique lookups and case-insensitive matches", async () => {
  const id = await collection();
  await fill(id, 4000);
  const inputs = [
    { name: "price", fields: [{ path: "price", order: "DESC" }] },
    { name: "title", fields: [{ path: "title" }], unique: true },
    { name: "case", fields: [{ path: "title" }], caseInsensitive: true },
    { name: "free", fields: [{ path: "free" }] },
  ];
  for (const input of inputs) {
    expect((await create(id, input)).body.index).toMatchObject({ name: input.name, status: "BUILDING" });
  }
  expect(await work()).toBe(4);
  expect((await list(id)).map(({ status }: Json) => status)).toEqual(["ACTIVE", "ACTIVE", "ACTIVE", "ACTIVE"]);
  expect(await namesIn(id)).toEqual(["i", "i", "i", "i_g", "u"].toSorted());

  const now = await known(id);
  const [price, title, free] = ["price", "title", "free"].map((path) => compareAs(now, path)) as [
    ReturnType<typeof compareAs>,
    ReturnType<typeof compareAs>,
    ReturnType<typeof compareAs>,
  ];
  const table = await tableOf(id);
  const filter = await planOf(sql`select id from ${table} where ${price.as("number")} between 100 and 120`);
  expect(filter).toMatch(/Index.* (on|using) i_/);
  const sorted = await planOf(
    sql`select id from ${table} order by ${price.as("number")} desc nulls last, id asc limit 50`,
  );
  expect(sorted).toMatch(/Index (Only )?Scan.* using i_/);
  expect(sorted).not.toContain("Sort");
  expect(await planOf(sql`select id from ${table} where ${title.as("text")} = 'Ąžuolas 7'`)).toMatch(/using u_/);
  const folded = sql`(lower('ĄŽUOLAS 7' collate "und-x-icu") collate "C")`;
  expect(await planOf(sql`select id from ${table} where ${title.folded} = ${folded}`)).toMatch(/Index.* i_/);
  expect(await planOf(sql`select id from ${table} where ${title.folded} like 'ąžuolas 71%'`)).toMatch(/Index.* i_/);
  expect(await planOf(sql`select id from ${table} where ${free.json} @> '7'`)).toContain("_g");
  expect(
    await planOf(sql`select id from ${table} order by nullif(${free.json}, 'null') asc nulls first, id limit 50`),
  ).toMatch(/Index (Only )?Scan.* using i_/);
});

test("building a unique index over duplicate values fails, reports a duplicate item and does not block writes", async () => {
  const id = await collection();
  await fill(id, 3);
  await sql`update ${await tableOf(id)} set data = '{"title": "Same"}' where id in ('1', '3')`.execute(platform.db);
  await create(id, { name: "once", fields: [{ path: "title" }], unique: true });
  await work();
  const [index] = await list(id);
  expect(index).toMatchObject({ status: "FAILED", failure: { code: "WDE0113", itemId: "3" } });
  expect(await namesIn(id)).toEqual([]);
  const again = { name: "other", fields: [{ path: "price" }], unique: true };
  expect(await create(id, again)).toMatchObject(refusalResponse(409, "TOO_MANY_INDEXES"));
  expect((await drop(id, "once")).status).toBe(200);
  expect((await list(id))[0].status).toBe("DROPPING");
  await work();
  expect(await list(id)).toEqual([]);
  expect((await create(id, again)).status).toBe(200);
  await work();
  await expect(
    sql`insert into ${await tableOf(id)} (id, data, created_date, updated_date, written_by)
      values ('x', '{"price": 2}', now(), now(), '{}')`.execute(platform.db),
  ).rejects.toMatchObject({ code: "23505", constraint: expect.stringMatching(/^u_/) });
  await sql`insert into ${await tableOf(id)} (id, data, created_date, updated_date, written_by)
    values ('y', '{}', now(), now(), '{}'), ('z', '{}', now(), now(), '{}')`.execute(platform.db);
});

test("accepts writes during an index build", async () => {
  const id = await collection();
  await fill(id, 30_000);
  await create(id, { name: "title", fields: [{ path: "title" }], caseInsensitive: true });
  let building = true;
  const built = work().finally(() => {
    building = false;
  });
  let written = 0;
  // Lock modes that a build may use without blocking writes.
  const harmless = new Set(["AccessShareLock", "RowShareLock", "RowExclusiveLock", "ShareUpdateExclusiveLock"]);
  const seen = new Set<string>();
  const table = await tableOf(id);
  while (building) {
    const { rows } = await sql<{ mode: string }>`select mode from pg_locks
      where locktype = 'relation' and relation = (select tableoid from ${table} limit 1)`.execute(platform.db);
    for (const { mode } of rows) seen.add(mode);
    await fill(id, 1, 50_000 + written);
    written += 1;
  }
  await built;
  expect(written).toBeGreaterThan(0);
  expect(seen).toContain("ShareUpdateExclusiveLock");
  expect([...seen].filter((mode) => !harmless.has(mode))).toEqual([]);
  expect((await list(id))[0].status).toBe("ACTIVE");
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${await tableOf(id)}
    where ${compareAs(await known(id), "title").folded} >= ''`.execute(platform.db);
  expect(rows[0]?.count).toBe(30_000 + written);
});

test("repeats an interrupted index build only after its claim has expired", async () => {
  const id = await collection();
  await fill(id, 10);
  await create(id, { name: "price", fields: [{ path: "price" }] });
  // The build waits first for an open transaction that has written, then for one that uses the
  // table.
  const elsewhere = platform.secondConnection();
  const writer = await elsewhere.pool.connect();
  await writer.query("begin");
  await writer.query(`insert into migration values ('holds up', 'x', now())`);
  await writer.query(`update collection set updated_date = updated_date where id = '${id}'`);
  const { key } = await known(id);
  await writer.query(`lock table items.l_${key.replaceAll("-", "")} in row exclusive mode`);
  const cut = work();
  let pids: number[] = [];
  while (pids.length === 0) {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where query like 'create index concurrently%' and datname = current_database()
        and wait_event = 'virtualxid'`.execute(elsewhere.db);
    pids = rows.map(({ pid }) => pid);
  }
  await sql`select pg_terminate_backend(${pids[0]})`.execute(elsewhere.db);
  await cut;
  await writer.query("rollback");
  writer.release();
  expect((await list(id))[0].status).toBe("BUILDING");
  expect(await namesIn(id)).toEqual(["i"]);
  expect(await work()).toBe(0);
  await sql`update collection_index set claimed_until = now() - interval '1 second'`.execute(platform.db);
  expect(await work()).toBe(1);
  expect((await list(id))[0].status).toBe("ACTIVE");
  await sql`drop index items.${sql.raw(`i_${key.replaceAll("-", "")}_${md5("price")}`)}`.execute(platform.db);
  expect((await list(id))[0].status).toBe("INVALID");
});
const md5 = (text: string) => {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("md5").update(text).digest("hex").slice(0, 8);
};

test("copies indexes to a collection's sandbox and clone, and rebuilds them when a field type changes", async () => {
  const id = await collection();
  await fill(id, 3);
  await create(id, { name: "price", fields: [{ path: "price" }, { path: "title" }] });
  await work();
  await collections().tableOf(await known(id), "SANDBOX", true);
  expect(await namesIn(id)).toEqual(["i", "i_s"]);
  await create(id, { name: "title", fields: [{ path: "title" }] });
  await work();
  expect(await namesIn(id)).toEqual(["i", "i", "i_s", "i_s"]);

  const { collection: before } = (await send("GET", `/v2/collections/${id}`)).body;
  const fields = before.fields.filter(({ key }: Json) => key !== "title");
  const changed = fields.map((field: Json) => (field.key === "price" ? { ...field, type: "TEXT" } : field));
  expect((await send("PUT", "/v2/collections", { collection: { ...before, fields: changed } })).status).toBe(200);
  expect((await known(id)).columns.has("title")).toBe(true);
  expect((await list(id)).map(({ status }: Json) => status)).toEqual(["BUILDING", "ACTIVE"]);
  expect(await work()).toBe(1);
  expect(await namesIn(id)).toEqual(["i", "i", "i_s", "i_s"]);

  const newCollectionId = `${id}-copy`;
  const body = { dataCollectionId: id, newCollectionId, withItems: true };
  expect((await send("POST", "/v1/collections/clone", body)).status).toBe(200);
  expect(await work()).toBe(2);
  expect((await list(newCollectionId)).map(({ name }: Json) => name)).toEqual(["price", "title"]);
});

describe("rejected index", () => {
  const path = (...paths: string[]) => ({ name: "i", fields: paths.map((each) => ({ path: each })) });
  test.each<[string, Json]>([
    ["a list field", path("tags")],
    ["a path inside a text field", path("title.x")],
    ["a duplicate path", path("price", "price")],
    ["two unique fields", { ...path("price", "title"), unique: true }],
    ["an operator in place of a path", path("$where")],
    ["an empty path segment", path("a..b")],
  ])("rejects an invalid index definition: %s", async (_, input) => {
    expect(await create(await collection(), input)).toMatchObject(refusalResponse(400, "WDE0080"));
  });

  test("rejects a fourth index, a duplicate name, an external collection and a missing index", async () => {
    const id = await collection();
    const indexNamed = (name: string) => ({ name, fields: [{ path: "price" }] });
    expect((await create(id, indexNamed("a"))).status).toBe(200);
    expect(await create(id, indexNamed("a"))).toMatchObject(refusalResponse(409, "INDEX_ALREADY_EXISTS"));
    await create(id, indexNamed("b"));
    await create(id, indexNamed("c"));
    expect(await create(id, indexNamed("d"))).toMatchObject(refusalResponse(409, "TOO_MANY_INDEXES"));
    expect(await create("theirs/people", indexNamed("d"))).toMatchObject(refusalResponse(400, "WDE0119"));
    expect(await drop(id, "d")).toMatchObject(refusalResponse(404, "INDEX_NOT_FOUND"));
    expect(await create("nothing", indexNamed("d"))).toMatchObject(refusalResponse(404, "WDE0025"));
  });
});
