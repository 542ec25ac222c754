import type { PersonBooking } from "@uola/contract";
import { dayShort, localDate, time } from "@uola/words/formats";

/**
 * Formats the time of a booking: "lapkričio 24 d., 18:00", with the year if it is not the current
 * one; empty for a course without lessons yet.
 */
export function bookingWhen({ startDate }: Pick<PersonBooking, "startDate">, now = new Date()): string {
  if (!startDate) return "";
  const day = localDate(startDate);
  const year = day.slice(0, 4);
  const words = `${dayShort(startDate)}, ${time(startDate)}`;
  return year === localDate(now).slice(0, 4) ? words : `${year}\u00a0m. ${words}`;
}
