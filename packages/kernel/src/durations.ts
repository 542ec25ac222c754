export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** Twenty-four hours; a day of a calendar may have more or fewer. */
export const dayMs = 24 * hourMs;
