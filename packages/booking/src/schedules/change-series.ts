import type { Service } from "@uola/contract";
import { type Database, json, newId } from "@uola/database";
import type { Context } from "@uola/kernel";
import {
  closePlaces,
  dateAfter,
  lockPlaces,
  occurrenceOn,
  openPlaces,
  setCapacity,
  takesPlaceOn,
} from "../availability/availability.ts";
import { type SessionCancellation, sessionsCanceled, sessionsRescheduled } from "../events.ts";
import { readServices } from "../services/services.ts";
import type { EditContext } from "./edit-context.ts";
import { findBelowSold } from "./find-below-sold.ts";
import { generateSessionsOf, isCourse, limitCourse, limitsFrom } from "./generate-sessions.ts";
import { type Extra, effectiveCapacity, type FullRule, skips } from "./rules.ts";
import * as store from "./store.ts";

/**
 * Updates the sessions of a rule that have not begun, so that they match the rule and its
 * exceptions, and creates missing sessions.
 */
export async function propagateChange(
  tx: Database,
  context: Context,
  edit: EditContext,
  ruleId: string,
  date?: string,
): Promise<void> {
  const { siteId, now } = context;
  const [rule] = await store.lockRules(tx, siteId, [ruleId], "update");
  if (!rule) return;
  const sessions = await store.upcomingOfRule(tx, siteId, ruleId, now(), date);
  const dates = sessions.map((session) => session.date ?? "");
  const exceptions = (await store.exceptions(tx, siteId, [ruleId], dates)).get(ruleId);
  const timeZone = await store.timeZone(tx, siteId);
  await rewriteSessions(tx, context, edit, rule.scheduleId, sessions, (session) => {
    const day = session.date ?? "";
    const exception = exceptions?.get(day);
    const occurrence = occurrenceOn(rule, day, exception, timeZone);
    const takesPlace = !occurrence.canceled && (exception?.restored === true || takesPlaceOn(rule, day, skips));
    return { ...occurrence, takesPlace, extra: { ...rule.extra, ...exception?.extra } };
  });
  if (date === undefined) await generateSessionsOf(tx, context, [ruleId]);
}

/** The new values of a session. */
type SessionValues = {
  startDate: Date;
  endDate: Date;
  staffIds: string[];
  resourceIds: string[];
  capacity: number | null;
  extra: Extra;
  takesPlace: boolean;
};

/** Returns the current values of a session, as the base for a partial change. */
export const currentValues = ({
  startDate,
  endDate,
  staffIds,
  resourceIds,
  status,
  extra,
}: store.SessionRow): SessionValues => ({
  startDate,
  endDate,
  staffIds,
  resourceIds,
  capacity: extra.capacity ?? null,
  extra,
  takesPlace: status === "CONFIRMED",
});

/**
 * Updates locked sessions of a schedule, emits the event that updates their bookings, and
 * recalculates their places.
 */
export async function rewriteSessions(
  tx: Database,
  context: Context,
  edit: EditContext,
  scheduleId: string,
  sessions: readonly store.SessionRow[],
  valuesOf: (session: store.SessionRow) => SessionValues,
): Promise<void> {
  const { siteId, now } = context;
  const [service] = (await readServices({ ...context, db: tx }, { scheduleIds: [scheduleId] })).values();
  const changed = sessions.map((session) => ({ session, to: valuesOf(session) }));
  // The lock makes a concurrent appointment wait; its conflict check then finds the sessions
  // written here.
  const taking = changed.flatMap(({ to }) => (to.takesPlace ? to : []));
  await store.limitsOf(tx, siteId, [...new Set(taking.flatMap(({ staffIds }) => staffIds))]);
  await store.knownResources(tx, siteId, [...new Set(taking.flatMap(({ resourceIds }) => resourceIds))]);
  for (const { session, to } of changed) {
    const { startDate, endDate, staffIds, resourceIds, extra } = to;
    const busy = extra.transparency !== "FREE";
    const status = to.takesPlace ? "CONFIRMED" : session.status;
    const row = { startDate, endDate, staffIds, resourceIds, busy, status, extra: json(extra), updatedDate: now() };
    await store.changeSession(tx, siteId, session.id, row);
  }
  const moved = changed.filter(({ session, to }) => {
    const isElsewhen = +session.startDate !== +to.startDate || +session.endDate !== +to.endDate;
    return to.takesPlace && session.status === "CONFIRMED" && isElsewhen;
  });
  const ended = changed.filter(({ session, to }) => !to.takesPlace && session.status === "CONFIRMED");
  await cancelSessionsWithBookings(tx, context, {
    ...edit,
    scheduleId,
    sessionIds: ended.map(({ session }) => session.id),
    course: false,
  });
  const restored = changed.some(({ session, to }) => to.takesPlace && session.status !== "CONFIRMED");
  if (moved.length > 0 || restored) {
    const times = moved.map(({ session, to }) => ({ sessionId: session.id, from: session, to }));
    await context.events.emit(tx, sessionsRescheduled, { ...edit, scheduleId, sessions: times });
  }
  if (service && isCourse(service)) await limitCourse(tx, context, scheduleId, { edit });
  else if (service) await countPlaces(tx, context, service, changed, edit);
}

