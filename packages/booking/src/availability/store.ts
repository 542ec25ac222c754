import type { Connection, Database, Schema } from "@uola/database";
import { type Selectable, sql } from "kysely";
import type { HoursDecision } from "./opening-hours.ts";
import type { Places, SlotLocation } from "./rules.ts";

type SessionRow = Selectable<Schema["session"]>;

/** A session with its place counter. The sessions of a course use the counter of their schedule. */
export type StoredTimetableSession = Pick<
  SessionRow,
  | "id"
  | "scheduleId"
  | "serviceId"
  | "ruleId"
  | "date"
  | "startDate"
  | "endDate"
  | "status"
  | "staffIds"
  | "resourceIds"
  | "appointment"
  | "busy"
  | "extra"
> & {
  counted: boolean;
  capacity: number | null;
  taken: number;
  held: number;
  waitingMin: number | null;
  placesId: string;
  createdSeconds: number;
  updatedSeconds: number;
};

/**
 * Plain SQL as a prepared statement, because the timetable is read most often and planning the
 * query takes longer than running it. The creation and update dates are selected as numbers,
 * because parsing dates is expensive.
 */
const sessionsWithPlaces = `
  select session.id, session.schedule_id as "scheduleId", session.service_id as "serviceId", session.rule_id as "ruleId",
    session.date, session.start_date as "startDate", session.end_date as "endDate", session.status,
    session.staff_ids as "staffIds", session.resource_ids as "resourceIds", session.appointment, session.busy, session.extra,
    own.id is not null or shared.id is not null as counted,
    case when own.id is null then shared.capacity else own.capacity end as capacity,
    coalesce(own.taken, shared.taken, 0) as taken, coalesce(own.held, shared.held, 0) as held,
    case when own.id is null then shared.waiting_min else own.waiting_min end as "waitingMin",
    coalesce(own.id, session.schedule_id) as "placesId",
    extract(epoch from session.created_date)::float8 as "createdSeconds",
    extract(epoch from session.updated_date)::float8 as "updatedSeconds"
  from session
  left join places as own on own.site_id = session.site_id and own.id = session.id
  left join places as shared on shared.site_id = session.site_id and shared.id = session.schedule_id`;

/** Returns the sessions that start within [from, to), in order; of some schedules or of all. */
export async function sessionsBetween(
  { pool }: Connection,
  siteId: string,
  { from, to, scheduleIds }: { from: Date; to: Date; scheduleIds: readonly string[] | undefined },
): Promise<StoredTimetableSession[]> {
  if (scheduleIds?.length === 0) return [];
  const { rows } = await pool.query<StoredTimetableSession>(
    scheduleIds
      ? { name: "sessions of schedules", text: ofSchedules, values: [siteId, from, to, scheduleIds] }
      : { name: "sessions", text: ofAll, values: [siteId, from, to] },
  );
  return rows;
}

const between = (which: string) => `${sessionsWithPlaces}
  where session.site_id = $1 and session.start_date >= $2 and session.start_date < $3 ${which}
  order by session.start_date, session.id`;
const ofAll = between("");
const ofSchedules = between("and session.schedule_id = any($4::uuid[])");

/** The columns of a session needed for booking. */
export type BookableSession = Pick<
  StoredTimetableSession,
  "id" | "serviceId" | "startDate" | "endDate" | "staffIds" | "resourceIds" | keyof Places | "counted"
> & { location: SlotLocation | null; hoursDecision: HoursDecision | null };

/**
 * Returns the confirmed sessions of schedules that start within [from, to) and end after `now`, in
 * order, without appointments. Availability is read often, so only the needed columns are selected.
 * Each session has a separate counter: only the sessions of a course share one.
 */
export async function bookableSessions(
  { pool }: Connection,
  siteId: string,
  { from, to, scheduleIds, now }: { from: Date; to: Date; scheduleIds: readonly string[]; now: Date },
): Promise<BookableSession[]> {
  if (scheduleIds.length === 0) return [];
  const values = [siteId, from, to, scheduleIds, now];
  return (await pool.query<BookableSession>({ name: "bookable sessions", text: bookable, values })).rows;
}

