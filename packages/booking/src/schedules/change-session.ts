import type { contract, Input } from "@uola/contract";
import { type Database, json, newId } from "@uola/database";
import { type Context, dayMs, LookUpOutdated, minuteMs, Refusal, transact, Violation } from "@uola/kernel";
import { insertPlaces, readMoment, wallTimeOf } from "../availability/availability.ts";
import {
  changeAll,
  changeLater,
  currentValues,
  type EditContext,
  endRule,
  endSessions,
  propagateChange,
  rewriteSessions,
} from "./change-series.ts";
import { isCourse, limitCourse, limitsFrom, publishAddedSessions, publishSessions } from "./generate-sessions.ts";
import {
  defaultException,
  type Extra,
  effectiveCapacity,
  extraOf,
  type FullException,
  type FullRule,
} from "./rules.ts";
import * as store from "./store.ts";
import { note, refuseUnknown, serviceOf, system } from "./weekly-rules.ts";

type Group = typeof contract.schedules;
export type Change = Input<Group["changeSession"]>["change"];
export type Scope = NonNullable<Input<Group["changeSession"]>["scope"]>;
type Target = { session: store.SessionRow; rule: FullRule | undefined };

/** A series moves within its week; further is another series. */
const seriesDaysMax = 6;

/** Runs an edit of one session in a transaction, with its weekly time locked before it, so that two owners take turns. */
async function edit<T>(context: Context, id: string, work: (tx: Database, target: Target) => Promise<T>): Promise<T> {
  const { siteId } = context;
  return transact(context, publishSessions, async (tx) => {
    const seen = await store.session(tx, siteId, id);
    const [rule] = seen?.ruleId ? await store.lockRules(tx, siteId, [seen.ruleId], "update") : [];
    const session = await store.lockSession(tx, siteId, id);
    if (!session) throw new Refusal("SESSION_NOT_FOUND", `No session ${id}.`, 404);
    // Somebody split the series between the two steps.
    if (session.ruleId !== (seen?.ruleId ?? null)) throw new LookUpOutdated();
    return work(tx, { session, rule });
  });
}

const refuseStarted = ({ startDate }: store.SessionRow, { now }: Context) => {
  if (startDate <= now()) throw new Refusal("SESSION_OVER", "The session has begun.");
};

/** Moves or changes one session, this and the later ones, or all of its weekly time; returns the ids of those it reached. */
export async function changeSession(
  context: Context,
  id: string,
  change: Change,
  { scope = "THIS", ...by }: EditContext & { scope?: Scope } = system,
): Promise<string[]> {
  return edit(context, id, async (tx, { session, rule }) => {
    const { siteId, now } = context;
    refuseStarted(session, context);
    await refuseUnknown(tx, siteId, change);
    await note(tx, context, by.actor, "session.change", id, session, { scope, ...change });
    const timeZone = await store.timeZone(tx, siteId);
    if (!rule || !session.date) {
      await rewriteSessions(tx, context, by, session.scheduleId, [session], (row) =>
        manualChange(row, change, timeZone),
      );
      return [id];
    }
    if (scope === "THIS") {
      const [before] = (await store.exceptions(tx, siteId, [rule.id], [session.date])).get(rule.id)?.values() ?? [];
      const exception = before ?? defaultException(rule.id, session.date);
      await store.putExceptions(tx, siteId, [{ ...exception, ...exceptionFrom(change, exception, timeZone) }]);
      await propagateChange(tx, context, by, rule.id, session.date);
      return [id];
    }
    const series = seriesFrom(change, rule, session, timeZone, now());
    if (scope === "ALL" || session.date <= rule.validFrom) {
      await changeAll(tx, context, by, rule, series);
      return sessionsInScope(tx, context, rule.id);
    }
    return sessionsInScope(tx, context, await changeLater(tx, context, by, rule, session.date, series));
  });
}

const sessionsInScope = async (tx: Database, { siteId, now }: Context, ruleId: string) =>
  (await store.upcomingOfRule(tx, siteId, ruleId, now())).map(({ id }) => id);

/** A session without a weekly time, as changed. */
function manualChange(row: store.SessionRow, change: Change, timeZone: string) {
  const before = currentValues(row);
  const { startTime, durationMinutes } = change;
  const wall = startTime && `${wallTimeOf(row.startDate, timeZone).slice(0, 10)}T${startTime}`;
  const startDate = change.startDate ?? ((wall && readMoment(wall, timeZone)) || before.startDate);
  const lasts = durationMinutes ? durationMinutes * minuteMs : +before.endDate - +before.startDate;
  const capacity = change.capacity ?? before.capacity;
  return {
    ...before,
    startDate,
    endDate: new Date(+startDate + lasts),
    staffIds: change.staffIds ?? before.staffIds,
    resourceIds: change.resourceIds ?? before.resourceIds,
    capacity,
    extra: { ...before.extra, ...extraOf(change), ...(capacity !== null && { capacity }) },
  };
}

/** What a change makes different of one date. */
function exceptionFrom(change: Change, before: FullException, timeZone: string): Partial<FullException> {
  const { startDate, startTime, durationMinutes, capacity, staffIds, resourceIds } = change;
  const [date = "", time = ""] = startDate ? wallTimeOf(startDate, timeZone).split("T") : [];
  const extra = extraOf(change);
  return {
    ...(startDate && { movedTo: date === before.date ? null : date, startTime: time }),
    ...(!startDate && startTime && { startTime }),
    ...(durationMinutes && { durationMinutes }),
    ...(typeof capacity === "number" && { capacity }),
    ...(staffIds && { staffIds }),
    ...(resourceIds && { resourceIds }),
    ...(Object.keys(extra).length > 0 && { extra: { ...before.extra, ...extra } }),
  };
}

