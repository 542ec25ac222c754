import type { Database } from "@uola/database";
import { sql } from "kysely";
import type { AttendanceRow } from "./to-booking.ts";

export const session = (db: Database, siteId: string, id: string) =>
  db
    .selectFrom("session")
    .select(["id", "scheduleId", "startDate", "endDate"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();

/** When a course begins and ends by its current timetable; undefined without sessions. */
export const courseTimes = async (db: Database, siteId: string, scheduleId: string) => {
  const sessions = db.selectFrom("session").where("siteId", "=", siteId).where("scheduleId", "=", scheduleId);
  const { startDate, endDate } = await sessions
    .where("status", "=", "CONFIRMED")
    .select((eb) => [
      eb.fn.min<Date | null>("startDate").as("startDate"),
      eb.fn.max<Date | null>("endDate").as("endDate"),
    ])
    .executeTakeFirstOrThrow();
  return startDate && endDate ? { startDate, endDate } : undefined;
};

/** The times of sessions, including canceled ones. */
export const timesOf = (db: Database, siteId: string, sessionIds: readonly string[]) =>
  db
    .selectFrom("session")
    .select(["startDate", "endDate"])
    .where("siteId", "=", siteId)
    .where("id", "=", sql<string>`any(${[...sessionIds]}::uuid[])`)
    .orderBy("startDate")
    .execute();

/** Bookings of a session, and those of the course it belongs to, in id order. */
export const bookingsOfSession = (
  db: Database,
  siteId: string,
  session: { id: string; scheduleId: string },
  statuses: readonly string[],
) =>
  db
    .selectFrom("booking")
    .selectAll()
    .where("siteId", "=", siteId)
    .where((eb) =>
      eb.or([
        eb("sessionId", "=", session.id),
        // A course's bookings have its schedule's places.
        eb.and([eb("scheduleId", "=", session.scheduleId), eb("placesId", "=", session.scheduleId)]),
      ]),
    )
    .where("status", "in", [...statuses])
    .orderBy("id");

/** Locks bookings by the counter of their places, in the order of their ids. */
export const lockByPlaces = (db: Database, siteId: string, placesIds: readonly string[], statuses: readonly string[]) =>
  db
    .selectFrom("booking")
    .selectAll()
    .where("siteId", "=", siteId)
    // Sessions and schedules have an index; the id of the counter has none.
    .where(
      sql<boolean>`(session_id = any(${[...placesIds]}::uuid[])
        or (schedule_id = any(${[...placesIds]}::uuid[]) and places_id = schedule_id))`,
    )
    .where("status", "in", [...statuses])
    .orderBy("id")
    .forUpdate()
    .execute();

export const attendance = (
  db: Database,
  siteId: string,
  bookingId: string,
  sessionId: string,
): Promise<AttendanceRow | undefined> =>
  db
    .selectFrom("attendance")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("bookingId", "=", bookingId)
    .where("sessionId", "=", sessionId)
    .executeTakeFirst();

export const putAttendance = (db: Database, row: AttendanceRow) =>
  db
    .insertInto("attendance")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["siteId", "bookingId", "sessionId"]).doUpdateSet({
        status: row.status,
        numberOfAttendees: row.numberOfAttendees,
        present: row.present,
        updatedDate: row.updatedDate,
      }),
    )
    .execute();

/** The marks of bookings: those of one session, or the last of each. */
export const attendances = (db: Database, siteId: string, bookingIds: readonly string[], sessionId?: string) => {
  const marks = db
    .selectFrom("attendance")
    .selectAll()
    .distinctOn("bookingId")
    .where("siteId", "=", siteId)
    .where("bookingId", "=", sql<string>`any(${[...bookingIds]}::uuid[])`)
    .orderBy("bookingId")
    .orderBy("updatedDate", "desc");
  return (sessionId ? marks.where("sessionId", "=", sessionId) : marks).execute();
};
