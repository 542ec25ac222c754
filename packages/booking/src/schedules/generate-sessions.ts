import type { Service } from "@uola/contract";
import { type Database, json, newId } from "@uola/database";
import { type BackgroundTask, type Context, dayMs, transact } from "@uola/kernel";
import {
  dateAfter,
  dateOf,
  insertPlaces,
  lockPlaces,
  type Occurrence,
  occurrences,
  openCourses,
  setCapacity,
} from "../availability/availability.ts";
import { type ChangeCause, sessionsRescheduled } from "../events.ts";
import { readServices } from "../services/services.ts";
import type { EditContext } from "./edit-context.ts";
import { findBelowSold } from "./find-below-sold.ts";
import { type Extra, effectiveCapacity, type FullException, type FullRule, skips } from "./rules.ts";
import * as store from "./store.ts";

/** How far ahead sessions are generated. A course is generated until its end. */
const aheadDays = 26 * 7;
const rulesAtOnce = 50;
const rowsAtOnce = 1000;

export const isCourse = (service: Pick<Service, "type"> | undefined): boolean => service?.type === "COURSE";

/** A planned session of a weekly rule. */
type PlannedSession = { occurrence: Occurrence; service: Service; extra: Extra; away: string | undefined };

/**
 * Returns the missing sessions that rules produce for today and later dates. `away` names the
 * unavailable trainer or resource.
 */
export async function plan(
  tx: Database,
  context: Context,
  rules: readonly FullRule[],
  isNew = false,
): Promise<PlannedSession[]> {
  const { siteId, now } = context;
  const timeZone = await store.timeZone(tx, siteId);
  const from = dateOf(now(), timeZone);
  const ids = rules.map(({ id }) => id);
  const scheduleIds = [...new Set(rules.map(({ scheduleId }) => scheduleId))];
  const services = await readServices({ ...context, db: tx }, { scheduleIds });
  const bySchedule = new Map([...services.values()].map((service) => [service.schedule.id, service]));
  const exceptions = isNew ? new Map<string, Map<string, FullException>>() : await store.exceptions(tx, siteId, ids);
  const made = isNew ? new Set<string>() : await store.generatedDates(tx, siteId, ids, from);
  const planned = rules.flatMap((rule) => {
    const service = bySchedule.get(rule.scheduleId);
    if (!service) return [];
    const until = isCourse(service) && rule.validUntil ? rule.validUntil : dateAfter(from, aheadDays);
    const differing = exceptions.get(rule.id) ?? new Map<string, FullException>();
    return occurrences(rule, differing, { from, until }, timeZone, skips)
      .filter(({ date }) => !made.has(`${rule.id} ${date}`))
      .map((occurrence) => ({
        occurrence,
        service,
        extra: { ...rule.extra, ...differing.get(occurrence.date)?.extra },
      }));
  });
  const absent = await absences(
    tx,
    siteId,
    planned.map(({ occurrence }) => occurrence),
  );
  return planned.map((each) => ({ ...each, away: absent(each.occurrence) }));
}

async function absences(tx: Database, siteId: string, planned: readonly Occurrence[]) {
  const times = planned.flatMap(({ startDate, endDate }) => [startDate.getTime(), endDate.getTime()]);
  if (times.length === 0) return () => undefined;
  const [first, last] = times.reduce(
    ([least, most], time) => [Math.min(least, time), Math.max(most, time)],
    [Number.POSITIVE_INFINITY, 0],
  );
  const byWhom = Map.groupBy(
    await store.timesOff(tx, siteId, new Date(first), new Date(last)),
    (each) => each.resourceId,
  );
  return ({ startDate, endDate, staffIds, resourceIds }: Occurrence): string | undefined => {
    const times = [...staffIds, ...resourceIds].flatMap((id) => byWhom.get(id) ?? []);
    const off = times.find((each) => each.startDate < endDate && each.endDate > startDate);
    return off && [off.staffName ?? off.resourceName, off.reason].filter(Boolean).join(": ");
  };
}

/**
 * Creates the missing sessions of rules in the transaction. A session whose trainer or resource is
 * away is created as canceled.
 */
