import { required } from "@uola/contract/required";
import { dayMs, minuteMs } from "@uola/kernel";
import { momentOf } from "./recurrence.ts";

/** Start (inclusive) and end (exclusive) in milliseconds. */
export type Interval = { from: number; to: number };
/** A use of a trainer or a resource; `margin` is the free time it needs on both sides. */
export type BusyInterval = Interval & { margin?: number };

/** A trainer or a resource: when it is available, and its existing uses. */
export type Calendar = {
  id: string;
  /** Sorted and without overlaps. */
  open: readonly Interval[];
  uses: readonly BusyInterval[];
  /** The number of simultaneous uses allowed. */
  units: number;
};

/** The requirements of an appointment: one of the trainers, and one resource from each group. */
export type AppointmentNeed = {
  trainers: readonly Calendar[];
  groups: readonly (readonly Calendar[])[];
  /** The free time in milliseconds required before and after the appointment. */
  margin: number;
};
export type Assignment = { staffId: string; resourceIds: string[] };
export type Time = Interval & Assignment;

/**
 * Hours of a weekday (1 = Monday … 7 = Sunday) as wall times; "24:00" is the midnight at the end of
 * the day.
 */
export type Hours = { weekday: number; start: string; end: string };

const quarter = 15 * minuteMs;

/** Sorts intervals and joins those that touch or overlap. */
export function mergeIntervals(stretches: readonly Interval[]): Interval[] {
  const found: Interval[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) found.push({ from, to });
  }
  return found;
}

/** Returns the intersection of two lists, each sorted and without overlaps. */
export function intersectIntervals(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  const found: Interval[] = [];
  for (let i = 0, j = 0; i < some.length && j < others.length; ) {
    const [a, b] = [required(some[i], "interval"), required(others[j], "interval")];
    const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
    if (from < to) found.push({ from, to });
    if (a.to < b.to) i++;
    else j++;
  }
  return found;
}

/** Returns the first list minus the second. */
export function subtractIntervals(some: readonly Interval[], taken: readonly Interval[]): Interval[] {
  let left = [...some];
  for (const { from, to } of taken) {
    left = left.flatMap((stretch) => {
      if (to <= stretch.from || from >= stretch.to) return [stretch];
      const rest = [
        { from: stretch.from, to: from },
        { from: to, to: stretch.to },
      ];
      return rest.filter((each) => each.from < each.to);
    });
  }
  return left;
}

/** Yields every date from `first` to `last`, both included, with its weekday. */
export function* datesBetween(first: string, last: string): Generator<{ date: string; weekday: number }> {
  const until = Date.parse(last);
  for (let at = Date.parse(first); at <= until; at += dayMs) {
    const day = new Date(at);
    yield { date: day.toISOString().slice(0, 10), weekday: day.getUTCDay() || 7 };
  }
}

/**
 * Returns the real-time interval between two wall times on a date. It does not include an hour
 * skipped by a clock change, and includes a repeated hour twice.
 */
export function intervalOn(date: string, start: string, end: string, timeZone: string): Interval {
  const moment = (time: string) => {
    if (!time.startsWith("24")) return momentOf(date, time, timeZone).getTime();
    const next = new Date(Date.parse(date) + dayMs).toISOString().slice(0, 10);
    return momentOf(next, "00:00", timeZone).getTime();
  };
  return { from: moment(start), to: moment(end) };
}

/** Returns the weekly hours on the given dates as intervals. */
export function weeklyOpen(hours: readonly Hours[], first: string, last: string, timeZone: string): Interval[] {
  const byDay = Map.groupBy(hours, ({ weekday }) => weekday);
  const found: Interval[] = [];
  for (const { date, weekday } of datesBetween(first, last)) {
    for (const { start, end } of byDay.get(weekday) ?? []) found.push(intervalOn(date, start, end, timeZone));
  }
  return mergeIntervals(found);
}

const overlaps = ({ from, to, margin = 0 }: BusyInterval, start: number, end: number, wanted: number) => {
  const room = Math.max(margin, wanted);
  return from - room < end && start < to + room;
};

/** Whether one more use, including its margin, fits between two times. */
export function isFree({ open, uses, units }: Calendar, start: number, end: number, margin: number): boolean {
  if (!open.some(({ from, to }) => from <= start && end <= to)) return false;
  return hasUnit(uses, units, start, end, margin);
}

