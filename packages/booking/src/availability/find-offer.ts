import { hasPower, type Slot } from "@uola/contract";
import { required } from "@uola/contract/required";
import { isId } from "@uola/database";
import { type Caller, type Context, Refusal, Violation } from "@uola/kernel";
import type { z } from "zod";
import { seesHidden } from "../services/services.ts";
import type { Offer, Offers } from "./bookable-offer.ts";
import { heldSession } from "./place-counter.ts";
import { isTimeZone, readBookedMoment } from "./recurrence.ts";
import { holdNotFound, notAvailable, withheld } from "./refusals.ts";

type SlotInput = z.infer<typeof Slot>;
type OfferTarget = {
  slot?: SlotInput | null | undefined;
  schedule?: { scheduleId: string; serviceId?: string | null; timezone?: string | null } | null | undefined;
};
type LookupOptions = {
  /** The path of the input in the request, for errors that refer to a field. */
  field: string;
  /** For the owner: ignores working hours and conflicts. */
  skipChecks?: boolean | undefined;
  totalParticipants?: number | undefined;
  /** Sessions that do not count as conflicts. */
  excludeSessionIds?: readonly string[] | undefined;
  /** The hold whose places are booked. */
  holdId?: string | undefined;
};

export type OfferLookup = ReturnType<typeof createOfferLookup>;

/**
 * Creates the look-up of a requested session, appointment time or course. Hidden services are not
 * found for visitors. Errors: SESSION_NOT_FOUND, SCHEDULE_NOT_FOUND, SLOT_NOT_AVAILABLE,
 * RESOURCE_NOT_FOUND, INVALID_DATE_FORMAT, INVALID_TIME_ZONE, HOLD_NOT_FOUND and
 * CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED.
 */
export function createOfferLookup({ db, siteId }: Pick<Context, "db" | "siteId">, offers: Offers) {
  const visible = (offer: Offer | undefined, { role }: Caller) =>
    offer && (!offer.service.hidden || seesHidden(role)) ? offer : undefined;

  async function course(
    { scheduleId, serviceId }: NonNullable<OfferTarget["schedule"]>,
    caller: Caller,
  ): Promise<Offer> {
    const offer = visible(isId(scheduleId) ? await offers.course(scheduleId) : undefined, caller);
    if (offer && (!serviceId || serviceId === offer.service.id)) return offer;
    throw new Refusal("SCHEDULE_NOT_FOUND", `No course has the schedule ${scheduleId}.`, 404);
  }

  async function session(slot: SlotInput, caller: Caller, { field }: LookupOptions): Promise<Offer> {
    const { sessionId, scheduleId, serviceId, startDate, timezone } = slot;
    const start = startDate ? readBookedMoment(startDate, timezone) : undefined;
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
      throw new Violation([{ field: `${field}.slot`, description: "a course is booked by its schedule" }]);
    }
    if (offer.canceled) throw notAvailable("The session does not take place.");
    return offer;
  }

  /** Returns a time with a trainer: a free time, or the time of the hold. */
  async function appointment(slot: SlotInput, caller: Caller, { holdId, ...options }: LookupOptions): Promise<Offer> {
    const offer = visible(await (holdId ? held(slot, holdId) : offers.appointment(slot, options)), caller);
    if (offer?.service.id === slot.serviceId && offer.service.schedule.id === slot.scheduleId) return offer;
    throw new Refusal("SESSION_NOT_FOUND", "The slot names no time of this service and schedule.", 404);
  }

  /** Returns the session of a hold, if it matches the slot. */
  async function held({ sessionId, startDate, timezone, resource }: SlotInput, holdId: string) {
    const id = await heldSession(db, siteId, holdId);
    const offer = id && (await offers.session(id));
    if (!offer || offer.canceled) throw holdNotFound();
    const start = startDate ? readBookedMoment(startDate, timezone) : undefined;
    const isMeant =
      (!sessionId || sessionId === id) &&
      (!startDate || start?.getTime() === offer.startDate?.getTime()) &&
      (!resource?.id || offer.staff.some((each) => each.id === resource.id));
    if (!isMeant) throw holdNotFound();
    return offer;
  }

  async function find({ slot, schedule }: OfferTarget, caller: Caller, options: LookupOptions): Promise<Offer> {
    if (Boolean(slot) === Boolean(schedule)) {
      throw new Violation([{ field: options.field, description: "must hold exactly one of slot and schedule" }]);
    }
    const timezone = slot?.timezone ?? schedule?.timezone;
    if (timezone && !isTimeZone(timezone)) {
      throw new Refusal("INVALID_TIME_ZONE", `There is no time zone "${timezone}".`, 400);
    }
    if (schedule) return course(schedule, caller);
    const input = required(slot, "slot");
    const service = isId(input.serviceId) ? await offers.service(input.serviceId) : undefined;
    if (service?.type === "APPOINTMENT") return appointment(input, caller, options);
    const adHoc = options.skipChecks && service?.type === "CLASS" && !input.sessionId && input.startDate;
    if (!adHoc) return session(input, caller, options);
    const start = readBookedMoment(required(input.startDate, "start date"), timezone);
    const existing = start && isId(input.scheduleId) && (await offers.sessionAt(input.scheduleId, start));
    return (existing ? undefined : await offers.adHoc(input)) ?? session(input, caller, options);
  }

  return {
    service: offers.service,

    /**
     * Returns the service of a target; undefined if it does not exist. Does not check whether the
     * target belongs to that service.
     */
    async serviceOf({ slot, schedule }: OfferTarget): Promise<Offer["service"] | undefined> {
      if (schedule) return isId(schedule.scheduleId) ? (await offers.course(schedule.scheduleId))?.service : undefined;
      return slot && isId(slot.serviceId) ? offers.service(slot.serviceId) : undefined;
    },

    /**
     * Returns the offer for a target. Offers withheld because they are outside the opening hours
     * are found only for people who manage bookings.
     */
    async of(target: OfferTarget, caller: Caller, options: LookupOptions): Promise<Offer> {
      const offer = await find(target, caller, options);
      if (offer.outsideHours && !hasPower("managesBookings", caller)) throw withheld();
      return offer;
    },

    /** Whether a session or course is outside the opening hours and the owner has not confirmed it. */
    async isWithheld({ sessionId, scheduleId }: { sessionId: string | null; scheduleId: string }): Promise<boolean> {
      const offer = await (sessionId ? offers.session(sessionId) : offers.course(scheduleId));
      return offer?.outsideHours !== undefined;
    },

    /**
     * Returns the offer for a time without a session. Booking it checks whether the time is still
     * free.
     */
    async reloadOffer(
      { sessionId: _, ...slot }: SlotInput,
      options: Pick<LookupOptions, "totalParticipants" | "excludeSessionIds">,
    ): Promise<Offer | undefined> {
      return (await offers.appointment(slot, { skipChecks: true, ...options })) ?? offers.adHoc(slot);
    },
  };
}
