/** Loose on purpose: it catches slips of the thumb, the platform has the last word. */
export const isEmail = (value: string) => /^[^\s@"(),:;<>]+@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(value);
