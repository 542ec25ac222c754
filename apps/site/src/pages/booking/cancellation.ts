import type { BookingPolicy } from "@uola/contract";

/**
 * Until when a booking may be cancelled free of charge by the person who made it: `until` a moment still ahead, `passed`
 * when that moment is over, `never` when the activity does not allow it.
 */
export type Cancellation = { kind: "until"; until: Date } | { kind: "passed"; until: Date } | { kind: "never" };

export function cancellation(
  policy: BookingPolicy["cancellationPolicy"] | undefined,
  start: Date,
  now: Date,
): Cancellation {
  if (!policy?.enabled) return { kind: "never" };
  const minutes = policy.limitLatestCancellation ? (policy.latestCancellationInMinutes ?? 0) : 0;
  const until = new Date(start.getTime() - minutes * 60_000);
  return { kind: now < until ? "until" : "passed", until };
}
