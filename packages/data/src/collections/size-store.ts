import { required } from "@uola/contract/required";
import type { Database } from "@uola/database";
import { sql } from "kysely";
import { tableName } from "./columns.ts";
import { tableRef } from "./table-store.ts";

/** Tables of up to this many items are counted exactly. */
const countedMax = 10_000;
/** Limits the number of locks that one statement holds on tables and their indexes. */
const tablesAtOnce = 50;

/** The number of live items, and the date of the last write if known. */
export type Size = { itemCount: number; isEstimated: boolean; changedDate: Date | null };

/** Returns sizes by collection key. Large tables are not counted; the planner's estimate is used. */
export async function sizesOf(db: Database, keys: readonly string[]): Promise<Map<string, Size>> {
  const sizes = new Map<string, Size>();
  for (let at = 0; at < keys.length; at += tablesAtOnce) {
    await readSizes(db, keys.slice(at, at + tablesAtOnce), sizes);
  }
  return sizes;
}

async function readSizes(db: Database, keys: readonly string[], into: Map<string, Size>): Promise<void> {
  const tables = new Map(keys.map((key) => [tableName(key, false), key]));
  const { rows: known } = await sql<{ name: string; about: number }>`
    select relname as name, reltuples::float8 as about from pg_class
    where relnamespace = 'items'::regnamespace and relname = any(${[...tables.keys()]}::text[])`.execute(db);
  const about = new Map(known.map((each) => [required(tables.get(each.name), "collection of the table"), each.about]));
  const small = [...about].filter(([, items]) => items <= countedMax).map(([key]) => key);
  if (small.length > 0) {
    const counts = small.map(
      (key) => sql`select ${key}::text as key, count(*)::int as count, max(updated_date) as changed
        from (select updated_date from ${tableRef(key, false)} limit ${countedMax + 1}) as first`,
    );
    const { rows } = await sql<{ key: string; count: number; changed: Date | null }>`
      ${sql.join(counts, sql` union all `)}`.execute(db);
    for (const { key, count, changed } of rows) {
      const isEstimated = count > countedMax;
      into.set(key, { itemCount: count, isEstimated, changedDate: isEstimated ? null : changed });
    }
  }
  for (const [key, items] of about) {
    if (items > countedMax) into.set(key, { itemCount: Math.round(items), isEstimated: true, changedDate: null });
  }
}
