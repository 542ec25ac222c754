import type { Database, Schema } from "@uola/database";
import { type Insertable, sql } from "kysely";
import type { HoursSource } from "./opening-hours.ts";

const oneOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`;

type Period = { from: Date; to: Date };

/** Returns the bookable trainers who still work at the gym. */
export const trainers = (db: Database, siteId: string, ids: readonly string[]) =>
  db
    .selectFrom("staff")
    .select(["id", "maxParticipants"])
    .where("siteId", "=", siteId)
    .where("id", "=", oneOf(ids))
    .where("removedDate", "is", null)
    .where("hidden", "=", false)
    .execute();

export const resources = (db: Database, siteId: string, ids: readonly string[]) =>
  db
    .selectFrom("resource")
    .select(["id", "name", "units", "locationId"])
    .where("siteId", "=", siteId)
    .where("id", "=", oneOf(ids))
    .execute();

/** Locks trainers and resources until the end of the transaction, always in the same order. */
export async function lockUsed(
  tx: Database,
  siteId: string,
  staffIds: readonly string[],
  resourceIds: readonly string[],
) {
  for (const [table, ids] of [
    ["staff", staffIds],
    ["resource", resourceIds],
  ] as const) {
    if (ids.length === 0) continue;
    await tx
      .selectFrom(table)
      .select("id")
      .where("siteId", "=", siteId)
      .where("id", "=", oneOf(ids))
      .orderBy("id")
      .forNoKeyUpdate()
      .execute();
  }
}

/** Returns the weekly hours of trainers and resources. */
export const workingHours = (db: Database, siteId: string, ids: readonly string[]) =>
  db
    .selectFrom("workingHours")
    .select(["resourceId", "weekday", "startTime as start", "endTime as end"])
    .where("siteId", "=", siteId)
    .where("resourceId", "=", oneOf(ids))
    .execute();

/** Returns the time off that overlaps a period. */
export const timesOff = (db: Database, siteId: string, ids: readonly string[], { from, to }: Period) =>
  db
    .selectFrom("timeOff")
    .select(["resourceId", "startDate", "endDate"])
    .where("siteId", "=", siteId)
    .where("endDate", ">", from)
    .where("startDate", "<", to)
    .where("resourceId", "=", oneOf(ids))
    .execute();

/**
 * Returns the sessions that use trainers or resources around a period. A session lasts at most a
 * day and needs at most one free day on each side, so a filter on the start date finds all relevant
 * sessions without reading older ones.
 */
export const sessionsUsing = (db: Database, siteId: string, ids: readonly string[], { from, to }: Period) =>
  db
    .selectFrom("session")
    .innerJoin("service", (join) =>
      join.onRef("service.siteId", "=", "session.siteId").onRef("service.id", "=", "session.serviceId"),
    )
    .select([
      "session.id",
      "session.startDate",
      "session.endDate",
      "session.staffIds",
      "session.resourceIds",
      sql<number>`case when session.appointment
        then coalesce((service.extra #>> '{availabilityConstraints,timeBetweenSessions}')::int, 0) else 0 end`.as(
        "margin",
      ),
    ])
    .where("session.siteId", "=", siteId)
    .where("session.startDate", ">", sql<Date>`${from}::timestamptz - interval '2 days'`)
    .where("session.startDate", "<", sql<Date>`${to}::timestamptz + interval '1 day'`)
    .where("session.status", "=", "CONFIRMED")
    .where("session.busy", "=", true)
    .where(sql<boolean>`(session.staff_ids && ${[...ids]}::uuid[] or session.resource_ids && ${[...ids]}::uuid[])`)
    .execute();

/** Returns the gym's time zone and opening hours, and those of locations with separate hours. */
export async function hoursSource(db: Database, siteId: string): Promise<HoursSource> {
  const site = db.selectFrom("site").select(["timeZone", "business"]).where("id", "=", siteId);
  const { timeZone, business } = await site.executeTakeFirstOrThrow();
  const locations = db.selectFrom("location").select(["id", "openingHours", "specialHours"]);
  const own = await locations.where("siteId", "=", siteId).where("openingHours", "is not", null).execute();
  return { timeZone, business, locations: own };
}

/** Adds a session that belongs to no weekly rule, with its own place counter. */
export async function addSession(
  tx: Database,
  session: Insertable<Schema["session"]>,
  capacity: number | null,
): Promise<void> {
  await tx.insertInto("session").values(session).execute();
  await tx.insertInto("places").values({ siteId: session.siteId, id: session.id, capacity }).execute();
}

export const lockService = (tx: Database, siteId: string, id: string) =>
  tx.selectFrom("service").select("id").where("siteId", "=", siteId).where("id", "=", id).forNoKeyUpdate().execute();

/** Returns the session of a schedule that starts at a given time. */
export const sessionAt = (tx: Database, siteId: string, scheduleId: string, startDate: Date) =>
  tx
    .selectFrom("session")
    .select("id")
    .where("siteId", "=", siteId)
    .where("scheduleId", "=", scheduleId)
    .where("startDate", "=", startDate)
    .where("status", "=", "CONFIRMED")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
