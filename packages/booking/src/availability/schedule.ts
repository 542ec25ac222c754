import type { contract } from "@uola/contract";
import { type Context, type Handlers, Refusal } from "@uola/kernel";
import { seesHidden } from "../services/services.ts";
import type { AvailabilityServices } from "./availability-services.ts";
import { slotDeadlines } from "./deadlines.ts";
import { places } from "./place-counter.ts";
import { courseTimes, lessonsLeft, policyViolations, spots } from "./rules.ts";

/** Returns the number of places of a course as a whole, and whether it can still be booked. */
export const scheduleHandler =
  (
    { db, siteId, now }: Context,
    { serviceCache, offers }: AvailabilityServices,
  ): Handlers<typeof contract.availability>["schedule"] =>
  async ({ scheduleId }, { caller }) => {
    const service = await serviceCache.bySchedule(scheduleId);
    if (service?.type !== "COURSE" || (service.hidden && !seesHidden(caller.role))) {
      throw new Refusal("FAILED_RESOLVING_SCHEDULE", `No course has the schedule ${scheduleId}.`, 404);
    }
    const { totalSpots, openSpots } = spots(await places(db, siteId, scheduleId));
    const { participantsPolicy } = service.bookingPolicy;
    const times = courseTimes(service);
    const lessonStarts = (await offers.course(scheduleId))?.lessonStarts;
    return {
      availability: {
        totalSpots,
        openSpots,
        bookingPolicyViolations: policyViolations(service, times, { now: now(), role: caller.role }),
        lessons: lessonStarts && lessonsLeft(lessonStarts, now()),
        ...slotDeadlines(service, times.startDate),
      },
      bookingPolicySettings: { maxParticipantsPerBooking: participantsPolicy?.maxParticipantsPerBooking },
    };
  };
