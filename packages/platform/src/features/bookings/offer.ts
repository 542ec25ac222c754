import type { Booking } from "@uola/contract";
import type { Caller } from "../../kernel/callers.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal, Violation } from "../../kernel/errors.ts";
import { createOffers, isTimeZone, type Offer, readMoment } from "../availability/availability.ts";
import { seesHidden } from "../services/services.ts";
import * as store from "./store.ts";
import { isId } from "./wish.ts";

type Entity = Booking["bookedEntity"];
type Slot = NonNullable<Entity["slot"]>;

/**
 * Looks up what a wish is about; hidden services do not exist for visitors. Refuses with SESSION_NOT_FOUND, SCHEDULE_NOT_FOUND,
 * SLOT_NOT_AVAILABLE, RESOURCE_NOT_FOUND, INVALID_DATE_FORMAT, INVALID_TIME_ZONE, HOLD_NOT_FOUND and
 * CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED.
 */
export function createOffering(context: Context) {
  const { db, siteId } = context;
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

  /** A time with a trainer: one that is free, or the one that is held. */
  async function appointment(slot: Slot, caller: Caller, { skipChecks, holdId, ...asking }: Asking): Promise<Offer> {
    const heldSession = holdId ? await store.sessionOfHold(db, siteId, holdId) : undefined;
    if (holdId && !heldSession) throw noHold();
    const found = heldSession ? offers.session(heldSession) : offers.appointment(slot, { skipChecks, ...asking });
    const offer = visible(await found, caller);
    if (offer?.service.id === slot.serviceId && offer.service.schedule.id === slot.scheduleId) return offer;
    throw new Refusal("SESSION_NOT_FOUND", "The slot names no time of this service and schedule.", 404);
  }

  return {
    service: offers.service,

    async of({ slot, schedule }: Entity, caller: Caller, asking: Asking = {}): Promise<Offer> {
      if (Boolean(slot) === Boolean(schedule)) {
        throw new Violation([
          { field: "booking.bookedEntity", description: "must hold exactly one of slot and schedule" },
        ]);
      }
      const timezone = slot?.timezone ?? schedule?.timezone;
      if (timezone && !isTimeZone(timezone)) {
        throw new Refusal("INVALID_TIME_ZONE", `There is no time zone "${timezone}".`, 400);
      }
      if (schedule) return course(schedule, caller);
      const wanted = slot as Slot;
      const service = isId(wanted.serviceId) ? await offers.service(wanted.serviceId) : undefined;
      if (service?.type === "APPOINTMENT") return appointment(wanted, caller, asking);
      const adHoc = asking.skipChecks && service?.type === "CLASS" && !wanted.sessionId && wanted.startDate;
      if (!adHoc) return session(wanted, caller);
      const start = readMoment(wanted.startDate as string, timezone);
      const there = start && isId(wanted.scheduleId) && (await offers.sessionAt(wanted.scheduleId, start));
      return (there ? undefined : await offers.adHoc(wanted)) ?? session(wanted, caller);
    },

    /** What a booking that has no session yet is about; whether it is still free shows when it is taken. */
    async again({ bookedEntity, totalParticipants }: store.BookingRow): Promise<Offer | undefined> {
      const { slot } = bookedEntity as Entity;
      if (!slot) return undefined;
      return (await offers.appointment(slot, { skipChecks: true, totalParticipants })) ?? offers.adHoc(slot);
    },
  };
}
export type Offering = ReturnType<typeof createOffering>;

type Asking = {
  /** The owner's: hours are not asked, and what stands in the way is booked over. */
  skipChecks?: boolean | undefined;
  totalParticipants?: number | undefined;
  /** Sessions that are not in the way. */
  besides?: readonly string[] | undefined;
  /** Places held before: they are what is booked. */
  holdId?: string | undefined;
};

export const noHold = () => new Refusal("HOLD_NOT_FOUND", "The hold has ended.");
