import type { contract } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Context, dayMs, type Handlers, minuteMs, Violation } from "@uola/kernel";
import { readMoment, wallTimeOf } from "../availability/availability.ts";
import { capacityCheck, refuseBelowSold } from "../resources/resources.ts";
import { changeAll, currentValues, propagateChange, rewriteSessions, splitRule } from "./change-series.ts";
import { type EditContext, editBy, recordTimetableChange, system } from "./edit-context.ts";
import { type Change, editSession, refuseStarted, type Scope, type Target } from "./edit-session.ts";
import type { SessionReader } from "./read-session.ts";
import {
  changesCapacity,
  defaultException,
  extraOf,
  type FullException,
  type FullRule,
  hoursDecisionAfter,
} from "./rules.ts";
import * as store from "./store.ts";
import { requireKnownStaffAndResources } from "./validation.ts";

export const changeSessionHandler =
  (context: Context, { sessions, conflicts }: SessionReader): Handlers<typeof contract.schedules>["changeSession"] =>
  async ({ sessionId, scope, change, allowBelowSold, participantNotification }, { caller }) => {
    const edit = { ...editBy(caller, participantNotification), scope: scope ?? "THIS", allowBelowSold };
    const sessionIds = await changeSession(context, sessionId, change, edit);
    return {
      sessions: await sessions(sessionIds),
      conflicts: await conflicts({ sessionIds }),
    };
  };

type SessionEdit = EditContext & { scope?: Scope; allowBelowSold?: boolean | null | undefined };

/** A series can move by at most 6 days. To move it further, end it and create a new one. */
const seriesDaysMax = 6;

/**
 * Moves or changes one session, the session and all later ones, or all sessions of its weekly rule.
 * Returns the ids of the affected sessions.
 */
export async function changeSession(
  context: Context,
  id: string,
  change: Change,
  { scope = "THIS", allowBelowSold, ...edit }: SessionEdit = system,
): Promise<string[]> {
  return editSession(context, id, async (tx, target) => {
    const check = changesCapacity(change) ? capacityCheck(allowBelowSold) : undefined;
    const ids = await changeWithin(tx, context, target, change, { ...edit, scope, capacityCheck: check });
    if (check) refuseBelowSold(check);
    return ids;
  });
}

async function changeWithin(
  tx: Database,
  context: Context,
  { session, rule }: Target,
  change: Change,
  { scope, ...by }: EditContext & { scope: Scope },
): Promise<string[]> {
  const { id } = session;
  const { siteId, now } = context;
  refuseStarted(session, context);
  await requireKnownStaffAndResources(tx, siteId, change);
  await recordTimetableChange(tx, context, by.actor, "session.change", id, session, { scope, ...change });
  const timeZone = await store.timeZone(tx, siteId);
  if (!rule || !session.date) {
    await rewriteSessions(tx, context, by, session.scheduleId, [session], (row) => manualChange(row, change, timeZone));
    return [id];
  }
  if (scope === "THIS") {
    const [before] = (await store.exceptions(tx, siteId, [rule.id], [session.date])).get(rule.id)?.values() ?? [];
    const exception = before ?? defaultException(rule.id, session.date);
    await store.putExceptions(tx, siteId, [{ ...exception, ...exceptionFrom(change, exception, rule, timeZone) }]);
    await propagateChange(tx, context, by, rule.id, session.date);
    return [id];
  }
  const series = seriesFrom(change, rule, session, timeZone, now());
  if (scope === "ALL" || session.date <= rule.validFrom) {
    await changeAll(tx, context, by, rule, series);
    return sessionsInScope(tx, context, rule.id);
  }
  return sessionsInScope(tx, context, await splitRule(tx, context, by, rule, session.date, series));
}

const sessionsInScope = async (tx: Database, { siteId, now }: Context, ruleId: string) =>
  (await store.upcomingOfRule(tx, siteId, ruleId, now())).map(({ id }) => id);

const decisionOf = ({ outsideHours, startDate, startTime, durationMinutes }: Change) => ({
  outsideHours,
  moves: Boolean(startDate || startTime || durationMinutes),
});

/** Returns the new values of a session without a weekly rule. */
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
    extra: {
      ...before.extra,
      ...extraOf(change),
      ...(capacity !== null && { capacity }),
      ...hoursDecisionAfter(decisionOf(change), before.extra.hoursDecision, "DATE"),
    },
  };
}

/** Returns the schedule exception that results from changing a single date. */
function exceptionFrom(
  change: Change,
  before: FullException,
  rule: FullRule,
  timeZone: string,
): Partial<FullException> {
  const { startDate, startTime, durationMinutes, capacity, staffIds, resourceIds } = change;
  const [date = "", time = ""] = startDate ? wallTimeOf(startDate, timeZone).split("T") : [];
  const hoursDecision = before.extra?.hoursDecision ?? rule.extra.hoursDecision;
  const extra = { ...extraOf(change), ...hoursDecisionAfter(decisionOf(change), hoursDecision, "DATE") };
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

/**
 * Returns the resulting change to a weekly rule. A new start time determines by how many days the
 * rule moves, and its new time of day.
 */
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
    extra: {
      ...rule.extra,
      ...extraOf(change),
      ...hoursDecisionAfter(decisionOf(change), rule.extra.hoursDecision, "WEEKLY"),
    },
  };
  return { to, days };
}
