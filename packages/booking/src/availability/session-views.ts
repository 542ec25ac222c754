import { hasPower, isoText, type Role, type Service, type Session, type SlotAvailability } from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Context } from "@uola/kernel";
import { type ServiceCache, seesHidden } from "../services/services.ts";
import type { Calendars } from "./calendars.ts";
import { slotDeadlines } from "./deadlines.ts";
import type { OpeningHours } from "./opening-hours.ts";
import { wallTimeOf } from "./recurrence.ts";
import {
  courseTimes,
  isViolated,
  type Places,
  policyViolations,
  type SlotLocation,
  slotLocation,
  spots,
  waitingList,
  withNames,
} from "./rules.ts";
import * as store from "./store.ts";

type Names = ReadonlyMap<string, string>;
type Counted = Pick<store.StoredTimetableSession, "id" | "serviceId" | "waitingMin" | "held"> & { placesId?: string };

export type SessionViews = ReturnType<typeof createSessionViews>;

/** Creates the functions that convert stored sessions to timetable sessions and slots. */
export function createSessionViews(
  { db, siteId, now }: Pick<Context, "db" | "siteId" | "now">,
  serviceCache: ServiceCache,
  calendars: Calendars,
) {
  const staffNames = (found: readonly Pick<store.StoredTimetableSession, "staffIds">[]) =>
    serviceCache.staffNames(found.flatMap(({ staffIds }) => staffIds));
  /**
   * The result is keyed by counter id, which is the session's own id unless the session uses
   * another counter.
   */
  const waitingAt = (found: readonly Counted[], of: ReadonlyMap<string, Service>) => {
    // A non-empty waiting list is visible in the counter as the smallest waiting party, or as an
    // offer that holds places. Without either, the waiting list is empty.
    const lists = found.filter(
      ({ serviceId, waitingMin, held }) =>
        (waitingMin !== null || held > 0) && of.get(serviceId)?.bookingPolicy.waitlistPolicy?.enabled,
    );
    return store.waiting(db, siteId, [...new Set(lists.map(({ id, placesId = id }) => placesId))]);
  };

  /**
   * Returns timetable sessions. Staff also see hidden services, appointments, sessions outside the
   * opening hours, notes and meeting URLs.
   */
  async function view(found: readonly store.StoredTimetableSession[], role: Role): Promise<Session[]> {
    const at = now();
    const [of, opening] = await Promise.all([
      serviceCache.visibleTo(
        role,
        found.map(({ serviceId }) => serviceId),
      ),
      calendars.openingHours(),
    ]);
    const withheld = new Map(
      found.flatMap((session) => {
        const service = of.get(session.serviceId);
        const cause = service && withheldBy(opening, service, session, at);
        return cause ? [[session.id, cause] as const] : [];
      }),
    );
    const seesWithheld = hasPower("seesBookings", { role });
    const visible = found.filter(({ id, serviceId, appointment }) => {
      const service = of.get(serviceId);
      if (!service) return false;
      // Other people must not learn who booked a time with a trainer.
      if (appointment && !seesHidden(role)) return false;
      // Course participants see all of its sessions.
      return !withheld.has(id) || seesWithheld || service.type === "COURSE";
    });
    const [staff, resources, numbers, differing, waiting] = await Promise.all([
      staffNames(visible),
      store.resourceNames(
        db,
        siteId,
        visible.flatMap(({ resourceIds }) => resourceIds),
      ),
      courseNumbers(visible, of),
      store.exceptionDates(db, siteId, visible),
      waitingAt(visible, of),
    ]);
    return visible.map((session): Session => {
      const service = required(of.get(session.serviceId), "service of the session");
      const { id, serviceId, scheduleId, ruleId, date, startDate, endDate, staffIds, resourceIds } = session;
      const { note, calendarConference, externalCalendar, location } = session.extra;
      const { totalSpots, openSpots, locked } = spotsOf(session);
      const outsideHours = withheld.get(id);
      return {
        id,
        serviceId,
        scheduleId,
        title: service.name,
        startDate,
        endDate,
        status: session.status,
        totalSpots,
        openSpots,
        bookable: !outsideHours && isBookable(service, session, { now: at, role }),
        outsideHours,
        staff: withNames(staffIds, staff),
        resources: withNames(resourceIds, resources),
        courseSession: numbers.get(id),
        ruleId,
        exception: differing.has(`${ruleId} ${date}`),
        appointment: session.appointment,
        capacityType: session.counted && session.capacity === null ? "UNLIMITED" : "LIMITED",
        transparency: session.busy ? "BUSY" : "FREE",
        locked,
        waiting: waiting.get(session.placesId) ?? 0,
        location: location ?? slotLocation(service),
        ...slotDeadlines(service, service.type === "COURSE" ? courseTimes(service).startDate : startDate),
        updatedDate: new Date(Math.round(session.updatedSeconds * 1000)),
        sequence: Math.max(0, Math.ceil(session.updatedSeconds - session.createdSeconds)),
        ...(seesHidden(role) && { note, calendarConference, externalCalendar }),
      };
    });
  }

  async function courseNumbers(sessions: readonly store.StoredTimetableSession[], of: ReadonlyMap<string, Service>) {
    const ofCourses = sessions.filter(({ serviceId }) => of.get(serviceId)?.type === "COURSE");
    const courses = new Set(ofCourses.map(({ scheduleId }) => scheduleId));
    const numbers = new Map<string, { number: number; of: number }>();
    if (courses.size === 0) return numbers;
    const rows = Map.groupBy(await store.courseSessions(db, siteId, [...courses]), ({ scheduleId }) => scheduleId);
    for (const course of rows.values()) {
      for (const [index, { id }] of course.entries()) numbers.set(id, { number: index + 1, of: course.length });
    }
    return numbers;
  }

  return { staffNames, waitingAt, view };
}

