import type { Business } from "@uola/contract";

export type Special = Business["specialHours"][number];
export type Holiday = { date: string; name: string };
/** A date that may differ from its weekday: a public holiday, or one the owner named. */
export type OddDay = { id: string; date: string; name: string; special: Special | undefined; isHoliday: boolean };

/** A year's public holidays and the dates that differ, in order, each once. */
export function oddDays(year: number, holidays: readonly Holiday[], special: readonly Special[]): OddDay[] {
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

/** The dates with one of them as said now; nothing said: as its weekday is. */
export function withDay(special: readonly Special[], date: string, day: Special | undefined): Special[] {
  const others = special.filter((other) => other.date !== date);
  return [...others, ...(day ? [day] : [])].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

export type DayState = "usual" | "closed" | "short";
export const stateOf = (special: Special | undefined): DayState =>
  special ? (special.closed ? "closed" : "short") : "usual";
