import type { BookingPolicy } from "@uola/contract";
import { say } from "@uola/words/site";

const hour = 60;
const day = 24 * hour;

/** Returns a sentence with the cancellation deadline of a service's booking policy. */
export function cancelRule({
  cancellationPolicy,
  cancellationFeePolicy,
}: Pick<BookingPolicy, "cancellationPolicy" | "cancellationFeePolicy">): string {
  if (!cancellationPolicy?.enabled) return say("policy.cancel.never");
  // The fee depends on the day, so the amount is shown on the booking page.
  if (cancellationFeePolicy?.enabled) return say("policy.cancel.fee");
  const minutes = cancellationPolicy.limitLatestCancellation ? cancellationPolicy.latestCancellationInMinutes : null;
  if (!minutes) return say("policy.cancel.always");
  if (minutes > day && minutes % day === 0) return say("policy.cancel.days", { count: minutes / day });
  if (minutes % hour === 0) return say("policy.cancel.hours", { count: minutes / hour });
  return say("policy.cancel.minutes", { count: minutes });
}

type Offered = { bookingPolicy: Parameters<typeof cancelRule>[0] };

/**
 * Returns the cancellation rule of several services as one sentence. If their rules differ, the
 * sentence says where each rule is shown.
 */
export function sharedCancelRule(services: readonly Offered[]): string {
  const [rule, ...others] = new Set(services.map(({ bookingPolicy }) => cancelRule(bookingPolicy)));
  if (rule === undefined) return "";
  return others.length === 0 ? rule : say("policy.cancel.each");
}