/** Returns the reason why a session is withheld; sessions that have started are not. */
const withheldBy = (
  opening: OpeningHours,
  service: Service,
  { startDate, endDate, extra }: store.StoredTimetableSession,
  now: Date,
) => {
  if (startDate <= now) return undefined;
  const { hoursDecision, location } = extra;
  return opening.withheld({ startDate, endDate, hoursDecision, location: location ?? slotLocation(service) });
};

const spotsOf = (session: Places & { counted: boolean }) => spots(session.counted ? session : undefined);

function isBookable(
  service: Service,
  session: store.StoredTimetableSession,
  asked: { now: Date; role: Role },
): boolean {
  return (
    service.type !== "COURSE" &&
    session.status === "CONFIRMED" &&
    !session.appointment &&
    hasRoom(spotsOf(session)) &&
    !isViolated(policyViolations(service, session, asked))
  );
}

const hasRoom = ({ openSpots, locked }: ReturnType<typeof spots>) => openSpots > 0 && !locked;

/** Returns a function that formats times as wall time in a time zone, or in UTC. */
export const momentText = (timezone: string | undefined) =>
  timezone ? (moment: Date) => wallTimeOf(moment, timezone) : isoText;

type SlotContext = {
  staff: Names;
  waiting: ReadonlyMap<string, number>;
  now: Date;
  role: Role;
  timezone: string | undefined;
};

/** Returns a function that converts sessions to slots, bookable or not. */
export function sessionSlots({ staff, waiting, now, role, timezone }: SlotContext) {
  const text = momentText(timezone);
  const locations = new Map<Service, SlotLocation | undefined>();
  const locationOf = (service: Service) => {
    if (!locations.has(service)) locations.set(service, slotLocation(service));
    return locations.get(service);
  };
  return (session: store.BookableSession, service: Service): SlotAvailability => {
    const [resource] = withNames(session.staffIds, staff);
    const places = spotsOf(session);
    const violations = policyViolations(service, session, { now, role });
    return {
      slot: {
        sessionId: session.id,
        serviceId: service.id,
        scheduleId: service.schedule.id,
        startDate: text(session.startDate),
        endDate: text(session.endDate),
        timezone: timezone ?? "UTC",
        resource,
        location: session.location ?? locationOf(service),
      },
      bookable: hasRoom(places) && !isViolated(violations),
      ...places,
      waitingList: waitingList(service.bookingPolicy, waiting.get(session.id) ?? 0),
      bookingPolicyViolations: violations,
      ...slotDeadlines(service, session.startDate),
    };
  };
}
