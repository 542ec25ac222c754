import type { Row } from "./timetable.ts";

/** Rows under their local dates, in order of time. */
export function byDay(rows: readonly Row[], dayOf: (start: Date) => string): { day: string; rows: Row[] }[] {
  const days = new Map<string, Row[]>();
  for (const row of rows.toSorted((a, b) => a.start.localeCompare(b.start))) {
    const day = dayOf(new Date(row.start));
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return [...days].map(([day, own]) => ({ day, rows: own }));
}
