import { required } from "@uola/contract/required";
import { type Database, json, type Schema } from "@uola/database";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { FullException, FullRule } from "./rules.ts";

export type SessionRow = Selectable<Schema["session"]>;

const some = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`;

type RuleRow = Selectable<Schema["scheduleRule"]>;
const toRule = ({ siteId: _, createdDate: __, breaks, extra, ...rule }: RuleRow): FullRule => ({
  ...rule,
  startTime: rule.startTime.slice(0, 8),
  breaks,
  extra,
});

/** Locks rules in the order of their ids, to avoid deadlocks. */
export const lockRules = async (tx: Database, siteId: string, ids: readonly string[], mode: "share" | "update") => {
  const found = tx.selectFrom("scheduleRule").selectAll().where("siteId", "=", siteId).where("id", "=", some(ids));
  const ordered = found.orderBy("id");
  return (await (mode === "share" ? ordered.forShare() : ordered.forUpdate()).execute()).map(toRule);
};

export const rulesOf = async (db: Database, siteId: string, scheduleId: string): Promise<FullRule[]> => {
  const rules = db.selectFrom("scheduleRule").selectAll().where("siteId", "=", siteId);
  const ordered = rules.where("scheduleId", "=", scheduleId).orderBy("weekday").orderBy("startTime").orderBy("id");
  return (await ordered.execute()).map(toRule);
};

export type RulePage = { until: string; id: string };
/** Returns the ids of rules that have not ended on a date, page by page. The index skips ended rules. */
export const activeRuleIds = async (
  db: Database,
  siteId: string,
  from: string,
  after: RulePage | undefined,
  limit: number,
): Promise<RulePage[]> => {
  const until = sql`coalesce(valid_until, 'infinity'::date)`;
  const { rows } = await sql<RulePage>`select (${until})::text as until, id from schedule_rule
    where site_id = ${siteId} and ${until} >= ${from}::date
      and ${after ? sql`(${until}, id) > (${after.until}::date, ${after.id}::uuid)` : sql`true`}
    order by ${until}, id limit ${limit}`.execute(db);
  return rows;
};

const ruleColumns = ({ breaks, extra, ...rule }: Partial<Omit<FullRule, "id">>) => ({
  ...rule,
  ...(breaks && { breaks: json(breaks) }),
  ...(extra && { extra: json(extra) }),
});
export const insertRule = (tx: Database, siteId: string, { id, ...rule }: FullRule, at: Date) =>
  tx
    .insertInto("scheduleRule")
    .values({
      siteId,
      id,
      createdDate: at,
      ...(ruleColumns(rule) as Omit<Insertable<Schema["scheduleRule"]>, "siteId" | "id" | "createdDate">),
    })
    .execute();
export const changeRule = async (tx: Database, siteId: string, id: string, to: Partial<Omit<FullRule, "id">>) => {
  if (Object.keys(to).length === 0) return;
  await tx.updateTable("scheduleRule").set(ruleColumns(to)).where("siteId", "=", siteId).where("id", "=", id).execute();
};

/** Returns the exceptions of rules, ordered by rule and date. */
export const exceptions = async (
  db: Database,
  siteId: string,
  ruleIds: readonly string[],
  dates?: readonly string[],
) => {
  const rows = await db
    .selectFrom("scheduleException")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("ruleId", "=", some(ruleIds))
    .$if(dates !== undefined, (all) => all.where("date", "=", sql<string>`any(${[...(dates ?? [])]}::date[])`))
    .execute();
  const byRule = new Map<string, Map<string, FullException>>();
  for (const { siteId: _, extra, ...row } of rows) {
    const found = byRule.get(row.ruleId) ?? new Map<string, FullException>();
    byRule.set(row.ruleId, found.set(row.date, { ...row, extra }));
  }
  return byRule;
};

/** Writes exceptions, replacing existing ones for the same rules and dates. */
export const putExceptions = async (tx: Database, siteId: string, exceptions: readonly FullException[]) => {
  if (exceptions.length === 0) return;
  const columns = [
    "canceled",
    "restored",
    "movedTo",
    "startTime",
    "durationMinutes",
    "capacity",
    "staffIds",
    "resourceIds",
    "extra",
  ] as const;
  await tx
    .insertInto("scheduleException")
    .values(exceptions.map(({ extra, ...row }) => ({ ...row, siteId, extra: extra && json(extra) })))
    .onConflict((conflict) =>
      conflict
        .columns(["siteId", "ruleId", "date"])
        .doUpdateSet((eb) => Object.fromEntries(columns.map((name) => [name, eb.ref(`excluded.${name}`)]))),
    )
    .execute();
};

/** Cancels dates of rules. Other columns of existing exceptions are not changed. */
export const cancelSessions = (tx: Database, siteId: string, dates: readonly { ruleId: string; date: string }[]) =>
  dates.length === 0
    ? undefined
    : tx
        .insertInto("scheduleException")
        .values(dates.map(({ ruleId, date }) => ({ siteId, ruleId, date, canceled: true })))
        .onConflict((conflict) => conflict.columns(["siteId", "ruleId", "date"]).doUpdateSet({ canceled: true }))
        .execute();

/** Removes the restored mark from the exceptions on and after a date. */
export const clearRestored = (tx: Database, siteId: string, ruleId: string, from: string) =>
  tx
    .updateTable("scheduleException")
    .set({ restored: false })
    .where("siteId", "=", siteId)
    .where("ruleId", "=", ruleId)
    .where("date", ">=", from)
    .where("restored", "=", true)
    .execute();

/**
 * Moves the sessions and exceptions on and after a date to another rule, or to other dates of the
 * same rule.
 */
export async function moveExceptions(
  tx: Database,
  siteId: string,
  { from, ruleId, to, days }: { from: string; ruleId: string; to: string; days: number },
): Promise<void> {
  for (const table of ["schedule_exception", "session"]) {
    await sql`update ${sql.table(table)} set rule_id = ${to}, date = date + ${days}::int
      where site_id = ${siteId} and rule_id = ${ruleId} and date >= ${from}::date`.execute(tx);
  }
}

/** Returns the dates on which rules already have sessions. */
export const generatedDates = async (db: Database, siteId: string, ruleIds: readonly string[], from: string) => {
  const rows = await db
    .selectFrom("session")
    .select(["ruleId", "date"])
    .where("siteId", "=", siteId)
    .where("ruleId", "=", some(ruleIds))
    .where("date", ">=", from)
    .execute();
  return new Set(rows.map(({ ruleId, date }) => `${ruleId} ${date}`));
};

/** Inserts sessions that do not exist yet; returns the ids of the inserted ones. */
export const insertSessions = async (tx: Database, rows: Insertable<Schema["session"]>[]): Promise<Set<string>> => {
  const made = await tx
    .insertInto("session")
    .values(rows)
    .onConflict((conflict) => conflict.constraint("session_is_made_once").doNothing())
    .returning("id")
    .execute();
  return new Set(made.map(({ id }) => id));
};

export const changeSession = (tx: Database, siteId: string, id: string, to: Updateable<Schema["session"]>) =>
  tx.updateTable("session").set(to).where("siteId", "=", siteId).where("id", "=", id).execute();

export const session = (db: Database, siteId: string, id: string): Promise<SessionRow | undefined> =>
  db.selectFrom("session").selectAll().where("siteId", "=", siteId).where("id", "=", id).executeTakeFirst();
export const lockSession = (tx: Database, siteId: string, id: string): Promise<SessionRow | undefined> =>
  tx.selectFrom("session").selectAll().where("siteId", "=", siteId).where("id", "=", id).forUpdate().executeTakeFirst();

/** Selects sessions that have not begun, locked in id order. */
const upcoming = (tx: Database, siteId: string, now: Date) =>
  tx
    .selectFrom("session")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("startDate", ">", now)
    .orderBy("id")
    .forUpdate();
export const upcomingOfRule = (tx: Database, siteId: string, ruleId: string, now: Date, date?: string) =>
  upcoming(tx, siteId, now)
    .where("ruleId", "=", ruleId)
    .$if(date !== undefined, (all) => all.where("date", "=", required(date, "date")))
    .execute();
export const upcomingOfSchedule = (tx: Database, siteId: string, scheduleId: string, now: Date) =>
  upcoming(tx, siteId, now).where("scheduleId", "=", scheduleId).execute();
/** Returns the upcoming sessions led by a trainer. */
export const upcomingOfStaff = (tx: Database, siteId: string, staffId: string, now: Date) =>
  upcoming(tx, siteId, now)
    .where(sql<boolean>`staff_ids @> ${[staffId]}::uuid[]`)
    .execute();

/** Returns the trainer teams of a course's lessons that have not begun. */
export const upcomingTeams = async (
  tx: Database,
  siteId: string,
  scheduleId: string,
  now: Date,
): Promise<string[][]> => {
  const sessions = tx.selectFrom("session").select("staffIds").distinct().where("siteId", "=", siteId);
  const upcoming = sessions.where("scheduleId", "=", scheduleId).where("status", "=", "CONFIRMED");
  return (await upcoming.where("startDate", ">", now).execute()).map(({ staffIds }) => staffIds);
};

/** Returns the first date of a rule that has not begun. */
export const firstUpcoming = async (
  tx: Database,
  siteId: string,
  ruleId: string,
  now: Date,
): Promise<string | undefined> => {
  const sessions = tx.selectFrom("session").select((eb) => eb.fn.min<string | null>("date").as("date"));
  const mine = sessions.where("siteId", "=", siteId).where("ruleId", "=", ruleId).where("startDate", ">", now);
  return (await mine.executeTakeFirst())?.date ?? undefined;
};

/**
 * Returns the participant limit of each trainer, by id. The trainers are locked, so that none can
 * be removed or booked for an appointment in the meantime.
 */
export const limitsOf = async (tx: Database, siteId: string, ids: readonly string[]) => {
  const staff = tx.selectFrom("staff").select(["id", "maxParticipants"]).where("siteId", "=", siteId);
  const found = staff.where("id", "=", some(ids)).where("removedDate", "is", null).orderBy("id").forShare();
  return new Map((await found.execute()).map(({ id, maxParticipants }) => [id, maxParticipants]));
};
export const knownResources = async (tx: Database, siteId: string, ids: readonly string[]): Promise<Set<string>> => {
  const found = tx.selectFrom("resource").select("id").where("siteId", "=", siteId).where("id", "=", some(ids));
  return new Set((await found.orderBy("id").forShare().execute()).map(({ id }) => id));
};

/** Selects times off that overlap a period, with their reason and the name of the trainer or resource. */
export const timesOff = (db: Database, siteId: string, from: Date, to: Date) =>
  db
    .selectFrom("timeOff")
    .leftJoin("staff", (join) =>
      join.onRef("staff.siteId", "=", "timeOff.siteId").onRef("staff.id", "=", "timeOff.resourceId"),
    )
    .leftJoin("resource", (join) =>
      join.onRef("resource.siteId", "=", "timeOff.siteId").onRef("resource.id", "=", "timeOff.resourceId"),
    )
    .where("timeOff.siteId", "=", siteId)
    .where("timeOff.endDate", ">", from)
    .where("timeOff.startDate", "<", to)
    .select([
      "resourceId",
      "timeOff.startDate",
      "timeOff.endDate",
      "reason",
      "staff.name as staffName",
      "resource.name as resourceName",
    ])
    .execute();

export const timeZone = async (db: Database, siteId: string): Promise<string> =>
  (await db.selectFrom("site").select("timeZone").where("id", "=", siteId).executeTakeFirstOrThrow()).timeZone;

/** Selects the bookings of a session, or of its course, for the people who run the session. */
export const partiesOf = (db: Database, siteId: string, sessionId: string, courseScheduleId: string | undefined) =>
  db
    .selectFrom("booking")
    .select([
      "id",
      "status",
      "totalParticipants",
      "contactDetails",
      "participants",
      "flowControl",
      "visitorId",
      "memberId",
    ])
    .where("siteId", "=", siteId)
    .$if(courseScheduleId === undefined, (all) => all.where("sessionId", "=", sessionId))
    .$if(courseScheduleId !== undefined, (all) =>
      all.where("scheduleId", "=", required(courseScheduleId, "course schedule id")).where("sessionId", "is", null),
    )
    .where("status", "in", ["CONFIRMED", "PENDING", "DECLINED"])
    .orderBy("createdDate")
    .orderBy("id")
    .execute();

/** Returns the schedule id of a service, or the given id if there is no such service. */
export const scheduleIdOf = async (db: Database, siteId: string, serviceId: string): Promise<string> => {
  const services = db.selectFrom("service").select("scheduleId").where("siteId", "=", siteId);
  return (await services.where("id", "=", serviceId).executeTakeFirst())?.scheduleId ?? serviceId;
};

/** Selects upcoming sessions that take place: all of them, or a subset. */
export const ahead = (
  db: Database,
  siteId: string,
  which: { now: Date } & ({ sessionIds?: readonly string[] } | { ruleIds?: readonly string[] }),
) => {
  const sessionIds = "sessionIds" in which ? which.sessionIds : undefined;
  const ruleIds = "ruleIds" in which ? which.ruleIds : undefined;
  return db
    .selectFrom("session")
    .select(["id", "scheduleId", "serviceId", "ruleId", "date", "startDate", "endDate", "extra"])
    .where("siteId", "=", siteId)
    .where("startDate", ">", which.now)
    .where("status", "=", "CONFIRMED")
    .$if(sessionIds !== undefined, (all) => all.where("id", "=", some(sessionIds ?? [])))
    .$if(ruleIds !== undefined, (all) => all.where("ruleId", "=", some(ruleIds ?? [])))
    .orderBy("startDate")
    .orderBy("id")
    .execute();
};
export type AheadRow = Awaited<ReturnType<typeof ahead>>[number];

export const rulesByIds = async (db: Database, siteId: string, ids: readonly string[]): Promise<FullRule[]> => {
  const rules = db.selectFrom("scheduleRule").selectAll().where("siteId", "=", siteId).where("id", "=", some(ids));
  return (await rules.execute()).map(toRule);
};

export const hasLocation = async (db: Database, siteId: string, id: string): Promise<boolean> => {
  const locations = db.selectFrom("location").select("id").where("siteId", "=", siteId).where("id", "=", id);
  return (await locations.executeTakeFirst()) !== undefined;
};

/**
 * Returns the number of bookings and people per session id. A lesson of a course has the numbers of
 * the course.
 */
export const bookedAt = async (
  db: Database,
  siteId: string,
  sessions: readonly { id: string; scheduleId: string }[],
): Promise<Map<string, { bookings: number; participants: number }>> => {
  if (sessions.length === 0) return new Map();
  const rows = await db
    .selectFrom("booking")
    .select([
      "placesId",
      sql<number>`count(*)::int`.as("bookings"),
      sql<number>`sum(total_participants)::int`.as("participants"),
    ])
    .where("siteId", "=", siteId)
    .where("status", "in", ["CREATED", "PENDING", "CONFIRMED"])
    .where(
      sql<boolean>`(session_id = ${some(sessions.map(({ id }) => id))}
        or (schedule_id = ${some(sessions.map(({ scheduleId }) => scheduleId))} and places_id = schedule_id))`,
    )
    .groupBy("placesId")
    .execute();
  const byPlaces = new Map(rows.map(({ placesId, ...counts }) => [placesId, counts]));
  return new Map(
    sessions.flatMap(({ id, scheduleId }) => {
      const counts = byPlaces.get(id) ?? byPlaces.get(scheduleId);
      return counts ? [[id, counts] as const] : [];
    }),
  );
};

/** Selects the next session of a schedule that takes place. */
export const nextOfSchedule = (db: Database, siteId: string, scheduleId: string, now: Date) =>
  db
    .selectFrom("session")
    .select(["id", "startDate"])
    .where("siteId", "=", siteId)
    .where("scheduleId", "=", scheduleId)
    .where("status", "=", "CONFIRMED")
    .where("startDate", ">", now)
    .orderBy("startDate")
    .limit(1)
    .executeTakeFirst();