const bookable = `
  select session.id, session.service_id as "serviceId", session.start_date as "startDate", session.end_date as "endDate",
    session.staff_ids as "staffIds", session.resource_ids as "resourceIds", session.extra -> 'location' as location,
    session.extra ->> 'hoursDecision' as "hoursDecision",
    places.id is not null as counted, capacity, coalesce(taken, 0) as taken, coalesce(held, 0) as held,
    waiting_min as "waitingMin"
  from session left join places on places.site_id = session.site_id and places.id = session.id
  where session.site_id = $1 and session.start_date >= $2 and session.start_date < $3 and session.schedule_id = any($4::uuid[])
    and session.status = 'CONFIRMED' and not session.appointment and session.end_date > $5
  order by session.start_date, session.id`;

export const sessionsByIds = async (
  db: Database,
  siteId: string,
  ids: readonly string[],
): Promise<StoredTimetableSession[]> => {
  const { rows } = await sql<StoredTimetableSession>`${sql.raw(sessionsWithPlaces)}
    where session.site_id = ${siteId} and session.id = any(${[...ids]}::uuid[])
    order by session.start_date, session.id`.execute(db);
  return rows;
};

/** Returns the dates with an exception, as strings that contain the rule and the date. */
export const exceptionDates = async (
  db: Database,
  siteId: string,
  sessions: readonly Pick<SessionRow, "ruleId" | "date">[],
) => {
  const made = sessions.filter(({ ruleId, date }) => ruleId && date);
  if (made.length === 0) return new Set<string>();
  const rows = await db
    .selectFrom("scheduleException")
    .select(["ruleId", "date"])
    .where("siteId", "=", siteId)
    .where(sql<boolean>`(rule_id, date) in (select * from unnest(${made.map(({ ruleId }) => ruleId)}::uuid[],
      ${made.map(({ date }) => date)}::date[]))`)
    .execute();
  return new Set(rows.map(({ ruleId, date }) => `${ruleId} ${date}`));
};

/** Returns the number of waiting-list entries per place counter. */
export const waiting = async (
  db: Database,
  siteId: string,
  placesIds: readonly string[],
): Promise<Map<string, number>> => {
  if (placesIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("waitlistEntry")
    .select(["placesId", sql<number>`count(*)::int`.as("parties")])
    .where("siteId", "=", siteId)
    .where("state", "in", ["WAITING", "OFFERED"])
    .where("placesId", "=", sql<string>`any(${[...placesIds]}::uuid[])`)
    .groupBy("placesId")
    .execute();
  return new Map(rows.map(({ placesId, parties }) => [placesId, parties]));
};

export const resourceNames = async (
  db: Database,
  siteId: string,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const resources = db.selectFrom("resource").select(["id", "name"]).where("siteId", "=", siteId);
  const rows = await resources.where("id", "=", sql<string>`any(${[...new Set(ids)]}::uuid[])`).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Returns the sessions of courses in order, to number them ("2 of 4"). */
export const courseSessions = (db: Database, siteId: string, scheduleIds: readonly string[]) =>
  db
    .selectFrom("session")
    .select(["id", "scheduleId", "startDate", "endDate", "extra"])
    .where("siteId", "=", siteId)
    .where("scheduleId", "=", sql<string>`any(${[...scheduleIds]}::uuid[])`)
    .where("status", "=", "CONFIRMED")
    .orderBy("startDate")
    .orderBy("id")
    .execute();

export const session = (db: Database, siteId: string, id: string): Promise<SessionRow | undefined> =>
  db.selectFrom("session").selectAll().where("siteId", "=", siteId).where("id", "=", id).executeTakeFirst();

export const sessionAt = (db: Database, siteId: string, scheduleId: string, startDate: Date) =>
  db
    .selectFrom("session")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("scheduleId", "=", scheduleId)
    .where("startDate", "=", startDate)
    .orderBy("status", "desc")
    .limit(1)
    .executeTakeFirst();
