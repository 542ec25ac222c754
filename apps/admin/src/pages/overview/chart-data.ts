import type { Overview } from "@uola/contract";
import { required } from "@uola/contract/required";
import { addDays, type Day } from "@uola/words/formats";

export type IncomeBar = { day: Day; gross: number; isNow: boolean };

/**
 * Returns the bars of a period: one per day, or one per week if daily bars would be too thin.
 * Future days are empty.
 */
export function incomeBars({ from, to, today }: Overview["period"], days: readonly { day: Day; gross: number }[]) {
  const gross = new Map(days.map((each) => [each.day, each.gross]));
  const all: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) all.push(day);
  const size = all.length > 31 ? 7 : 1;
  return Array.from({ length: Math.ceil(all.length / size) }, (_, bar): IncomeBar => {
    const some = all.slice(bar * size, (bar + 1) * size);
    return {
      day: required(some[0], "day"),
      gross: some.reduce((sum, day) => sum + (gross.get(day) ?? 0), 0),
      isNow: some.includes(today),
    };
  });
}

type Hour = Overview["occupancy"]["hours"][number];
export const shareOf = ({ taken, places }: { taken: number; places: number }): number =>
  places === 0 ? 0 : taken / places;

/**
 * Returns the fullest and the emptiest hour of a week; undefined if there is only one hour or all
 * are equally full.
 */
export function extremes(hours: readonly Hour[]): { fullest: Hour; emptiest: Hour } | undefined {
  const known = hours.filter(({ places }) => places > 0).toSorted((a, b) => shareOf(b) - shareOf(a));
  const [fullest, emptiest] = [known[0], known.at(-1)];
  return fullest && emptiest && shareOf(fullest) > shareOf(emptiest) ? { fullest, emptiest } : undefined;
}

/** Returns the change in whole percent; undefined if the earlier value was not positive. */
export const change = (now: number, before: number): number | undefined =>
  before <= 0 ? undefined : Math.round(((now - before) / before) * 100);
