import { addDays, type Day, daysBetween, instantOf, localDate, mondayOf } from "@uola/words/formats";
import { readContent, type Texts, textsOf } from "../../features/content.ts";
import { type HoursOfDay, hoursOn } from "../../features/hours.ts";
import { type Row, timetable } from "../../features/timetable.ts";
import type { DataInput } from "../../loader/page.ts";
import { weekToCome } from "./week.ts";

export type DayHours = { day: Day } & HoursOfDay;

export type ScheduleData = {
  texts: Texts<"SchedulePage">;
  monday: Day;
  today: Day;
  rows: Row[];
  /** The gym's hours on each day of the week. */
  hours: DayHours[];
  /** Whether there is anything to turn the page to. */
  earlier: boolean;
  later: boolean;
};

/** How many weeks ahead the timetable is made. */
const weeksAhead = 25;
const weeksBack = 4;

export async function data(input: DataInput): Promise<ScheduleData> {
  const { client, now, search } = input;
  const today = localDate(now);
  const monday = mondayOf(weekAsked(search.get("week"), weekToCome(now), today));
  const [content, rows, { business }] = await Promise.all([
    readContent(input, "SchedulePage"),
    timetable(client, instantOf(monday), instantOf(addDays(monday, 7)), now),
    client.business.get({}),
  ]);
  return {
    texts: textsOf("SchedulePage", content),
    monday,
    today,
    rows,
    hours: Array.from({ length: 7 }, (_, index) => {
      const day = addDays(monday, index);
      return { day, ...hoursOn(business, day) };
    }),
    earlier: daysBetween(monday, mondayOf(today)) < weeksBack * 7,
    later: daysBetween(mondayOf(today), monday) < weeksAhead * 7,
  };
}

/** The day the address names, when it is one and the timetable reaches there; `otherwise` if not. */
function weekAsked(asked: string | null, otherwise: Day, today: Day): Day {
  if (!asked || !/^\d{4}-\d{2}-\d{2}$/.test(asked) || Number.isNaN(Date.parse(asked))) return otherwise;
  const day = new Date(asked).toISOString().slice(0, 10);
  const away = daysBetween(mondayOf(today), mondayOf(day));
  return away >= -weeksBack * 7 && away <= weeksAhead * 7 ? day : otherwise;
}
