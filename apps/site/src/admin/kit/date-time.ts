import { type Day, dayAccusative, instantOf, timeRange } from "@uola/words/formats";

/** "9" → "09:00", "930" and "9.30" → "09:30"; what is no time of the clock, up to 24:00, stays as it is. */
export function clockOf(text: string): string {
  const [, hour = "", minute = "00"] = /^(\d{1,2})[:.,\s]?(\d{2})?$/.exec(text.trim()) ?? [];
  const isTime = hour !== "" && Number(minute) < 60 && (Number(hour) < 24 || (hour === "24" && minute === "00"));
  return isTime ? `${hour.padStart(2, "0")}:${minute}` : text;
}

/** Whether it is a time of the clock as forms keep it: "09:00"; the end of a day is "24:00". */
export const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(text);

/** Whether a field for days is filled in. */
export const isDay = (text: string): text is Day => /^\d{4}-\d\d-\d\d$/.test(text);

/** The moment of a day and a time as they are typed, by the gym's clock; nothing while one of them is none. */
export function momentAt(day: string, clock: string): Date | undefined {
  const at = clockOf(clock);
  if (!isDay(day) || !isClock(at)) return undefined;
  return instantOf(day, Number(at.slice(0, 2)), Number(at.slice(3)));
}

/** "trečiadienį, rugsėjo 9 d., 18:00–19:30" */
export const dayAndTimes = ({ startDate, endDate }: { startDate: Date; endDate: Date }): string =>
  `${dayAccusative(startDate)}, ${timeRange(startDate, endDate)}`;
