import { type contract, type Input, ranks, type Session } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Caller, type Context, type Handlers, Refusal, transact } from "@uola/kernel";
import {
  type AvailabilityServices,
  dateAfter,
  dateOf,
  insertPlaces,
  lockPlaces,
  sessionsByIds,
} from "../availability/availability.ts";
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
import { readServices, seesHidden } from "../services/services.ts";
import { currentValues, type EditContext, endSessions, propagateChange, rewriteSessions } from "./change-series.ts";
import { cancelSession, changeSession, createSession, restoreSession } from "./change-session.ts";
import { conflictsOf } from "./conflicts.ts";
import { isCourse, limitCourse } from "./generate-sessions.ts";
import { holidays } from "./holidays.ts";
import { toParticipant, toPublicSession, toRule } from "./session-view.ts";
import * as store from "./store.ts";
import {
  changeRule,
  createRules,
  preview,
  refuseDates,
  refuseUnknown,
  serviceOf,
  setCourseCapacity,
  system,
} from "./weekly-rules.ts";

export { endSessions } from "./change-series.ts";
export { cancelSession, changeSession, createSession, type NewSession, restoreSession } from "./change-session.ts";
export { generateSessions, sessionGenerationTask } from "./generate-sessions.ts";
export { holidayHours } from "./holiday-hours.ts";
export { type Holiday, holidays } from "./holidays.ts";
export { changeRule, createRules, type NewRule } from "./weekly-rules.ts";

type Notification = Input<typeof contract.schedules.cancelSession>["participantNotification"];
const editBy = (caller: Caller, notification: Notification = undefined): EditContext => ({
  actor: caller,
  notification: notification ?? undefined,
});

/** Weekly times and single sessions: docs/rules/places.md, "The timetable", says how they belong together. */
export function schedules(
  context: Context,
  { sessionViews: { view } }: AvailabilityServices,
): Handlers<typeof contract.schedules> {
  const { db, siteId } = context;
  const { events } = context;
  const self = { name: "schedules" };
  events.subscribe(serviceChanged, self, (tx, { serviceId }) => beginService(tx, context, serviceId));
  events.subscribe(serviceDeleted, self, (tx, deletion) => endService(tx, context, deletion));
  events.subscribe(staffCapacityChanged, self, (tx, { staffId }) => limitStaff(tx, context, staffId));
  events.subscribe(serviceLocationRemoved, self, (tx, removal) => removeSessions(tx, context, removal));
  events.subscribe(serviceCloned, self, (_, copy) => copyRules(context, copy));
  const viewsOf = async (ids: readonly string[]) => view(await sessionsByIds(db, siteId, ids), "owner");
  const viewOf = async (id: string): Promise<{ session: Session }> => {
    const [session] = await viewsOf([id]);
    if (!session) throw new Refusal("SESSION_NOT_FOUND", `No session ${id}.`, 404);
    return { session };
  };
  const withConflicts = async (id: string) => ({
    ...(await viewOf(id)),
    conflicts: await conflictsOf(db, siteId, { sessionIds: [id] }),
  });
  const conflictsOfRules = (ruleIds: readonly string[]) => conflictsOf(db, siteId, { ruleIds, now: context.now() });

  return {
    rules: async ({ scheduleId }) => {
      await serviceOf(db, context, scheduleId);
      return { rules: (await store.rulesOf(db, siteId, scheduleId)).map(toRule) };
    },
    createRules: async ({ rules: inputs, preview: isPreview }, { caller }) => {
      await transact(context, async (tx) => {
        for (const [index, input] of inputs.entries()) {
          await serviceOf(tx, context, input.scheduleId);
          await refuseUnknown(tx, siteId, input);
          await refuseDates(tx, context, input, `rules.${index}`);
        }
      });
      const outcome = await preview(context, inputs);
      if (isPreview) return { rules: [], ...outcome, conflicts: [] };
      const ids = await createRules(context, inputs, editBy(caller));
      const made = await transact(context, (tx) => store.lockRules(tx, siteId, ids, "share"));
      return { rules: made.map(toRule), ...outcome, conflicts: await conflictsOfRules(ids) };
    },
    changeRule: async ({ rule }, { caller }) => ({
      rule: toRule(await changeRule(context, rule, editBy(caller))),
      conflicts: await conflictsOfRules([rule.id]),
    }),
    setCapacity: ({ scheduleId, capacity }, { caller }) =>
      setCourseCapacity(context, scheduleId, capacity, editBy(caller)),

    createSession: async ({ scheduleId, startDate, endDate, change }, { caller }) => {
      const input = { ...change, scheduleId, startDate, endDate };
      return withConflicts(await createSession(context, input, editBy(caller)));
    },
    getSession: async ({ sessionId }, { caller }) => {
      const { session } = await viewOf(sessionId);
      const [service] = (await readServices(context, { ids: [session.serviceId] })).values();
      const parties = await store.partiesOf(db, siteId, sessionId, isCourse(service) ? session.scheduleId : undefined);
      if (ranks[caller.role] >= ranks.trainer)
        return { session: { ...session, participants: parties.map(toParticipant) } };
      const attends = parties.some(({ status, visitorId, memberId }) => {
        const isOwn = memberId ? memberId === caller.memberId : visitorId !== null && visitorId === caller.visitorId;
        return isOwn && status !== "DECLINED";
      });
      if (!attends && (session.appointment || (service?.hidden && !seesHidden(caller.role)))) {
        throw new Refusal("SESSION_NOT_FOUND", `No session ${sessionId}.`, 404);
      }
      return { session: toPublicSession(session, attends) };
    },
    changeSession: async ({ sessionId, scope, change, participantNotification }, { caller }) => {
      const edit = { ...editBy(caller, participantNotification), scope: scope ?? "THIS" };
      const sessionIds = await changeSession(context, sessionId, change, edit);
      return { sessions: await viewsOf(sessionIds), conflicts: await conflictsOf(db, siteId, { sessionIds }) };
    },
    cancelSession: async ({ sessionId, scope, participantNotification }, { caller }) => {
      const edit = { ...editBy(caller, participantNotification), scope: scope ?? "THIS" };
      return { sessions: await viewsOf(await cancelSession(context, sessionId, edit)) };
    },
    restoreSession: async ({ sessionId }, { caller }) => {
      await restoreSession(context, sessionId, editBy(caller));
      return withConflicts(sessionId);
    },
    holidays: async ({ year }) => ({ holidays: holidays(year) }),
  };
}