/** Like `isFree`, but ignores the opening hours: whether a unit is left at the busiest moment. */
export function hasUnit(
  uses: readonly BusyInterval[],
  units: number,
  start: number,
  end: number,
  margin: number,
): boolean {
  const meanwhile = uses.filter((use) => overlaps(use, start, end, margin));
  if (meanwhile.length < units) return true;
  if (units === 1) return false;
  const edges = meanwhile.flatMap(({ from, to, margin: own = 0 }) => {
    const room = Math.max(own, margin);
    return [
      { at: Math.max(start, from - room), change: 1 },
      { at: Math.min(end, to + room), change: -1 },
    ];
  });
  edges.sort((a, b) => a.at - b.at || a.change - b.change);
  let inUse = 0;
  return edges.every(({ change }) => {
    inUse += change;
    return inUse < units;
  });
}

/**
 * Chooses one resource from each group, none more often than it has units; undefined if that is
 * impossible.
 */
export function resourcesFor<Of extends { id: string }>(
  groups: readonly (readonly Of[])[],
  fits: (calendar: Of, already: number) => boolean,
  chosen: readonly string[] = [],
): string[] | undefined {
  const group = groups[chosen.length];
  if (!group) return [...chosen];
  for (const calendar of group) {
    const already = chosen.filter((id) => id === calendar.id).length;
    const rest = fits(calendar, already) && resourcesFor(groups, fits, [...chosen, calendar.id]);
    if (rest) return rest;
  }
  return undefined;
}

/** Assigns the first free trainer and the first free resources to an appointment. */
export function assign(
  { trainers, groups, margin }: AppointmentNeed,
  start: number,
  end: number,
): Assignment | undefined {
  const trainer = trainers.find((calendar) => isFree(calendar, start, end, margin));
  const resourceIds = trainer && freeResources(groups, start, end, margin);
  return trainer && resourceIds && { staffId: trainer.id, resourceIds };
}

const freeResources = (groups: AppointmentNeed["groups"], start: number, end: number, margin: number) =>
  resourcesFor(groups, (calendar, already) => {
    return calendar.units > already && isFree({ ...calendar, units: calendar.units - already }, start, end, margin);
  });

/**
 * Returns the free times that begin within `range`, in order, for each free trainer. Each free
 * interval of a trainer is filled from its first quarter of an hour: in steps of the shortest
 * duration if that is a multiple of 15 minutes, otherwise every 15 minutes.
 */
export function freeTimes(need: AppointmentNeed, durations: readonly number[], range: Interval): Time[] {
  const lengths = [...new Set(durations)].sort((a, b) => a - b).map((minutes) => minutes * minuteMs);
  const [shortest] = lengths;
  if (shortest === undefined) return [];
  const step = shortest % quarter === 0 ? shortest : quarter;
  const { trainers, groups, margin } = need;
  const found: (Time & { order: number })[] = [];
  for (const [order, { id, open, uses }] of trainers.entries()) {
    const busy = uses.map(({ from, to, margin: own = 0 }) => {
      const room = Math.max(own, margin);
      return { from: from - room, to: to + room };
    });
    for (const { from, to } of subtractIntervals(open, mergeIntervals(busy))) {
      const first = Math.ceil(from / quarter) * quarter;
      const skipped = Math.max(0, Math.ceil((range.from - first) / step));
      for (let start = first + skipped * step; start < range.to && start + shortest <= to; start += step) {
        for (const length of lengths) {
          const end = start + length;
          const resourceIds = end <= to ? freeResources(groups, start, end, margin) : undefined;
          if (resourceIds) found.push({ from: start, to: end, staffId: id, resourceIds, order });
        }
      }
    }
  }
  return found.sort((a, b) => a.from - b.from || a.to - b.to || a.order - b.order).map(({ order: _, ...time }) => time);
}

/** Returns the time in milliseconds that a calendar is in use within an interval. */
const usedWithin = ({ uses }: Calendar, { from, to }: Interval): number =>
  uses.reduce((sum, use) => sum + Math.max(0, Math.min(use.to, to) - Math.max(use.from, from)), 0);

/** Sorts trainers by the least work within an interval; equally busy trainers keep their order. */
export const leastBusyFirst = (trainers: readonly Calendar[], day: Interval): Calendar[] =>
  trainers.toSorted((a, b) => usedWithin(a, day) - usedWithin(b, day));
