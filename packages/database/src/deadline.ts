import { setTimeout as wait } from "node:timers/promises";

/** The longest a check of the database may take, in milliseconds. */
const checkMs = 5000;

/** The result, or undefined if the work fails or takes too long, because a health report must wait for neither. */
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
