import type { contract, Service, Session, SlotAvailability } from "@uola/contract";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/errors.ts";
import type { Handlers } from "../../kernel/serve.ts";
import { createCatalogue, seesHidden } from "../services/services.ts";
import { matches, readWish, type SlotWish } from "./filter.ts";
import { courseTimes, named } from "./offers.ts";
import { arrange, isViolated, policyViolations, slotLocation, spots } from "./rules.ts";
import * as store from "./store.ts";
import { dateOf, wallTimeOf } from "./timetable.ts";

export { createClaims, type Decision, type Wish } from "./claim.ts";
export { holdEnding, holds } from "./holds.ts";
export { courseTimes, createOffers, type Offer } from "./offers.ts";
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
} from "./places.ts";
export { isViolated, type PolicyViolations, policyViolations, slotLocation } from "./rules.ts";
export * from "./sessions.ts";
export { takeAdHocSession, takeAppointment } from "./taking.ts";
export { dateOf, isTimeZone, readMoment } from "./timetable.ts";

const rangeDaysMax = 62;
const dayMs = 24 * 60 * 60_000;

type Names = ReadonlyMap<string, string>;
type StoredSession = Awaited<ReturnType<typeof store.sessionsBetween>>[number];

/** When what takes place, and how many places are left. */
export function availability(context: Context): Handlers<typeof contract.availability> {
  const { db, siteId, now } = context;
  const catalogue = createCatalogue(context);

  const places = (session: StoredSession) => spots(session.counted ? session : undefined);
  const bookable = (service: Service, session: StoredSession) =>
    service.type !== "COURSE" &&
    session.status === "CONFIRMED" &&
    places(session).openSpots > 0 &&
    !isViolated(policyViolations(service, session, now()));

  const namesIn = (found: readonly StoredSession[]) => catalogue.staffNames(found.flatMap(({ staffIds }) => staffIds));

  return {
    sessions: async ({ from, to, serviceIds }, { caller }) => {
      if (to.getTime() - from.getTime() > rangeDaysMax * dayMs) {
        throw new Refusal("RANGE_TOO_LONG", `The timetable is read for at most ${rangeDaysMax} days at once.`, 400);
      }
      const found = await store.sessionsBetween(db, siteId, { from, to, scheduleIds: await schedulesOf(serviceIds) });
      const services = await visibleServices(found, seesHidden(caller.role));
      const [names, numbers] = await Promise.all([namesIn(found), courseNumbers(found, services)]);
      const sessions = found.flatMap((session): Session[] => {
        const service = services.get(session.serviceId);
        if (!service) return [];
        const { id, serviceId, scheduleId, startDate, endDate, staffIds } = session;
        return [
          {
            id,
            serviceId,
            scheduleId,
            title: service.name,
            startDate,
            endDate,
            status: session.status as Session["status"],
            ...places(session),
            bookable: bookable(service, session),
            staff: named(staffIds, names),
            resources: [],
            courseSession: numbers.get(id),
            ruleId: session.ruleId,
            exception: false,
            appointment: session.appointment,
            capacityType: session.counted && session.capacity === null ? "UNLIMITED" : "LIMITED",
            transparency: session.busy ? "BUSY" : "FREE",
            locked: false,
            waiting: 0,
            location: slotLocation(service),
          },
        ];
      });
      return { sessions };
    },

    query: async ({ query, timezone, slotsPerDay }, { caller }) => {
      const wish = readWish(query, timezone);
      const scheduleIds = await schedulesOf(wish.serviceIds);
      // What is over is no slot any more; a session lasts a day at most.
      const from = new Date(Math.max(wish.from.getTime(), now().getTime() - dayMs));
      const found = await store.sessionsBetween(db, siteId, { from, to: wish.to, scheduleIds });
      const [services, names] = await Promise.all([visibleServices(found, seesHidden(caller.role)), namesIn(found)]);
      const entries = found.flatMap((session) => {
        const service = services.get(session.serviceId);
        if (!service || service.type === "COURSE" || session.status !== "CONFIRMED" || session.endDate <= now())
          return [];
        return [{ ...slot(session, service, names, wish), startDate: session.startDate, staffIds: session.staffIds }];
      });
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
      const { bookingPolicy } = service;
      return {
        availability: {
          ...spots(await store.places(db, siteId, scheduleId)),
          bookingPolicyViolations: policyViolations(service, courseTimes(service, now()), now()),
        },
        bookingPolicySettings: {
          maxParticipantsPerBooking: bookingPolicy.participantsPolicy?.maxParticipantsPerBooking,
        },
      };
    },
  };

  async function schedulesOf(serviceIds: readonly string[] | null | undefined) {
    if (!serviceIds) return undefined;
    return [...(await catalogue.services(serviceIds)).values()].map(({ schedule }) => schedule.id);
  }

  async function visibleServices(found: readonly StoredSession[], hiddenToo: boolean) {
    const services = await catalogue.services(found.map(({ serviceId }) => serviceId));
    return new Map([...services].filter(([, { hidden }]) => hiddenToo || !hidden));
  }

  function slot(session: StoredSession, service: Service, names: Names, { timezone }: SlotWish): SlotAvailability {
    const text = (moment: Date) => (timezone ? wallTimeOf(moment, timezone) : moment.toISOString());
    const [resource] = named(session.staffIds, names);
    return {
      slot: {
        sessionId: session.id,
        serviceId: session.serviceId,
        scheduleId: session.scheduleId,
        startDate: text(session.startDate),
        endDate: text(session.endDate),
        timezone: timezone ?? "UTC",
        resource,
        location: slotLocation(service),
      },
      bookable: bookable(service, session),
      ...places(session),
      bookingPolicyViolations: policyViolations(service, session, now()),
      locked: false,
    };
  }

  async function courseNumbers(sessions: readonly StoredSession[], services: ReadonlyMap<string, Service>) {
    const ofCourses = sessions.filter(({ serviceId }) => services.get(serviceId)?.type === "COURSE");
    const courses = new Set(ofCourses.map(({ scheduleId }) => scheduleId));
    const numbers = new Map<string, { number: number; of: number }>();
    if (courses.size === 0) return numbers;
    const rows = Map.groupBy(await store.courseSessions(db, siteId, [...courses]), ({ scheduleId }) => scheduleId);
    for (const course of rows.values()) {
      for (const [index, { id }] of course.entries()) numbers.set(id, { number: index + 1, of: course.length });
    }
    return numbers;
  }
}
