import { type Database, json } from "@uola/database";
import { type SqlBool, sql } from "kysely";

/**
 * Locks the upcoming sessions at some locations of a service. A session without a location takes
 * place at the main one.
 */
export function lockSessionsAt(
  tx: Database,
  siteId: string,
  scheduleId: string,
  { locationIds, mainToo }: { locationIds: readonly string[]; mainToo: boolean },
  now: Date,
) {
  const implied = sql<SqlBool>`${mainToo} and extra -> 'location' is null`;
  return tx
    .selectFrom("session")
    .select(["id", "extra"])
    .where("siteId", "=", siteId)
    .where("scheduleId", "=", scheduleId)
    .where("startDate", ">", now)
    .where("status", "=", "CONFIRMED")
    .where(sql<SqlBool>`(extra #>> '{location,id}' = any(${[...locationIds]}::text[]) or (${implied}))`)
    .orderBy("id")
    .forUpdate()
    .execute();
}

export const moveSessions = (tx: Database, siteId: string, ids: string[], location: object, now: Date) =>
  tx
    .updateTable("session")
    .set({ extra: sql`extra || ${json({ location })}`, updatedDate: now })
    .where("siteId", "=", siteId)
    .where("id", "in", ids)
    .execute();

export const location = (db: Database, siteId: string, id: string) =>
  db
    .selectFrom("location")
    .select(["id", "name", "address"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
