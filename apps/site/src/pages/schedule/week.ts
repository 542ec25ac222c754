import { addDays, type Day, localDate, localParts, weekdayOf } from "@uola/words/formats";

/** Anything with a beginning and an end, as ISO 8601 text. */
export type Span = { start: string; end: string };

/** Where a block stands in its day: hours from the top of the grid, and its share of the width among those at the same time. */
export type Block<T extends Span> = { item: T; from: number; to: number; column: number; columns: number };

export type WeekDay<T extends Span> = { day: Day; blocks: Block<T>[] };

const hourOf = (iso: string) => {
  const { hour, minute } = localParts(new Date(iso));
  return hour + minute / 60;
};

/** The first and last full hour anything happens at, never narrower than the usual day. */
export function hoursShown(items: readonly Span[], usual: { from: number; to: number }): { from: number; to: number } {
  return items.reduce(
    ({ from, to }, { start, end }) => ({
      from: Math.min(from, Math.floor(hourOf(start))),
      to: Math.max(to, Math.ceil(endHour(start, end))),
    }),
    usual,
  );
}

/** An end after midnight stays in the day it began: 24 and more. */
const endHour = (start: string, end: string) => hourOf(start) + (Date.parse(end) - Date.parse(start)) / 3_600_000;

/** Seven days from a Monday; blocks that overlap share the width, side by side in the order they begin. */
export function weekOf<T extends Span>(monday: Day, items: readonly T[]): WeekDay<T>[] {
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(monday, index);
    const own = items
      .filter(({ start }) => localDate(new Date(start)) === day)
      .sort((a, b) => a.start.localeCompare(b.start));
    return { day, blocks: sideBySide(own) };
  });
}

function sideBySide<T extends Span>(items: readonly T[]): Block<T>[] {
  const blocks: Block<T>[] = [];
  let group: Block<T>[] = [];
  let groupEnd = Number.NEGATIVE_INFINITY;
  const close = () => {
    const columns = Math.max(0, ...group.map(({ column }) => column)) + 1;
    for (const block of group) block.columns = columns;
    blocks.push(...group);
    group = [];
  };
  for (const item of items) {
    const from = hourOf(item.start);
    const to = endHour(item.start, item.end);
    if (from >= groupEnd) close();
    const taken = new Set(group.filter((other) => other.to > from).map(({ column }) => column));
    let column = 0;
    while (taken.has(column)) column++;
    group.push({ item, from, to, column, columns: 1 });
    groupEnd = Math.max(group.length === 1 ? to : groupEnd, to);
  }
  close();
  return blocks;
}

/** A day of the week that matters to whoever looks now: from Sunday noon on, of the next one. */
export function weekToCome(now: Date): Day {
  const today = localDate(now);
  return weekdayOf(today) === 7 && localParts(now).hour >= 12 ? addDays(today, 1) : today;
}

type Stretch = { from: number; to: number };

/** The stretches of a day's grid in which the gym is closed; hours are "HH:MM" on the wall. */
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

/** Where in a stretch a plate an hour tall hides nothing: the first such place, or its beginning when there is none. */
export function roomIn({ from, to }: Stretch, blocks: readonly Stretch[]): number {
  for (let at = from; at + 1 <= to; at += 0.5) {
    if (blocks.every((block) => block.to <= at || block.from >= at + 1)) return at;
  }
  return from;
}
