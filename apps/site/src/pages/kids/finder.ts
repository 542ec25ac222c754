import { type Level, levels } from "@uola/browser/gym/service-facts.ts";
import { fitsAges } from "@uola/contract/age-range";
import { localParts } from "@uola/words/formats";
import type { Group } from "../../features/groups.ts";

/** Names of the weekdays in the URL, Monday first. */
export const dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** The criteria chosen by a parent. A day is 1–7, Monday first; no days or no level means any. */
export type GroupSearch = { year: number | null; days: number[]; level: Level | null };

export function groupSearchOf(search: URLSearchParams): GroupSearch {
  const year = Number(search.get("year"));
  return {
    year: Number.isInteger(year) && year > 0 ? year : null,
    days: dayNames.flatMap((name, index) => (search.has(name) ? [index + 1] : [])),
    level: levels.find((level) => level === search.get("level")) ?? null,
  };
}

export const isEmpty = ({ year, days, level }: GroupSearch): boolean =>
  year === null && days.length === 0 && level === null;

/** Returns the criteria as a URL query without the empty ones. */
export function searchOf({ year, days, level }: GroupSearch): string {
  const search = new URLSearchParams();
  if (year !== null) search.set("year", String(year));
  for (const day of days) search.set(dayNames[day - 1] ?? "", "1");
  if (level) search.set("level", level);
  return search.size > 0 ? `?${search}` : "";
}

/**
 * Whether a child born in the given year may join. Applies the same rule that rejects bookings, for
 * the year in which the group meets next.
 */
export const fitsBirthYear = ({ ages, times, course }: Group, born: number, now: Date): boolean => {
  const first = course?.first ?? times.map(({ next }) => next).toSorted()[0];
  const { year } = localParts(first && new Date(first) > now ? new Date(first) : now);
  return ages === null || fitsAges(ages, year - born);
};

/**
 * Returns the groups that fit, each with the times on the requested days. A course meets on all of
 * its days, so all of them must be among the requested days; for a weekly class one is enough.
 */
export function groupsFor(groups: readonly Group[], { year, days, level }: GroupSearch, now: Date): Group[] {
  return groups.flatMap((group) => {
    if (year !== null && !fitsBirthYear(group, year, now)) return [];
    if (level && group.levels.length > 0 && !group.levels.includes(level)) return [];
    if (days.length === 0) return [group];
    const times = group.times.filter(({ weekday }) => days.includes(weekday));
    if (group.course) return times.length > 0 && times.length === group.times.length ? [group] : [];
    return times.length > 0 ? [{ ...group, times }] : [];
  });
}

/** Returns the birth years of children who turn 3 to 17 this year, the youngest first. */
export function birthYears(now: Date): { year: number; turns: number }[] {
  const { year } = localParts(now);
  return Array.from({ length: 15 }, (_, index) => ({ year: year - 3 - index, turns: index + 3 }));
}
