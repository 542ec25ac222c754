import type { OutsideHours, Service, Slot } from "@uola/contract";
import { required } from "@uola/contract/required";
import { isId } from "@uola/database";
import { type Context, dayMs, Refusal, ttlCache } from "@uola/kernel";
import type { z } from "zod";
import type { ServiceCache } from "../services/services.ts";
import { type Calendars, durationsOf, intervalBetween } from "./calendars.ts";
import {
  type AppointmentNeed,
  type Assignment,
  assign,
  type Calendar,
  hasUnit,
  intervalOn,
  isFree,
  leastBusyFirst,
  resourcesFor,
} from "./free-times.ts";
import type { HoursDecision, HoursSession } from "./opening-hours.ts";
import { dateOf, isTimeZone, readBookedMoment } from "./recurrence.ts";
import { notAvailable } from "./refusals.ts";
import { courseTimes, type SlotLocation, slotLocation, withNames } from "./rules.ts";
import * as store from "./store.ts";

type SlotInput = z.infer<typeof Slot>;

/**
 * An offer that can be booked: a session, an appointment whose session does not exist yet, or a
 * whole course.
 */
export type Offer = {
  service: Service;
  /** null for a course, and for a time whose session is created by its first booking. */
  sessionId: string | null;
  /** The id of the place counter; "" if there is no counter yet. */
  placesId: string;
  /** null for a course without sessions. */
  startDate: Date | null;
  endDate: Date | null;
  canceled: boolean;
  staff: { id: string; name: string }[];
  location?: SlotLocation | undefined;
  /**
   * Set if the time is outside the opening hours and the owner has not confirmed it: only the gym
   * can book it.
   */
  outsideHours?: OutsideHours | undefined;
  /** The start times of a course's sessions, if late joiners pay a reduced price. */
  lessonStarts?: readonly Date[];
  /**
   * The trainers and resources assigned to an appointment; `createAppointmentSession` creates its
   * session.
   */
  appointment?: { staffIds: string[]; resourceIds: string[]; choices?: Choices };
  /** Set if the gym deliberately chose a time outside the opening hours. */
  hoursDecision?: HoursDecision;
};

/** The trainers and resources to choose from. If one is booked in the meantime, another is used. */
type Choices = { staff: readonly { id: string; name: string }[]; groups: readonly (readonly { id: string }[])[] };

type OfferOptions = {
  /** For the owner: ignores working hours and conflicts. */
  skipChecks?: boolean | undefined;
  totalParticipants?: number | undefined;
  /**
   * Sessions that do not count as conflicts: the session being moved, and sessions of the same
   * multi-service booking.
   */
  excludeSessionIds?: readonly string[] | undefined;
};

export type Offers = ReturnType<typeof createOffers>;

/**
 * Creates the look-up of bookable offers. Results are cached, because many people request the same
 * few sessions during a rush.
 */
