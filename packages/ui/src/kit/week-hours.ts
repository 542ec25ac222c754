import { isClockTime } from "./date-time.ts";

/** An interval on a weekday in local time; Monday is 1. The end of the day may be "24:00". */
export type HoursInterval = { weekday: number; start: string; end: string };

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

export const ofDay = (hours: readonly HoursInterval[], weekday: number): HoursInterval[] =>
  hours.filter((stretch) => stretch.weekday === weekday);

/**
 * Adds an interval at the end of a day: the usual opening hours if the day has none, otherwise the
 * time left after an hour's break.
 */
export function withInterval(hours: readonly HoursInterval[], weekday: number): HoursInterval[] {
  const last = ofDay(hours, weekday).at(-1)?.end;
  if (!last) return [...hours, { weekday, start: "09:00", end: "21:00" }];
  const from = Math.min(Number(last.slice(0, 2)) + 1, 22);
  const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  return [...hours, { weekday, start: clock(from), end: clock(Math.max(21, from + 1)) }];
}

/** Copies the hours of one day to others and replaces theirs. */
export function withDayCopied(hours: readonly HoursInterval[], from: number, to: readonly number[]): HoursInterval[] {
  const copied = ofDay(hours, from);
  const others = to.filter((weekday) => weekday !== from);
  return [
    ...hours.filter(({ weekday }) => !others.includes(weekday)),
    ...others.flatMap((weekday) => copied.map((stretch) => ({ ...stretch, weekday }))),
  ];
}

/** Sorts the hours and merges intervals that are adjacent or overlap. */
export function mergedHours(hours: readonly HoursInterval[]): HoursInterval[] {
  const sorted = hours.toSorted((a, b) => a.weekday - b.weekday || (a.start < b.start ? -1 : 1));
  const whole: HoursInterval[] = [];
  for (const stretch of sorted) {
    const last = whole.at(-1);
    if (last && last.weekday === stretch.weekday && stretch.start <= last.end) {
      if (stretch.end > last.end) whole[whole.length - 1] = { ...last, end: stretch.end };
    } else whole.push(stretch);
  }
  return whole;
}

/** Returns the first weekday that has an invalid time or an end that is not after the start. */
export const firstInvalidDay = (hours: readonly HoursInterval[]): number | undefined =>
  hours.find(({ start, end }) => !isClockTime(start) || !isClockTime(end) || start >= end)?.weekday;

const plain = (clock: string) => clock.replace(/^0/, "");

/**
 * Groups days with the same hours, in order: for example Monday to Friday with "9:00–21:00"; a day
 * without hours has an empty text.
 */
export function byDays(hours: readonly HoursInterval[]): { from: number; to: number; text: string }[] {
  const runs: { from: number; to: number; text: string }[] = [];
  for (const weekday of weekdays) {
    const text = ofDay(mergedHours(hours), weekday)
      .map(({ start, end }) => `${plain(start)}–${plain(end)}`)
      .join(", ");
    const last = runs.at(-1);
    if (last && last.text === text) last.to = weekday;
    else runs.push({ from: weekday, to: weekday, text });
  }
  return runs;
}
