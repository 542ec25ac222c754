import type { Database } from "@uola/database";
import { type RawBuilder, sql } from "kysely";
import { type CollectionSchema, compareAs } from "../../collections/collections.ts";
import type { ItemRow } from "./query.ts";

/**
 * Statements on the live items of a native collection that require no permissions. `table` is the
 * quoted table name.
 */

const text = (column: string) => sql.raw(`to_char(i.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const columns = sql`i.id, i.data, i.status, i.owner, ${text("created_date")} as created, ${text("updated_date")} as updated`;

type WrittenRow = ItemRow & { revision: number; updatedDate: Date; writtenBy: unknown };

export async function findItem(tx: Database, table: RawBuilder<unknown>, id: string): Promise<WrittenRow | undefined> {
  const { rows } = await sql<WrittenRow>`
    select ${columns}, i.revision, i.updated_date, i.written_by from ${table} i where i.id = ${id}`.execute(tx);
  return rows[0];
}

/**
 * Returns items that are not drafts, in the collection's sort order for the site. Translatable
 * fields are sorted by their translations.
 */
export async function publishedItems(
  db: Database,
  table: RawBuilder<unknown>,
  collection: CollectionSchema,
  { language, limit }: { language?: string | null | undefined; limit: number },
): Promise<ItemRow[]> {
  const sorts = collection.siteSort.map(({ fieldKey, direction }): RawBuilder<unknown> => {
    const { type, json, as } = compareAs(collection, fieldKey, "i", language);
    const value = type ? as(type) : sql`nullif(${json}, 'null')`;
    return direction === "DESC" ? sql`${value} desc nulls last` : sql`${value} asc nulls first`;
  });
  const { rows } = await sql<ItemRow>`
    select ${columns} from ${table} i where i.status is distinct from 'DRAFT'
    order by ${sql.join([...sorts, sql`i.created_date`, sql`i.id`])} limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Returns the items whose ids are not among `ids`. */
export async function otherItems(tx: Database, table: RawBuilder<unknown>, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select i.id from ${table} i where not i.id = any(${ids}::text[])`.execute(tx);
  return rows;
}

/** Returns those of `ids` that exist. */
export async function existingIds(tx: Database, table: RawBuilder<unknown>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from ${table} i where i.id = any (${ids}::text[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns the items whose field equals one of the texts. */
export async function itemsNamed(
  tx: Database,
  table: RawBuilder<unknown>,
  collection: CollectionSchema,
  { field, names }: { field: string; names: readonly string[] },
): Promise<{ id: string; name: string }[]> {
  const name = compareAs(collection, field, "i").as("text");
  const { rows } = await sql<{ id: string; name: string }>`
    select i.id, ${name} as name from ${table} i where ${name} = any (${names}::text[])`.execute(tx);
  return rows;
}

/** Returns the stored references of one item, in order. */
export const referencesOf = (tx: Database, siteId: string, collectionKey: string, itemId: string) =>
  tx
    .selectFrom("itemReference")
    .select(["field", "referencedId"])
    .where("siteId", "=", siteId)
    .where("collectionKey", "=", collectionKey)
    .where("sandbox", "=", false)
    .where("itemId", "=", itemId)
    .orderBy("id")
    .execute();
