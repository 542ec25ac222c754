import type { Business, OutsideHours } from "@uola/contract";
import { datesBetween, type Interval, intervalOn, mergeIntervals } from "./free-times.ts";
import { dateOf } from "./recurrence.ts";
import type { SlotLocation } from "./rules.ts";

type HoursInput = {
  openingHours?: Business["openingHours"] | null | undefined;
  specialHours?: Business["specialHours"] | null | undefined;
};
/** The hours of the gym, and of each location with separate hours. */
export type HoursSource = {
  timeZone: string;
  business: HoursInput;
  locations: readonly ({ id: string } & HoursInput)[];
};

/**
 * The owner's decision about a session outside the opening hours. WEEKLY: allowed outside the
 * weekly hours, for a weekly rule; special hours still apply. DATE: allowed regardless of all
 * hours. ASK: must be decided again, because the session was moved.
 */
export type HoursDecision = "WEEKLY" | "DATE" | "ASK";
export type HoursSession = { startDate: Date; endDate: Date; location: SlotLocation | undefined };

export type OpeningHours = ReturnType<typeof createOpeningHours>;

/**
 * Creates the opening hours of the gym and its locations. Special hours of a date replace the
 * weekly hours.
 */
export function createOpeningHours({ timeZone, business, locations }: HoursSource) {
  const ofGym = business.openingHours?.length ? datedHours(business, timeZone) : undefined;
  const ofLocation = new Map(
    locations.flatMap(({ id, ...own }) => (own.openingHours ? [[id, hoursOrAlways(own, timeZone)] as const] : [])),
  );

  /**
   * Returns the hours at a location; undefined if a session is not limited by hours, because it is
   * at a custom location or no hours are set.
   */
  function hoursAt(location: SlotLocation | undefined): DatedHours | undefined {
    if (location?.locationType === "OWNER_CUSTOM" || location?.locationType === "CUSTOM") return undefined;
    const id = location?.id ?? "";
    return ofLocation.has(id) ? ofLocation.get(id) : ofGym;
  }

  /** Whether a session is outside the weekly hours, or outside the special hours of one of its dates. */
  function outside({ startDate, endDate, location }: HoursSession): OutsideHours | undefined {
    const hours = hoursAt(location);
    if (!hours) return undefined;
    const [first, last] = [dateOf(startDate, timeZone), dateOf(endDate, timeZone)];
    const [from, to] = [startDate.getTime(), endDate.getTime()];
    if (hours.openBetween(first, last).some((open) => open.from <= from && to <= open.to)) return undefined;
    // A session that ends at midnight does not touch the following day.
    const lastTouched = dateOf(new Date(to - 1), timeZone);
    return hours.isSpecial(first) || hours.isSpecial(lastTouched) ? "DATE" : "WEEKLY";
  }

  return {
    timeZone,
    outside,
    /** Undefined if it is always open. */
    openBetween: (location: SlotLocation | undefined, first: string, last: string): Interval[] | undefined =>
      hoursAt(location)?.openBetween(first, last),
    /**
     * Returns the reason why a session is withheld, that is, why it is outside the hours and not
     * confirmed by the owner.
     */
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

/**
 * Returns hours as real-time intervals. The intervals of each date are cached, because the
 * timetable requests them constantly.
 */
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
