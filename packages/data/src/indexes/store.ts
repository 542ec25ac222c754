import type { Index } from "@uola/contract";
import { type Database, json, type Schema } from "@uola/database";
import { type Selectable, sql } from "kysely";
import type { IndexSchema } from "../collections/collections.ts";

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "collectionIndex.failure": NonNullable<Index["failure"]>;
  }
}

export type IndexRow = IndexSchema & { failure: Index["failure"]; collectionKey: string };

/** Serialises the creation of indexes on one collection. */
export const lockCollection = (tx: Database, key: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`uola indexes ${key}`}, 0))`.execute(tx);

export async function list(db: Database, siteId: string, key: string): Promise<IndexRow[]> {
  const rows = await db
    .selectFrom("collectionIndex")
    .select(["collectionKey", "name", "definition", "status", "failure"])
    .where("siteId", "=", siteId)
    .where("collectionKey", "=", key)
    .where("status", "!=", "DROPPED")
    .orderBy("createdDate")
    .orderBy("name")
    .execute();
  return rows.map(toRow);
}

type Row = Pick<Selectable<Schema["collectionIndex"]>, "collectionKey" | "name" | "definition" | "status" | "failure">;
const toRow = ({ definition, ...row }: Row): IndexRow => ({ ...definition, ...row });

export const insert = (tx: Database, siteId: string, key: string, index: IndexSchema, at: Date) => {
  const { name, status, ...definition } = index;
  const row = { siteId, collectionKey: key, name, status, definition: json(definition) };
  return tx
    .insertInto("collectionIndex")
    .values({ ...row, createdDate: at, updatedDate: at })
    .execute();
};

/** Marks an index to be dropped. Returns false if there is no such index. */
export async function beginDrop(tx: Database, siteId: string, key: string, name: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("collectionIndex")
    .set({ status: "DROPPING", claimedUntil: null, updatedDate: at })
    .where("siteId", "=", siteId)
    .where("collectionKey", "=", key)
    .where("name", "=", name)
    .where("status", "!=", "DROPPED")
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** An index to build or drop, with the claim on it. */
export type Claim = { index: IndexRow; collectionId: string; claimedUntil: Date };

/** The clocks of processes differ, so claims use the clock of the database. */
const claimSeconds = 60;
const claimEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${claimSeconds})`;

export async function claim(db: Database, siteId: string): Promise<Claim | undefined> {
  const { rows } = await sql<Row & { collectionId: string; claimedUntil: Date }>`
    update collection_index as i set claimed_until = date_trunc('milliseconds', ${claimEnd})
    from collection as c
    where c.site_id = i.site_id and c.key = i.collection_key and (i.collection_key, i.name) in (
      select collection_key, name from collection_index
      where site_id = ${siteId} and status in ('BUILDING', 'DROPPING')
        and coalesce(claimed_until < clock_timestamp(), true)
        and exists (select from collection as l
          where l.site_id = collection_index.site_id and l.key = collection_key and l.removed_date is null)
      order by updated_date limit 1 for update skip locked
    ) and i.site_id = ${siteId}
    returning i.collection_key, i.name, i.definition, i.status, i.failure, c.id as collection_id, i.claimed_until`.execute(
    db,
  );
  const [row] = rows;
  return row && { index: toRow(row), collectionId: row.collectionId, claimedUntil: row.claimedUntil };
}

/**
 * Extends a claim. Returns undefined if the claim was lost because a change to the index was
 * requested.
 */
export async function extend(db: Database, siteId: string, claim: Claim): Promise<Date | undefined> {
  const row = await claimed(db, siteId, claim)
    .set({ claimedUntil: sql<Date>`date_trunc('milliseconds', ${claimEnd})` })
    .returning("claimedUntil")
    .executeTakeFirst();
  return row?.claimedUntil ?? undefined;
}

const claimed = (db: Database, siteId: string, { index, claimedUntil }: Claim) =>
  db
    .updateTable("collectionIndex")
    .where("siteId", "=", siteId)
    .where("collectionKey", "=", index.collectionKey)
    .where("name", "=", index.name)
    .where("claimedUntil", "=", claimedUntil);

/** Stores the result of a build, unless a change to the index was requested in the meantime. */
export const finish = (
  db: Database,
  siteId: string,
  claim: Claim,
  { status, failure, at }: { status: "ACTIVE" | "FAILED"; failure?: Index["failure"]; at: Date },
) =>
  claimed(db, siteId, claim)
    .set({ status, failure: failure ? json(failure) : null, claimedUntil: null, updatedDate: at })
    .execute();

export const forget = (db: Database, siteId: string, { index, claimedUntil }: Claim) =>
  db
    .deleteFrom("collectionIndex")
    .where("siteId", "=", siteId)
    .where("collectionKey", "=", index.collectionKey)
    .where("name", "=", index.name)
    .where("claimedUntil", "=", claimedUntil)
    .execute();

/** Whether the collection has a sandbox. Waits for a sandbox that is being created. */
export async function hasSandbox(db: Database, siteId: string, key: string): Promise<boolean> {
  const row = await db
    .selectFrom("collection")
    .select("hasSandbox")
    .where("siteId", "=", siteId)
    .where("key", "=", key)
    .forShare()
    .executeTakeFirst();
  return row?.hasSandbox ?? false;
}

/** Returns those of the given names that exist in PostgreSQL as valid indexes. */
export async function validNames(db: Database, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = any(${names}::text[]) and c.relnamespace = 'items'::regnamespace and i.indisvalid`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Returns the large collections with the columns of their covering index, or null if there is no
 * valid index.
 */
export async function largeCollections(db: Database, siteId: string, items: number) {
  const { rows } = await sql<{ id: string; coversNow: string | null }>`
    select c.id, case when i.indisvalid then obj_description(i.indexrelid, 'pg_class') end as covers_now
    from collection c
      join pg_class t on t.relnamespace = 'items'::regnamespace and t.relname = 'l_' || replace(c.key::text, '-', '')
      left join (pg_index i join pg_class ic on ic.oid = i.indexrelid)
        on i.indrelid = t.oid and ic.relname = 'c_' || replace(c.key::text, '-', '')
    where c.site_id = ${siteId} and c.removed_date is null and t.reltuples >= ${items}
    order by c.created_date`.execute(db);
  return rows;
}
