import type { contract, Input } from "@uola/contract";
import type { Caller } from "../../kernel/callers.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal, Violation } from "../../kernel/errors.ts";
import { seesHidden } from "../services/services.ts";
import { isGuid } from "./calendars.ts";
import { createOffers, type Offer } from "./offers.ts";
import { readMoment } from "./timetable.ts";

type Wanted = Pick<Input<typeof contract.holds.create>, "slot" | "schedule" | "totalParticipants">;
type Slot = NonNullable<Wanted["slot"]>;

/**
 * Looks up what somebody wants places of; hidden services do not exist for visitors. Refuses with SESSION_NOT_FOUND,
 * SCHEDULE_NOT_FOUND, SLOT_NOT_AVAILABLE, and for a time with a trainer as `offers.appointment` does.
 */
export function createWanted(context: Context) {
  const offers = createOffers(context);
  const visible = (offer: Offer | undefined, { role }: Caller) =>
    offer && (!offer.service.hidden || seesHidden(role)) ? offer : undefined;

  /** A session by its id or its time, or a time with a trainer that gets its session when it is taken. */
  async function found(slot: Slot, totalParticipants: number): Promise<Offer | undefined> {
    const { sessionId, scheduleId, startDate, timezone } = slot;
    if (sessionId) return isGuid(sessionId) ? offers.session(sessionId) : undefined;
    const timed = await offers.appointment(slot, { totalParticipants });
    const start = startDate ? readMoment(startDate, timezone) : undefined;
    return timed ?? (isGuid(scheduleId) && start ? offers.sessionAt(scheduleId, start) : undefined);
  }

  async function session(slot: Slot, totalParticipants: number, caller: Caller) {
    const { scheduleId, serviceId } = slot;
    const offer = visible(await found(slot, totalParticipants), caller);
    if (!offer || offer.service.id !== serviceId || offer.service.schedule.id !== scheduleId) {
      throw new Refusal("SESSION_NOT_FOUND", "The slot names no session of this service and schedule.", 404);
    }
    if (offer.service.type === "COURSE") {
      throw new Violation([{ field: "slot", description: "a course is wanted by its schedule" }]);
    }
    if (offer.canceled) throw new Refusal("SLOT_NOT_AVAILABLE", "The session does not take place.");
    return offer;
  }

  return {
    service: offers.service,
    async of({ slot, schedule, totalParticipants }: Wanted, caller: Caller): Promise<Offer> {
      if (Boolean(slot) === Boolean(schedule)) {
        throw new Violation([{ field: "slot", description: "exactly one of slot and schedule is needed" }]);
      }
      if (slot) return session(slot, totalParticipants, caller);
      const course = visible(await offers.course(schedule?.scheduleId ?? ""), caller);
      if (course) return course;
      throw new Refusal("SCHEDULE_NOT_FOUND", `No course has the schedule ${schedule?.scheduleId}.`, 404);
    },
  };
}
