import type { BookingPolicy, Participant, Service } from "@uola/contract";
import { minuteMs } from "@uola/kernel";

/**
 * The data that a booking's deadlines depend on. `participants` are those attending participants
 * whose names are known.
 */
export type DeadlineFacts = { startDate: Date | null; participants: readonly Participant[] | null | undefined };
/** `until` is null if the action is disabled, or if the booking's start is not known yet. */
export type Deadline = { enabled: boolean; until: Date | null };

/** Returns the deadline a number of minutes before the start, if the action is enabled. */
const deadline = (
  enabled: boolean | undefined,
  minutes: number | null | undefined,
  { startDate }: DeadlineFacts,
): Deadline => ({
  enabled: enabled === true,
  until: enabled && startDate ? new Date(startDate.getTime() - (minutes ?? 0) * minuteMs) : null,
});

/**
 * Returns the deadline for self-service cancellation. Used by bookings, slots, carts, orders,
 * passes and mails.
 */
export const cancelDeadline = (policy: BookingPolicy["cancellationPolicy"], facts: DeadlineFacts): Deadline =>
  deadline(policy?.enabled, policy?.limitLatestCancellation ? policy.latestCancellationInMinutes : 0, facts);

/** Returns the deadline for self-service rescheduling. */
export const rescheduleDeadline = (policy: BookingPolicy["reschedulePolicy"], facts: DeadlineFacts): Deadline =>
  deadline(policy?.enabled, policy?.limitLatestReschedule ? policy.latestRescheduleInMinutes : 0, facts);

export const isOpen = ({ enabled, until }: Deadline, now: Date): boolean => enabled && (until === null || now < until);

/**
 * Returns the deadlines for booking a slot before any participants are named. A course cannot be
 * rescheduled.
 */
export function slotDeadlines(
  { type, bookingPolicy }: Pick<Service, "type" | "bookingPolicy">,
  startDate: Date | null,
) {
  const facts = { startDate, participants: null };
  return {
    cancelableUntil: cancelDeadline(bookingPolicy.cancellationPolicy, facts).until,
    reschedulableUntil: type === "COURSE" ? null : rescheduleDeadline(bookingPolicy.reschedulePolicy, facts).until,
  };
}
