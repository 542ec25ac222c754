import type { Slot } from "@uola/contract";
import { type Caller, type Context, Refusal, Violation } from "@uola/kernel";
import type { z } from "zod";
import { seesHidden } from "../services/services.ts";
import { createOffers, type Offer } from "./bookable-offer.ts";
import { isGuid } from "./calendars.ts";
import { heldSession } from "./place-counter.ts";
import { isTimeZone, readBookedMoment } from "./recurrence.ts";
import { notAvailable } from "./take-slot.ts";

type SlotWish = z.infer<typeof Slot>;
type Wanted = {
  slot?: SlotWish | null | undefined;
  schedule?: { scheduleId: string; serviceId?: string | null; timezone?: string | null } | null | undefined;
};
type Asking = {
  /** Where the wish stands in what was sent, for those who are told what is wrong with it. */
  field: string;
  /** The owner's: hours are not asked, and what stands in the way is booked over. */
  skipChecks?: boolean | undefined;
  totalParticipants?: number | undefined;
  /** Sessions that are not in the way. */
  besides?: readonly string[] | undefined;
  /** Places held before: they are what is wanted. */
  holdId?: string | undefined;
};

export const noHold = () => new Refusal("HOLD_NOT_FOUND", "The hold has ended.");

/**
 * Looks up what somebody wants: a session, a time with a trainer or a course; hidden services do not exist for visitors. Refuses
 * with SESSION_NOT_FOUND, SCHEDULE_NOT_FOUND, SLOT_NOT_AVAILABLE, RESOURCE_NOT_FOUND, INVALID_DATE_FORMAT, INVALID_TIME_ZONE,
 * HOLD_NOT_FOUND and CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED.
 */
export function createWanted(context: Context) {
  const { db, siteId } = context;
  const offers = createOffers(context);
  const visible = (offer: Offer | undefined, { role }: Caller) =>
    offer && (!offer.service.hidden || seesHidden(role)) ? offer : undefined;

  async function course({ scheduleId, serviceId }: NonNullable<Wanted["schedule"]>, caller: Caller): Promise<Offer> {
    const offer = visible(isGuid(scheduleId) ? await offers.course(scheduleId) : undefined, caller);
    if (offer && (!serviceId || serviceId === offer.service.id)) return offer;
    throw new Refusal("SCHEDULE_NOT_FOUND", `No course has the schedule ${scheduleId}.`, 404);
  }

  async function session(slot: SlotWish, caller: Caller, { field }: Asking): Promise<Offer> {
    const { sessionId, scheduleId, serviceId, startDate, timezone } = slot;
    const start = startDate ? readBookedMoment(startDate, timezone) : undefined;
    if (startDate && !start && !sessionId) {
      throw new Refusal("INVALID_DATE_FORMAT", `"${startDate}" is no ISO 8601 date.`, 400, { field: "startDate" });
    }
    const found = sessionId
      ? isGuid(sessionId) && offers.session(sessionId)
      : isGuid(scheduleId) && start && offers.sessionAt(scheduleId, start);
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

  /** A time with a trainer: one that is free, or the one that is held. */
  async function appointment(slot: SlotWish, caller: Caller, { holdId, ...asking }: Asking): Promise<Offer> {
    const offer = visible(await (holdId ? held(slot, holdId) : offers.appointment(slot, asking)), caller);
    if (offer?.service.id === slot.serviceId && offer.service.schedule.id === slot.scheduleId) return offer;
    throw new Refusal("SESSION_NOT_FOUND", "The slot names no time of this service and schedule.", 404);
  }

  /** The session of a hold, if it is the one that the slot means. */
  async function held({ sessionId, startDate, timezone, resource }: SlotWish, holdId: string) {
    const id = await heldSession(db, siteId, holdId);
    const offer = id && (await offers.session(id));
    if (!offer || offer.canceled) throw noHold();
    const start = startDate ? readBookedMoment(startDate, timezone) : undefined;
    const isMeant =
      (!sessionId || sessionId === id) &&
      (!startDate || start?.getTime() === offer.startDate?.getTime()) &&
      (!resource?.id || offer.staff.some((each) => each.id === resource.id));
    if (!isMeant) throw noHold();
    return offer;
  }

  return {
    service: offers.service,

    async of({ slot, schedule }: Wanted, caller: Caller, asking: Asking): Promise<Offer> {
      if (Boolean(slot) === Boolean(schedule)) {
        throw new Violation([{ field: asking.field, description: "must hold exactly one of slot and schedule" }]);
      }
      const timezone = slot?.timezone ?? schedule?.timezone;
      if (timezone && !isTimeZone(timezone)) {
        throw new Refusal("INVALID_TIME_ZONE", `There is no time zone "${timezone}".`, 400);
      }
      if (schedule) return course(schedule, caller);
      const wanted = slot as SlotWish;
      const service = isGuid(wanted.serviceId) ? await offers.service(wanted.serviceId) : undefined;
      if (service?.type === "APPOINTMENT") return appointment(wanted, caller, asking);
      const adHoc = asking.skipChecks && service?.type === "CLASS" && !wanted.sessionId && wanted.startDate;
      if (!adHoc) return session(wanted, caller, asking);
      const start = readBookedMoment(wanted.startDate as string, timezone);
      const there = start && isGuid(wanted.scheduleId) && (await offers.sessionAt(wanted.scheduleId, start));
      return (there ? undefined : await offers.adHoc(wanted)) ?? session(wanted, caller, asking);
    },

    /** A time that has no session (any more), whether or not it is still free: that shows when it is taken. */
    async again(
      { sessionId: _, ...slot }: SlotWish,
      asking: Pick<Asking, "totalParticipants" | "besides">,
    ): Promise<Offer | undefined> {
      return (await offers.appointment(slot, { skipChecks: true, ...asking })) ?? offers.adHoc(slot);
    },
  };
}
