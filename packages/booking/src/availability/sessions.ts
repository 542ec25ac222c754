import type { contract } from "@uola/contract";
import { type Context, dayMs, type Handlers, Refusal } from "@uola/kernel";
import type { AvailabilityServices } from "./availability-services.ts";
import { scheduleIdsOf } from "./rules.ts";
import * as store from "./store.ts";

const rangeDaysMax = 62;

/** Returns the timetable sessions within a range of days. */
export const sessionsHandler =
  (
    { connection, siteId }: Context,
    { serviceCache, sessionViews }: AvailabilityServices,
  ): Handlers<typeof contract.availability>["sessions"] =>
  async ({ from, to, serviceIds }, { caller }) => {
    if (to.getTime() - from.getTime() > rangeDaysMax * dayMs) {
      throw new Refusal("RANGE_TOO_LONG", `The timetable is read for at most ${rangeDaysMax} days at once.`, 400);
    }
    const scheduleIds = serviceIds ? scheduleIdsOf(await serviceCache.visibleTo(caller.role, serviceIds)) : undefined;
    const found = await store.sessionsBetween(connection, siteId, { from, to, scheduleIds });
    return { sessions: await sessionViews.view(found, caller.role) };
  };
