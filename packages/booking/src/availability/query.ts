import { type contract, hasPower, type Service, type SlotAvailability } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Caller, type Context, dayMs, type Handlers } from "@uola/kernel";
import type { AvailabilityServices } from "./availability-services.ts";
import { durationsOf } from "./calendars.ts";
import { slotDeadlines } from "./deadlines.ts";
import { freeTimes } from "./free-times.ts";
import { dateOf } from "./recurrence.ts";
import {
  isViolated,
  policyViolations,
  type SlotLocation,
  scheduleIdsOf,
  slotLocation,
  sortAndLimitSlots,
  withNames,
} from "./rules.ts";
import { momentText, sessionSlots } from "./session-views.ts";
import { matches, readSlotQuery, type SlotQuery } from "./slot-filter.ts";
import * as store from "./store.ts";

const rangeDaysMax = 62;

type Entry = SlotAvailability & { startDate: Date; uses: readonly string[] };

/** Returns everything that can be booked: timetable sessions, and free times with trainers. */
export function queryHandler(
  { connection, siteId, now }: Context,
  { serviceCache, calendars, sessionViews }: AvailabilityServices,
): Handlers<typeof contract.availability>["query"] {
  return async ({ query, timezone, slotsPerDay }, { caller }) => {
    const slotQuery = readSlotQuery(query, timezone);
    const services = [...(await serviceCache.visibleTo(caller.role, slotQuery.serviceIds)).values()];
    const entries = (
      await Promise.all([sessionEntries(services, slotQuery, caller), appointmentEntries(services, slotQuery, caller)])
    ).flat();
    const zone = slotQuery.timezone ?? "UTC";
    const arranged = sortAndLimitSlots(
      entries.filter((entry) => matches(slotQuery, entry)),
      {
        descending: slotQuery.descending,
        perDay: slotsPerDay ?? undefined,
        dateOf: (moment) => dateOf(moment, zone),
      },
    );
    return { availabilityEntries: arranged };
  };

  /**
   * Returns the timetable sessions that have not ended, except those of courses. People who manage
   * bookings also get those outside the opening hours.
   */
  async function sessionEntries(
    services: readonly Service[],
    { from, to, timezone }: SlotQuery,
    caller: Caller,
  ): Promise<Entry[]> {
    const at = now();
    const byId = new Map(services.filter(({ type }) => type !== "COURSE").map((service) => [service.id, service]));
    // A session that has ended is not a slot. A session lasts at most a day.
    const since = new Date(Math.max(from.getTime(), at.getTime() - dayMs));
    const [opening, rows] = await Promise.all([
      calendars.openingHours(),
      store.bookableSessions(connection, siteId, { from: since, to, scheduleIds: scheduleIdsOf(byId), now: at }),
    ]);
    const isOffered = ({ hoursDecision, location, serviceId, ...session }: store.BookableSession): boolean => {
      const service = byId.get(serviceId);
      const where = location ?? (service && slotLocation(service));
      return (
        session.startDate <= at ||
        !opening.withheld({ ...session, hoursDecision: hoursDecision ?? undefined, location: where })
      );
    };
    const found = hasPower("managesBookings", caller) ? rows : rows.filter(isOffered);
    const [staff, waiting] = await Promise.all([sessionViews.staffNames(found), sessionViews.waitingAt(found, byId)]);
    const slotOf = sessionSlots({ staff, waiting, now: at, role: caller.role, timezone });
    return found.flatMap((session) => {
      const service = byId.get(session.serviceId);
      if (!service) return [];
      const { startDate, staffIds, resourceIds } = session;
      return [{ ...slotOf(session, service), startDate, uses: [...staffIds, ...resourceIds] }];
    });
  }

  /** Returns free times with trainers, one per trainer, up to a maximum number of days ahead. */
  async function appointmentEntries(
    services: readonly Service[],
    slotQuery: SlotQuery,
    { role }: Pick<Caller, "role">,
  ): Promise<Entry[]> {
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
      const { service, location } = required(queries[index], "query of the location");
      return freeTimes(need, durationsOf(service), range).map((time): Entry => {
        const { staffId, resourceIds } = time;
        const [startDate, endDate] = [new Date(time.from), new Date(time.to)];
        const violations = policyViolations(service, { startDate, endDate }, { now: at, role });
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
          ...slotDeadlines(service, startDate),
          locked: false,
          startDate,
          uses: [staffId, ...resourceIds],
        };
      });
    });
  }
}

/**
 * Returns the first of the requested locations where a service is offered; null if it is offered at
 * none of them.
 */
function locationFor(service: Service, ids: readonly string[] | undefined): SlotLocation | undefined | null {
  if (!ids) return slotLocation(service);
  return ids.map((id) => slotLocation(service, id)).find(Boolean) ?? null;
}
