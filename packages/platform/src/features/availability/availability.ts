import type { contract, Service, Session, SlotAvailability } from "@uola/contract";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/errors.ts";
import { recent } from "../../kernel/recent.ts";
import type { Handlers } from "../../kernel/serve.ts";
import { type Catalogue, createCatalogue, seesHidden } from "../services/services.ts";
import { matches, readWish, type SlotWish } from "./filter.ts";
import { arrange, isViolated, policyViolations, slotLocation, spots } from "./rules.ts";
import * as store from "./store.ts";
import { dateOf, wallTimeOf } from "./timetable.ts";

export { createClaims, type Decision, type Wish } from "./claim.ts";
export { isViolated, type PolicyViolations, policyViolations, slotLocation } from "./rules.ts";
export * from "./sessions.ts";
export { givePlacesBack, takePlaces } from "./store.ts";
export { dateOf, isTimeZone, readMoment } from "./timetable.ts";

const rangeDaysMax = 62;
const dayMs = 24 * 60 * 60_000;

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

  return {
    sessions: async ({ from, to, serviceIds }, { caller }) => {
      if (to.getTime() - from.getTime() > rangeDaysMax * dayMs) {
        throw new Refusal("RANGE_TOO_LONG", `The timetable is read for at most ${rangeDaysMax} days at once.`, 400);
      }
      const known = await catalogue();
      const visible = serviceIdsFor(known, seesHidden(caller.role), serviceIds);
      const found = await store.sessionsBetween(db, siteId, { from, to, serviceIds: visible });
      const numbers = await courseNumbers(found, known);
      const sessions = found.flatMap((session): Session[] => {
        const service = known.services.get(session.serviceId);
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
            staff: named(staffIds, known),
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
      const known = await catalogue();
      const wanted = serviceIdsFor(known, seesHidden(caller.role), wish.serviceIds).filter((id) => {
        return known.services.get(id)?.type !== "COURSE";
      });
      // What is over is no slot any more; a session lasts a day at most.
      const from = new Date(Math.max(wish.from.getTime(), now().getTime() - dayMs));
      const found = await store.sessionsBetween(db, siteId, { from, to: wish.to, serviceIds: wanted });
      const entries = found.flatMap((session) => {
        const service = known.services.get(session.serviceId);
        if (!service || session.status !== "CONFIRMED" || session.endDate <= now()) return [];
        return [{ ...slot(session, service, known, wish), startDate: session.startDate, staffIds: session.staffIds }];
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
      const service = (await catalogue()).bySchedule.get(scheduleId);
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

  function slot(session: StoredSession, service: Service, known: Catalogue, { timezone }: SlotWish): SlotAvailability {
    const text = (moment: Date) => (timezone ? wallTimeOf(moment, timezone) : moment.toISOString());
    const [resource] = named(session.staffIds, known);
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

  async function courseNumbers(sessions: StoredSession[], { bySchedule }: Catalogue) {
    const courses = new Set(
      sessions.map(({ scheduleId }) => scheduleId).filter((id) => bySchedule.get(id)?.type === "COURSE"),
    );
    const numbers = new Map<string, { number: number; of: number }>();
    if (courses.size === 0) return numbers;
    const rows = Map.groupBy(await store.courseSessions(db, siteId, [...courses]), ({ scheduleId }) => scheduleId);
    for (const course of rows.values()) {
      for (const [index, { id }] of course.entries()) numbers.set(id, { number: index + 1, of: course.length });
    }
    return numbers;
  }
}

const serviceIdsFor = (
  { services }: Catalogue,
  hiddenToo: boolean,
  wanted: readonly string[] | null | undefined,
): string[] => {
  const visible = [...services.values()].filter(({ hidden }) => hiddenToo || !hidden).map(({ id }) => id);
  return wanted ? visible.filter((id) => wanted.includes(id)) : visible;
};

const named = (staffIds: readonly string[], { staffNames }: Catalogue) =>
  staffIds.flatMap((id) => {
    const name = staffNames.get(id);
    return name === undefined ? [] : [{ id, name }];
  });

/** From the first session's start to the last one's end; a course without sessions is over. */
export const courseTimes = ({ schedule }: Service, now: Date): { startDate: Date; endDate: Date } => ({
  startDate: schedule.firstSessionStart ?? now,
  endDate: schedule.lastSessionEnd ?? now,
});

/** What a booking is about: a session, or a course as a whole. */
export type Offer = {
  service: Service;
  /** null for a course. */
  sessionId: string | null;
  /** Where its places are counted. */
  placesId: string;
  startDate: Date;
  endDate: Date;
  canceled: boolean;
  staff: { id: string; name: string }[];
};

/** Looks up what can be booked, from memory when it was looked up lately: a rush asks for the same few again and again. */
export function createOffers(context: Context) {
  const { db, siteId, now, changes } = context;
  const catalogue = createCatalogue(context);
  const sessions = recent((id: string) => store.session(db, siteId, id), { ttlMs: 5000 });
  const starts = recent(
    (key: string) => {
      const [scheduleId = "", start = ""] = key.split(" ");
      return store.sessionAt(db, siteId, scheduleId, new Date(Number(start)));
    },
    { ttlMs: 5000 },
  );
  changes.subscribe(["services"], () => {
    sessions.forget();
    starts.forget();
  });

  const offerOf = async (row: Awaited<ReturnType<typeof store.session>>): Promise<Offer | undefined> => {
    const known = await catalogue();
    const service = row && known.services.get(row.serviceId);
    if (!row || !service) return undefined;
    const { id, startDate, endDate, staffIds } = row;
    const canceled = row.status !== "CONFIRMED";
    return { service, sessionId: id, placesId: id, startDate, endDate, canceled, staff: named(staffIds, known) };
  };
  return {
    session: async (id: string) => offerOf(await sessions.get(id)),
    sessionAt: async (scheduleId: string, start: Date) => offerOf(await starts.get(`${scheduleId} ${start.getTime()}`)),
    course: async (scheduleId: string): Promise<Offer | undefined> => {
      const known = await catalogue();
      const service = known.bySchedule.get(scheduleId);
      if (service?.type !== "COURSE") return undefined;
      const staff = named(service.staffMemberIds, known);
      return { service, sessionId: null, placesId: scheduleId, ...courseTimes(service, now()), canceled: false, staff };
    },
    service: async (id: string) => (await catalogue()).services.get(id),
  };
}
