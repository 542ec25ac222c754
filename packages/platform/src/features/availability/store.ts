import type { Database, Schema } from "@uola/database";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Exception, Rule } from "./timetable.ts";

type SessionRow = Selectable<Schema["session"]>;

/** Sessions with the places they are sold from: their own, or for a course those of its schedule. */
const sessionsWithPlaces = (db: Database, siteId: string) =>
  db
    .selectFrom("session")
    .leftJoin("places as own", (join) =>
      join.onRef("own.siteId", "=", "session.siteId").onRef("own.id", "=", "session.id"),
    )
    .leftJoin("places as shared", (join) =>
      join.onRef("shared.siteId", "=", "session.siteId").onRef("shared.id", "=", "session.scheduleId"),
    )
    .where("session.siteId", "=", siteId)
    .selectAll("session")
    .select([
      sql<boolean>`own.id is not null or shared.id is not null`.as("counted"),
      sql<number | null>`case when own.id is null then shared.capacity else own.capacity end`.as("capacity"),
      sql<number>`coalesce(own.taken, shared.taken, 0)`.as("taken"),
    ]);

/** Sessions that start within [from, to), in order; of some schedules or of all. */
export const sessionsBetween = async (
  db: Database,
  siteId: string,
  { from, to, scheduleIds }: { from: Date; to: Date; scheduleIds: readonly string[] | undefined },
) => {
  if (scheduleIds?.length === 0) return [];
  const within = sessionsWithPlaces(db, siteId)
    .where("session.startDate", ">=", from)
    .where("session.startDate", "<", to)
    .orderBy("session.startDate")
    .orderBy("session.id");
  if (!scheduleIds) return within.execute();
  return within.where("session.scheduleId", "=", sql<string>`any(${[...scheduleIds]}::uuid[])`).execute();
};

/** The sessions of courses in order, for "2 of 4". */
export const courseSessions = (db: Database, siteId: string, scheduleIds: readonly string[]) =>
  db
    .selectFrom("session")
    .select(["id", "scheduleId"])
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

// The timetable still reaches the counter through here.
export { closePlaces, insertPlaces, openCourses, openPlaces, places, setCapacity } from "./places.ts";

/** Adds sessions that are not there yet; returns the ids of those it added. */
export const insertSessions = async (db: Database, rows: Insertable<Schema["session"]>[]): Promise<Set<string>> => {
  const made = await db
    .insertInto("session")
    .values(rows)
    .onConflict((conflict) => conflict.constraint("session_is_made_once").doNothing())
    .returning("id")
    .execute();
  return new Set(made.map(({ id }) => id));
};

export const changeSession = (db: Database, siteId: string, id: string, to: Partial<Insertable<Schema["session"]>>) =>
  db.updateTable("session").set(to).where("siteId", "=", siteId).where("id", "=", id).execute();

/** Dates a rule has sessions on already, from a date on. */
export const datesMade = async (db: Database, siteId: string, from: string) => {
  const rows = await db
    .selectFrom("session")
    .select(["ruleId", "date"])
    .where("siteId", "=", siteId)
    .where("date", ">=", from)
    .where("startDate", ">=", sql<Date>`${from}::date - interval '2 days'`)
    .execute();
  return new Set(rows.map(({ ruleId, date }) => `${ruleId} ${date}`));
};

export const sessionsOfRule = (db: Database, siteId: string, ruleId: string, after: Date) =>
  db
    .selectFrom("session")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("ruleId", "=", ruleId)
    .where("startDate", ">", after)
    .forUpdate()
    .execute();

export const rules = async (db: Database, siteId: string, id?: string): Promise<Rule[]> => {
  const all = db.selectFrom("scheduleRule").selectAll().where("siteId", "=", siteId).orderBy("id");
  return (id ? all.where("id", "=", id) : all).execute();
};

export const insertRule = (db: Database, row: Insertable<Schema["scheduleRule"]>) =>
  db.insertInto("scheduleRule").values(row).execute();

export const changeRule = (db: Database, siteId: string, id: string, to: Partial<Omit<Rule, "id" | "scheduleId">>) =>
  db.updateTable("scheduleRule").set(to).where("siteId", "=", siteId).where("id", "=", id).execute();

/** Exceptions from a date on, by rule and then by date. */
export const exceptions = async (db: Database, siteId: string, from: string) => {
  const rows: Exception[] = await db
    .selectFrom("scheduleException")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("date", ">=", from)
    .execute();
  const byRule = new Map<string, Map<string, Exception>>();
  for (const row of rows) {
    const dates = byRule.get(row.ruleId) ?? new Map<string, Exception>();
    byRule.set(row.ruleId, dates.set(row.date, row));
  }
  return byRule;
};

/** Sets exceptions, in place of those that were there for the same rules and dates. */
export const putExceptions = async (db: Database, siteId: string, exceptions: readonly Exception[]) => {
  if (exceptions.length === 0) return;
  await db
    .insertInto("scheduleException")
    .values(exceptions.map((exception) => ({ ...exception, siteId })))
    .onConflict((conflict) =>
      conflict.columns(["siteId", "ruleId", "date"]).doUpdateSet((eb) => ({
        canceled: eb.ref("excluded.canceled"),
        startTime: eb.ref("excluded.startTime"),
        durationMinutes: eb.ref("excluded.durationMinutes"),
        capacity: eb.ref("excluded.capacity"),
        staffIds: eb.ref("excluded.staffIds"),
      })),
    )
    .execute();
};

export const timeZone = async (db: Database, siteId: string): Promise<string> =>
  (await db.selectFrom("site").select("timeZone").where("id", "=", siteId).executeTakeFirstOrThrow()).timeZone;
