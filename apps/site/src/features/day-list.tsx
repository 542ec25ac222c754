import { localDate } from "@uola/words/formats";
import type { Row } from "./timetable.ts";
import { TimetableRow } from "./timetable-row.tsx";

type DayListProps = {
  rows: readonly Row[];
  /** Formats a local date for the heading above the sessions of that day. */
  dayName: (day: string) => string;
};

/** Timetable sessions grouped by day, each with a link to book it. */
export const DayList = ({ rows, dayName }: DayListProps) =>
  byDay(rows).map(({ day, rows: own }) => (
    <section key={day}>
      <h3 className="day-heading">{dayName(day)}</h3>
      <ul className="rows">
        {own.map((row) => (
          <TimetableRow key={row.id} row={row} />
        ))}
      </ul>
    </section>
  ));

/** Groups rows by local date, in chronological order. */
function byDay(rows: readonly Row[]): { day: string; rows: Row[] }[] {
  const days = new Map<string, Row[]>();
  for (const row of rows.toSorted((a, b) => a.start.localeCompare(b.start))) {
    const day = localDate(new Date(row.start));
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return [...days].map(([day, own]) => ({ day, rows: own }));
}
