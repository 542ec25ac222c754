import { required } from "@uola/contract/required";
import type { Database, Schema } from "@uola/database";
import { type Insertable, type Selectable, type SelectQueryBuilder, sql, type Updateable } from "kysely";

export type Entry = Selectable<Schema["waitlistEntry"]>;
type Live = { siteId: string; bookingId: string };

/** SQL for the start or end of a course: from its first session to its last. */
const courseTime = (edge: "min(start_date)" | "max(end_date)") =>
  sql<Date | null>`(select ${sql.raw(edge)} from session as of_course where entry.session_id is null
    and of_course.site_id = entry.site_id and of_course.schedule_id = entry.schedule_id and of_course.status = 'CONFIRMED')`;
const start = sql<Date | null>`coalesce(session.start_date, ${courseTime("min(start_date)")}, entry.start_date)`;
const end = sql<Date | null>`coalesce(session.end_date, ${courseTime("max(end_date)")}, booking.end_date)`;

/**
 * SQL for the number of entries (or people) before an entry on its waiting list; null for an entry
 * that is not waiting.
 */
const before = (what: "count(*)" | "sum(total_participants)") =>
  sql<number | null>`case when entry.state = 'WAITING' then (
    select coalesce(${sql.raw(what)}, 0)::int from waitlist_entry as before
    where before.site_id = entry.site_id and before.places_id = entry.places_id and before.state = 'WAITING'
      and (before.rank, before.id) < (entry.rank, entry.id)) end`;

/** Entries with their position and the title and time of their session or course. */
const views = (db: Database, siteId: string) =>
  db
    .selectFrom("waitlistEntry as entry")
    .innerJoin("booking", (join) =>
      join.onRef("booking.siteId", "=", "entry.siteId").onRef("booking.id", "=", "entry.bookingId"),
    )
    .leftJoin("session", (join) =>
      join.onRef("session.siteId", "=", "entry.siteId").onRef("session.id", "=", "entry.sessionId"),
    )
    .where("entry.siteId", "=", siteId)
    .selectAll("entry")
    .select([
      sql<string>`coalesce(booking.booked_entity ->> 'title', '')`.as("title"),
      "booking.status as bookingStatus",
      start.as("start"),
      end.as("end"),
      before("count(*)").as("partiesBefore"),
      before("sum(total_participants)").as("ahead"),
    ]);

export type View = Awaited<ReturnType<typeof viewsOf>>[number];

export const view = (db: Database, siteId: string, id: string) =>
  views(db, siteId).where("entry.id", "=", id).executeTakeFirst();

const viewsOf = (db: Database, siteId: string, ids: readonly string[]) =>
  views(db, siteId).where("entry.id", "in", ids).execute();

type Person = { visitorId: string | undefined; memberId: string | undefined; email: string | undefined };

/** Restricts a query to the bookings of a person; returns no rows for an unknown person. */
const ofPerson = <DB extends { booking: Schema["booking"] }, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { visitorId, memberId, email }: Person,
) =>
  query.where(
    sql<boolean>`(booking.visitor_id = ${visitorId ?? null}::uuid or booking.member_id = ${memberId ?? null}::uuid
      or booking.contact_email = ${email ?? null}::text)`,
  );

/** Returns a person's waiting entries and open offers, ordered by start. */
export const liveOf = (db: Database, siteId: string, person: Person) =>
  ofPerson(views(db, siteId), person)
    .where("entry.state", "in", ["WAITING", "OFFERED"])
    .orderBy(sql`${start} nulls last`)
    .orderBy("entry.id")
    .execute();

/** Whether a person is already on this waiting list or has an offer. */
export const isWaiting = async (tx: Database, siteId: string, placesId: string, person: Person): Promise<boolean> => {
  const entries = tx
    .selectFrom("waitlistEntry as entry")
    .innerJoin("booking", (join) =>
      join.onRef("booking.siteId", "=", "entry.siteId").onRef("booking.id", "=", "entry.bookingId"),
    )
    .where("entry.siteId", "=", siteId)
    .where("entry.placesId", "=", placesId)
    .where("entry.state", "in", ["WAITING", "OFFERED"])
    .select("entry.id");
  return (await ofPerson(entries, person).executeTakeFirst()) !== undefined;
};

type Search = {
  sessionId?: string | undefined;
  scheduleId?: string | undefined;
  ended: boolean;
  limit: number;
  now: Date;
};

/**
 * Returns entries ordered by the start of their session or course; within each waiting list, offers
 * come first, then waiting entries in order.
 */
export const search = (db: Database, siteId: string, { sessionId, scheduleId, ended, limit, now }: Search) =>
  views(db, siteId)
    .$if(!ended, (query) => query.where("entry.state", "in", ["WAITING", "OFFERED"]))
    .$if(sessionId !== undefined, (query) => query.where("entry.sessionId", "=", required(sessionId, "session id")))
    .$if(scheduleId !== undefined, (query) => query.where("entry.scheduleId", "=", required(scheduleId, "schedule id")))
    .$if(!sessionId && !scheduleId, (query) => query.where(sql<boolean>`coalesce(${start}, 'infinity') > ${now}`))
    .orderBy(sql`${start} nulls last`)
    .orderBy("entry.placesId")
    .orderBy(sql`array_position(array['OFFERED', 'WAITING'], entry.state)`)
    .orderBy("entry.rank")
    .limit(limit)
    .execute();

export const bookingsOf = (db: Database, siteId: string, ids: readonly string[]) =>
  db
    .selectFrom("booking")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("id", "=", sql<string>`any(${[...ids]}::uuid[])`)
    .execute();

