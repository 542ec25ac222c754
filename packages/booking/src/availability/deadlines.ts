import type { BookingPolicy, Participant, Service } from "@uola/contract";
import { minuteMs } from "@uola/kernel";

/** What the deadlines of a booking depend on. `participants` are those who come, as far as they are named. */
export type DeadlineFacts = { startDate: Date | null; participants: readonly Participant[] | null | undefined };
/** `until` is null where `enabled` has no end: nobody knows yet when the booking begins. */
export type Deadline = { enabled: boolean; until: Date | null };

/** So many minutes before the start, where it is allowed. */
const deadline = (
  enabled: boolean | undefined,
  minutes: number | null | undefined,
  { startDate }: DeadlineFacts,
): Deadline => ({
  enabled: enabled === true,
  until: enabled && startDate ? new Date(startDate.getTime() - (minutes ?? 0) * minuteMs) : null,
});

/** Until when people may cancel by themselves. Bookings, slots, carts, orders, passes and mails ask here. */
export const cancelDeadline = (policy: BookingPolicy["cancellationPolicy"], facts: DeadlineFacts): Deadline =>
  deadline(policy?.enabled, policy?.limitLatestCancellation ? policy.latestCancellationInMinutes : 0, facts);

/** The same for choosing another time. */
export const rescheduleDeadline = (policy: BookingPolicy["reschedulePolicy"], facts: DeadlineFacts): Deadline =>
  deadline(policy?.enabled, policy?.limitLatestReschedule ? policy.latestRescheduleInMinutes : 0, facts);

export const isOpen = ({ enabled, until }: Deadline, now: Date): boolean => enabled && (until === null || now < until);

/** The deadlines that a booking of a slot would have, of which nobody is named yet. A course cannot be rescheduled. */
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
