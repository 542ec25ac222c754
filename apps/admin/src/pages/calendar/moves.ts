import { addDays, type Day, daysBetween, instantOf, localDate } from "@uola/words/formats";
import { dayMinutes, isWithin, lengthOf, minuteOf } from "./layout.ts";

/** The start and end of a session. */
export type Times = { startDate: Date; endDate: Date };

/** Times snap to quarters of an hour; in minutes. */
const snap = 15;
export const snapped = (minutes: number): number => Math.round(minutes / snap) * snap;

const lasting = (startDate: Date, minutes: number): Times => ({
  startDate,
  endDate: new Date(+startDate + minutes * 60_000),
});

/**
 * Returns the times moved to another wall-clock time with the same length, even across a clock
 * change.
 */
export function movedTo(times: Times, day: Day, minute: number): Times {
  return lasting(instantOf(day, 0, minute), lengthOf(times));
}

export function movedBy(times: Times, { days = 0, minutes = 0 }: { days?: number; minutes?: number }): Times {
  const minute = minuteOf(times.startDate) + minutes;
  return movedTo(times, addDays(localDate(times.startDate), days), minutes === 0 ? minute : snapped(minute));
}

export function lengthenedBy(times: Times, minutes: number): Times {
  const length = snapped(lengthOf(times) + minutes);
  return lasting(times.startDate, Math.min(dayMinutes, Math.max(snap, length)));
}

/** Applies a key press to the times of a session being moved. Returns undefined for any other key. */
export function timesAfterKey(times: Times, key: string, shift: boolean): Times | undefined {
  if (shift && key === "ArrowUp") return lengthenedBy(times, -snap);
  if (shift && key === "ArrowDown") return lengthenedBy(times, snap);
  if (key === "ArrowUp") return movedBy(times, { minutes: -snap });
  if (key === "ArrowDown") return movedBy(times, { minutes: snap });
  if (key === "ArrowLeft") return movedBy(times, { days: -1 });
  if (key === "ArrowRight") return movedBy(times, { days: 1 });
  return undefined;
}

type MoveObstacle = "past" | "beyond";

/**
 * Returns the reason why a session cannot be moved to the given times: they are in the past or
 * outside the days shown.
 */
export function moveObstacle(times: Times, days: readonly Day[], now: Date): MoveObstacle | undefined {
  if (times.startDate <= now) return "past";
  return isWithin(localDate(times.startDate), days) ? undefined : "beyond";
}

export const isSame = (a: Times, b: Times): boolean => +a.startDate === +b.startDate && +a.endDate === +b.endDate;

export type Scope = "THIS" | "THIS_AND_LATER" | "ALL";

/**
 * Returns the questions to ask before a move: its scope, for a series, and whether to notify the
 * people who booked.
 */
export function questionsOf(session: { ruleId?: string | null | undefined; totalSpots: number; openSpots: number }) {
  return { scope: Boolean(session.ruleId), notify: Boolean(session.ruleId) || session.openSpots < session.totalSpots };
}

/** Maximum number of days by which a session of a series may be moved from its date. */
export const seriesDaysMax = 6;
export const isFar = (from: Times, to: Times): boolean =>
  Math.abs(daysBetween(localDate(from.startDate), localDate(to.startDate))) > seriesDaysMax;

/**
 * Returns the times of a range drawn on an empty day in either direction, in quarters of an hour; a
 * plain press selects one hour.
 */
export function timesDrawn(day: Day, from: number, to: number): Times {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const start = Math.floor(first / snap) * snap;
  const length = last - first < snap ? 60 : Math.ceil(last / snap) * snap - start;
  return lasting(instantOf(day, 0, start), length);
}
