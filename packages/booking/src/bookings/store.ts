import { type Database, json, type Schema } from "@uola/database";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";

export type BookingRow = Selectable<Schema["booking"]>;

export const read = (db: Database, siteId: string, id: string): Promise<BookingRow | undefined> =>
  db.selectFrom("booking").selectAll().where("siteId", "=", siteId).where("id", "=", id).executeTakeFirst();

export const readAll = async (
  db: Database,
  siteId: string,
  ids: readonly string[],
): Promise<Map<string, BookingRow>> => {
  const rows = await readBookings(db, siteId).where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
};

export const lock = (db: Database, siteId: string, id: string): Promise<BookingRow | undefined> =>
  db.selectFrom("booking").selectAll().where("siteId", "=", siteId).where("id", "=", id).forUpdate().executeTakeFirst();

export type AttendanceRow = Selectable<Schema["attendance"]>;

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

const jsonColumns = [
  "bookedEntity",
  "contactDetails",
  "participantsChoices",
  "participants",
  "additionalFields",
  "extendedFields",
  "flowControl",
  "payment",
  "source",
  "cancellationFee",
] as const;
/** jsonb columns go in as text. */
function written<Values extends object>(values: Values): Values {
  const texts = jsonColumns.flatMap((name) => {
    const value = (values as Record<string, unknown>)[name];
    return value === undefined || value === null ? [] : [[name, json(value)]];
  });
  return { ...values, ...Object.fromEntries(texts) };
}

export const insert = (db: Database, row: BookingRow) =>
  db
    .insertInto("booking")
    .values(written(row) as Insertable<Schema["booking"]>)
    .execute();

/** What of a booking may be set: values of jsonb columns as they are read. */
export type Changes = Partial<BookingRow>;

/** Changes a booking and returns it as it then is. */
export const change = (db: Database, siteId: string, id: string, to: Changes): Promise<BookingRow> =>
  db
    .updateTable("booking")
    .set(written(to) as Updateable<Schema["booking"]>)
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const readBookings = (db: Database, siteId: string) =>
  db.selectFrom("booking").selectAll("booking").where("booking.siteId", "=", siteId);

/** What is a person's own: each way has its index. */
export function ownBookings(
  db: Database,
  siteId: string,
  person: Partial<Record<"bookingId" | "visitorId" | "memberId" | "verifiedEmail", string | undefined>>,
) {
  return readBookings(db, siteId).where((eb) =>
    eb.or([
      ...(person.bookingId ? [eb("booking.id", "=", person.bookingId)] : []),
      ...(person.visitorId ? [eb("visitorId", "=", person.visitorId)] : []),
      ...(person.memberId ? [eb("memberId", "=", person.memberId)] : []),
      ...(person.verifiedEmail ? [eb("contactEmail", "=", person.verifiedEmail)] : []),
    ]),
  );
}

/** What a visitor booked with the address that is known to be the member's becomes the member's: a browser is shared, a mailbox is not. */
export const claimVisitorBookings = (db: Database, siteId: string, visitorId: string, memberId: string) =>
  db
    .updateTable("booking")
    .set({ memberId })
    .where("siteId", "=", siteId)
    .where("visitorId", "=", visitorId)
    .where("memberId", "is", null)
    .where("contactEmail", "=", (eb) =>
      eb
        .selectFrom("account")
        .select("email")
        .where("siteId", "=", siteId)
        .where("id", "=", memberId)
        .where("emailVerified", "=", true),
    )
    .execute();

/** The member's address, if it is known to be theirs. */
export const verifiedEmail = async (db: Database, siteId: string, memberId: string): Promise<string | undefined> => {
  const account = db.selectFrom("account").select("email").where("siteId", "=", siteId).where("id", "=", memberId);
  return (await account.where("emailVerified", "=", true).executeTakeFirst())?.email;
};

export const member = (db: Database, siteId: string, id: string) =>
  db
    .selectFrom("account")
    .select(["email", "firstName", "lastName", "language"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();

/** What a booking form asks for. */
export const formFields = async (db: Database, siteId: string, id: string): Promise<unknown> => {
  const forms = db.selectFrom("bookingForm").select("fields").where("siteId", "=", siteId).where("id", "=", id);
  return (await forms.executeTakeFirst())?.fields;
};

/** The booking that a key made. */
export const byKey = (db: Database, siteId: string, idempotencyKey: string): Promise<BookingRow | undefined> =>
  db
    .selectFrom("booking")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst();

export const session = (db: Database, siteId: string, id: string) =>
  db
    .selectFrom("session")
    .select(["id", "scheduleId", "startDate", "endDate"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();

/** When a course begins and ends, as its timetable has it now; undefined without sessions. */
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

/** When sessions take place, or would have. */
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

type Conference = { guestUrl?: string; password?: string } | null;
/** Where bookings are met online: their session's conference, for a course that of the next session. */
export const conferences = async (db: Database, siteId: string, bookingIds: readonly string[]) => {
  const { rows } = await sql<{ id: string; conference: Conference }>`
    select booking.id, coalesce(own.extra, next.extra) -> 'calendarConference' as conference
    from booking
    left join session own on own.site_id = booking.site_id and own.id = booking.session_id
    left join lateral (
      select extra from session
      where session.site_id = booking.site_id and session.schedule_id = booking.schedule_id
        and session.status = 'CONFIRMED' and session.end_date > now()
      order by start_date limit 1
    ) next on booking.places_id = booking.schedule_id
    where booking.site_id = ${siteId} and booking.id = any(${[...bookingIds]}::uuid[]) and booking.status = 'CONFIRMED'`.execute(
    db,
  );
  return new Map(rows.map(({ id, conference }) => [id, conference]));
};

/** Where bookings stand on their waiting lists: from 1; who is offered places is first. */
export const waitingPositions = async (db: Database, siteId: string, bookingIds: readonly string[]) => {
  const { rows } = await sql<{ id: string; position: number; offerExpiresDate: Date | null }>`
    select entry.booking_id as id, entry.offer_expires_date as "offerExpiresDate",
      case entry.state when 'OFFERED' then 1 else (select count(*)::int + 1 from waitlist_entry before
        where before.site_id = entry.site_id and before.places_id = entry.places_id
          and before.state = 'WAITING' and (before.rank, before.id) < (entry.rank, entry.id)) end as position
    from waitlist_entry entry
    where entry.site_id = ${siteId} and entry.booking_id = any(${[...bookingIds]}::uuid[])
      and entry.state in ('WAITING', 'OFFERED')`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
};

/** Bookings by where their places are counted, locked in id order. */
export const lockByPlaces = (db: Database, siteId: string, placesIds: readonly string[], statuses: readonly string[]) =>
  db
    .selectFrom("booking")
    .selectAll()
    .where("siteId", "=", siteId)
    // Sessions have an index, and schedules; where places are counted has none of its own.
    .where(
      sql<boolean>`(session_id = any(${[...placesIds]}::uuid[])
        or (schedule_id = any(${[...placesIds]}::uuid[]) and places_id = schedule_id))`,
    )
    .where("status", "in", [...statuses])
    .orderBy("id")
    .forUpdate()
    .execute();

/** The bookings that were made together, in the order they were wished for. */
export const together = (db: Database, siteId: string, multiServiceBookingIds: readonly string[]) =>
  db
    .selectFrom("booking")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("multiServiceBookingId", "=", sql<string>`any(${[...multiServiceBookingIds]}::uuid[])`)
    .orderBy("startDate")
    .orderBy("id")
    .execute();
