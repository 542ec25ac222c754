export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
/** 24 hours. A calendar day may be longer or shorter. */
export const dayMs = 24 * hourMs;
