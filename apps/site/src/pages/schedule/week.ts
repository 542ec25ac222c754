import { addDays, type Day, localDate, localParts, weekdayOf } from "@uola/words/formats";

/** Anything with a start and an end, as ISO 8601 strings. */
export type Span = { start: string; end: string };

/**
 * The position of a session in its day: its hours, and the group of overlapping sessions that it
 * belongs to.
 */
export type Block<T extends Span> = { item: T; from: number; to: number; crowd: Crowd };
/** The common hours of an overlapping group, its size, and the index of this session in it. */
export type Crowd = { from: number; to: number; size: number; index: number };

export type WeekDay<T extends Span> = { day: Day; blocks: Block<T>[] };

const hourOf = (iso: string) => {
  const { hour, minute } = localParts(new Date(iso));
  return hour + minute / 60;
};

/** Returns the range of full hours that covers all sessions and at least the usual day. */
export function hoursShown(items: readonly Span[], usual: { from: number; to: number }): { from: number; to: number } {
  return items.reduce(
    ({ from, to }, { start, end }) => ({
      from: Math.min(from, Math.floor(hourOf(start))),
      to: Math.max(to, Math.ceil(endHour(start, end))),
    }),
    usual,
  );
}

/**
 * A session that ends after midnight belongs to the day on which it began: its end hour is 24 or
 * more.
 */
const endHour = (start: string, end: string) => hourOf(start) + (Date.parse(end) - Date.parse(start)) / 3_600_000;

/** Returns the seven days from a Monday; overlapping sessions form a group, ordered by start. */
export function weekOf<T extends Span>(monday: Day, items: readonly T[]): WeekDay<T>[] {
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(monday, index);
    const own = items
      .filter(({ start }) => localDate(new Date(start)) === day)
      .sort((a, b) => a.start.localeCompare(b.start));
    return { day, blocks: inCrowds(own) };
  });
}

function inCrowds<T extends Span>(items: readonly T[]): Block<T>[] {
  const crowds: { from: number; to: number; blocks: Omit<Block<T>, "crowd">[] }[] = [];
  for (const item of items) {
    const block = { item, from: hourOf(item.start), to: endHour(item.start, item.end) };
    const crowd = crowds.at(-1);
    if (crowd && block.from < crowd.to) {
      crowd.blocks.push(block);
      crowd.to = Math.max(crowd.to, block.to);
    } else crowds.push({ from: block.from, to: block.to, blocks: [block] });
  }
  return crowds.flatMap(({ from, to, blocks }) =>
    blocks.map((block, index) => ({ ...block, crowd: { from, to, size: blocks.length, index } })),
  );
}

/**
 * Returns the height of an hour in pixels, so that each session of every overlapping group has
 * space for its text.
 */
export const hourHeight = (
  blocks: readonly Pick<Block<Span>, "crowd">[],
  { usual, line }: { usual: number; line: number },
): number =>
  Math.max(
    usual,
    ...blocks
      .filter(({ crowd }) => crowd.size > 1)
      .map(({ crowd }) => Math.ceil((crowd.size * line) / (crowd.to - crowd.from))),
  );

/**
 * Returns a date in the week to show by default: the current week or, from Sunday noon on, the next
 * week.
 */
export function weekToCome(now: Date): Day {
  const today = localDate(now);
  return weekdayOf(today) === 7 && localParts(now).hour >= 12 ? addDays(today, 1) : today;
}

type Stretch = { from: number; to: number };

/**
 * Returns the ranges of a day's grid in which the gym is closed; hours are "HH:MM" in wall-clock
 * time.
 */
export function closedStretches(shown: Stretch, hours: { open: string; close: string } | { closed: true }): Stretch[] {
  if ("closed" in hours) return [shown];
  const [open, close] = [wallHour(hours.open), wallHour(hours.close)];
  return [
    { from: shown.from, to: Math.min(open, shown.to) },
    { from: Math.max(close, shown.from), to: shown.to },
  ].filter(({ from, to }) => to > from);
}

const wallHour = (wall: string) => {
  const [hour = 0, minute = 0] = wall.split(":").map(Number);
  return hour + minute / 60;
};

/**
 * Returns the first hour at which a label one hour tall covers no session, or the start of the
 * range if there is no such hour.
 */
export function freeHourIn({ from, to }: Stretch, blocks: readonly Stretch[]): number {
  for (let at = from; at + 1 <= to; at += 0.5) {
    if (blocks.every((block) => block.to <= at || block.from >= at + 1)) return at;
  }
  return from;
}
