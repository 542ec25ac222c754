import { say } from "@uola/words/admin";
import { dayShort, localDate, time } from "@uola/words/formats";

/**
 * Formats a moment as "šiandien 14:05" or "lapkričio 3 d. 9:30", with the year if it is not the
 * current one.
 */
export function whenOf(moment: Date, now = new Date()): string {
  if (localDate(moment) === localDate(now)) return say("content.today", { time: time(moment) });
  const isThisYear = localDate(moment).slice(0, 4) === localDate(now).slice(0, 4);
  return `${isThisYear ? dayShort(moment) : localDate(moment)} ${time(moment)}`;
}
