import type { BookingStatus } from "@uola/contract";
import type { Database } from "@uola/database";
import { sql } from "kysely";
import type { AttendanceRow } from "./to-booking.ts";

export const session = (db: Database, siteId: string, id: string) =>
  db
    .selectFrom("session")
    .select(["id", "scheduleId", "startDate", "endDate", "staffIds"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Whether an account belongs to one of these trainers. */
export const isAccountOf = async (db: Database, siteId: string, accountId: string, staffIds: readonly string[]) =>
  (await db
    .selectFrom("staff")
    .select("id")
    .where("siteId", "=", siteId)
    .where("accountId", "=", accountId)
    .where("id", "=", sql<string>`any(${[...staffIds]}::uuid[])`)
    .executeTakeFirst()) !== undefined;

/**
 * Returns the bookings whose participants came before the given time, or had a place then and were
 * not marked absent. A person is identified by the email address of the booking and the first name
 * of the participant, because parents book for their children.
 */
export async function earlierVisits(db: Database, siteId: string, bookingIds: readonly string[], before: Date) {
  const { rows } = await sql<{ id: string; names: (string | null)[] }>`
    select booking.id, array_agg(distinct lower(known.person ->> 'firstName')) as names
    from booking
    join booking as earlier on earlier.site_id = booking.site_id and earlier.contact_email = booking.contact_email
    left join lateral jsonb_array_elements(earlier.participants) as known (person) on true
    where booking.site_id = ${siteId} and booking.id = any(${[...bookingIds]}::uuid[])
      and booking.contact_email is not null
      and earlier.status = 'CONFIRMED' and earlier.start_date < ${before}
      and not exists (
        select from attendance
        where attendance.site_id = earlier.site_id and attendance.booking_id = earlier.id
          and attendance.session_id = earlier.session_id and attendance.status = 'NOT_ATTENDED'
      )
    group by booking.id`.execute(db);
  return new Map(rows.map(({ id, names }) => [id, new Set(names)]));
}

/**
 * Returns the start and end of a course according to its current timetable; undefined if it has no
 * sessions.
 */
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

/** Returns the times of sessions, including canceled ones. */
export const timesOf = (db: Database, siteId: string, sessionIds: readonly string[]) =>
  db
    .selectFrom("session")
    .select(["startDate", "endDate"])
    .where("siteId", "=", siteId)
    .where("id", "=", sql<string>`any(${[...sessionIds]}::uuid[])`)
    .orderBy("startDate")
    .execute();

/** Selects the bookings of a session and of the course it belongs to, in id order. */
export const bookingsOfSession = (
  db: Database,
  siteId: string,
  session: { id: string; scheduleId: string },
  statuses: readonly BookingStatus[],
) =>
  db
    .selectFrom("booking")
    .selectAll()
    .where("siteId", "=", siteId)
    .where((eb) =>
      eb.or([
        eb("sessionId", "=", session.id),
        // Course bookings take their places from the schedule.
        eb.and([eb("scheduleId", "=", session.scheduleId), eb("placesId", "=", session.scheduleId)]),
      ]),
    )
    .where("status", "in", [...statuses])
    .orderBy("id");

/** Selects bookings by the counter of their places, in id order. */
const byPlaces = (db: Database, siteId: string, placesIds: readonly string[], statuses: readonly BookingStatus[]) =>
  db
    .selectFrom("booking")
    .where("siteId", "=", siteId)
    // Session and schedule ids are indexed; the id of the counter is not.
    .where(
      sql<boolean>`(session_id = any(${[...placesIds]}::uuid[])
        or (schedule_id = any(${[...placesIds]}::uuid[]) and places_id = schedule_id))`,
    )
    .where("status", "in", [...statuses])
    .orderBy("id");

export const lockByPlaces = (...asked: Parameters<typeof byPlaces>) =>
  byPlaces(...asked)
    .selectAll()
    .forUpdate()
    .execute();

export const idsByPlaces = async (...asked: Parameters<typeof byPlaces>): Promise<string[]> =>
  (
    await byPlaces(...asked)
      .select("id")
      .execute()
  ).map(({ id }) => id);

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

/** Returns the attendance marks of bookings: those of one session, or the latest of each booking. */
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

/**
 * Returns the sessions that start within [from, to), with their capacity and the number of people
 * in them: the places taken, without the people marked as absent.
 */
export async function peopleOfSessions(db: Database, siteId: string, from: Date, to: Date) {
  const { rows } = await sql<{ startDate: Date; endDate: Date; people: number; places: number }>`
    select session.start_date as "startDate", session.end_date as "endDate",
      greatest(coalesce(own.taken, shared.taken, 0) - coalesce(missing.count, 0), 0)::int as people,
      coalesce(case when own.id is null then shared.capacity else own.capacity end, 0)::int as places
    from session
    left join places as own on own.site_id = session.site_id and own.id = session.id
    left join places as shared on shared.site_id = session.site_id and shared.id = session.schedule_id
    left join lateral (
      select sum(booking.total_participants - attendance.number_of_attendees) as count
      from attendance
      join booking on booking.site_id = attendance.site_id and booking.id = attendance.booking_id
      where attendance.site_id = session.site_id and attendance.session_id = session.id
        and attendance.status <> 'NOT_SET' and booking.status = 'CONFIRMED'
    ) as missing on true
    where session.site_id = ${siteId} and session.status = 'CONFIRMED'
      and session.start_date >= ${from} and session.start_date < ${to}
    order by session.start_date, session.id`.execute(db);
  return rows;
}
