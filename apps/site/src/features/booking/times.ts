import type { Session } from "@uola/contract";
import { addDays, localDate } from "@uola/words/formats";
import { type Activity, opensAt } from "./activities.ts";

/**
 * A time that can be chosen: a session or a whole course. Moments are ISO 8601 strings, as
 * serialized with the page.
 */
export type Time = {
  /** The session's id; for a course, the id of its schedule. */
  id: string;
  activityId: string;
  start: string;
  end: string;
  open: number;
  total: number;
  bookable: boolean;
  /**
   * The deadline for canceling a booking for this time. Null if it cannot be canceled; undefined
   * until the platform has returned it.
   */
  cancelUntil?: string | null;
  staff: string[];
  /** The ids of the staff, if the platform returned them. */
  staffIds?: string[];
  /** The trainer, for a time with a trainer. Such a time has no session until it is booked. */
  trainer?: { id: string; name: string };
  /** The remaining sessions of a course, which is booked as a whole. */
  lessons?: { start: string; end: string }[];
  /** The number of sessions in the whole course, including past ones. */
  lessonsInAll?: number;
  /** Set for a course whose dates are not known yet; its start and end are then meaningless. */
  undated?: true;
};

export const timeOf = (session: Session): Time => ({
  id: session.id,
  activityId: session.serviceId,
  start: session.startDate.toISOString(),
  end: session.endDate.toISOString(),
  // People on the waiting list take precedence when places become free, so a locked session counts
  // as full.
  open: session.locked ? 0 : session.openSpots,
  total: session.totalSpots,
  bookable: session.bookable,
  cancelUntil: session.cancelableUntil?.toISOString() ?? null,
  staff: session.staff.map(({ name }) => name),
  staffIds: session.staff.map(({ id }) => id),
});

export type Day = { date: string; times: Time[]; open: number };

/** Returns the calendar date of a moment in the gym's time zone, `YYYY-MM-DD`. */
export const dayOf = (moment: string | Date): string => localDate(new Date(moment));

/**
 * Returns consecutive days with the times of each day, in order; `open` is the number of times that
 * can still be booked.
 */
export function daysFrom(first: string, count: number, times: readonly Time[]): Day[] {
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(first, index);
    const own = inOrder(times.filter((time) => dayOf(time.start) === date));
    return { date, times: own, open: own.filter((time) => time.bookable && time.open > 0).length };
  });
}

/**
 * Returns the days shown as a list: first the chosen day, even if it has no times, then the next
 * days that have times, until there are about `rows` rows.
 */
export function listFrom(chosen: string, times: readonly Time[], rows: number): Day[] {
  const dates = [...new Set(times.map((time) => dayOf(time.start)))].filter((date) => date > chosen).sort();
  const list = daysFrom(chosen, 1, times);
  let shown = list[0]?.times.length ?? 0;
  for (const date of dates) {
    if (shown >= rows) break;
    list.push(...daysFrom(date, 1, times));
    shown += list.at(-1)?.times.length ?? 0;
  }
  return list;
}

export const minutesBetween = ({ start, end }: Pick<Time, "start" | "end">): number =>
  Math.round((Date.parse(end) - Date.parse(start)) / 60_000);

export const inOrder = (times: readonly Time[]): Time[] => [...times].sort((a, b) => a.start.localeCompare(b.start));

/**
 * Returns the first time at or after a given moment that has places for the given number of
 * participants.
 */
export const nextFree = (times: readonly Time[], from: string, participants = 1): Time | undefined =>
  inOrder(times).find((time) => time.start >= from && time.bookable && time.open >= participants);

/**
 * Returns up to three alternative times with places for everyone; the time nearest to the lost one
 * comes first.
 */
export function alternativeTimes(times: readonly Time[], lost: Time, participants: number): Time[] {
  const away = (time: Time) => Math.abs(Date.parse(time.start) - Date.parse(lost.start));
  return times
    .filter((time) => time.id !== lost.id && time.activityId === lost.activityId)
    .filter((time) => time.bookable && time.open >= participants)
    .sort((a, b) => away(a) - away(b))
    .slice(0, 3);
}

/** The reason why a time cannot be chosen; null if it can. */
export type Obstacle = "started" | "unopened" | "full" | "early" | "late" | "closed";

export function obstacle(time: Time, activity: Pick<Activity, "policy" | "registrations">, now: Date): Obstacle | null {
  const minutesAhead = (Date.parse(time.start) - now.getTime()) / 60_000;
  const { limitEarlyBookingPolicy: early, limitLateBookingPolicy: late } = activity.policy;
  if ((minutesAhead > 0 || time.lessons) && opensAt(activity, now)) return "unopened";
  if (time.bookable && time.open > 0) return minutesAhead <= 0 && !time.lessons ? "started" : null;
  if (minutesAhead <= 0 && !time.lessons) return "started";
  if (time.open <= 0) return "full";
  if (early?.enabled && minutesAhead > early.earliestBookingInMinutes) return "early";
  if (late?.enabled && minutesAhead < late.latestBookingInMinutes) return "late";
  return "closed";
}

/** Whether a group of this size may join the waiting list because it cannot book directly. */
export const mustJoinWaitlist = (
  time: Time,
  activity: Pick<Activity, "policy" | "registrations" | "waits">,
  participants: number,
  now: Date,
): boolean =>
  activity.waits &&
  !opensAt(activity, now) &&
  (time.undated || Date.parse(time.start) > now.getTime()) &&
  (time.open < participants || obstacle(time, activity, now) === "full");

/** Whether a time has no places at all, so that a request for it only registers interest. */
export const isInterestOnly = (time: Pick<Time, "total">): boolean => time.total === 0;

/** The maximum number of people in one booking of this time. */
export const mostParticipants = (
  time: Time,
  activity: Pick<Activity, "maxParticipants">,
  waiting: boolean | undefined = false,
): number =>
  Math.max(1, Math.min(activity.maxParticipants, waiting ? time.total || activity.maxParticipants : time.open));
