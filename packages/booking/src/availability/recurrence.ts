import { Temporal } from "temporal-polyfill";

/** A weekly time of a schedule in wall time. Dates are `YYYY-MM-DD`, times `HH:MM` or `HH:MM:SS`. */
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
  /** Public holidays are left out. */
  skipHolidays: boolean;
  /** Dates left out, both ends included. */
  breaks: { from: string; until: string; name: string }[];
};

/** What is different about a rule on one date. A null column is as in the rule. */
export type RuleException = {
  ruleId: string;
  date: string;
  canceled: boolean;
  /** Takes place although the rule has ended or leaves the date out. */
  restored: boolean;
  /** Another date than the rule's. */
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
  /** null: the capacity of the service. */
  capacity: number | null;
  staffIds: string[];
  resourceIds: string[];
};

/** Why a rule leaves a date of its weekday out, if it does. */
export type Skips = (rule: Pick<WeeklyRule, "skipHolidays" | "breaks">, date: string) => string | undefined;

/** The times a rule gives on the dates from `from` to `until`, both included. */
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

/** What takes place for a rule on one date, whether or not the rule gives that date. */
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

/** Whether a rule gives a date. */
export const takesPlaceOn = (rule: WeeklyRule, date: string, skips: Skips): boolean =>
  Temporal.PlainDate.from(date).dayOfWeek === rule.weekday &&
  date >= rule.validFrom &&
  (rule.validUntil === null || date <= rule.validUntil) &&
  skips(rule, date) === undefined;

/** The date a number of days later, or earlier. */
export const dateAfter = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);

/** A wall time of a zone as a moment. One that a clock change skips moves forward; of one that happens twice, the first. */
export const momentOf = (date: string, time: string, timeZone: string): Date =>
  new Date(Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).epochMilliseconds);

/** A moment as the wall time of a zone: `YYYY-MM-DDTHH:MM:SS`. */
export const wallTimeOf = (moment: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: "second" });

/** The date of a moment in a zone, `days` later. */
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
 * Reads ISO text as a moment. With a time zone it is wall time there and an offset is ignored; without one, text
 * without an offset is UTC. Undefined when it is no such text or no such time.
 */
export function readMoment(text: string, timeZone?: string | null): Date | undefined {
  // Cached, because in a rush everybody names the same few moments.
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

/** Reads the time of what is booked: an offset holds, whatever the zone it is shown in; without one it is wall time there. */
export const readBookedMoment = (text: string, timeZone?: string | null): Date | undefined =>
  readMoment(text, isoText.exec(text)?.[4] ? null : timeZone);
