import type { AgeRange } from "./service.ts";

/**
 * Whether somebody who turns `turns` in a year fits an age range in that year. Only the year of birth is known, so somebody
 * has one of two ages, and both count. Runs in browsers and on servers.
 */
export const fitsAges = ({ min, max }: AgeRange, turns: number): boolean =>
  turns >= (min ?? 0) && turns - 1 <= (max ?? Number.POSITIVE_INFINITY);

/** Whether somebody born in a year may be under 18 in `year`. Whose year of birth is not known may be. */
export const mayBeMinor = (birthYear: number | null | undefined, year: number): boolean =>
  birthYear == null || fitsAges({ max: 17 }, year - birthYear);