/** Returns the number of parties on a waiting list and the rank of the last one. */
export const lastPosition = (tx: Database, siteId: string, placesId: string) =>
  tx
    .selectFrom("waitlistEntry")
    .select([sql<number>`count(*)::int`.as("length"), sql<number>`coalesce(max(rank), 0)`.as("rank")])
    .where("siteId", "=", siteId)
    .where("placesId", "=", placesId)
    .where("state", "in", ["WAITING", "OFFERED"])
    .executeTakeFirstOrThrow();

export const insert = (tx: Database, row: Insertable<Schema["waitlistEntry"]>) =>
  tx.insertInto("waitlistEntry").values(row).returningAll().executeTakeFirstOrThrow();

export const change = (tx: Database, siteId: string, id: string, to: Updateable<Schema["waitlistEntry"]>) =>
  tx
    .updateTable("waitlistEntry")
    .set(to)
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const find = (db: Database, siteId: string, id: string): Promise<Entry | undefined> =>
  db.selectFrom("waitlistEntry").selectAll().where("siteId", "=", siteId).where("id", "=", id).executeTakeFirst();

export const lock = (tx: Database, siteId: string, id: string): Promise<Entry | undefined> =>
  tx
    .selectFrom("waitlistEntry")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export const lockBooking = (tx: Database, { siteId, bookingId }: Live) =>
  tx
    .selectFrom("booking")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("id", "=", bookingId)
    .forUpdate()
    .executeTakeFirst();

export const liveOfBooking = (db: Database, { siteId, bookingId }: Live) =>
  db
    .selectFrom("waitlistEntry")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("bookingId", "=", bookingId)
    .where("state", "in", ["WAITING", "OFFERED"])
    .executeTakeFirst();

export const acceptedOfBooking = (tx: Database, { siteId, bookingId }: Live) =>
  tx
    .selectFrom("waitlistEntry")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("bookingId", "=", bookingId)
    .where("state", "=", "ACCEPTED")
    .forUpdate()
    .executeTakeFirst();

/**
 * Locks the waiting entries in order and returns them with the data for their mails. The caller
 * must already have locked the places.
 */
export const lockEntries = (tx: Database, siteId: string, placesId: string) =>
  tx
    .selectFrom("waitlistEntry as entry")
    .innerJoin("booking", (join) =>
      join.onRef("booking.siteId", "=", "entry.siteId").onRef("booking.id", "=", "entry.bookingId"),
    )
    .selectAll("entry")
    .select(["booking.contactEmail", "booking.revision"])
    .where("entry.siteId", "=", siteId)
    .where("entry.placesId", "=", placesId)
    .where("entry.state", "=", "WAITING")
    .orderBy("entry.rank")
    .orderBy("entry.id")
    .forUpdate("entry")
    .execute();

const liveViews = (db: Database, siteId: string) =>
  views(db, siteId).where("entry.state", "in", ["WAITING", "OFFERED"]).clearSelect().select("entry.id");

/**
 * Returns the ids of the waiting and offered entries whose places are being closed, ordered by
 * booking id.
 */
export const liveAt = async (tx: Database, siteId: string, placesIds: readonly string[]): Promise<string[]> => {
  const entries = liveViews(tx, siteId).where("entry.placesId", "=", sql<string>`any(${[...placesIds]}::uuid[])`);
  return (await entries.orderBy("entry.bookingId").execute()).map(({ id }) => id);
};

/** Returns entries that are still waiting or offered although their session has begun. */
export const startedSessions = async (db: Database, siteId: string, now: Date, limit: number): Promise<string[]> => {
  const entries = liveViews(db, siteId).where(sql<boolean>`${start} <= ${now}`);
  return (await entries.orderBy("entry.id").limit(limit).execute()).map(({ id }) => id);
};

/** Returns the expired offers. */
export const expiredOffers = async (db: Database, siteId: string, now: Date, limit: number): Promise<string[]> => {
  const offers = db
    .selectFrom("waitlistEntry")
    .select("id")
    .where("siteId", "=", siteId)
    .where("state", "=", "OFFERED")
    .where("offerExpiresDate", "<=", now);
  return (await offers.orderBy("offerExpiresDate").limit(limit).execute()).map(({ id }) => id);
};

/**
 * Returns the waiting lists with a party that fits into the free places, with the data needed to
 * calculate an offer's deadline.
 */
export const listsWithFittingParty = (db: Database, siteId: string) =>
  db
    .selectFrom("waitlistEntry as entry")
    .innerJoin("places", (join) =>
      join.onRef("places.siteId", "=", "entry.siteId").onRef("places.id", "=", "entry.placesId"),
    )
    .leftJoin("session", (join) =>
      join.onRef("session.siteId", "=", "entry.siteId").onRef("session.id", "=", "entry.sessionId"),
    )
    .where("entry.siteId", "=", siteId)
    .where("entry.state", "=", "WAITING")
    .where(
      sql<boolean>`(places.capacity is null or places.waiting_min <= places.capacity - places.taken - places.held)`,
    )
    .distinctOn("entry.placesId")
    .orderBy("entry.placesId")
    .select(["entry.placesId", "entry.serviceId", "entry.scheduleId", "entry.sessionId", start.as("start")])
    .execute();

export const timeZone = async (db: Database, siteId: string): Promise<string> =>
  (await db.selectFrom("site").select("timeZone").where("id", "=", siteId).executeTakeFirstOrThrow()).timeZone;