type Changed = { session: store.SessionRow; to: SessionValues };
async function countPlaces(
  tx: Database,
  context: Context,
  service: Service,
  changed: readonly Changed[],
  edit: EditContext,
) {
  const { siteId } = context;
  const takingPlace = changed.filter(({ session, to }) => to.takesPlace && !session.appointment);
  const limits = await store.limitsOf(tx, siteId, [...new Set(takingPlace.flatMap(({ to }) => to.staffIds))]);
  for (const { session, to } of takingPlace) {
    const input = { capacity: to.capacity, capacityType: to.extra.capacityType };
    const capacity = effectiveCapacity(input, service.defaultCapacity, limitsFrom(limits, to.staffIds));
    if (session.status === "CANCELLED") {
      await openPlaces(tx, siteId, session.id, capacity);
      continue;
    }
    const { id: sessionId, scheduleId } = session;
    await findBelowSold(tx, context, { id: sessionId, sessionId, scheduleId, ...to, capacity }, edit);
    await setCapacity(tx, siteId, sessionId, capacity);
  }
}

/** Cancels sessions: closes their places and lets subscribers cancel their bookings. */
export async function cancelSessionsWithBookings(
  tx: Database,
  context: Context,
  ending: SessionCancellation,
): Promise<void> {
  const { siteId, now } = context;
  const { sessionIds, scheduleId, course } = ending;
  if (sessionIds.length === 0 && !course) return;
  for (const id of sessionIds) await store.changeSession(tx, siteId, id, { status: "CANCELLED", updatedDate: now() });
  const tellAll = async () => {
    await context.events.emit(tx, sessionsCanceled, ending);
  };
  await tellAll();
  // Bookings are locked before their places. A booking made between the two locks is detected once
  // the places are locked.
  let late = false;
  const placesIds = (course ? [...sessionIds, scheduleId] : [...sessionIds]).toSorted();
  for (const id of placesIds) {
    const places = await lockPlaces(tx, siteId, id);
    late ||= places !== undefined && (places.taken > 0 || places.waitingMin !== null);
  }
  if (late) await tellAll();
  for (const id of placesIds) await closePlaces(tx, siteId, id);
}

/** A change to a weekly rule that applies from one of its dates. */
type SeriesChange = {
  to: Partial<Omit<FullRule, "id" | "scheduleId">>;
  /** The number of days by which the dates of the rule move; negative if they move to earlier dates. */
  days: number;
};

/** Changes all dates of a rule that have not begun. Exceptions for single dates are preserved. */
export async function changeAll(
  tx: Database,
  context: Context,
  edit: EditContext,
  rule: FullRule,
  { to, days }: SeriesChange,
) {
  const { siteId, now } = context;
  const from = days === 0 ? undefined : await store.firstUpcoming(tx, siteId, rule.id, now());
  if (from) await store.moveExceptions(tx, siteId, { from, ruleId: rule.id, to: rule.id, days });
  await store.changeRule(tx, siteId, rule.id, { ...shifted(rule, from, days), ...to });
  await propagateChange(tx, context, edit, rule.id);
}

/**
 * Splits a rule at a date: a new rule continues it and takes over its sessions and exceptions.
 * Returns the id of the new rule.
 */
export async function splitRule(
  tx: Database,
  context: Context,
  edit: EditContext,
  rule: FullRule,
  from: string,
  { to, days }: SeriesChange,
): Promise<string> {
  const { siteId, now } = context;
  const id = newId();
  await store.insertRule(
    tx,
    siteId,
    { ...rule, ...shifted(rule, from, days), validFrom: dateAfter(from, days), ...to, id },
    now(),
  );
  await store.moveExceptions(tx, siteId, { from, ruleId: rule.id, to: id, days });
  const validUntil = dateAfter(from, -1);
  if (rule.validUntil === null || validUntil < rule.validUntil)
    await store.changeRule(tx, siteId, rule.id, { validUntil });
  await propagateChange(tx, context, edit, id);
  return id;
}

/**
 * Shifts the dates of a rule by a number of days. Its last date shifts too, so that the number of
 * dates stays the same.
 */
const shifted = ({ weekday, validUntil }: FullRule, from: string | undefined, days: number) =>
  days === 0
    ? {}
    : {
        weekday: ((((weekday - 1 + days) % 7) + 7) % 7) + 1,
        ...(from && { validFrom: dateAfter(from, days) }),
        ...(validUntil && { validUntil: dateAfter(validUntil, days) }),
      };

/** Ends a rule before a date. Sessions on and after that date are canceled. */
export async function endRule(
  tx: Database,
  context: Context,
  edit: EditContext,
  rule: FullRule,
  from: string,
): Promise<void> {
  const { siteId } = context;
  const validUntil = dateAfter(from, -1);
  if (rule.validUntil === null || validUntil < rule.validUntil)
    await store.changeRule(tx, siteId, rule.id, { validUntil });
  await store.clearRestored(tx, siteId, rule.id, from);
  await propagateChange(tx, context, edit, rule.id);
}
