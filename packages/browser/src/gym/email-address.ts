/** Deliberately lenient: it catches typing errors; the platform does the final validation. */
export const isEmail = (value: string) => /^[^\s@"(),:;<>]+@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/.test(value);
