import type { contract, Service, SlotAvailability } from "@uola/contract";
import { isId } from "@uola/database";
import { type Caller, type Context, dayMs, type Handlers, Refusal } from "@uola/kernel";
import { createServiceCache, seesHidden } from "../services/services.ts";
import { courseTimes, withNames } from "./bookable-offer.ts";
import { createCalendars, durationsOf } from "./calendars.ts";
import { freeTimes } from "./free-times.ts";
import { multiSlot } from "./multi-slot.ts";
import { dateOf } from "./recurrence.ts";
import { arrange, deadlines, isViolated, policyViolations, type SlotLocation, slotLocation, spots } from "./rules.ts";
import { createSessionViews, momentText, sessionSlot } from "./session-views.ts";
import { matches, readSlotQuery, type SlotQuery } from "./slot-filter.ts";
import * as store from "./store.ts";

export { courseTimes, createOffers, type Offer } from "./bookable-offer.ts";
export { type ClaimRequest, createClaims, type Decision } from "./claim-places.ts";
export { createOfferLookup, holdNotFound } from "./find-offer.ts";
export { holdExpiryTask, holds } from "./holds.ts";
export {
  closePlaces,
  convertHold,
  holdOfBooking,
  holdPlaces,
  insertPlaces,
  lockHold,
  lockPlaces,
  movePlaces,
  openCourses,
  openPlaces,
  places,
  releaseHold,
  returnPlaces,
  setCapacity,
  takePlaces,
  updateWaitingMin,
} from "./place-counter.ts";
export {
  dateAfter,
  dateOf,
  isTimeZone,
  type Occurrence,
  occurrenceOn,
  occurrences,
  type RuleException,
  readMoment,
  type Skips,
  takesPlaceOn,
  type WeeklyRule,
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
export { createAdHocSession, createAppointmentSession } from "./take-slot.ts";

const rangeDaysMax = 62;

type Entry = SlotAvailability & { startDate: Date; uses: readonly string[] };

/** When what takes place, and how many places are left. */
export function availability(context: Context): Handlers<typeof contract.availability> {
  const { connection, db, siteId, now } = context;
  const serviceCache = createServiceCache(context);
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
      const slotQuery = readSlotQuery(query, timezone);
      const services = await visibleServices(slotQuery.serviceIds, caller);
      const entries = (
        await Promise.all([sessionEntries(services, slotQuery), appointmentEntries(services, slotQuery)])
      ).flat();
      const zone = slotQuery.timezone ?? "UTC";
      const arranged = arrange(
        entries.filter((entry) => matches(slotQuery, entry)),
        {
          descending: slotQuery.descending,
          perDay: slotsPerDay ?? undefined,
          dateOf: (moment) => dateOf(moment, zone),
        },
      );
      return { availabilityEntries: arranged };
    },

    schedule: async ({ scheduleId }, { caller }) => {
      const service = await serviceCache.bySchedule(scheduleId);
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

    multislot: multiSlot(context, { calendars, visibleServices }),
  };

  async function visibleServices(ids: readonly string[], { role }: Pick<Caller, "role">): Promise<Service[]> {
    const found = await serviceCache.services(ids.filter(isId));
    return [...found.values()].filter(({ hidden }) => !hidden || seesHidden(role));
  }

  /** What the timetable has for services: sessions that can still be joined, a course's excepted. */
  async function sessionEntries(services: readonly Service[], { from, to, timezone }: SlotQuery): Promise<Entry[]> {
    const at = now();
    const byId = new Map(services.filter(({ type }) => type !== "COURSE").map((service) => [service.id, service]));
    // What is over is no slot any more; a session lasts a day at most.
    const since = new Date(Math.max(from.getTime(), at.getTime() - dayMs));
    const all = await store.sessionsBetween(connection, siteId, {
      from: since,
      to,
      scheduleIds: schedulesOf([...byId.values()]),
    });
    const found = all.filter(
      ({ status, endDate, appointment }) => status === "CONFIRMED" && endDate > at && !appointment,
    );
    const [staff, waiting] = await Promise.all([views.staffNames(found), views.waitingAt(found, byId)]);
    return found.flatMap((session) => {
      const service = byId.get(session.serviceId);
      if (!service) return [];
      const { startDate, staffIds, resourceIds } = session;
      const slot = sessionSlot(session, service, { staff, waiting, now: at, timezone });
      return [{ ...slot, startDate, uses: [...staffIds, ...resourceIds] }];
    });
  }

  /** Free times with trainers, one for each trainer, at most so many days ahead. */
  async function appointmentEntries(services: readonly Service[], slotQuery: SlotQuery): Promise<Entry[]> {
    const at = now();
    const queries = services.flatMap((service) => {
      const location = locationFor(service, slotQuery.locationIds);
      return durationsOf(service).length > 0 && location !== null ? [{ service, location }] : [];
    });
    const from = Math.max(slotQuery.from.getTime(), at.getTime());
    const range = { from, to: Math.min(slotQuery.to.getTime(), from + rangeDaysMax * dayMs) };
    if (queries.length === 0 || range.from >= range.to) return [];
    const needs = await calendars.needs(queries, range);
    const names = await serviceCache.staffNames(queries.flatMap(({ service }) => service.staffMemberIds));
    const text = momentText(slotQuery.timezone);
    return needs.flatMap((need, index) => {
      const { service, location } = queries[index] as (typeof queries)[number];
      return freeTimes(need, durationsOf(service), range).map((time): Entry => {
        const { staffId, resourceIds } = time;
        const [startDate, endDate] = [new Date(time.from), new Date(time.to)];
        const violations = policyViolations(service, { startDate, endDate }, at);
        const [resource] = withNames([staffId], names);
        return {
          slot: {
            serviceId: service.id,
            scheduleId: service.schedule.id,
            startDate: text(startDate),
            endDate: text(endDate),
            timezone: slotQuery.timezone ?? "UTC",
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
