import type { AgeRange } from "./service.ts";

/**
 * Whether a person who turns `turns` in a year fits an age range in that year. Only the year of
 * birth is known, so the person has two possible ages, and both count. Runs in browsers and on
 * servers.
 */
export const fitsAges = ({ min, max }: AgeRange, turns: number): boolean =>
  turns >= (min ?? 0) && turns - 1 <= (max ?? Number.POSITIVE_INFINITY);

/** Whether a person born in a year may be under 18 in `year`. True if the year of birth is unknown. */
export const mayBeMinor = (birthYear: number | null | undefined, year: number): boolean =>
  birthYear == null || fitsAges({ max: 17 }, year - birthYear);
