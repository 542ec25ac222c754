import { setTimeout as wait } from "node:timers/promises";
import type { Connection } from "./open.ts";

/** So long may a question about the database's health take. */
const answerMs = 5000;

/** What was asked for, or undefined when it fails or takes too long: whoever looks after the process waits for neither. */
export async function inTime<Answer>(asked: Promise<Answer>, ms = answerMs): Promise<Answer | undefined> {
  const late = new AbortController();
  try {
    return await Promise.race([asked, wait(ms, undefined, { signal: late.signal })]);
  } catch {
    return undefined;
  } finally {
    late.abort();
  }
}

/** Does the database answer, and does the pool still give connections out? */
export const isAnswering = async ({ pool }: Pick<Connection, "pool">, ms?: number): Promise<boolean> =>
  (await inTime(pool.query("select 1"), ms)) !== undefined;
