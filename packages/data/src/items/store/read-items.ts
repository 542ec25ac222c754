import { momentsAsText } from "@uola/database";
import { all, type Condition } from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import { type CollectionSchema, inSandbox } from "../../collections/collections.ts";
import type { ItemFields } from "./item-fields.ts";
import type { Rows } from "./page.ts";
import { type ItemRow, itemColumns, type QueryDeps, type ReadOptions, runQuery } from "./query.ts";

/** The source of a page of items. */
export const itemRows = (from: RawBuilder<unknown>, where: Condition[], fields: ItemFields): Rows => ({
  columns: itemColumns,
  from: sql`${from} i`,
  where,
  fields,
});

export async function countItems(deps: QueryDeps, from: RawBuilder<unknown>, where: Condition[]): Promise<number> {
  const statement = sql`select count(*) as total from ${from} i where ${all(where)}`;
  const [row] = await runQuery<{ total: number }>(deps, statement);
  return row?.total ?? 0;
}

/** Reads one item with a statement that is prepared once per table. */
export async function readItem(
  { connection, collections, compiler }: QueryDeps,
  collection: CollectionSchema,
  { environment }: ReadOptions,
  id: string,
): Promise<ItemRow | undefined> {
  if (id.includes("\0")) return undefined;
  const sandbox = inSandbox(collection, environment);
  if (sandbox && !collection.hasSandbox) return undefined;
  // PostgreSQL limits statement names to 63 characters.
  const name = `item ${collection.key}${sandbox ? " s" : ""}`;
  let text = pointReads.get(name);
  if (text === undefined) {
    const from = await collections.tableOf(collection, environment, false);
    text = sql`select ${itemColumns} from ${from} i where i.id = $1`.compile(compiler).sql;
    if (pointReads.size >= pointReadsMax) pointReads.clear();
    pointReads.set(name, text);
  }
  const { rows } = await connection.pool.query({ name, text, values: [id], types: momentsAsText });
  return rows[0];
}
const pointReads = new Map<string, string>();
const pointReadsMax = 1000;
