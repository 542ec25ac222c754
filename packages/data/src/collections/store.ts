import type { CollectionField } from "@uola/contract";
import { type Database, json, newId } from "@uola/database";
import { sql } from "kysely";
import type { IndexSchema, ReferringField } from "./collection-schema.ts";
import type { Columns } from "./columns.ts";
import type { Definition } from "./definition.ts";

export type CollectionRow = {
  id: string;
  key: string;
  definition: Definition;
  columns: Columns;
  columnsMade: number;
  hasSandbox: boolean;
  revision: number;
  createdDate: Date;
  updatedDate: Date;
  removedDate: Date | null;
};

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "collection.definition": Definition;
    "collection.columns": Columns;
    "collectionIndex.definition": Pick<IndexSchema, "fields" | "unique" | "caseInsensitive">;
  }
}

const rows = (db: Database, siteId: string) =>
  db
    .selectFrom("collection")
    .select(["id", "key", "definition", "columns", "columnsMade", "hasSandbox", "revision"])
    .select(["createdDate", "updatedDate", "removedDate"])
    .where("siteId", "=", siteId);

const activeRows = (db: Database, siteId: string) => rows(db, siteId).where("removedDate", "is", null);

export async function find(db: Database, siteId: string, id: string): Promise<CollectionRow | undefined> {
  return activeRows(db, siteId).where("id", "=", id).executeTakeFirst();
}

/** Locks the collection for the duration of the transaction. */
export async function lock(tx: Database, siteId: string, id: string): Promise<CollectionRow | undefined> {
  return activeRows(tx, siteId).where("id", "=", id).forUpdate().executeTakeFirst();
}

export async function findMany(db: Database, siteId: string, ids: readonly string[]): Promise<CollectionRow[]> {
  if (ids.length === 0) return [];
  return activeRows(db, siteId).where("id", "in", ids).orderBy("id").execute();
}

/** Locks the most recently removed collection with an id, if it can still be restored. */
export async function lockRemoved(tx: Database, siteId: string, id: string): Promise<CollectionRow | undefined> {
  const removed = rows(tx, siteId).where("id", "=", id).where("removedDate", "is not", null);
  return removed.orderBy("removedDate", "desc").limit(1).forUpdate().executeTakeFirst();
}

export async function wasRemoved(db: Database, siteId: string, id: string): Promise<boolean> {
  const removed = rows(db, siteId).where("id", "=", id).where("removedDate", "is not", null);
  return (await removed.limit(1).executeTakeFirst()) !== undefined;
}

export async function count(db: Database, siteId: string): Promise<{ active: number; all: number }> {
  return db
    .selectFrom("collection")
    .select([
      sql<number>`count(*) filter (where removed_date is null)::int`.as("active"),
      sql<number>`count(*)::int`.as("all"),
    ])
    .where("siteId", "=", siteId)
    .executeTakeFirstOrThrow();
}