/** What a change makes of a weekly time; a moment says by how many days it moves, and to what time. */
function seriesFrom(change: Change, rule: FullRule, session: store.SessionRow, timeZone: string, now: Date) {
  const { startDate, startTime, durationMinutes, capacity, staffIds, resourceIds } = change;
  const [date = "", time = ""] = startDate ? wallTimeOf(startDate, timeZone).split("T") : [];
  const days = startDate ? (Date.parse(date) - Date.parse(session.date ?? date)) / dayMs : 0;
  if (Math.abs(days) > seriesDaysMax || (startDate && startDate <= now)) {
    const description = `must be ahead, and within ${seriesDaysMax} days of the session's date when several are moved`;
    throw new Violation([{ field: "change.startDate", description }]);
  }
  const to = {
    ...(startDate ? { startTime: time } : startTime ? { startTime } : {}),
    ...(durationMinutes && { durationMinutes }),
    ...(typeof capacity === "number" && { capacity }),
    ...(staffIds && { staffIds }),
    ...(resourceIds && { resourceIds }),
    extra: { ...rule.extra, ...extraOf(change) },
  };
  return { to, days };
}

/** Calls one session off, this and the later ones, or all of its weekly time; returns the ids of those it reached. */
export async function cancelSession(
  context: Context,
  id: string,
  { scope = "THIS", ...by }: EditContext & { scope?: Scope } = system,
): Promise<string[]> {
  return edit(context, id, async (tx, { session, rule }) => {
    const { siteId, now } = context;
    refuseStarted(session, context);
    await note(tx, context, by.actor, "session.cancel", id, session, { scope });
    if (!rule || !session.date) {
      const { scheduleId } = session;
      if (session.status === "CONFIRMED") {
        await endSessions(tx, context, { ...by, scheduleId, sessionIds: [id], course: false });
      }
      return [id];
    }
    if (scope === "THIS") {
      await store.cancelSessions(tx, siteId, [{ ruleId: rule.id, date: session.date }]);
      await propagateChange(tx, context, by, rule.id, session.date);
      return [id];
    }
    const first = await store.firstUpcoming(tx, siteId, rule.id, now());
    const from = scope === "ALL" && first ? first : session.date;
    const before = await store.upcomingOfRule(tx, siteId, rule.id, now());
    await endRule(tx, context, by, rule, from);
    return before.filter(({ date }) => (date ?? "") >= from).map((each) => each.id);
  });
}

/** Lets a session that was called off take place. */
export async function restoreSession(context: Context, id: string, by: EditContext = system): Promise<void> {
  await edit(context, id, async (tx, { session, rule }) => {
    if (session.appointment) throw new Refusal("SESSION_NOT_FOUND", "An appointment is booked anew.", 404);
    refuseStarted(session, context);
    if (session.status === "CONFIRMED") return;
    const { siteId } = context;
    await note(tx, context, by.actor, "session.restore", id, session, undefined);
    if (!rule || !session.date) {
      await rewriteSessions(tx, context, by, session.scheduleId, [session], (row) => ({
        ...currentValues(row),
        takesPlace: true,
      }));
      return;
    }
    const [before] = (await store.exceptions(tx, siteId, [rule.id], [session.date])).get(rule.id)?.values() ?? [];
    const exception = before ?? defaultException(rule.id, session.date);
    await store.putExceptions(tx, siteId, [{ ...exception, canceled: false, restored: true }]);
    await propagateChange(tx, context, by, rule.id, session.date);
  });
}

export type NewSession = { startDate: Date; endDate: Date } & ({ serviceId: string } | { scheduleId: string }) &
  Omit<Change, "startDate" | "startTime" | "durationMinutes">;

/** Adds one session by hand, outside of any weekly time. Returns its id. Errors: SCHEDULE_NOT_FOUND, STAFF_NOT_FOUND, RESOURCE_NOT_FOUND. */
export async function createSession(context: Context, input: NewSession, by: EditContext = system): Promise<string> {
  const { siteId, now } = context;
  const { startDate, endDate, capacity = null, staffIds, resourceIds } = input;
  if (endDate <= startDate || +endDate - +startDate > dayMs) {
    throw new Violation([{ field: "endDate", description: "must be after the start, by a day at most" }]);
  }
  const id = newId();
  const dates = { createdDate: now(), updatedDate: now() };
  await transact(context, publishSessions, async (tx) => {
    const ownScheduleId =
      "scheduleId" in input ? input.scheduleId : await store.scheduleIdOf(tx, siteId, input.serviceId);
    const service = await serviceOf(tx, context, ownScheduleId);
    await refuseUnknown(tx, siteId, input);
    const extra: Extra = { ...extraOf(input), ...(capacity !== null && { capacity }) };
    const people = { staffIds: staffIds ?? [], resourceIds: resourceIds ?? [] };
    const times = { startDate, endDate, busy: extra.transparency !== "FREE", extra: json(extra), ...dates };
    const { id: scheduleId } = service.schedule;
    await store.insertSessions(tx, [{ siteId, id, scheduleId, serviceId: service.id, ...people, ...times }]);
    const limits = limitsFrom(await store.limitsOf(tx, siteId, people.staffIds), people.staffIds);
    const total = effectiveCapacity({ capacity, capacityType: extra.capacityType }, service.defaultCapacity, limits);
    const places = isCourse(service)
      ? { siteId, id: scheduleId, capacity: service.defaultCapacity }
      : { siteId, id, capacity: total };
    await insertPlaces(tx, [places]);
    await note(tx, context, by.actor, "session.create", id, undefined, input);
    if (isCourse(service)) await limitCourse(tx, context, scheduleId);
    await publishAddedSessions(tx, context, by, scheduleId);
  });
  return id;
}
