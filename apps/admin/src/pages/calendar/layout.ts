import { addDays, type Day, daysBetween, instantOf, localDate, localParts } from "@uola/words/formats";

/** Anything with a start and an end. */
type Timed = { id: string; startDate: Date; endDate: Date };

/**
 * The part of an item that falls on one day, in minutes of that day's wall clock, and its column
 * among overlapping items.
 */
export type Piece<T extends Timed> = { item: T; day: Day; from: number; to: number; column: number; columns: number };

export const dayMinutes = 24 * 60;
/** Minimum rendered length in minutes, so that a short item can be read and pressed. */
const drawnMin = 30;

export const minuteOf = (instant: Date): number => {
  const { hour, minute } = localParts(instant);
  return hour * 60 + minute;
};

/** Returns the real (elapsed) length in minutes. */
export const lengthOf = ({ startDate, endDate }: Omit<Timed, "id">): number => (+endDate - +startDate) / 60_000;

/**
 * Splits an item at midnight, in wall-clock time, into one piece per day. On the night when the
 * clocks go back, an hour repeats: an item whose end is "before" its start is rendered with its
 * real length.
 */
function cut<T extends Timed>(item: T, days: readonly Day[]): Piece<T>[] {
  const first = localDate(item.startDate);
  return days.flatMap((day) => {
    if (item.endDate <= instantOf(day) || item.startDate >= instantOf(addDays(day, 1))) return [];
    const from = day === first ? minuteOf(item.startDate) : 0;
    const endsHere = localDate(item.endDate) === day;
    const end = endsHere ? minuteOf(item.endDate) : dayMinutes;
    const to = end > from ? end : Math.min(dayMinutes, from + lengthOf(item));
    return [{ item, day, from, to, column: 0, columns: 1 }];
  });
}

/**
 * Returns the pieces of each day in chronological order. Overlapping pieces share the width in as
 * few columns as possible.
 */
export function arrange<T extends Timed>(items: readonly T[], days: readonly Day[]): Map<Day, Piece<T>[]> {
  const pieces = items.flatMap((item) => cut(item, days));
  return new Map(days.map((day) => [day, assignColumns(pieces.filter((piece) => piece.day === day))]));
}

const drawnEnd = ({ from, to }: Piece<Timed>) => Math.max(to, from + drawnMin);

function assignColumns<T extends Timed>(pieces: Piece<T>[]): Piece<T>[] {
  const sorted = pieces.toSorted((a, b) => a.from - b.from || b.to - a.to || a.item.id.localeCompare(b.item.id));
  const placed: Piece<T>[] = [];
  let group: Piece<T>[] = [];
  let ends: number[] = [];
  const close = () => {
    placed.push(...group.map((piece) => ({ ...piece, columns: ends.length })));
    group = [];
    ends = [];
  };
  for (const piece of sorted) {
    if (ends.every((end) => end <= piece.from)) close();
    const free = ends.findIndex((end) => end <= piece.from);
    const column = free < 0 ? ends.length : free;
    ends[column] = drawnEnd(piece);
    group.push({ ...piece, column });
  }
  close();
  return placed;
}

/** Returns the range of whole hours that covers all pieces and at least the usual day. */
export function hoursOf(pieces: readonly Pick<Piece<Timed>, "from" | "to">[], usual = { from: 8, to: 22 }) {
  return {
    from: Math.min(usual.from, ...pieces.map(({ from }) => Math.floor(from / 60))),
    to: Math.max(usual.to, ...pieces.map(({ to }) => Math.ceil(to / 60))),
  };
}

export type Step = "up" | "down" | "left" | "right" | "first" | "last";

/**
 * Returns the session that gets the focus after an arrow key: the next one on the same day, or the
 * one nearest in time on the next day that has sessions.
 */
export function focusTarget<T extends Timed>(arranged: ReadonlyMap<Day, Piece<T>[]>, id: string, step: Step) {
  const days = [...arranged.values()].filter((pieces) => pieces.length > 0);
  const at = days.findIndex((pieces) => pieces.some(({ item }) => item.id === id));
  const day = days[at];
  const place = day?.findIndex(({ item }) => item.id === id) ?? -1;
  if (!day || place < 0) return days[0]?.[0]?.item.id;
  if (step === "up") return day[place - 1]?.item.id;
  if (step === "down") return day[place + 1]?.item.id;
  if (step === "first") return day[0]?.item.id;
  if (step === "last") return day.at(-1)?.item.id;
  const from = day[place]?.from ?? 0;
  const beyond = days[at + (step === "left" ? -1 : 1)];
  return beyond?.toSorted((a, b) => Math.abs(a.from - from) - Math.abs(b.from - from))[0]?.item.id;
}

export const daysFrom = (first: Day, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

export const isWithin = (day: Day, days: readonly Day[]): boolean => {
  const [first] = days;
  return first !== undefined && daysBetween(first, day) >= 0 && daysBetween(first, day) < days.length;
};
