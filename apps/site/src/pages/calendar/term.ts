import { addDays, type Day, localDate, time, weekdayOf } from "@uola/words/formats";
import { clockOf, isClock, isDay, momentAt } from "../../admin/kit/date-time.ts";
import type { Times } from "./moves.ts";
import type { NewRule, SessionInput } from "./use-calendar.ts";

export type Pause = { from: Day; until: Day; name: string };

/** The form of a new session, as it is typed. */
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
  until: Day;
  skipHolidays: boolean;
  pauses: readonly Pause[];
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
    until: addDays(day, 12 * 7),
    skipHolidays: true,
    pauses: [],
  };
}

/** Another first day: the one weekday that was the first day's goes along, weekdays somebody chose stay. */
export function onDay({ day: before, weekdays }: Pick<Draft, "day" | "weekdays">, day: Day): Partial<Draft> {
  const wasItsOwn = weekdays.length === 1 && isDay(before) && weekdays[0] === weekdayOf(before);
  return { day, ...(wasItsOwn && isDay(day) && { weekdays: [weekdayOf(day)] }) };
}

export type Wrong = "service" | "day" | "time" | "past" | "minutes" | "capacity" | "weekdays" | "until" | "pauses";

/** What is missing or wrong, in the order of the form. */
export function wrongsOf(draft: Draft, now: Date): Wrong[] {
  const minutes = Number(draft.minutes);
  const capacity = Number(draft.capacity);
  const start = momentAt(draft.day, draft.time);
  const wrongs: (Wrong | false)[] = [
    !draft.serviceId && "service",
    !isDay(draft.day) && "day",
    !isClock(clockOf(draft.time)) && "time",
    !draft.isWeekly && start !== undefined && start <= now && "past",
    !(Number.isInteger(minutes) && minutes >= 1 && minutes <= 1440) && "minutes",
    !(Number.isInteger(capacity) && capacity >= 0 && capacity <= 1000) && "capacity",
    draft.isWeekly && draft.weekdays.length === 0 && "weekdays",
    draft.isWeekly && !(isDay(draft.until) && draft.until >= draft.day) && "until",
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
  };
}

/** One weekly time per chosen weekday. */
export function rulesOf(draft: Draft, scheduleId: string): NewRule[] {
  const capacity = capacityOf(draft);
  return draft.weekdays.toSorted().map((weekday) => ({
    scheduleId,
    weekday,
    startTime: clockOf(draft.time),
    durationMinutes: Number(draft.minutes),
    ...(capacity !== undefined && { capacity }),
    staffIds: [...draft.staffIds],
    resourceIds: [...draft.resourceIds],
    validFrom: draft.day,
    validUntil: draft.until,
    skipHolidays: draft.skipHolidays,
    breaks: [...draft.pauses],
  }));
}
