import type { contract, Service, SlotAvailability } from "@uola/contract";
import { type Caller, type Context, type Handlers, Refusal } from "@uola/kernel";
import { createCatalogue, seesHidden } from "../services/services.ts";
import { courseTimes, named } from "./bookable-offer.ts";
import { createCalendars, durationsOf, isGuid } from "./calendars.ts";
import { freeTimes } from "./free-times.ts";
import { multislot } from "./multi-slot.ts";
import { dateOf } from "./recurrence.ts";
import { arrange, deadlines, isViolated, policyViolations, type SlotLocation, slotLocation, spots } from "./rules.ts";
import { createSessionViews, momentText, sessionSlot } from "./session-views.ts";
import { matches, readWish, type SlotWish } from "./slot-filter.ts";
import * as store from "./store.ts";

export { courseTimes, createOffers, type Offer } from "./bookable-offer.ts";
export { createClaims, type Decision, type Wish } from "./claim-places.ts";
export { createWanted, noHold } from "./find-offer.ts";
export { holdExpiryTask, holds } from "./holds.ts";
export {
  closePlaces,
  givePlacesBack,
  holdOfBooking,
  holdPlaces,
  insertPlaces,
  lockHold,
  lockPlaces,
  noteWaiting,
  openCourses,
  openPlaces,
  places,
  releaseHold,
  setCapacity,
  takeHeld,
  takePlaces,
} from "./place-counter.ts";
export {
  dateAfter,
  dateOf,
  type Exception,
  isGiven,
  isTimeZone,
  type Occurrence,
  occurrenceOn,
  occurrences,
  type Rule,
  readMoment,
  type Skips,
  wallTimeOf,
} from "./recurrence.ts";
export {
  cancelableUntil,
  isViolated,
  type PolicyViolations,
  policyViolations,
  reschedulableUntil,
  slotLocation,
  spots,
} from "./rules.ts";
export { createSessionViews } from "./session-views.ts";
export { sessionsByIds } from "./store.ts";
export { takeAdHocSession, takeAppointment } from "./take-slot.ts";

const rangeDaysMax = 62;
const dayMs = 24 * 60 * 60_000;

type Entry = SlotAvailability & { startDate: Date; uses: readonly string[] };

