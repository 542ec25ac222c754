/**
 * The last moment of something people may do by themselves, as the platform tells it: `until` is still ahead, `passed` is over,
 * `open` has no end as long as nobody knows when it begins, `never` is not allowed at all.
 */
export type Deadline =
  | { kind: "until"; until: Date }
  | { kind: "passed"; until: Date }
  | { kind: "open" }
  | { kind: "never" };

/** `allowed` where there is no moment to tell: that it may be done all the same. */
export function deadlineOf(until: Date | string | null | undefined, now: Date, allowed = false): Deadline {
  if (!until) return { kind: allowed ? "open" : "never" };
  const moment = new Date(until);
  return { kind: now < moment ? "until" : "passed", until: moment };
}
