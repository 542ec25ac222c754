import {
  type contract,
  availability as endpoints,
  type Input,
  type Role,
  type Service,
  type SlotAvailability,
} from "@uola/contract";
import { required } from "@uola/contract/required";
import {
  type Caller,
  type Context,
  dayMs,
  type FieldError,
  type Handlers,
  minuteMs,
  Refusal,
  Violation,
} from "@uola/kernel";
import type { AvailabilityServices } from "./availability-services.ts";
import { durationsOf } from "./calendars.ts";
import { slotDeadlines } from "./deadlines.ts";
import {
  type AppointmentNeed,
  type Assignment,
  assign,
  freeTimes,
  type Interval,
  intervalOn,
  leastBusyFirst,
} from "./free-times.ts";
import { dateOf, isTimeZone, readMoment } from "./recurrence.ts";
import { isViolated, policyViolations, type SlotLocation, slotLocation, sortAndLimitSlots } from "./rules.ts";
import { momentText } from "./session-views.ts";

type MultiSlotInput = Input<typeof contract.availability.multislot>;
type Answer = Awaited<ReturnType<Handlers<typeof contract.availability>["multislot"]>>;
type Part = { service: Service; minutes: number; resourceIds: readonly string[] };
type Sequence = Interval & { parts: (Interval & Assignment)[] };
/** The position of a page of results: after the time `at`, or before it if `back` is set. */
type Page = { at: number | undefined; back: boolean; limit: number };

const pageMax = 100;
const rangeDaysMax = 62;

/**
 * Returns the times at which one to six appointments can follow each other without a gap at one
 * location.
 */