/** When what takes place, and how many places are left. */
export function availability(context: Context): Handlers<typeof contract.availability> {
  const { connection, db, siteId, now } = context;
  const catalogue = createCatalogue(context);
  const calendars = createCalendars(context);
  const views = createSessionViews(context);

  return {
    sessions: async ({ from, to, serviceIds }, { caller }) => {
      if (to.getTime() - from.getTime() > rangeDaysMax * dayMs) {
        throw new Refusal("RANGE_TOO_LONG", `The timetable is read for at most ${rangeDaysMax} days at once.`, 400);
      }
      const scheduleIds = serviceIds ? schedulesOf(await visibleServices(serviceIds, caller)) : undefined;
      const found = await store.sessionsBetween(connection, siteId, { from, to, scheduleIds });
      return { sessions: await views.view(found, caller.role) };
    },

    query: async ({ query, timezone, slotsPerDay }, { caller }) => {
      const wish = readWish(query, timezone);
      const services = await visibleServices(wish.serviceIds, caller);
      const entries = (await Promise.all([sessionEntries(services, wish), appointmentEntries(services, wish)])).flat();
      const zone = wish.timezone ?? "UTC";
      const arranged = arrange(
        entries.filter((entry) => matches(wish, entry)),
        {
          descending: wish.descending,
          perDay: slotsPerDay ?? undefined,
          dateOf: (moment) => dateOf(moment, zone),
        },
      );
      return { availabilityEntries: arranged };
    },

    schedule: async ({ scheduleId }, { caller }) => {
      const service = await catalogue.bySchedule(scheduleId);
      if (service?.type !== "COURSE" || (service.hidden && !seesHidden(caller.role))) {
        throw new Refusal("FAILED_RESOLVING_SCHEDULE", `No course has the schedule ${scheduleId}.`, 404);
      }
      const { totalSpots, openSpots } = spots(await store.places(db, siteId, scheduleId));
      const { participantsPolicy } = service.bookingPolicy;
      const times = courseTimes(service);
      return {
        availability: {
          totalSpots,
          openSpots,
          bookingPolicyViolations: policyViolations(service, times, now()),
          ...deadlines(service, times.startDate),
        },
        bookingPolicySettings: { maxParticipantsPerBooking: participantsPolicy?.maxParticipantsPerBooking },
      };
    },

    multislot: multislot(context, { calendars, visibleServices }),
  };

  async function visibleServices(ids: readonly string[], { role }: Pick<Caller, "role">): Promise<Service[]> {
    const found = await catalogue.services(ids.filter(isGuid));
    return [...found.values()].filter(({ hidden }) => !hidden || seesHidden(role));
  }

  /** What the timetable has for services: sessions that can still be joined, a course's excepted. */
  async function sessionEntries(services: readonly Service[], { from, to, timezone }: SlotWish): Promise<Entry[]> {
    const at = now();
    const sold = new Map(services.filter(({ type }) => type !== "COURSE").map((service) => [service.id, service]));
    // What is over is no slot any more; a session lasts a day at most.
    const since = new Date(Math.max(from.getTime(), at.getTime() - dayMs));
    const all = await store.sessionsBetween(connection, siteId, {
      from: since,
      to,
      scheduleIds: schedulesOf([...sold.values()]),
    });
    const found = all.filter(
      ({ status, endDate, appointment }) => status === "CONFIRMED" && endDate > at && !appointment,
    );
    const [staff, waiting] = await Promise.all([views.staffNames(found), views.waitingAt(found, sold)]);
    return found.flatMap((session) => {
      const service = sold.get(session.serviceId);
      if (!service) return [];
      const { startDate, staffIds, resourceIds } = session;
      const slot = sessionSlot(session, service, { staff, waiting, now: at, timezone });
      return [{ ...slot, startDate, uses: [...staffIds, ...resourceIds] }];
    });
  }

  /** Free times with trainers, one for each trainer, at most so many days ahead. */
  async function appointmentEntries(services: readonly Service[], wish: SlotWish): Promise<Entry[]> {
    const at = now();
    const wanted = services.flatMap((service) => {
      const location = locationFor(service, wish.locationIds);
      return durationsOf(service).length > 0 && location !== null ? [{ service, location }] : [];
    });
    const from = Math.max(wish.from.getTime(), at.getTime());
    const range = { from, to: Math.min(wish.to.getTime(), from + rangeDaysMax * dayMs) };
    if (wanted.length === 0 || range.from >= range.to) return [];
    const needs = await calendars.needs(wanted, range);
    const names = await catalogue.staffNames(wanted.flatMap(({ service }) => service.staffMemberIds));
    const text = momentText(wish.timezone);
    return needs.flatMap((need, index) => {
      const { service, location } = wanted[index] as (typeof wanted)[number];
      return freeTimes(need, durationsOf(service), range).map((time): Entry => {
        const { staffId, resourceIds } = time;
        const [startDate, endDate] = [new Date(time.from), new Date(time.to)];
        const violations = policyViolations(service, { startDate, endDate }, at);
        const [resource] = named([staffId], names);
        return {
          slot: {
            serviceId: service.id,
            scheduleId: service.schedule.id,
            startDate: text(startDate),
            endDate: text(endDate),
            timezone: wish.timezone ?? "UTC",
            resource,
            location,
          },
          bookable: !isViolated(violations),
          totalSpots: 1,
          openSpots: 1,
          bookingPolicyViolations: violations,
          ...deadlines(service, startDate),
          locked: false,
          startDate,
          uses: [staffId, ...resourceIds],
        };
      });
    });
  }
}

const schedulesOf = (services: readonly Service[]) => services.map(({ schedule }) => schedule.id);

/** Where a service is offered to somebody who asks for certain places; null: at none of them. */
function locationFor(service: Service, ids: readonly string[] | undefined): SlotLocation | undefined | null {
  if (!ids) return slotLocation(service);
  return ids.map((id) => slotLocation(service, id)).find(Boolean) ?? null;
}
