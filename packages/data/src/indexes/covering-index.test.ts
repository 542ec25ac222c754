import { randomBytes } from "node:crypto";
import { newId } from "@uola/database";
import type { Changes } from "@uola/kernel";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCollections, replaceCollection } from "../collections/collections.ts";
import { createCollection, type NewCollection } from "../collections/testing.ts";
import { createTestPlatform, type TestPlatform } from "../testing.ts";
import { coverLargeCollections } from "./indexes.ts";

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
const large = 2000;
const cover = () => coverLargeCollections(context(), collections(), { items: large });

const fields = {
  title: "TEXT",
  kind: "TEXT",
  price: "NUMBER",
  good: "BOOLEAN",
  note: "TEXT",
  tags: "ARRAY_STRING",
} as const;
/** Creates a collection with items and runs ANALYZE on its table. */
async function filled(count: number, of: NewCollection["fields"] = fields) {
  const id = `c-${newId()}`;
  await createCollection(context(), { id, fields: of });
  const { key } = await collections().read(id);
  const table = `items.l_${key.replaceAll("-", "")}`;
  await platform.db.transaction().execute(async (tx) => {
    // Vacuum marks rows as visible to all only after their commit has been written to disk.
    await sql`set local synchronous_commit = on`.execute(tx);
    await sql`insert into ${sql.table(table)} (id, data, created_date, updated_date, written_by)
      select i::text, jsonb_build_object('title', 'Ąžuolas ' || i, 'kind', 'k' || i % 5, 'price', i, 'good', i % 3 = 0,
        'note', repeat('Laipiojame. ', 20)), now(), now(), '{}' from generate_series(1, ${count}::int) as i`.execute(
      tx,
    );
  });
  await platform.connection.pool.query(`vacuum analyze ${table}`);
  return { id, table, covering: `c_${key.replaceAll("-", "")}` };
}
/** Returns the columns of an index, including INCLUDE columns. Empty if there is no such index. */
async function columnsOf(index: string): Promise<string[]> {
  const { rows } = await platform.connection.pool.query<{ name: string }>(
    `select a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relname = $1 and c.relnamespace = 'items'::regnamespace order by a.attnum`,
    [index],
  );
  return rows.map(({ name }) => name);
}
/**
 * Returns PostgreSQL's query plan with table scans discouraged. By default PostgreSQL reads the
 * table while a snapshot held by another test prevents VACUUM from marking the rows as visible to
 * all.
 */
async function planWithoutTable(query: string): Promise<string> {
  const connection = await platform.connection.pool.connect();
  try {
    await connection.query("begin; set local enable_seqscan = off");
    const { rows } = await connection.query(`explain ${query}`);
    await connection.query("rollback");
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    connection.release();
  }
}
const columnOf = async (id: string, key: string) => (await collections().read(id)).columns.get(key)?.column;

type Json = Record<string, unknown>;
const post = (path: string, body: Json) =>
  platform.ask(path, { method: "POST", token: platform.key, body: JSON.stringify(body) });
const insert = (dataCollectionId: string, data: Json) => post("/v2/items", { dataCollectionId, dataItem: { data } });
const means = async (dataCollectionId: string) => {
  const operations = [
    { resultFieldName: "count", itemCount: {} },
    { resultFieldName: "mean", average: { itemFieldName: "price" } },
  ];
  const aggregation = { groupingFields: ["kind"], operations };
  const { body } = await post("/v2/items/aggregate", { dataCollectionId, initialFilter: { good: true }, aggregation });
  return body.results;
};

test("an aggregate over a large collection reads only the covering index and gives the same result", async () => {
  const { id, table, covering } = await filled(4000);
  const before = await means(id);
  expect(before).toHaveLength(5);
  expect(await cover()).toBe(1);
  const [kind, price, good] = await Promise.all(["kind", "price", "good"].map((key) => columnOf(id, key)));
  const query = `select ${kind}, count(*), avg(${price}) from ${table} where ${good} group by 1`;
  expect(await planWithoutTable(query)).toContain(`Index Only Scan using ${covering}`);
  expect(await means(id)).toEqual(before);
  // An up-to-date index is not rebuilt.
  expect(await cover()).toBe(0);
});

test("the covering index of a large collection includes short texts and fixed-size values, not long texts", async () => {
  const [big, small] = [await filled(large), await filled(large - 500)];
  const covered = await cover();
  expect(covered).toBe(1);
  const columns = await columnsOf(big.covering);
  for (const key of ["title", "kind", "price", "good"]) expect(columns).toContain(await columnOf(big.id, key));
  expect(columns).not.toContain(await columnOf(big.id, "note"));
  expect(columns[0]).toBe("created_date");
  expect(await columnsOf(small.covering)).toEqual([]);
});

test("adds a new field to the covering index and repeats an interrupted build", async () => {
  const { id, covering } = await filled(large);
  await cover();
  const { revision, dataCollection, permissions } = await collections().read(id);
  const declared = dataCollection.fields?.filter(({ systemField }) => !systemField) ?? [];
  const input = {
    id,
    permissions,
    fields: [...declared, { key: "size", type: "NUMBER" as const }],
    revision: String(revision),
  };
  await replaceCollection(context(), input, { kind: "system", id: "tests" });
  expect(await cover()).toBe(1);
  expect(await columnsOf(covering)).toContain(await columnOf(id, "size"));
  await platform.connection.pool.query(`comment on index items.${covering} is null`);
  expect(await cover()).toBe(1);
  expect(await cover()).toBe(0);
});

test("stores a text that is too long for the covering index and leaves it out of the index", async () => {
  const { id, covering } = await filled(large);
  await cover();
  const title = randomBytes(6000).toString("base64");
  const { status, body } = await insert(id, { title, kind: "k1", price: 1 });
  expect(status).toBe(200);
  expect(body.dataItem.data.title).toBe(title);
  expect(await columnsOf(covering)).toEqual([]);
  expect(await cover()).toBe(1);
  expect(await columnsOf(covering)).not.toContain(await columnOf(id, "title"));
  expect((await insert(id, { title: `${title}!`, kind: "k1", price: 1 })).status).toBe(200);
});

test("does not create a covering index in a sandbox", async () => {
  const { id, covering } = await filled(large);
  await cover();
  const dataItem = { data: { title: "Bandymas" } };
  expect((await post("/v2/items", { dataCollectionId: id, environment: "SANDBOX", dataItem })).status).toBe(200);
  const { rows } = await platform.connection.pool.query("select indexname from pg_indexes where tablename = $1", [
    `s_${covering.slice(2)}`,
  ]);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ indexname }) => indexname.startsWith("c_"))).toEqual([]);
});
