/**
 * The deadline of an action that people may do themselves, as returned by the platform. `until`:
 * the deadline is in the future; `passed`: it has passed; `open`: there is no deadline because the
 * start is not known yet; `never`: the action is not allowed at all.
 */
export type Deadline =
  | { kind: "until"; until: Date }
  | { kind: "passed"; until: Date }
  | { kind: "open" }
  | { kind: "never" };

/** `allowed`: whether the action is allowed even without a deadline. */
export function deadlineOf(until: Date | string | null | undefined, now: Date, allowed = false): Deadline {
  if (!until) return { kind: allowed ? "open" : "never" };
  const moment = new Date(until);
  return { kind: now < moment ? "until" : "passed", until: moment };
}

/** Returns a deadline if it is still in the future, otherwise null. */
export const futureDeadline = (until: string | null | undefined): string | null =>
  until && Date.parse(until) > Date.now() ? until : null;
