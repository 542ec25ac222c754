export type Unit = "MINUTES" | "HOURS" | "DAYS";
/** A length of time as a person writes it: "24" hours. */
export type Span = { count: string; unit: Unit };

const minutesIn = { MINUTES: 1, HOURS: 60, DAYS: 1440 } as const;

/** The largest unit that tells it in whole numbers; a day is told as 24 hours, which is how rules are spoken of. */
export function spanOf(minutes: number): Span {
  const unit = minutes > 1440 && minutes % 1440 === 0 ? "DAYS" : minutes % 60 === 0 ? "HOURS" : "MINUTES";
  return { count: String(minutes / minutesIn[unit]), unit };
}

/** Whole minutes, or nothing when it is no number above 0. */
export function minutesOf({ count, unit }: Span): number | undefined {
  const number = /^\d{1,6}([.,]\d)?$/.test(count.trim()) ? Number(count.trim().replace(",", ".")) : Number.NaN;
  const minutes = Math.round(number * minutesIn[unit]);
  return minutes >= 1 ? minutes : undefined;
}
