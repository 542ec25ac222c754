import type { MediaKind } from "@uola/contract";
import type { Database, Schema } from "@uola/database";
import type { Fields } from "@uola/kernel";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";

type Table = Schema["mediaFile"];
export type MediaRow = Selectable<Table>;
export type MediaChange = Pick<Updateable<Table>, "name" | "alt" | "focusX" | "focusY" | "deletedDate">;

export const fields: Fields = { id: { column: sql.ref("mediaFile.id"), type: "uuid", required: true } };

/** Returns a page of the files in the library or in its bin. */
export function listed(
  db: Database,
  siteId: string,
  { search, kind, deleted }: { search?: string | null; kind?: MediaKind | null; deleted?: boolean | null },
) {
  let query = db
    .selectFrom("mediaFile")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("stored", "=", true)
    .where("deletedDate", deleted ? "is not" : "is", null);
  if (kind) query = query.where("kind", "=", kind);
  if (search?.trim()) query = query.where("name", "ilike", `%${search.trim().replace(/[\\%_]/g, "\\$&")}%`);
  return query;
}

const one = (db: Database, siteId: string, id: string) =>
  db.selectFrom("mediaFile").selectAll().where("siteId", "=", siteId).where("id", "=", id).where("stored", "=", true);

export const find = (db: Database, siteId: string, id: string) => one(db, siteId, id).executeTakeFirst();
export const lock = (tx: Database, siteId: string, id: string) => one(tx, siteId, id).forUpdate().executeTakeFirst();

export const change = (tx: Database, siteId: string, id: string, to: Updateable<Table>) =>
  tx
    .updateTable("mediaFile")
    .set(to)
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Returns images that are not in the bin, keyed by lower-case id. */
export async function imagesById(db: Database, siteId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom("mediaFile")
    .select(["id", "name", "alt", "width", "height"])
    .where("siteId", "=", siteId)
    .where("id", "in", ids)
    .where("kind", "=", "IMAGE")
    .where("stored", "=", true)
    .where("deletedDate", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the focal points of images that have one and are not in the bin. */
export async function focalPoints(db: Database, siteId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom("mediaFile")
    .select(["id", "focusX", "focusY"])
    .where("siteId", "=", siteId)
    .where("id", "=", sql<string>`any(${[...ids]}::uuid[])`)
    .where("focusX", "is not", null)
    .where("deletedDate", "is", null)
    .execute();
  return rows.map(({ id, focusX, focusY }) => ({ fileId: id, x: Number(focusX), y: Number(focusY) }));
}

export async function usedBytes(db: Database, siteId: string): Promise<number> {
  const row = await db.selectFrom("mediaUsage").select("usedBytes").where("siteId", "=", siteId).executeTakeFirst();
  return Number(row?.usedBytes ?? 0);
}

/** Reserves space for a file before its bytes are stored. Returns false if the quota is exceeded. */
export async function reserve(tx: Database, row: Insertable<Table>, quota: number): Promise<boolean> {
  const { siteId, sizeBytes } = row;
  const unused = tx.insertInto("mediaUsage").values({ siteId, usedBytes: 0 });
  await unused.onConflict((conflict) => conflict.doNothing()).execute();
  const { numUpdatedRows } = await tx
    .updateTable("mediaUsage")
    .set({ usedBytes: sql<number>`used_bytes + ${sizeBytes}` })
    .where("siteId", "=", siteId)
    .where(sql<boolean>`used_bytes + ${sizeBytes} <= ${quota}`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx.insertInto("mediaFile").values(row).execute();
  return true;
}

/** Marks a file as stored. Returns undefined if its reservation has been cleaned up. */
export const markStored = (tx: Database, siteId: string, id: string) =>
  tx
    .updateTable("mediaFile")
    .set({ stored: true })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("stored", "=", false)
    .returningAll()
    .executeTakeFirst();

/** Marks files for deletion if they were moved to the bin before `until`. */
export const markForDeletion = (tx: Database, siteId: string, until: Date, now: Date, limit: number) =>
  tx
    .updateTable("mediaFile")
    .set({ stored: false, updatedDate: now })
    .where("siteId", "=", siteId)
    .where("id", "in", (query) =>
      query
        .selectFrom("mediaFile")
        .select("id")
        .where("siteId", "=", siteId)
        .where("stored", "=", true)
        .where("deletedDate", "<", until)
        .orderBy("deletedDate")
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["id", "kind", "name"])
    .execute();

/** Returns files whose upload or deletion was interrupted. */
export const abandoned = (db: Database, siteId: string, before: Date, limit: number) =>
  db
    .selectFrom("mediaFile")
    .select("id")
    .where("siteId", "=", siteId)
    .where("stored", "=", false)
    .where("updatedDate", "<", before)
    .orderBy("updatedDate")
    .limit(limit)
    .execute();

/** Deletes the row of a file that is not stored, and releases its space. */
export async function deleteFileRow(tx: Database, siteId: string, id: string): Promise<void> {
  const gone = await tx
    .deleteFrom("mediaFile")
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("stored", "=", false)
    .returning("sizeBytes")
    .executeTakeFirst();
  if (!gone) return;
  await tx
    .updateTable("mediaUsage")
    .set({ usedBytes: sql<number>`used_bytes - ${gone.sizeBytes}` })
    .where("siteId", "=", siteId)
    .execute();
}
