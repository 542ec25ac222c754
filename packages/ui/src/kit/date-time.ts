import { type Day, dayAccusative, instantOf, timeRange } from "@uola/words/formats";

/**
 * "9" → "09:00", "930" and "9.30" → "09:30"; text that is not a time up to 24:00 is returned
 * unchanged.
 */
export function parseClockTime(text: string): string {
  const [, hour = "", minute = "00"] = /^(\d{1,2})[:.,\s]?(\d{2})?$/.exec(text.trim()) ?? [];
  const isTime = hour !== "" && Number(minute) < 60 && (Number(hour) < 24 || (hour === "24" && minute === "00"));
  return isTime ? `${hour.padStart(2, "0")}:${minute}` : text;
}

/** Whether the text is a time in the format of forms: "09:00"; the end of a day is "24:00". */
export const isClockTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(text);

/** Whether the value of a date field is a complete date. */
export const isDay = (text: string): text is Day => /^\d{4}-\d\d-\d\d$/.test(text);

/**
 * Converts a typed day and time in the gym's time zone to a Date; undefined if either is missing or
 * invalid.
 */
export function momentAt(day: string, clock: string): Date | undefined {
  const at = parseClockTime(clock);
  if (!isDay(day) || !isClockTime(at)) return undefined;
  return instantOf(day, Number(at.slice(0, 2)), Number(at.slice(3)));
}

/** "trečiadienį, rugsėjo 9 d., 18:00–19:30" */
export const dayAndTimes = ({ startDate, endDate }: { startDate: Date; endDate: Date }): string =>
  `${dayAccusative(startDate)}, ${timeRange(startDate, endDate)}`;
