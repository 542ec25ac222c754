import type { Business } from "@uola/contract";

export type Special = Business["specialHours"][number];
export type Holiday = { date: string; name: string };
/**
 * A date whose hours may differ from those of its weekday: a public holiday, or a date that the
 * owner added.
 */
export type OddDay = { id: string; date: string; name: string; special: Special | undefined; isHoliday: boolean };

/** Returns a year's public holidays and dates with special hours, in order, each once. */
export function specialDays(year: number, holidays: readonly Holiday[], special: readonly Special[]): OddDay[] {
  const own = special.filter(({ date }) => date.startsWith(`${year}-`));
  const days = new Map<string, OddDay>();
  for (const { date, name } of holidays) days.set(date, { id: date, date, name, special: undefined, isHoliday: true });
  for (const each of own) {
    const { date, name } = each;
    const holiday = days.get(date);
    days.set(date, { id: date, date, name: name || holiday?.name || "", special: each, isHoliday: !!holiday });
  }
  return [...days.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/**
 * Returns the dates with one of them replaced; if `day` is undefined, the date has its weekday's
 * hours again.
 */
export function withDay(special: readonly Special[], date: string, day: Special | undefined): Special[] {
  const others = special.filter((other) => other.date !== date);
  return [...others, ...(day ? [day] : [])].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

export type DayState = "usual" | "closed" | "short";
export const stateOf = (special: Special | undefined): DayState =>
  special ? (special.closed ? "closed" : "short") : "usual";
