import { Refusal } from "./errors.ts";

type Limits = { atOnceMax: number; waitingMax: number; what: string };

/**
 * Limits how many expensive jobs run at once, so that other requests are still served. Throws
 * UNAVAILABLE if too many are waiting.
 */
export function limitConcurrency({ atOnceMax, waitingMax, what }: Limits) {
  const waiting: (() => void)[] = [];
  let working = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (working >= atOnceMax) {
      if (waiting.length >= waitingMax) throw new Refusal("UNAVAILABLE", `Too many ${what} are being processed.`, 503);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else working++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working--;
    }
  };
}
