import type { contract } from "@uola/contract";
import { json, newId } from "@uola/database";
import { type Context, dayMs, type Handlers, transact, Violation } from "@uola/kernel";
import { insertPlaces } from "../availability/availability.ts";
import { type EditContext, editBy, recordTimetableChange, system } from "./edit-context.ts";
import type { Change } from "./edit-session.ts";
import { isCourse, limitCourse, limitsFrom, publishAddedSessions, publishSessions } from "./generate-sessions.ts";
import type { SessionReader } from "./read-session.ts";
import { type Extra, effectiveCapacity, extraOf } from "./rules.ts";
import * as store from "./store.ts";
import { requireKnownStaffAndResources, serviceOf } from "./validation.ts";

export const createSessionHandler =
  (context: Context, { withConflicts }: SessionReader): Handlers<typeof contract.schedules>["createSession"] =>
  async ({ scheduleId, startDate, endDate, change }, { caller }) => {
    const input = { ...change, scheduleId, startDate, endDate };
    return withConflicts(await createSession(context, input, editBy(caller)));
  };

type NewSession = { startDate: Date; endDate: Date } & ({ serviceId: string } | { scheduleId: string }) &
  Omit<Change, "startDate" | "startTime" | "durationMinutes">;

/**
 * Adds a single session without a weekly rule. Returns its id. Rejects with SCHEDULE_NOT_FOUND,
 * STAFF_NOT_FOUND and RESOURCE_NOT_FOUND.
 */
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
    await requireKnownStaffAndResources(tx, siteId, input);
    const extra: Extra = {
      ...extraOf(input),
      ...(capacity !== null && { capacity }),
      ...(input.outsideHours && { hoursDecision: "DATE" }),
    };
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
    await recordTimetableChange(tx, context, by.actor, "session.create", id, undefined, input);
    if (isCourse(service)) await limitCourse(tx, context, scheduleId);
    await publishAddedSessions(tx, context, by, scheduleId);
  });
  return id;
}