/** A course is counted from its beginning; sessions that take as many as their service follow it. */
async function beginService(tx: Database, context: Context, serviceId: string): Promise<void> {
  const { siteId, now } = context;
  const [service] = (await readServices({ ...context, db: tx }, { ids: [serviceId] })).values();
  if (!service) return;
  const { id: scheduleId } = service.schedule;
  if (isCourse(service)) {
    if (await lockPlaces(tx, siteId, scheduleId)) await limitCourse(tx, context, scheduleId, service.defaultCapacity);
    else await insertPlaces(tx, [{ siteId, id: scheduleId, capacity: service.defaultCapacity }]);
    return;
  }
  for (const { id } of await store.rulesOf(tx, siteId, scheduleId)) await propagateChange(tx, context, system, id);
  const ahead = await store.upcomingOfSchedule(tx, siteId, scheduleId, now());
  const single = ahead.filter(({ ruleId, appointment }) => ruleId === null && !appointment);
  await rewriteSessions(tx, context, system, scheduleId, single, currentValues);
}

/** What was to come of a service ends with it, but for sessions that people booked, if those are to stay. */
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
  await endSessions(tx, context, { actor, notification, scheduleId, sessionIds, course });
}

/** Sessions that lose their place are called off for good: their weekly times do not bring them back. */
async function removeSessions(tx: Database, context: Context, ending: SessionCancellation): Promise<void> {
  const rows = await sessionsByIds(tx, context.siteId, ending.sessionIds);
  const dates = rows.flatMap(({ ruleId, date }) => (ruleId && date ? [{ ruleId, date }] : []));
  await store.cancelSessions(tx, context.siteId, dates);
  await endSessions(tx, context, ending);
}

/** The weekly times that go on are another schedule's too, from today. */
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

/** Sessions of a trainer take as many as the trainer does. */
async function limitStaff(tx: Database, context: Context, staffId: string): Promise<void> {
  const { siteId, now } = context;
  const sessions = await store.upcomingOfStaff(tx, siteId, staffId, now());
  const ruleIds = [...new Set(sessions.flatMap(({ ruleId }) => ruleId ?? []))].toSorted();
  for (const id of ruleIds) await propagateChange(tx, context, system, id);
  const single = sessions.filter(({ ruleId, appointment }) => ruleId === null && !appointment);
  for (const [scheduleId, own] of Map.groupBy(single, (session) => session.scheduleId)) {
    await rewriteSessions(tx, context, system, scheduleId, own, currentValues);
  }
}
