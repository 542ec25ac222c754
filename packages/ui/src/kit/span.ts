export type Unit = "MINUTES" | "HOURS" | "DAYS";
/** A duration as typed: "24" hours. */
export type Span = { count: string; unit: Unit };

const minutesIn = { MINUTES: 1, HOURS: 60, DAYS: 1440 } as const;

/**
 * Returns the duration in the largest unit that gives a whole number; a single day is returned as
 * 24 hours, as is usual in booking rules.
 */
export function spanOf(minutes: number): Span {
  const unit = minutes > 1440 && minutes % 1440 === 0 ? "DAYS" : minutes % 60 === 0 ? "HOURS" : "MINUTES";
  return { count: String(minutes / minutesIn[unit]), unit };
}

/** Returns whole minutes, or undefined if the text is not a number above 0. */
export function minutesOf({ count, unit }: Span): number | undefined {
  const number = /^\d{1,6}([.,]\d)?$/.test(count.trim()) ? Number(count.trim().replace(",", ".")) : Number.NaN;
  const minutes = Math.round(number * minutesIn[unit]);
  return minutes >= 1 ? minutes : undefined;
}