export function createOffers(
  { db, siteId, changes, now }: Pick<Context, "db" | "siteId" | "changes" | "now">,
  { serviceCache, calendars }: { serviceCache: ServiceCache; calendars: Calendars },
) {
  const sessions = ttlCache((id: string) => store.session(db, siteId, id), { ttlMs: 5000 });
  const starts = ttlCache(
    (key: string) => {
      const [scheduleId = "", start = ""] = key.split(" ");
      return store.sessionAt(db, siteId, scheduleId, new Date(Number(start)));
    },
    { ttlMs: 5000 },
  );
  const lessons = ttlCache((scheduleId: string) => store.courseSessions(db, siteId, [scheduleId]), { ttlMs: 5000 });
  changes.subscribe(["services"], () => {
    lessons.forget();
    sessions.forget();
    starts.forget();
  });

  const staffOf = async (ids: readonly string[]) => withNames(ids, await serviceCache.staffNames(ids));
  const offerOf = async (row: Awaited<ReturnType<typeof store.session>>): Promise<Offer | undefined> => {
    const service = row && (await serviceCache.service(row.serviceId));
    if (!row || !service) return undefined;
    const { id, startDate, endDate, staffIds } = row;
    const canceled = row.status !== "CONFIRMED";
    const { hoursDecision } = row.extra;
    const location = row.extra.location ?? slotLocation(service);
    const [staff, opening] = await Promise.all([staffOf(staffIds), calendars.openingHours()]);
    const isAhead = startDate > now();
    const outsideHours = isAhead ? opening.withheld({ startDate, endDate, location, hoursDecision }) : undefined;
    return { service, sessionId: id, placesId: id, startDate, endDate, canceled, staff, location, outsideHours };
  };

  /** A course is withheld if all of its upcoming sessions are withheld. */
  async function courseOutsideHours(service: Service): Promise<OutsideHours | undefined> {
    const opening = await calendars.openingHours();
    const ahead = (await lessons.get(service.schedule.id)).filter(({ startDate }) => startDate > now());
    const causes = ahead.map(({ startDate, endDate, extra }) => {
      const { hoursDecision, location } = extra;
      return opening.withheld({ startDate, endDate, location: location ?? slotLocation(service), hoursDecision });
    });
    return causes.every(Boolean) ? causes[0] : undefined;
  }

  /**
   * Returns the times in a slot with their service; undefined if the service's type or schedule
   * does not match.
   */
  async function timesIn({ serviceId, scheduleId, startDate, endDate, timezone }: SlotInput, type: Service["type"]) {
    const service = isId(serviceId) ? await serviceCache.service(serviceId) : undefined;
    if (service?.type !== type || service.schedule.id !== scheduleId) return undefined;
    if (timezone && !isTimeZone(timezone)) {
      throw new Refusal("INVALID_TIME_ZONE", `There is no time zone "${timezone}".`, 400);
    }
    const start = readBookedMoment(startDate ?? "", timezone);
    const [defaultMinutes] = durationsOf(service);
    const end = endDate
      ? readBookedMoment(endDate, timezone)
      : start && defaultMinutes && new Date(start.getTime() + defaultMinutes * 60_000);
    const length = start && end ? end.getTime() - start.getTime() : 0;
    if (!start || !end || length <= 0 || length > dayMs) {
      const message = "A slot has an ISO 8601 start and, unless its service has one, an end within a day after it.";
      throw new Refusal("INVALID_DATE_FORMAT", message, 400);
    }
    return { service, startDate: start, endDate: end, minutes: length / 60_000 };
  }

  /**
   * Returns a free time with a trainer. If the slot refers to a timetable session, that session is
   * booked like a class. Returns undefined if the service of the slot offers no appointments.
   */
  async function appointment(
    slot: SlotInput,
    { skipChecks = false, ...options }: OfferOptions = {},
  ): Promise<Offer | undefined> {
    const session = isId(slot.sessionId) ? await sessions.get(slot.sessionId) : undefined;
    const existing = await offerOf(session);
    if (session && existing?.service.type === "APPOINTMENT" && existing.service.id === slot.serviceId) {
      if (session.appointment || existing.canceled) throw notAvailable();
      return existing;
    }
    const times = await timesIn(slot, "APPOINTMENT");
    if (!times) return undefined;
    const { service, startDate, endDate, minutes } = times;
    const location = slotLocation(service, slot.location?.id);
    const trainerId = slot.resource?.id ?? undefined;
    if (trainerId && !service.staffMemberIds.includes(trainerId))
      throw noTrainer(`${trainerId} is no trainer of the service.`);
    if (!trainerId) refuseMissingTrainer(service, skipChecks);
    if (!skipChecks && (!durationsOf(service).includes(minutes) || (slot.location?.id && !location)))
      throw notAvailable();
    const zone = await calendars.timeZone();
    const date = dateOf(startDate, zone);
    const day = intervalOn(date, "00:00", "24:00", zone);
    const range = { from: Math.min(day.from, startDate.getTime()), to: Math.max(day.to, endDate.getTime()) };
    const { totalParticipants = 1, excludeSessionIds } = options;
    const queries = [{ service, location }];
    const needs = await calendars.needs(queries, range, {
      excludeSessionIds,
      ...(skipChecks ? {} : { totalParticipants }),
    });
    const need = required(needs[0], "need of the appointment");
    const { from, to } = intervalBetween(startDate, endDate);
    const trainers = need.trainers.filter(({ id }) => !trainerId || id === trainerId);
    if (trainerId && trainers.length === 0)
      throw skipChecks ? noTrainer(`${trainerId} does not work here.`) : notAvailable();
    const open = { ...need, trainers: leastBusyFirst(trainers, day) };
    const found = skipChecks ? assignIgnoringConflicts(open, from, to) : assign(open, from, to);
    if (!found) throw notAvailable();
    const { staffId, resourceIds } = found;
    const staff = await staffOf([staffId]);
    const parts = { service, startDate, endDate, canceled: false, staff, location };
    const choices = skipChecks ? undefined : await choicesOf(open, from, to);
    const appointment = { staffIds: [staffId], resourceIds, ...(choices && { choices }) };
    return { ...parts, sessionId: null, placesId: "", appointment, ...(skipChecks && (await hoursDecisionAt(parts))) };
  }

  /** Staff who book outside the opening hours do so deliberately. */
  async function hoursDecisionAt(offered: HoursSession): Promise<Pick<Offer, "hoursDecision">> {
    return (await calendars.openingHours()).outside(offered) ? { hoursDecision: "DATE" } : {};
  }

  async function choicesOf({ trainers, groups, margin }: AppointmentNeed, from: number, to: number): Promise<Choices> {
    const free = (calendars: readonly Calendar[]) => calendars.filter((each) => isFree(each, from, to, margin));
    return { staff: await staffOf(free(trainers).map(({ id }) => id)), groups: groups.map(free) };
  }

  /**
   * Returns an offer for a class at a time without a session; only the owner can choose such a
   * time. `createAdHocSession` creates the session.
   */
  async function adHoc(slot: SlotInput): Promise<Offer | undefined> {
    const times = await timesIn(slot, "CLASS");
    if (!times) return undefined;
    const { minutes: _, ...rest } = times;
    const staff = isId(slot.resource?.id) ? await staffOf([slot.resource.id]) : [];
    const location = slotLocation(times.service, slot.location?.id) ?? slotLocation(times.service);
    const parts = { ...rest, sessionId: null, placesId: "", canceled: false, staff, location };
    return { ...parts, ...(await hoursDecisionAt(parts)) };
  }
  return {
    session: async (id: string) => offerOf(await sessions.get(id)),
    sessionAt: async (scheduleId: string, start: Date) => offerOf(await starts.get(`${scheduleId} ${start.getTime()}`)),
    course: async (scheduleId: string): Promise<Offer | undefined> => {
      const service = await serviceCache.bySchedule(scheduleId);
      if (service?.type !== "COURSE") return undefined;
      const staff = await staffOf(service.staffMemberIds);
      const outsideHours = await courseOutsideHours(service);
      const parts = { service, sessionId: null, placesId: scheduleId, staff, outsideHours };
      const whole = { ...parts, ...courseTimes(service), canceled: false };
      if (!service.lateJoinShare) return whole;
      return { ...whole, lessonStarts: (await lessons.get(scheduleId)).map(({ startDate }) => startDate) };
    },
    appointment,
    adHoc,
    service: serviceCache.service,
  };
}

