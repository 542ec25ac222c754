import type { Booking } from "@uola/contract";
import type { Caller } from "../../kernel/callers.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal, Violation } from "../../kernel/errors.ts";
import { createOffers, isTimeZone, type Offer, readMoment } from "../availability/availability.ts";
import { seesHidden } from "../services/services.ts";
import { isId } from "./wish.ts";

type Entity = Booking["bookedEntity"];
type Slot = NonNullable<Entity["slot"]>;

/**
 * Looks up what a wish is about; hidden services do not exist for visitors. Refuses with SESSION_NOT_FOUND, SCHEDULE_NOT_FOUND,
 * SLOT_NOT_AVAILABLE, INVALID_DATE_FORMAT and INVALID_TIME_ZONE.
 */
export function createOffering(context: Context) {
  const offers = createOffers(context);
  const visible = (offer: Offer | undefined, caller: Caller) =>
    offer && (!offer.service.hidden || seesHidden(caller.role)) ? offer : undefined;

  async function course({ scheduleId, serviceId }: NonNullable<Entity["schedule"]>, caller: Caller): Promise<Offer> {
    const offer = visible(isId(scheduleId) ? await offers.course(scheduleId) : undefined, caller);
    if (offer && (!serviceId || serviceId === offer.service.id)) return offer;
    throw new Refusal("SCHEDULE_NOT_FOUND", `No course has the schedule ${scheduleId}.`, 404);
  }

  async function session({ sessionId, scheduleId, serviceId, startDate, timezone }: Slot, caller: Caller) {
    const start = startDate ? readMoment(startDate, timezone) : undefined;
    if (startDate && !start && !sessionId) {
      throw new Refusal("INVALID_DATE_FORMAT", `"${startDate}" is no ISO 8601 date.`, 400, { field: "startDate" });
    }
    const found = sessionId
      ? isId(sessionId) && offers.session(sessionId)
      : isId(scheduleId) && start && offers.sessionAt(scheduleId, start);
    const offer = visible((await found) || undefined, caller);
    if (!offer || offer.service.id !== serviceId || offer.service.schedule.id !== scheduleId) {
      throw new Refusal("SESSION_NOT_FOUND", "The slot names no session of this service and schedule.", 404);
    }
    if (offer.service.type === "COURSE") {
      throw new Violation([{ field: "booking.bookedEntity.slot", description: "a course is booked by its schedule" }]);
    }
    if (offer.canceled) throw new Refusal("SLOT_NOT_AVAILABLE", "The session does not take place.");
    return offer;
  }

  return {
    service: offers.service,
    async of({ slot, schedule }: Entity, caller: Caller): Promise<Offer> {
      if (Boolean(slot) === Boolean(schedule)) {
        throw new Violation([
          { field: "booking.bookedEntity", description: "must hold exactly one of slot and schedule" },
        ]);
      }
      const timezone = slot?.timezone ?? schedule?.timezone;
      if (timezone && !isTimeZone(timezone)) {
        throw new Refusal("INVALID_TIME_ZONE", `There is no time zone "${timezone}".`, 400);
      }
      return schedule ? course(schedule, caller) : session(slot as Slot, caller);
    },
  };
}
