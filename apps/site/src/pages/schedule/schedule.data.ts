import { addDays, type Day, daysBetween, instantOf, localDate, mondayOf } from "@uola/words/formats";
import { readContent, type Texts, textsOf } from "../../features/content.ts";
import { hoursOn } from "../../features/hours.ts";
import { type Row, timetable } from "../../features/timetable.ts";
import type { DataInput } from "../../loader/page.ts";

export type ScheduleData = {
  texts: Texts<"SchedulePage">;
  monday: Day;
  today: Day;
  rows: Row[];
  /** Dates of the week on which the gym keeps other hours than usual, and why. */
  special: { day: Day; name: string; closed: boolean; hours: string | null }[];
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
  const monday = mondayOf(weekAsked(search.get("week"), today));
  const [content, rows, { business }] = await Promise.all([
    readContent(input, "SchedulePage"),
    timetable(client, instantOf(monday), instantOf(addDays(monday, 7)), now),
    client.business.get({}),
  ]);
  const special = Array.from({ length: 7 }, (_, index) => addDays(monday, index)).flatMap((day) => {
    const hours = hoursOn(business, day);
    if (!hours.name) return [];
    const closed = "closed" in hours;
    return [{ day, name: hours.name, closed, hours: closed ? null : `${hours.open}–${hours.close}` }];
  });
  return {
    texts: textsOf("SchedulePage", content),
    monday,
    today,
    rows,
    special,
    earlier: daysBetween(monday, mondayOf(today)) < weeksBack * 7,
    later: daysBetween(mondayOf(today), monday) < weeksAhead * 7,
  };
}

/** The day the address names, when it is one and the timetable reaches there; today otherwise. */
function weekAsked(asked: string | null, today: Day): Day {
  if (!asked || !/^\d{4}-\d{2}-\d{2}$/.test(asked) || Number.isNaN(Date.parse(asked))) return today;
  const day = new Date(asked).toISOString().slice(0, 10);
  const away = daysBetween(mondayOf(today), mondayOf(day));
  return away >= -weeksBack * 7 && away <= weeksAhead * 7 ? day : today;
}
