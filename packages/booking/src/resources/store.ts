import type { Database, Schema } from "@uola/database";
import { dayMs } from "@uola/kernel";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Hours } from "./rules.ts";

type TimeOffRow = Selectable<Schema["timeOff"]>;

const some = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`;

/** Returns working hours by trainer or resource, in weekday order. */
export const hoursOf = async (
  db: Database,
  siteId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Hours[]>> => {
  const rows = await db
    .selectFrom("workingHours")
    .select(["resourceId", "weekday", "startTime", "endTime"])
    .where("siteId", "=", siteId)
    .where("resourceId", "=", some(ids))
    .orderBy("weekday")
    .orderBy("startTime")
    .execute();
  const found = new Map<string, Hours[]>();
  for (const { resourceId, weekday, startTime, endTime } of rows) {
    const hours = found.get(resourceId) ?? [];
    hours.push({ weekday, start: startTime.slice(0, 5), end: endTime.slice(0, 5) });
    found.set(resourceId, hours);
  }
  return found;
};

export const putHours = async (db: Database, siteId: string, resourceId: string, hours: readonly Hours[]) => {
  await db.deleteFrom("workingHours").where("siteId", "=", siteId).where("resourceId", "=", resourceId).execute();
  if (hours.length === 0) return;
  const rows = hours.map(({ weekday, start, end }) => ({
    siteId,
    resourceId,
    weekday,
    startTime: start,
    endTime: end,
  }));
  await db.insertInto("workingHours").values(rows).execute();
};

export const removeTimesOff = (db: Database, siteId: string, resourceId: string) =>
  db.deleteFrom("timeOff").where("siteId", "=", siteId).where("resourceId", "=", resourceId).execute();

/** Whether an account has a role that may lead sessions. */
export const isTrainer = async (db: Database, siteId: string, accountId: string): Promise<boolean> => {
  const account = db.selectFrom("account").select("id").where("siteId", "=", siteId).where("id", "=", accountId);
  return (await account.where("role", "in", ["trainer", "owner"]).executeTakeFirst()) !== undefined;
};

export const isLocation = async (db: Database, siteId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom("location")
    .select("id")
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst()) !== undefined;

/** Whether an upcoming session or a weekly rule that has not ended uses a trainer or a resource. */
export const isInUse = async (
  db: Database,
  siteId: string,
  column: "staffIds" | "resourceIds",
  id: string,
  now: Date,
): Promise<boolean> => {
  const uses = sql<boolean>`${sql.ref(column)} @> ${[id]}::uuid[]`;
  const session = db
    .selectFrom("session")
    .select("id")
    .where("siteId", "=", siteId)
    // A session lasts at most one day.
    .where("startDate", ">", new Date(now.getTime() - dayMs))
    .where("endDate", ">", now)
    .where("status", "=", "CONFIRMED")
    .where(uses);
  const rule = db
    .selectFrom("scheduleRule")
    .select("id")
    .where("siteId", "=", siteId)
    .where(sql<boolean>`coalesce(valid_until, 'infinity'::date) >= ${now}::timestamptz::date`)
    .where(uses);
  return (
    (await session.limit(1).executeTakeFirst()) !== undefined || (await rule.limit(1).executeTakeFirst()) !== undefined
  );
};

/** Whether a trainer or a resource with this id exists. */
export const exists = async (db: Database, siteId: string, id: string): Promise<boolean> => {
  const staff = db.selectFrom("staff").select("id").where("siteId", "=", siteId).where("id", "=", id);
  const resource = db.selectFrom("resource").select("id").where("siteId", "=", siteId).where("id", "=", id);
  const found = staff.where("removedDate", "is", null).union(resource);
  return (await found.executeTakeFirst()) !== undefined;
};

type Period = { from: Date; to: Date; resourceIds?: readonly string[] | null | undefined };
/** Selects times off that overlap [from, to), of the given trainers and resources or of all. */
export const timeOff = (db: Database, siteId: string, { from, to, resourceIds }: Period) =>
  db
    .selectFrom("timeOff")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("endDate", ">", from)
    .where("startDate", "<", to)
    .$if(Boolean(resourceIds), (all) => all.where("resourceId", "=", some(resourceIds ?? [])))
    .orderBy("startDate")
    .orderBy("id")
    .execute();

export const insertTimeOff = (db: Database, row: Insertable<Schema["timeOff"]>) =>
  db.insertInto("timeOff").values(row).execute();
export const removeTimeOff = (db: Database, siteId: string, id: string): Promise<TimeOffRow | undefined> =>
  db.deleteFrom("timeOff").where("siteId", "=", siteId).where("id", "=", id).returningAll().executeTakeFirst();

/** Selects upcoming sessions within a period that use a trainer or a resource. */
export const sessionsWithin = async (
  db: Database,
  siteId: string,
  { resourceId, startDate, endDate }: Pick<TimeOffRow, "resourceId" | "startDate" | "endDate">,
  now: Date,
): Promise<string[]> => {
  const from = new Date(Math.max(startDate.getTime(), now.getTime()));
  const rows = await db
    .selectFrom("session")
    .select("id")
    .where("siteId", "=", siteId)
    .where("startDate", ">", new Date(from.getTime() - dayMs))
    .where("startDate", "<", endDate)
    .where("endDate", ">", from)
    .where("status", "=", "CONFIRMED")
    .where(sql<boolean>`(staff_ids @> ${[resourceId]}::uuid[] or resource_ids @> ${[resourceId]}::uuid[])`)
    .orderBy("startDate")
    .execute();
  return rows.map(({ id }) => id);
};
