import type { Database } from "@uola/database";
import type { Context } from "@uola/kernel";
import { dateAfter, dateOf, insertPlaces, lockPlaces, sessionsByIds } from "../availability/availability.ts";
import {
  type ScheduleCopy,
  type ServiceDeletion,
  type SessionCancellation,
  serviceChanged,
  serviceCloned,
  serviceDeleted,
  serviceLocationRemoved,
  staffCapacityChanged,
} from "../events.ts";
import { readServices } from "../services/services.ts";
import { cancelSessionsWithBookings, currentValues, propagateChange, rewriteSessions } from "./change-series.ts";
import { createRules } from "./create-rules.ts";
import { type EditContext, system } from "./edit-context.ts";
import { isCourse, limitCourse } from "./generate-sessions.ts";
import * as store from "./store.ts";

/** Updates the timetable when services and trainers change, in the same transactions. */
export function followServices(context: Context): void {
  const { events } = context;
  const self = { name: "schedules" };
  events.subscribe(serviceChanged, self, (tx, { serviceId, actor, capacityCheck }) => {
    return beginService(tx, context, serviceId, { ...system, ...(actor && { actor }), capacityCheck });
  });
  events.subscribe(serviceDeleted, self, (tx, deletion) => endService(tx, context, deletion));
  events.subscribe(staffCapacityChanged, self, (tx, { staffId, ...edit }) =>
    limitStaff(tx, context, staffId, { ...system, ...edit }),
  );
  events.subscribe(serviceLocationRemoved, self, (tx, removal) => removeSessions(tx, context, removal));
  events.subscribe(serviceCloned, self, (_, copy) => copyRules(context, copy));
}

/**
 * Creates the place counter of a course when its service is created. Sessions without a capacity of
 * their own take the new capacity of their service.
 */
async function beginService(tx: Database, context: Context, serviceId: string, edit: EditContext): Promise<void> {
  const { siteId, now } = context;
  const [service] = (await readServices({ ...context, db: tx }, { ids: [serviceId] })).values();
  if (!service) return;
  const { id: scheduleId } = service.schedule;
  if (isCourse(service)) {
    if (await lockPlaces(tx, siteId, scheduleId)) {
      const { defaultCapacity: capacity } = service;
      await limitCourse(tx, context, scheduleId, { capacity, edit });
    } else await insertPlaces(tx, [{ siteId, id: scheduleId, capacity: service.defaultCapacity }]);
    return;
  }
  for (const { id } of await store.rulesOf(tx, siteId, scheduleId)) await propagateChange(tx, context, edit, id);
  const ahead = await store.upcomingOfSchedule(tx, siteId, scheduleId, now());
  const single = ahead.filter(({ ruleId, appointment }) => ruleId === null && !appointment);
  await rewriteSessions(tx, context, edit, scheduleId, single, currentValues);
}

/**
 * Ends the rules and cancels the upcoming sessions of a deleted service. Booked sessions are kept
 * if the owner requests it.
 */
async function endService(tx: Database, context: Context, ending: ServiceDeletion): Promise<void> {
  const { siteId, now } = context;
  const { serviceId, scheduleId, keepBooked, actor, notification } = ending;
  const yesterday = dateAfter(dateOf(now(), await store.timeZone(tx, siteId)), -1);
  const rules = await store.rulesOf(tx, siteId, scheduleId);
  for (const { id } of await store.lockRules(
    tx,
    siteId,
    rules.map(({ id }) => id),
    "update",
  )) {
    await store.changeRule(tx, siteId, id, { validUntil: yesterday });
  }
  const [service] = (await readServices({ ...context, db: tx }, { ids: [serviceId] })).values();
  const course = isCourse(service);
  const isBooked = async (id: string) => ((await lockPlaces(tx, siteId, id))?.taken ?? 0) > 0;
  if (course && keepBooked && (await isBooked(scheduleId))) return;
  const sessionIds: string[] = [];
  for (const { id, status } of await store.upcomingOfSchedule(tx, siteId, scheduleId, now())) {
    if (status === "CONFIRMED" && !(keepBooked && (await isBooked(id)))) sessionIds.push(id);
  }
  await cancelSessionsWithBookings(tx, context, { actor, notification, scheduleId, sessionIds, course });
}

/**
 * Cancels sessions that lose their location. Exceptions prevent their weekly rules from generating
 * them again.
 */
async function removeSessions(tx: Database, context: Context, ending: SessionCancellation): Promise<void> {
  const rows = await sessionsByIds(tx, context.siteId, ending.sessionIds);
  const dates = rows.flatMap(({ ruleId, date }) => (ruleId && date ? [{ ruleId, date }] : []));
  await store.cancelSessions(tx, context.siteId, dates);
  await cancelSessionsWithBookings(tx, context, ending);
}

/** Copies the weekly rules that have not ended to another schedule. The copies begin today. */
async function copyRules(context: Context, { fromScheduleId, toScheduleId, actor }: ScheduleCopy): Promise<void> {
  const { db, siteId, now } = context;
  const today = dateOf(now(), await store.timeZone(db, siteId));
  const rules = (await store.rulesOf(db, siteId, fromScheduleId)).filter(
    ({ validUntil }) => !validUntil || validUntil >= today,
  );
  const copies = rules.map(({ id: _, validFrom, ...rule }) => {
    return { ...rule, scheduleId: toScheduleId, validFrom: validFrom > today ? validFrom : today };
  });
  await createRules(context, copies, { actor, notification: undefined });
}

/** Applies a trainer's changed participant limit to upcoming sessions. */
async function limitStaff(tx: Database, context: Context, staffId: string, edit: EditContext): Promise<void> {
  const { siteId, now } = context;
  const sessions = await store.upcomingOfStaff(tx, siteId, staffId, now());
  const ruleIds = [...new Set(sessions.flatMap(({ ruleId }) => ruleId ?? []))].toSorted();
  for (const id of ruleIds) await propagateChange(tx, context, edit, id);
  const single = sessions.filter(({ ruleId, appointment }) => ruleId === null && !appointment);
  for (const [scheduleId, own] of Map.groupBy(single, (session) => session.scheduleId)) {
    await rewriteSessions(tx, context, edit, scheduleId, own, currentValues);
  }
}
