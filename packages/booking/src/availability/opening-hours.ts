import type { Business, OutsideHours } from "@uola/contract";
import { datesBetween, type Interval, intervalOn, mergeIntervals } from "./free-times.ts";
import { dateOf } from "./recurrence.ts";
import type { SlotLocation } from "./rules.ts";

type HoursInput = {
  openingHours?: Business["openingHours"] | null | undefined;
  specialHours?: Business["specialHours"] | null | undefined;
};
/** The hours of the gym, and of each location that has its own. */
export type HoursSource = {
  timeZone: string;
  business: HoursInput;
  locations: readonly ({ id: string } & HoursInput)[];
};

/**
 * How far the owner has decided that a session takes place outside the opening hours. WEEKLY: outside the weekly hours, for a
 * weekly rule; days with special hours still count. DATE: whatever the hours are. ASK: no longer, after the session moved.
 */
export type HoursDecision = "WEEKLY" | "DATE" | "ASK";
export type HoursSession = { startDate: Date; endDate: Date; location: SlotLocation | undefined };

export type OpeningHours = ReturnType<typeof createOpeningHours>;

/** When the gym and its locations are open. Special hours of a date replace those of its weekday. */
export function createOpeningHours({ timeZone, business, locations }: HoursSource) {
  const ofGym = business.openingHours?.length ? datedHours(business, timeZone) : undefined;
  const ofLocation = new Map(
    locations.flatMap(({ id, ...own }) => (own.openingHours ? [[id, hoursOrAlways(own, timeZone)] as const] : [])),
  );

  /** Undefined: not limited by hours, because it takes place elsewhere or nobody has entered any. */
  function hoursAt(location: SlotLocation | undefined): DatedHours | undefined {
    if (location?.locationType === "OWNER_CUSTOM" || location?.locationType === "CUSTOM") return undefined;
    const id = location?.id ?? "";
    return ofLocation.has(id) ? ofLocation.get(id) : ofGym;
  }

  /** Whether a session is outside the hours: those of the week, or the special hours of a date it touches. */
  function outside({ startDate, endDate, location }: HoursSession): OutsideHours | undefined {
    const hours = hoursAt(location);
    if (!hours) return undefined;
    const [first, last] = [dateOf(startDate, timeZone), dateOf(endDate, timeZone)];
    const [from, to] = [startDate.getTime(), endDate.getTime()];
    if (hours.openBetween(first, last).some((open) => open.from <= from && to <= open.to)) return undefined;
    // A session that ends at midnight does not touch the day after.
    const lastTouched = dateOf(new Date(to - 1), timeZone);
    return hours.isSpecial(first) || hours.isSpecial(lastTouched) ? "DATE" : "WEEKLY";
  }

  return {
    timeZone,
    outside,
    /** Undefined: always. */
    openBetween: (location: SlotLocation | undefined, first: string, last: string): Interval[] | undefined =>
      hoursAt(location)?.openBetween(first, last),
    /** Why a session is not offered: it is outside the hours, and the owner has not decided to keep it. */
    withheld(session: HoursSession & { hoursDecision: HoursDecision | undefined }): OutsideHours | undefined {
      if (session.hoursDecision === "DATE") return undefined;
      const cause = outside(session);
      return session.hoursDecision === "WEEKLY" && cause === "WEEKLY" ? undefined : cause;
    },
  };
}

const hoursOrAlways = (hours: HoursInput, timeZone: string) =>
  hours.openingHours?.length ? datedHours(hours, timeZone) : undefined;

type DatedHours = ReturnType<typeof datedHours>;

/** Hours as stretches of real time. Those of a date are computed once, because the timetable asks for them all the time. */
function datedHours({ openingHours, specialHours }: HoursInput, timeZone: string) {
  const weekly = Map.groupBy(openingHours ?? [], ({ weekday }) => weekday);
  const special = new Map((specialHours ?? []).map((day) => [day.date, day]));
  const known = new Map<string, Interval[]>();

  function openOn(date: string, weekday: number): Interval[] {
    const before = known.get(date);
    if (before) return before;
    const differing = special.get(date);
    const stretches = differing
      ? differing.closed || !differing.open || !differing.close
        ? []
        : [{ open: differing.open, close: differing.close }]
      : (weekly.get(weekday) ?? []);
    const open = stretches.map((each) => intervalOn(date, each.open, each.close, timeZone));
    if (known.size >= datesMax) known.clear();
    known.set(date, open);
    return open;
  }

  return {
    isSpecial: (date: string): boolean => special.has(date),
    openBetween: (first: string, last: string): Interval[] =>
      mergeIntervals([...datesBetween(first, last)].flatMap(({ date, weekday }) => openOn(date, weekday))),
  };
}

const datesMax = 1000;