export function multiSlot({ now }: Pick<Context, "now">, { calendars, serviceCache }: AvailabilityServices) {
  return async (input: MultiSlotInput, { caller }: { caller: Caller }): Promise<Answer> => {
    const { query, page } = input.cursorPaging?.cursor ? readCursor(input) : { query: input, page: firstPage(input) };
    const { range, timezone } = readRange(query, now());
    const parts = await partsOf(query, caller);
    const services = parts.map(({ service }) => service);
    const location = commonLocation(services, query.location);
    const all = location === null || range.from >= range.to ? [] : await sequences(parts, location, range);
    const slots = all.map((sequence) =>
      toSlot(sequence, parts, location ?? undefined, { timezone, role: caller.role }),
    );
    const zone = timezone ?? "UTC";
    const arranged = sortAndLimitSlots(
      slots.filter((slot) => matchesInput(slot, query)),
      { descending: false, perDay: query.slotsPerDay ?? undefined, dateOf: (moment) => dateOf(moment, zone) },
    ).toSorted((a, b) => a.startDate.getTime() - b.startDate.getTime());
    return pageOf(arranged, query, page);
  };

  async function partsOf({ slots }: MultiSlotInput, caller: Caller): Promise<Part[]> {
    const requested = slots ?? [];
    const byId = await serviceCache.visibleTo(
      caller.role,
      requested.map(({ serviceId }) => serviceId),
    );
    const wrongs: FieldError[] = [];
    const parts = requested.map(({ serviceId, customerChoices, resourcesFilter }, index): Part => {
      const service = byId.get(serviceId);
      if (!service) throw new Refusal("SERVICE_NOT_FOUND", `No service ${serviceId}.`, 404);
      const durations = durationsOf(service);
      const minutes = customerChoices?.durationInMinutes ?? durations[0] ?? 0;
      if (durations.length === 0) {
        wrongs.push({ field: `slots[${index}].serviceId`, description: "must be a service with appointments" });
      } else if (!durations.includes(minutes)) {
        const description = `must be one of ${durations.join(", ")}`;
        wrongs.push({ field: `slots[${index}].customerChoices.durationInMinutes`, description });
      }
      return { service, minutes, resourceIds: resourcesFilter?.resourceIds ?? [] };
    });
    if (wrongs.length > 0) throw new Violation(wrongs);
    return parts;
  }

  async function sequences(
    parts: readonly Part[],
    location: SlotLocation | undefined,
    range: Interval,
  ): Promise<Sequence[]> {
    const whole = parts.reduce((sum, { minutes }) => sum + minutes * minuteMs, 0);
    const requested = parts.map(({ service }) => ({ service, location }));
    const zone = await calendars.timeZone();
    const needs = (await calendars.needs(requested, { from: range.from - dayMs, to: range.to + whole })).map(
      (need, index) => restrictToRequested(need, parts[index]?.resourceIds ?? []),
    );
    const [first, ...later] = needs;
    if (!first) return [];
    const days = new Map<string, AppointmentNeed[]>();
    const needsOn = (at: number) => {
      const date = dateOf(new Date(at), zone);
      const known = days.get(date);
      if (known) return known;
      const day = intervalOn(date, "00:00", "24:00", zone);
      const sorted = [first, ...later].map((need) => ({ ...need, trainers: leastBusyFirst(need.trainers, day) }));
      days.set(date, sorted);
      return sorted;
    };
    const starts = new Set(freeTimes(first, [parts[0]?.minutes ?? 0], range).map(({ from }) => from));
    return [...starts].flatMap((start) => {
      const found: Sequence["parts"] = [];
      let at = start;
      for (const [index, need] of needsOn(start).entries()) {
        const end = at + (parts[index]?.minutes ?? 0) * minuteMs;
        const assignment = assign(need, at, end);
        if (!assignment) return [];
        found.push({ from: at, to: end, ...assignment });
        at = end;
      }
      return [{ from: start, to: at, parts: found }];
    });
  }

  function toSlot(
    { from, to, parts: times }: Sequence,
    parts: readonly Part[],
    location: SlotLocation | undefined,
    { timezone, role }: { timezone: string | undefined; role: Role },
  ) {
    const text = (moment: number) => momentText(timezone)(new Date(moment));
    const each = times.map((time, index) => {
      const { service } = required(parts[index], "part");
      return { ...time, service, trainer: service.staffMembers?.find(({ staffMemberId: id }) => id === time.staffId) };
    });
    const violations = each.map(({ service, ...time }) => {
      return policyViolations(
        service,
        { startDate: new Date(time.from), endDate: new Date(time.to) },
        { now: now(), role },
      );
    });
    const bookingPolicyViolations = {
      tooEarlyToBook: violations.some(({ tooEarlyToBook }) => tooEarlyToBook),
      tooLateToBook: violations.some(({ tooLateToBook }) => tooLateToBook),
      bookOnlineDisabled: violations.some(({ bookOnlineDisabled }) => bookOnlineDisabled),
    };
    const dates = each.map(({ service, from }) => slotDeadlines(service, new Date(from)));
    const { service } = required(parts[0], "part");
    return {
      startDate: new Date(from),
      slot: {
        serviceId: service.id,
        scheduleId: service.schedule.id,
        startDate: text(from),
        endDate: text(to),
        timezone: timezone ?? "UTC",
        location,
      },
      bookable: !isViolated(bookingPolicyViolations),
      totalSpots: 1,
      openSpots: 1,
      bookingPolicyViolations,
      cancelableUntil: earliest(dates.map(({ cancelableUntil }) => cancelableUntil)),
      reschedulableUntil: earliest(dates.map(({ reschedulableUntil }) => reschedulableUntil)),
      locked: false,
      nestedSlots: each.map(({ service, trainer, staffId, ...time }) => ({
        serviceId: service.id,
        scheduleId: service.schedule.id,
        start: text(time.from),
        end: text(time.to),
        resource: { id: staffId, name: trainer?.name ?? null },
      })),
    };
  }
}

/**
 * Returns the earliest of several deadlines; null if one of the services does not allow the action
 * at all.
 */
function earliest(deadlines: readonly (Date | null)[]): Date | null {
  if (deadlines.some((deadline) => deadline === null)) return null;
  return new Date(Math.min(...deadlines.map(Number)));
}

type DatedSlot = Answer["slots"][number] & { startDate: Date };

/**
 * Restricts the requirements of an appointment to the requested trainers and, in groups that
 * contain any of them, to the requested resources.
 */
function restrictToRequested(need: AppointmentNeed, ids: readonly string[]): AppointmentNeed {
  if (ids.length === 0) return need;
  const among = <Each extends { id: string }>(all: readonly Each[]) => {
    const requested = all.filter(({ id }) => ids.includes(id));
    return requested.length > 0 ? requested : all;
  };
  const known = [...need.trainers, ...need.groups.flat()].some(({ id }) => ids.includes(id));
  return known
    ? { ...need, trainers: among(need.trainers), groups: need.groups.map(among) }
    : { ...need, trainers: [], groups: need.groups };
}

/**
 * Returns a location that all services have in common: the requested one, or else the first. null
 * if there is none; undefined if no service has a location.
 */
