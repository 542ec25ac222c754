import type { Business } from "@uola/contract";
import { holidays } from "./holidays.ts";

type SpecialHours = Business["specialHours"][number];

/** The gym is closed on these holidays. */
const closedOn = new Set(["Naujieji metai", "Velykos", "Visų Šventųjų diena", "Kūčios", "Kalėdos"]);
const shortDay = { open: "10:00", close: "20:00" };

/** Returns the opening hours on the holidays of these years. A date with two holidays is listed once. */
export function holidayHours(...years: number[]): SpecialHours[] {
  const byDate = new Map<string, SpecialHours>();
  for (const { date, name } of years.flatMap(holidays)) {
    const before = byDate.get(date);
    const closed = closedOn.has(name) || before?.closed === true;
    const names = before ? `${before.name}, ${name}` : name;
    byDate.set(date, { date, name: names, closed, ...(closed ? {} : shortDay) });
  }
  return [...byDate.values()].sort((a, b) => a.date.localeCompare(b.date));
}
