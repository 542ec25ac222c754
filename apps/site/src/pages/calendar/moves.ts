import { addDays, type Day, daysBetween, instantOf, localDate } from "@uola/words/formats";
import { dayMinutes, isWithin, lengthOf, minuteOf } from "./layout.ts";

/** When something takes place. */
export type Times = { startDate: Date; endDate: Date };

/** Everything is put on quarters of an hour. */
const snap = 15;
export const snapped = (minutes: number): number => Math.round(minutes / snap) * snap;

const lasting = (startDate: Date, minutes: number): Times => ({
  startDate,
  endDate: new Date(+startDate + minutes * 60_000),
});

/** At another wall time, as long as it was: a clock change between makes it neither shorter nor longer. */
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

/** What a key does to something that is being moved; nothing, when the key means nothing here. */
export function nudged(times: Times, key: string, shift: boolean): Times | undefined {
  if (shift && key === "ArrowUp") return lengthenedBy(times, -snap);
  if (shift && key === "ArrowDown") return lengthenedBy(times, snap);
  if (key === "ArrowUp") return movedBy(times, { minutes: -snap });
  if (key === "ArrowDown") return movedBy(times, { minutes: snap });
  if (key === "ArrowLeft") return movedBy(times, { days: -1 });
  if (key === "ArrowRight") return movedBy(times, { days: 1 });
  return undefined;
}

type Hindrance = "past" | "beyond";

/** Why something cannot be put there: the time is over, or it is not in sight. */
export function hindranceOf(times: Times, days: readonly Day[], now: Date): Hindrance | undefined {
  if (times.startDate <= now) return "past";
  return isWithin(localDate(times.startDate), days) ? undefined : "beyond";
}

export const isSame = (a: Times, b: Times): boolean => +a.startDate === +b.startDate && +a.endDate === +b.endDate;

export type Scope = "THIS" | "THIS_AND_LATER" | "ALL";

/** What is asked before a move: which of a series, when it is one, and whether to tell those who booked. */
export function questionsOf(session: { ruleId?: string | null | undefined; totalSpots: number; openSpots: number }) {
  return { scope: Boolean(session.ruleId), notify: Boolean(session.ruleId) || session.openSpots < session.totalSpots };
}

/** A series moves within a week of its date. */
export const seriesDaysMax = 6;
export const isFar = (from: Times, to: Times): boolean =>
  Math.abs(daysBetween(localDate(from.startDate), localDate(to.startDate))) > seriesDaysMax;

/** What was drawn on an empty day: from one quarter to another, whichever way; a bare press is an hour. */
export function drawn(day: Day, from: number, to: number): Times {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const start = Math.floor(first / snap) * snap;
  const length = last - first < snap ? 60 : Math.ceil(last / snap) * snap - start;
  return lasting(instantOf(day, 0, start), length);
}