function commonLocation(
  services: readonly Service[],
  requested: MultiSlotInput["location"],
): SlotLocation | undefined | null {
  const each = services
    .map(({ locations }) => locations.map((location) => slotLocation({ locations: [location] })))
    .filter((locations) => locations.length > 0);
  const isSame = (a: SlotLocation | undefined, b: SlotLocation | undefined) =>
    a?.locationType === b?.locationType && a?.id === b?.id;
  const isRequested = (location: SlotLocation | undefined) =>
    (!requested?.id || requested.id === location?.id) &&
    (!requested?.locationType ||
      requested.locationType === "UNDEFINED" ||
      requested.locationType === location?.locationType);
  const [first, ...others] = each;
  if (!first) return requested?.id ? null : undefined;
  const found = first.find((place) => {
    return isRequested(place) && others.every((places) => places.some((other) => isSame(place, other)));
  });
  return found ?? null;
}

function matchesInput({ bookable, bookingPolicyViolations: are }: SlotAvailability, query: MultiSlotInput): boolean {
  const same = (requested: boolean | null | undefined, is: boolean | null | undefined) =>
    requested == null || requested === is;
  const requested = query.bookingPolicyViolations;
  return (
    same(query.bookable, bookable) &&
    same(requested?.tooEarlyToBook, are.tooEarlyToBook) &&
    same(requested?.tooLateToBook, are.tooLateToBook) &&
    same(requested?.bookOnlineDisabled, are.bookOnlineDisabled)
  );
}

/** Returns the future part of the requested range, limited to a maximum number of days. */
function readRange({ from, to, timeZone, slots }: MultiSlotInput, now: Date) {
  if (timeZone && !isTimeZone(timeZone)) {
    throw new Refusal("INVALID_TIME_ZONE", `There is no time zone "${timeZone}".`, 400);
  }
  const [start, end] = [readMoment(from ?? "", timeZone), readMoment(to ?? "", timeZone)];
  const wrongs: FieldError[] = [];
  if (!start) wrongs.push({ field: "from", description: "must be an ISO 8601 date" });
  if (!end) wrongs.push({ field: "to", description: "must be an ISO 8601 date" });
  if (!slots?.length) wrongs.push({ field: "slots", description: "must have 1 to 6 services" });
  if (start && end && end.getTime() - start.getTime() > rangeDaysMax * dayMs) {
    wrongs.push({ field: "to", description: `must be at most ${rangeDaysMax} days after from` });
  }
  if (!start || !end || wrongs.length > 0) throw new Violation(wrongs);
  return {
    range: { from: Math.max(start.getTime(), now.getTime()), to: end.getTime() },
    timezone: timeZone ?? undefined,
  };
}

const firstPage = ({ cursorPaging }: MultiSlotInput): Page => ({
  at: undefined,
  back: false,
  limit: cursorPaging?.limit || pageMax,
});

function pageOf(slots: readonly DatedSlot[], query: MultiSlotInput, { at, back, limit }: Page): Answer {
  const after = at === undefined ? 0 : slots.findIndex(({ startDate }) => startDate.getTime() > at);
  const before = at === undefined ? slots.length : slots.findIndex(({ startDate }) => startDate.getTime() >= at);
  const start = back ? Math.max(0, (before < 0 ? slots.length : before) - limit) : after < 0 ? slots.length : after;
  const end = back ? (before < 0 ? slots.length : before) : start + limit;
  const shown = slots.slice(start, end);
  const cursor = (slot: DatedSlot | undefined, back: boolean) =>
    slot &&
    writeCursor({ query: { ...query, cursorPaging: null }, page: { at: slot.startDate.getTime(), back, limit } });
  const next = end < slots.length ? cursor(shown.at(-1), false) : undefined;
  const prev = start > 0 ? cursor(shown[0], true) : undefined;
  return {
    slots: shown,
    cursorPagingMetadata: { count: shown.length, cursors: { next, prev }, hasNext: next !== undefined },
  };
}

const writeCursor = ({ query, page }: { query: MultiSlotInput; page: Page }) =>
  Buffer.from(JSON.stringify({ query, page })).toString("base64url");

/** A cursor contains the query it continues. Other parameters are ignored. */
function readCursor({ cursorPaging }: MultiSlotInput): { query: MultiSlotInput; page: Page } {
  try {
    const { query, page } = JSON.parse(Buffer.from(cursorPaging?.cursor ?? "", "base64url").toString());
    const { at, back, limit } = page;
    if (!Number.isInteger(at) || typeof back !== "boolean" || !Number.isInteger(limit)) throw new Error("no page");
    const size = Math.min(cursorPaging?.limit || limit, pageMax);
    return { query: endpoints.multislot.input.parse(query), page: { at, back, limit: Math.max(1, size) } };
  } catch {
    throw new Refusal("INVALID_CURSOR", "The cursor is not one of ours.", 400);
  }
}
