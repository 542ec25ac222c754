import { isClockTime, isDay, momentAt, parseClockTime } from "@uola/ui/kit/date-time.ts";
import { addDays, type Day, localDate, time, weekdayOf } from "@uola/words/formats";
import type { Times } from "./moves.ts";
import type { NewRule, SessionInput } from "./use-calendar.ts";

export type Pause = { from: Day; until: Day; name: string };

/** The form of a new session, with its values as typed. */
export type Draft = {
  serviceId: string;
  day: Day;
  time: string;
  minutes: string;
  capacity: string;
  staffIds: readonly string[];
  resourceIds: readonly string[];
  isWeekly: boolean;
  /** 1 is Monday. */
  weekdays: readonly number[];
  /** Whether the last day or the number of sessions was typed last; the other one is computed from it. */
  fixed: "until" | "times";
  until: Day;
  times: string;
  /** Whether to skip holidays; the gym's closed days are skipped too. */
  skipHolidays: boolean;
  pauses: readonly Pause[];
  /** Allows sessions outside the opening hours. */
  outsideHours: boolean;
};

/**
 * Returns the name of a day on which the gym is closed: a public holiday, or a day that the owner
 * closed.
 */
export type DayOff = (day: Day) => string | undefined;

/** A term lasts two years at most. */
const termDaysMax = 731;
const timesMax = 365;

/** Returns the days of a term, limited by a last day or by a number of sessions. */
function daysOf({ day, weekdays, skipHolidays, pauses }: Draft, dayOff: DayOff, last: { until?: Day; times?: number }) {
  const found: Day[] = [];
  for (let ahead = 0; ahead <= termDaysMax && found.length < (last.times ?? Infinity); ahead++) {
    const each = addDays(day, ahead);
    if (last.until && each > last.until) break;
    const isPaused = pauses.some(({ from, until }) => from <= each && each <= until);
    if (weekdays.includes(weekdayOf(each)) && !isPaused && !(skipHolidays && dayOff(each))) found.push(each);
  }
  return found;
}

/**
 * Returns the last day and the number of sessions of a term. Values that cannot be computed are
 * empty.
 */
export function termOf(draft: Draft, dayOff: DayOff): Pick<Draft, "until" | "times"> {
  const { fixed, day, until, times } = draft;
  if (!isDay(day)) return { until, times };
  if (fixed === "until") return { until, times: isDay(until) ? String(daysOf(draft, dayOff, { until }).length) : "" };
  const count = Number(times);
  if (!isTimes(times)) return { until: "", times };
  const days = daysOf(draft, dayOff, { times: count });
  return { until: days.length === count ? (days.at(-1) ?? "") : "", times };
}

const isTimes = (times: string): boolean => {
  const count = Number(times);
  return Number.isInteger(count) && count >= 1 && count <= timesMax;
};

export function draftOf({ startDate, endDate }: Times, serviceId: string): Draft {
  const day = localDate(startDate);
  return {
    serviceId,
    day,
    time: time(startDate).padStart(5, "0"),
    minutes: String((+endDate - +startDate) / 60_000),
    capacity: "",
    staffIds: [],
    resourceIds: [],
    isWeekly: false,
    weekdays: [weekdayOf(day)],
    fixed: "until",
    until: addDays(day, 12 * 7),
    times: "",
    skipHolidays: true,
    pauses: [],
    outsideHours: false,
  };
}

/**
 * Changes the first day. A single weekday that matched the old first day moves with it; weekdays
 * the user chose stay.
 */
export function onDay({ day: before, weekdays }: Pick<Draft, "day" | "weekdays">, day: Day): Partial<Draft> {
  const wasItsOwn = weekdays.length === 1 && isDay(before) && weekdays[0] === weekdayOf(before);
  return { day, ...(wasItsOwn && isDay(day) && { weekdays: [weekdayOf(day)] }) };
}

export type Wrong =
  | "service"
  | "day"
  | "time"
  | "past"
  | "minutes"
  | "capacity"
  | "weekdays"
  | "until"
  | "times"
  | "pauses";

/** Returns the missing or invalid fields, in the order of the form. */
export function draftErrors(draft: Draft, now: Date): Wrong[] {
  const minutes = Number(draft.minutes);
  const capacity = Number(draft.capacity);
  const start = momentAt(draft.day, draft.time);
  const wrongs: (Wrong | false)[] = [
    !draft.serviceId && "service",
    !isDay(draft.day) && "day",
    !isClockTime(parseClockTime(draft.time)) && "time",
    !draft.isWeekly && start !== undefined && start <= now && "past",
    !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440) && "minutes",
    !(Number.isInteger(capacity) && capacity >= 0 && capacity <= 1000) && "capacity",
    draft.isWeekly && draft.weekdays.length === 0 && "weekdays",
    draft.isWeekly && !(isDay(draft.until) && draft.until >= draft.day) && draft.fixed,
    draft.isWeekly && draft.pauses.some(({ from, until }) => !isDay(from) || !isDay(until) || until < from) && "pauses",
  ];
  return wrongs.filter((wrong) => wrong !== false);
}

const capacityOf = ({ capacity }: Draft) => (capacity === "" ? undefined : Number(capacity));

export function sessionInputOf(draft: Draft, scheduleId: string): SessionInput | undefined {
  const startDate = momentAt(draft.day, draft.time);
  if (!startDate) return undefined;
  const endDate = new Date(+startDate + Number(draft.minutes) * 60_000);
  const { staffIds, resourceIds } = draft;
  return {
    scheduleId,
    startDate,
    endDate,
    capacity: capacityOf(draft),
    staffIds: [...staffIds],
    resourceIds: [...resourceIds],
    outsideHours: draft.outsideHours,
  };
}

/** Maximum number of breaks of a weekly rule. */
const breaksMax = 50;

/** Returns one weekly rule per chosen weekday; days that the owner closed become breaks. */
export function rulesOf(draft: Draft, scheduleId: string, closedDays: readonly Pause[] = []): NewRule[] {
  const capacity = capacityOf(draft);
  const isWithin = ({ from }: Pause) => draft.day <= from && from <= draft.until;
  const closed = closedDays.filter(isWithin).slice(0, breaksMax - draft.pauses.length);
  return draft.weekdays.toSorted().map((weekday) => ({
    scheduleId,
    weekday,
    startTime: parseClockTime(draft.time),
    durationMinutes: Number(draft.minutes),
    ...(capacity !== undefined && { capacity }),
    staffIds: [...draft.staffIds],
    resourceIds: [...draft.resourceIds],
    validFrom: draft.day,
    validUntil: draft.until,
    skipHolidays: draft.skipHolidays,
    breaks: [...draft.pauses, ...(draft.skipHolidays ? closed : [])],
    ...(draft.outsideHours && { outsideHours: true }),
  }));
}

/**
 * Returns a single session as a weekly rule with one date, to check it for conflicts before it is
 * created.
 */
export const singleRuleOf = (draft: Draft, scheduleId: string): NewRule[] =>
  rulesOf(
    { ...draft, weekdays: [weekdayOf(draft.day)], until: draft.day, skipHolidays: false, pauses: [] },
    scheduleId,
  );