export async function generateSessionsOf(tx: Database, context: Context, ruleIds: readonly string[]): Promise<number> {
  const { siteId, now } = context;
  // A shared lock lets several processes generate sessions at once. A concurrent change to a rule
  // waits and then rewrites the sessions.
  const rules = await store.lockRules(tx, siteId, ruleIds, "share");
  const planned = await plan(tx, context, rules);
  const limits = await store.limitsOf(tx, siteId, [
    ...new Set(planned.flatMap(({ occurrence }) => occurrence.staffIds)),
  ]);
  await store.knownResources(tx, siteId, [...new Set(planned.flatMap(({ occurrence }) => occurrence.resourceIds))]);
  const courses = new Map(
    planned.filter(({ service }) => isCourse(service)).map(({ service }) => [service.schedule.id, service]),
  );
  await insertPlaces(
    tx,
    [...courses].map(([id, { defaultCapacity }]) => ({ siteId, id, capacity: defaultCapacity })),
  );
  const at = now();
  let added = 0;
  for (let start = 0; start < planned.length; start += rowsAtOnce) {
    const sessions = planned.slice(start, start + rowsAtOnce).map((each) => ({ ...each, id: newId() }));
    const made = await store.insertSessions(
      tx,
      sessions.map(({ id, service, extra, away, occurrence: { canceled, capacity: _, ...occurrence } }) => ({
        ...occurrence,
        siteId,
        id,
        serviceId: service.id,
        status: canceled || away !== undefined ? "CANCELLED" : "CONFIRMED",
        busy: extra.transparency !== "FREE",
        extra: json(extra),
        createdDate: at,
        updatedDate: at,
      })),
    );
    const here = sessions.filter(({ id }) => made.has(id));
    await store.cancelSessions(
      tx,
      siteId,
      here.flatMap(({ away, occurrence }) => (away === undefined ? [] : [occurrence])),
    );
    const open = here.filter(
      ({ away, occurrence, service }) => !occurrence.canceled && away === undefined && !isCourse(service),
    );
    await insertPlaces(
      tx,
      open.map(({ id, service, extra, occurrence: { capacity, staffIds } }) => {
        const input = { capacity, capacityType: extra.capacityType };
        return {
          siteId,
          id,
          capacity: effectiveCapacity(input, service.defaultCapacity, limitsFrom(limits, staffIds)),
        };
      }),
    );
    added += made.size;
  }
  const longer = new Set(
    planned.flatMap(({ service, occurrence }) =>
      isCourse(service) && !occurrence.canceled ? service.schedule.id : [],
    ),
  );
  for (const scheduleId of longer) {
    await limitCourse(tx, context, scheduleId);
    await publishAddedSessions(tx, context, making, scheduleId);
  }
  return added;
}

const making: ChangeCause = { actor: { kind: "system", id: "schedules" }, notification: undefined };

/**
 * Emits the event for sessions added to a schedule, because a course may now begin earlier or end
 * later.
 */
export async function publishAddedSessions(
  tx: Database,
  context: Context,
  by: ChangeCause,
  scheduleId: string,
): Promise<void> {
  await context.events.emit(tx, sessionsRescheduled, { ...by, scheduleId, sessions: [] });
}

/**
 * Sets the capacity of a course to the requested value, or keeps the current one. The capacity
 * never exceeds the combined limit of the trainers of any upcoming lesson. A lesson limits the
 * course only if each of its trainers has a limit.
 */
export async function limitCourse(
  tx: Database,
  context: Context,
  scheduleId: string,
  { capacity, edit }: { capacity?: number; edit?: EditContext } = {},
) {
  const { siteId, now } = context;
  const current = await lockPlaces(tx, siteId, scheduleId);
  if (!current) return;
  const teams = await store.upcomingTeams(tx, siteId, scheduleId, now());
  const limits = await store.limitsOf(tx, siteId, [...new Set(teams.flat())]);
  const requested = capacity ?? current.capacity ?? Number.POSITIVE_INFINITY;
  const least = teams.reduce((least, staffIds) => {
    const input = { capacity: least, capacityType: undefined };
    return effectiveCapacity(input, least, limitsFrom(limits, staffIds)) ?? least;
  }, requested);
  if (least === current.capacity || !Number.isFinite(least)) return;
  if (edit?.capacityCheck) {
    const next = await store.nextOfSchedule(tx, siteId, scheduleId, now());
    const lesson = { sessionId: next?.id ?? null, startDate: next?.startDate ?? null };
    await findBelowSold(tx, context, { id: scheduleId, scheduleId, ...lesson, capacity: least }, edit);
  }
  await setCapacity(tx, siteId, scheduleId, least);
}

export const limitsFrom = (limits: ReadonlyMap<string, number | null>, staffIds: readonly string[]) =>
  staffIds.filter((id) => limits.has(id)).map((id) => limits.get(id) ?? null);

/** Creates the missing sessions of all rules. Safe to run concurrently in any number of processes. */
export async function generateSessions(context: Context): Promise<number> {
  const { db, siteId, now } = context;
  const from = dateOf(now(), await store.timeZone(db, siteId));
  await openCourses(db, siteId);
  const publish = (count: number) => (count > 0 ? publishSessions.publish : []);
  let added = 0;
  for (let after: store.RulePage | undefined; ; ) {
    const page = await store.activeRuleIds(db, siteId, from, after, rulesAtOnce);
    if (page.length === 0) break;
    const ids = page.map(({ id }) => id);
    added += await transact(context, { publish }, (tx) => generateSessionsOf(tx, context, ids));
    after = page.at(-1);
  }
  return added;
}

/** The topics published by a change to the timetable. */
export const publishSessions = { publish: ["services", "availability"] } as const;

/** Background task that generates the timetable ahead. */
export const sessionGenerationTask = (context: Context): BackgroundTask => ({
  name: "schedules: make sessions ahead",
  everyMs: dayMs,
  startWaits: true,
  async run() {
    await generateSessions(context);
  },
});
