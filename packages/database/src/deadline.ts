import { setTimeout as wait } from "node:timers/promises";

/** The maximum duration of a database health check, in milliseconds. */
const checkMs = 5000;

/**
 * Returns the result, or undefined if the work fails or takes too long, so that a health report
 * never hangs or throws.
 */
export async function withDeadline<Result>(work: Promise<Result>, ms = checkMs): Promise<Result | undefined> {
  const late = new AbortController();
  try {
    return await Promise.race([work, wait(ms, undefined, { signal: late.signal })]);
  } catch {
    return undefined;
  } finally {
    late.abort();
  }
}
