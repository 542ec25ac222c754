import { Temporal } from "temporal-polyfill";

/** A weekly rule of a schedule, in wall time. Dates are `YYYY-MM-DD`, times `HH:MM` or `HH:MM:SS`. */
export type WeeklyRule = {
  id: string;
  scheduleId: string;
  /** 1 = Monday … 7 = Sunday. */
  weekday: number;
  startTime: string;
  durationMinutes: number;
  capacity: number | null;
  staffIds: string[];
  resourceIds: string[];
  validFrom: string;
  validUntil: string | null;
  /** Whether public holidays are skipped. */
  skipHolidays: boolean;
  /** Periods that are skipped, both ends included. */
  breaks: { from: string; until: string; name: string }[];
};

/** The differences from a rule on one date. If a column is null, the rule's value applies. */
export type RuleException = {
  ruleId: string;
  date: string;
  canceled: boolean;
  /** Whether the session takes place although the rule has ended or skips the date. */
  restored: boolean;
  /** The date on which the session takes place instead of the rule's date. */
  movedTo: string | null;
  startTime: string | null;
  durationMinutes: number | null;
  capacity: number | null;
  staffIds: string[] | null;
  resourceIds: string[] | null;
};

export type Occurrence = {
  ruleId: string;
  scheduleId: string;
  date: string;
  startDate: Date;
  endDate: Date;
  canceled: boolean;
  /** null: the service's capacity applies. */
  capacity: number | null;
  staffIds: string[];
  resourceIds: string[];
};

/** Returns the reason why a rule skips a date of its weekday; undefined if it does not. */
export type Skips = (rule: Pick<WeeklyRule, "skipHolidays" | "breaks">, date: string) => string | undefined;

/** Returns the occurrences of a rule from `from` to `until`, both dates included. */
export function occurrences(
  rule: WeeklyRule,
  exceptions: ReadonlyMap<string, RuleException>,
  { from, until }: { from: string; until: string },
  timeZone: string,
  skips: Skips = () => undefined,
): Occurrence[] {
  const first = Temporal.PlainDate.from(later(from, rule.validFrom));
  const last = Temporal.PlainDate.from(rule.validUntil ? earlier(until, rule.validUntil) : until);
  const found: Occurrence[] = [];
  let day = first.add({ days: (rule.weekday - first.dayOfWeek + 7) % 7 });
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ weeks: 1 })) {
    const date = day.toString();
    const exception = exceptions.get(date);
    if (exception?.restored || skips(rule, date) === undefined)
      found.push(occurrenceOn(rule, date, exception, timeZone));
  }
  return found;
}

/** Returns a rule's occurrence on one date, whether or not the rule includes that date. */
export function occurrenceOn(
  rule: WeeklyRule,
  date: string,
  exception: RuleException | undefined,
  timeZone: string,
): Occurrence {
  const startDate = momentOf(exception?.movedTo ?? date, exception?.startTime ?? rule.startTime, timeZone);
  const minutes = exception?.durationMinutes ?? rule.durationMinutes;
  return {
    ruleId: rule.id,
    scheduleId: rule.scheduleId,
    date,
    startDate,
    endDate: new Date(startDate.getTime() + minutes * 60_000),
    canceled: exception?.canceled ?? false,
    capacity: exception?.capacity ?? rule.capacity,
    staffIds: exception?.staffIds ?? rule.staffIds,
    resourceIds: exception?.resourceIds ?? rule.resourceIds,
  };
}

/** Whether a rule includes a date. */
export const takesPlaceOn = (rule: WeeklyRule, date: string, skips: Skips): boolean =>
  Temporal.PlainDate.from(date).dayOfWeek === rule.weekday &&
  date >= rule.validFrom &&
  (rule.validUntil === null || date <= rule.validUntil) &&
  skips(rule, date) === undefined;

/** Returns the date a number of days later (or earlier, if negative). */
export const dateAfter = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);

/**
 * Converts a wall time in a time zone to a point in time. A wall time skipped by a clock change is
 * moved forward; a repeated one is interpreted as the first of the two.
 */
export const momentOf = (date: string, time: string, timeZone: string): Date =>
  new Date(Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).epochMilliseconds);

/** Formats a point in time as wall time in a time zone: `YYYY-MM-DDTHH:MM:SS`. */
export const wallTimeOf = (moment: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: "second" });

/** Returns the date of a point in time in a time zone, `days` later. */
export const dateOf = (moment: Date, timeZone: string, days = 0): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .add({ days })
    .toString();

export function isTimeZone(name: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

const isoText = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/i;

/**
 * Parses ISO 8601 text. With a time zone, it is wall time there and any offset is ignored; without
 * one, text without an offset is UTC. Returns undefined if the format or the time is invalid.
 */
export function readMoment(text: string, timeZone?: string | null): Date | undefined {
  // Cached, because during a rush everyone requests the same few times.
  const key = `${timeZone ?? ""} ${text}`;
  const known = moments.get(key);
  if (known !== undefined) return new Date(known);
  const moment = parseMoment(text, timeZone);
  if (moment && text.length < 64) {
    if (moments.size >= momentsMax) moments.clear();
    moments.set(key, moment.getTime());
  }
  return moment;
}

const momentsMax = 1_000;
const moments = new Map<string, number>();

function parseMoment(text: string, timeZone: string | null | undefined): Date | undefined {
  const parts = isoText.exec(text);
  if (!parts) return undefined;
  const offset = parts[4] ?? "";
  const wall = offset ? text.slice(0, -offset.length) : text;
  const ignoresOffset = timeZone || !offset || /z/i.test(offset);
  try {
    if (!ignoresOffset) return new Date(Temporal.Instant.from(text).epochMilliseconds);
    return new Date(Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone || "UTC").epochMilliseconds);
  } catch {
    return undefined;
  }
}

/**
 * Parses the time of a booked slot: an offset in the text takes precedence over the time zone;
 * without an offset, the text is a wall time in that zone.
 */
export const readBookedMoment = (text: string, timeZone?: string | null): Date | undefined =>
  readMoment(text, isoText.exec(text)?.[4] ? null : timeZone);
