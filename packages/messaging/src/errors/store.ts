import type { ErrorGroup } from "@uola/contract";
import { type Database, json, newId } from "@uola/database";
import type { Fields } from "@uola/kernel";
import { sql } from "kysely";
import type { Report, Source } from "./rules.ts";

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "errorGroup.frames": ErrorGroup["frames"];
  }
}

export const fields: Fields = {
  id: { column: sql.ref("errorGroup.id"), type: "uuid", required: true },
  lastDate: { column: sql.ref("errorGroup.lastDate"), type: "date", required: true },
};

export const readGroups = (db: Database, siteId: string) =>
  db
    .selectFrom("errorGroup")
    .select(["id", "source", "name", "message", "frames", "place", "release", "browser"])
    .select(["reportCount", "firstDate", "lastDate", "resolvedDate"])
    .where("siteId", "=", siteId);
export type GroupRow = Awaited<ReturnType<ReturnType<typeof readGroups>["execute"]>>[number];

/** Counts reports and stores the latest one. A resolved error is reopened. */
export const countReport = (
  tx: Database,
  siteId: string,
  { frames, place, browser, ...report }: Report,
  { fingerprint, count, at }: { fingerprint: Buffer; count: number; at: Date },
) => {
  const known = { place: place ?? null, browser: browser ?? null };
  const latest = { ...report, ...known, frames: json(frames), lastDate: at, resolvedDate: null };
  return tx
    .insertInto("errorGroup")
    .values({ siteId, id: newId(), fingerprint, firstDate: at, reportCount: count, ...latest })
    .onConflict((conflict) =>
      conflict
        .columns(["siteId", "fingerprint"])
        .doUpdateSet((eb) => ({ ...latest, reportCount: eb("errorGroup.reportCount", "+", count) })),
    )
    .execute();
};

export const lock = (tx: Database, siteId: string, id: string) =>
  tx
    .selectFrom("errorGroup")
    .select(["resolvedDate", "name", "message"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const setResolved = (tx: Database, siteId: string, id: string, resolvedDate: Date | null) =>
  tx.updateTable("errorGroup").set({ resolvedDate }).where("siteId", "=", siteId).where("id", "=", id).execute();

/**
 * Deletes errors that have not occurred since `before`, and for each source all but the `most` most
 * recent ones.
 */
export async function sweep(db: Database, siteId: string, before: Date, most: number): Promise<void> {
  await db.deleteFrom("errorGroup").where("siteId", "=", siteId).where("lastDate", "<", before).execute();
  for (const source of ["BROWSER", "SERVER"] satisfies Source[]) {
    await sql`delete from error_group where site_id = ${siteId} and id in (
      select id from error_group where site_id = ${siteId} and source = ${source} order by last_date desc, id offset ${most})`.execute(
      db,
    );
  }
}
