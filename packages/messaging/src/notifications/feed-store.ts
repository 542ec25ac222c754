import type { Database, Schema } from "@uola/database";
import { type Insertable, type Selectable, sql } from "kysely";

export type Feed = Selectable<Schema["calendarFeed"]>;
export type FeedOwner = { id: string; role: string; language: string; email: string | undefined };
type Range = { from: Date; until: Date };

/** An upper limit larger than the number of entries that any real calendar has in fifteen months. */
const entriesMax = 3000;

const feeds = (db: Database, siteId: string) => db.selectFrom("calendarFeed").selectAll().where("siteId", "=", siteId);

export const feedsOf = (db: Database, siteId: string, accountId: string) =>
  feeds(db, siteId).where("accountId", "=", accountId).orderBy("id").execute();

export const feedByHash = (db: Database, siteId: string, hash: Buffer) =>
  feeds(db, siteId).where("keyHash", "=", hash).executeTakeFirst();

export const insertFeed = (tx: Database, feed: Insertable<Schema["calendarFeed"]>) =>
  tx.insertInto("calendarFeed").values(feed).execute();

export const removeFeed = (tx: Database, siteId: string, accountId: string, id: string) =>
  tx
    .deleteFrom("calendarFeed")
    .where("siteId", "=", siteId)
    .where("accountId", "=", accountId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();

/**
 * Returns the feed's owner if the account is active. `lock` serialises the creation of feeds for
 * one account.
 */
export async function feedOwner(
  db: Database,
  siteId: string,
  id: string,
  lock = false,
): Promise<FeedOwner | undefined> {
  const account = db
    .selectFrom("account")
    .select(["id", "role", "language", "email", "emailVerified"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("status", "=", "ACTIVE");
  const row = await (lock ? account.forUpdate() : account).executeTakeFirst();
  return (
    row && { id: row.id, role: row.role, language: row.language, email: row.emailVerified ? row.email : undefined }
  );
}

/** Finds a staff member who has not been removed. */
export const trainer = (db: Database, siteId: string, id: string) =>
  db
    .selectFrom("staff")
    .select(["id", "name", "accountId"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("removedDate", "is", null)
    .executeTakeFirst();

/** Finds a visible class or course by its schedule. */
export const group = (db: Database, siteId: string, scheduleId: string) =>
  db
    .selectFrom("service")
    .select(["id", "name"])
    .where("siteId", "=", siteId)
    .where("scheduleId", "=", scheduleId)
    .where("type", "in", ["CLASS", "COURSE"])
    .where("hidden", "=", false)
    .where("deletedDate", "is", null)
    .executeTakeFirst();

const bookingsOf = (db: Database, siteId: string, { id, email }: FeedOwner) =>
  db
    .selectFrom("booking")
    .innerJoin("service", (join) =>
      join.onRef("service.siteId", "=", "booking.siteId").onRef("service.id", "=", "booking.serviceId"),
    )
    .where("booking.siteId", "=", siteId)
    .where(sql<boolean>`(booking.member_id = ${id}::uuid or booking.contact_email = ${email ?? null}::text)`)
    .where("booking.status", "in", ["CONFIRMED", "PENDING"])
    .select(["booking.id as bookingId", "booking.status", "booking.calendarSequence", "booking.createdDate"])
    .select(["booking.updatedDate", "service.name", "service.locations"]);

/** Finds a person's bookings: classes, appointments and every session of their courses. */
export async function personTimes(db: Database, siteId: string, person: FeedOwner, { from, until }: Range) {
  const singles = bookingsOf(db, siteId, person)
    .where("booking.sessionId", "is not", null)
    .where("booking.startDate", ">=", from)
    .where("booking.startDate", "<", until)
    .select(["booking.startDate as start", "booking.endDate as end"])
    .orderBy("booking.startDate")
    .limit(entriesMax);
  const dates = bookingsOf(db, siteId, person)
    .where("booking.sessionId", "is", null)
    .innerJoin("session", (join) =>
      join.onRef("session.siteId", "=", "booking.siteId").onRef("session.scheduleId", "=", "booking.scheduleId"),
    )
    .where("session.status", "=", "CONFIRMED")
    .where("session.startDate", ">=", from)
    .where("session.startDate", "<", until)
    .select(["session.id as sessionId", "session.startDate as start", "session.endDate as end"])
    .select("session.updatedDate as changed")
    .orderBy("session.startDate")
    .limit(entriesMax);
  const [singleEntries, courseEntries] = await Promise.all([singles.execute(), dates.execute()]);
  const entries = [
    ...singleEntries.map((entry) => ({ ...entry, sessionId: undefined, changed: undefined })),
    ...courseEntries,
  ];
  return entries.flatMap((entry) =>
    entry.start && entry.end ? [{ ...entry, start: entry.start, end: entry.end }] : [],
  );
}

const sessionsIn = (db: Database, siteId: string, { from, until }: Range) =>
  db
    .selectFrom("session")
    .innerJoin("service", (join) =>
      join.onRef("service.siteId", "=", "session.siteId").onRef("service.id", "=", "session.serviceId"),
    )
    .where("session.siteId", "=", siteId)
    .where("session.status", "=", "CONFIRMED")
    .where("session.startDate", ">=", from)
    .where("session.startDate", "<", until)
    .select(["session.id", "session.startDate as start", "session.endDate as end", "session.createdDate"])
    .select(["session.updatedDate as changed", "service.name", "service.locations"])
    .orderBy("session.startDate")
    .orderBy("session.id")
    .limit(entriesMax);

const participantCount = sql`select coalesce(sum(booking.total_participants), 0)::int from booking
  where booking.site_id = session.site_id and booking.status in ('CONFIRMED', 'PENDING')`;

/**
 * Finds a trainer's sessions with their numbers of participants. A session without assigned staff
 * counts as a session of the service's staff.
 */
export const trainerTimes = (db: Database, siteId: string, staffId: string, range: Range) =>
  sessionsIn(db, siteId, range)
    .where(
      sql<boolean>`(${staffId}::uuid = any(session.staff_ids)
        or (session.staff_ids = '{}' and ${staffId}::uuid = any(service.staff_ids)))`,
    )
    .select(
      sql<number>`case when service.type = 'COURSE'
        then (${participantCount} and booking.session_id is null and booking.schedule_id = session.schedule_id)
        else (${participantCount} and booking.session_id = session.id) end`.as("participants"),
    )
    .execute();

export const groupTimes = (db: Database, siteId: string, scheduleId: string, range: Range) =>
  sessionsIn(db, siteId, range).where("session.scheduleId", "=", scheduleId).execute();