const noTrainer = (message: string) => new Refusal("RESOURCE_NOT_FOUND", message, 404);

/**
 * Rejects a request without a trainer: from the owner when checks are skipped, and from everyone if
 * the policy requires a trainer.
 */
function refuseMissingTrainer({ bookingPolicy: { resourcesPolicy }, staffMemberIds }: Service, skipChecks: boolean) {
  if (skipChecks) {
    const message = "Checks are skipped only where a trainer is named.";
    throw new Refusal("CAN_NOT_SKIP_AVAILABILITY_VALIDATION_IF_RESOURCE_NOT_PROVIDED", message, 400);
  }
  if (resourcesPolicy?.enabled && !resourcesPolicy.autoAssignAllowed && staffMemberIds.length > 1) {
    throw noTrainer("The policy of the service asks to name a trainer.");
  }
}

/**
 * Assigns the requested trainer, and free resources if there are any, regardless of working hours
 * and conflicts.
 */
function assignIgnoringConflicts(
  { trainers, groups, margin }: AppointmentNeed,
  from: number,
  to: number,
): Assignment | undefined {
  const free = resourcesFor(groups, ({ uses, units }, already) => {
    return units > already && hasUnit(uses, units - already, from, to, margin);
  });
  const [trainer] = trainers;
  const resourceIds = free ?? groups.flatMap(([first]) => (first ? [first.id] : []));
  return trainer && { staffId: trainer.id, resourceIds };
}
