export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** 24 hours. A calendar day may be longer or shorter. */
export const dayMs = 24 * hourMs;
