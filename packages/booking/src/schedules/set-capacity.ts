import type { contract } from "@uola/contract";
import { type Context, type Handlers, Refusal, transact } from "@uola/kernel";
import { lockPlaces } from "../availability/availability.ts";
import { capacityCheck, refuseBelowSold } from "../resources/resources.ts";
import { editBy, recordTimetableChange } from "./edit-context.ts";
import { isCourse, limitCourse, publishSessions } from "./generate-sessions.ts";
import { serviceOf } from "./validation.ts";

/** Changes the capacity of a course. Rejects with SCHEDULE_NOT_FOUND. */
export const setCapacityHandler =
  (context: Context): Handlers<typeof contract.schedules>["setCapacity"] =>
  ({ scheduleId, capacity, allowBelowSold }, { caller }) =>
    transact(context, publishSessions, async (tx) => {
      const service = await serviceOf(tx, context, scheduleId);
      const before = await lockPlaces(tx, context.siteId, scheduleId);
      if (!isCourse(service) || !before) {
        throw new Refusal("SCHEDULE_NOT_FOUND", `No course has the schedule ${scheduleId}.`, 404);
      }
      const check = capacityCheck(allowBelowSold);
      await limitCourse(tx, context, scheduleId, { capacity, edit: { ...editBy(caller), capacityCheck: check } });
      refuseBelowSold(check);
      const after = await lockPlaces(tx, context.siteId, scheduleId);
      await recordTimetableChange(tx, context, caller, "schedule.capacity", scheduleId, before, after);
      const totalSpots = after?.capacity ?? capacity;
      return { totalSpots, openSpots: totalSpots - before.taken - before.held };
    });