/** Serializes changes to the set of collection names. */
export const lockSite = (tx: Database, siteId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`uola collections ${siteId}`}, 0))`.execute(tx);

type Changeable = Pick<CollectionRow, "definition" | "columns" | "columnsMade" | "revision" | "updatedDate">;
const written = ({ definition, columns, columnsMade, revision, updatedDate }: Changeable) => ({
  definition: json(definition),
  columns: json(columns),
  columnsMade,
  refersTo: [...new Set(definition.fields.flatMap((field) => referredTo(field) ?? []))],
  revision,
  updatedDate,
});

export const insert = (tx: Database, siteId: string, row: CollectionRow) =>
  tx
    .insertInto("collection")
    .values({ siteId, id: row.id, key: row.key, createdDate: row.createdDate, ...written(row) })
    .execute();

export const change = (tx: Database, siteId: string, key: string, row: Changeable) =>
  tx.updateTable("collection").set(written(row)).where("siteId", "=", siteId).where("key", "=", key).execute();

export const remove = (tx: Database, siteId: string, key: string, removedDate: Date | null, revision: number) =>
  tx
    .updateTable("collection")
    .set({ removedDate, revision })
    .where("siteId", "=", siteId)
    .where("key", "=", key)
    .execute();

export const referredTo = ({ typeMetadata: of }: CollectionField): string | undefined =>
  (of?.reference ?? of?.multiReference)?.referencedCollectionId;

export type FieldReferring = ReferringField & { of: CollectionField };

/** Reference fields of all collections, grouped by the id of the collection they refer to. */
export async function referringMany(
  db: Database,
  siteId: string,
  ids: readonly string[],
): Promise<Map<string, FieldReferring[]>> {
  const found = await activeRows(db, siteId).where(sql<boolean>`refers_to && ${ids}::text[]`).orderBy("id").execute();
  const byTarget = new Map<string, FieldReferring[]>(ids.map((id) => [id, []]));
  for (const { id: collectionId, key, definition, columns } of found) {
    for (const of of definition.fields) {
      const column = columns[of.key]?.column;
      const multiple = of.type === "MULTI_REFERENCE";
      const target = byTarget.get(referredTo(of) ?? "");
      target?.push({ collectionId, key, field: of.key, multiple, ...(column && { column }), of });
    }
  }
  return byTarget;
}

export const referring = async (db: Database, siteId: string, id: string): Promise<FieldReferring[]> =>
  (await referringMany(db, siteId, [id])).get(id) ?? [];

/** Lists the collections with the columns needed to sort them. */
export async function list(db: Database, siteId: string) {
  const found = await db
    .selectFrom("collection")
    .select(["id", "createdDate", "updatedDate"])
    .select(sql<string | null>`definition ->> 'displayName'`.as("displayName"))
    .select(sql<string | null>`definition ->> 'collectionType'`.as("collectionType"))
    .where("siteId", "=", siteId)
    .where("removedDate", "is", null)
    .execute();
  return found;
}

const removedShownMax = 100;

/**
 * Returns the restorable collections, latest removal first: for each unused id the most recent one,
 * removed since `after`.
 */
export async function removed(db: Database, siteId: string, after: Date) {
  const newest = db
    .selectFrom("collection")
    .distinctOn("id")
    .select(["id", "removedDate"])
    .select(sql<string | null>`definition ->> 'displayName'`.as("displayName"))
    .where("siteId", "=", siteId)
    .where("removedDate", ">", after)
    .where(
      sql<boolean>`not exists (select from collection now where now.site_id = collection.site_id
        and now.id = collection.id and now.removed_date is null)`,
    )
    .orderBy("id")
    .orderBy("removedDate", "desc");
  return db.selectFrom(newest.as("newest")).selectAll().orderBy("removedDate", "desc").limit(removedShownMax).execute();
}

/** Returns the keys of collections that were removed before a given time. */
export const expired = (db: Database, siteId: string, before: Date, limit: number) =>
  db
    .selectFrom("collection")
    .select("key")
    .where("siteId", "=", siteId)
    .where("removedDate", "<", before)
    .limit(limit)
    .execute();

/** Deletes an expired collection. Returns false if it was restored in the meantime. */
export async function deleteExpired(tx: Database, siteId: string, key: string, before: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("collection")
    .where("siteId", "=", siteId)
    .where("key", "=", key)
    .where("removedDate", "<", before)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Returns the indexes that exist or are being built. */
export async function indexes(db: Database, siteId: string, key: string): Promise<IndexSchema[]> {
  const found = await db
    .selectFrom("collectionIndex")
    .select(["name", "definition", "status"])
    .where("siteId", "=", siteId)
    .where("collectionKey", "=", key)
    .orderBy("createdDate")
    .orderBy("name")
    .execute();
  return found.map(({ name, definition, status }) => {
    const { fields, unique, caseInsensitive } = definition;
    return { name, fields, unique, caseInsensitive, status };
  });
}

/** Returns the paths that have an index. */
export async function indexedPaths(db: Database, siteId: string, key: string): Promise<ReadonlySet<string>> {
  const known = await indexes(db, siteId, key);
  return new Set(known.flatMap(({ fields }) => fields.map(({ path }) => path)));
}

/** Marks indexes for rebuilding if the stored form of their paths has changed. */
export async function rebuildIndexes(
  tx: Database,
  siteId: string,
  key: string,
  at: Date,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  await tx
    .updateTable("collectionIndex")
    .set({ status: "BUILDING", failure: null, claimedUntil: null, updatedDate: at })
    .where("siteId", "=", siteId)
    .where("collectionKey", "=", key)
    .where("status", "not in", ["DROPPING", "DROPPED"])
    .where(
      sql<boolean>`exists (select from jsonb_array_elements(definition -> 'fields') as field
        where field ->> 'path' = any(${paths}::text[]))`,
    )
    .execute();
}

/** Creates the indexes of the original for a copied collection. */
export const copyIndexes = (tx: Database, siteId: string, from: string, to: string, at: Date) =>
  sql`insert into collection_index (site_id, collection_key, name, definition, status, created_date, updated_date)
    select site_id, ${to}::uuid, name, definition, 'BUILDING', ${at}::timestamptz, ${at}::timestamptz
    from collection_index
    where site_id = ${siteId} and collection_key = ${from}::uuid and status in ('BUILDING', 'ACTIVE')`.execute(tx);

/** Records a second event for the same change. */
export const recordEvent = (
  tx: Database,
  siteId: string,
  event: { key: string; slug: string; sequence: number; body: unknown; at: Date },
) =>
  tx
    .insertInto("event")
    .values({
      siteId,
      id: newId(),
      type: "data_collection",
      slug: event.slug,
      entityId: event.key,
      entitySequence: event.sequence,
      body: json(event.body),
      createdDate: event.at,
    })
    .execute();
