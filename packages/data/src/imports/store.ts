import type { Import } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Database, json, type Schema } from "@uola/database";
import type { Caller } from "@uola/kernel";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "itemImport.actor": Caller;
    "itemImport.failure": NonNullable<Import["failure"]>;
  }
}

export type ImportRow = Selectable<Schema["itemImport"]>;
export type FailureRow = Omit<Insertable<Schema["itemImportFailure"]>, "siteId" | "importId">;

const listedMax = 50;
const retentionDays = 30;
const abandonedHours = 2;

const of = (db: Database, siteId: string) => db.selectFrom("itemImport").selectAll().where("siteId", "=", siteId);

export const find = (db: Database, siteId: string, id: string): Promise<ImportRow | undefined> =>
  of(db, siteId).where("id", "=", id).executeTakeFirst();

export const lock = (tx: Database, siteId: string, id: string): Promise<ImportRow | undefined> =>
  of(tx, siteId).where("id", "=", id).forUpdate().executeTakeFirst();

/** Returns the newest imports, of one collection or of all. */
export const list = (db: Database, siteId: string, collectionId?: string | null): Promise<ImportRow[]> =>
  of(db, siteId)
    .where("status", "<>", "UPLOADING")
    .$if(Boolean(collectionId), (query) => query.where("collectionId", "=", required(collectionId, "collection id")))
    .orderBy("id", "desc")
    .limit(listedMax)
    .execute();

/**
 * Locks the oldest unfinished import, or the given one. Imports locked by another process are
 * skipped.
 */
export const lockNextImport = (db: Database, siteId: string, id?: string): Promise<ImportRow | undefined> =>
  of(db, siteId)
    .where("status", "in", ["WAITING", "RUNNING", "UNDOING"])
    .$if(id !== undefined, (query) => query.where("id", "=", required(id, "id")))
    .orderBy("createdDate")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

export const begin = (db: Database, row: Insertable<Schema["itemImport"]>) =>
  db.insertInto("itemImport").values(row).execute();

export const change = (db: Database, siteId: string, id: string, to: Updateable<Schema["itemImport"]>) =>
  db
    .updateTable("itemImport")
    .set(to)
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteImport = (db: Database, siteId: string, id: string) =>
  db.deleteFrom("itemImport").where("siteId", "=", siteId).where("id", "=", id).execute();

export const addBatch = (db: Database, siteId: string, importId: string, number: number, rows: string) =>
  db.insertInto("itemImportBatch").values({ siteId, importId, number, rows }).execute();

export const batch = (db: Database, siteId: string, importId: string, number: number) =>
  db
    .selectFrom("itemImportBatch")
    .select(["rows", "added"])
    .where("siteId", "=", siteId)
    .where("importId", "=", importId)
    .where("number", "=", number)
    .executeTakeFirst();

/** Records which rows of a batch were added as items. */
export const endBatch = (db: Database, siteId: string, importId: string, number: number, added: [string, number][]) =>
  db
    .updateTable("itemImportBatch")
    .set({ rows: null, added: json(added) })
    .where("siteId", "=", siteId)
    .where("importId", "=", importId)
    .where("number", "=", number)
    .execute();

export const addFailures = (db: Database, siteId: string, importId: string, failures: readonly FailureRow[]) =>
  db
    .insertInto("itemImportFailure")
    .values(failures.map((failure) => ({ siteId, importId, ...failure })))
    .execute();

/** Returns the failed rows after a line, in the order of the file. */
export const failures = (db: Database, siteId: string, importId: string, after: number, limit: number) =>
  db
    .selectFrom("itemImportFailure")
    .select(["number", "line", "field", "code", "description", "row"])
    .where("siteId", "=", siteId)
    .where("importId", "=", importId)
    .where("number", ">", after)
    .orderBy("number")
    .limit(limit)
    .execute();

/** Deletes abandoned uploads after two hours and imports after thirty days. */
export const deleteOldImports = (db: Database, siteId: string, now: Date) =>
  db
    .deleteFrom("itemImport")
    .where("siteId", "=", siteId)
    .where(
      sql<boolean>`case when status = 'UPLOADING' then updated_date < ${now}::timestamptz - make_interval(hours => ${sql.lit(abandonedHours)})
        else status not in ('WAITING', 'RUNNING', 'UNDOING')
          and updated_date < ${now}::timestamptz - make_interval(days => ${sql.lit(retentionDays)}) end`,
    )
    .execute();
