import { dayLong, weekdayShort } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { Day } from "../../features/booking/times.ts";

/** Returns a day of the strip: its short name and the number of times that can be chosen. */
export function stripDay({ date, times, open }: Day, today: string) {
  const count = times.length > 0 && open === 0 ? say("booking.day.full") : say("times", { count: open });
  return {
    day: date,
    weekday: date === today ? say("booking.day.today") : weekdayShort(date),
    number: String(Number(date.slice(8))),
    count,
    label: `${dayLong(date)}, ${times.length > 0 ? count : say("booking.day.none")}`,
    empty: times.length === 0,
  };
}
