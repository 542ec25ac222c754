import type { BookingPolicy, Participant, Service } from "@uola/contract";
import { minuteMs } from "@uola/kernel";

/** What the deadlines of a booking depend on. `participants` are those who come, as far as they are named. */
export type DeadlineFacts = { startDate: Date | null; participants: readonly Participant[] | null | undefined };
/** `until` is null where `enabled` has no end: nobody knows yet when the booking begins. */
export type Deadline = { enabled: boolean; until: Date | null };

/** A number of minutes before the start; null where there is no start, or where it is not allowed. */
const lastMoment = (enabled: boolean | undefined, startDate: Date | null, limited: boolean, minutes?: number | null) =>
  enabled && startDate ? new Date(startDate.getTime() - (limited ? (minutes ?? 0) * minuteMs : 0)) : null;

/** Until when people may cancel by themselves. Bookings, slots, carts, orders, passes and mails ask here. */
export const cancelDeadline = (
  policy: BookingPolicy["cancellationPolicy"],
  { startDate }: DeadlineFacts,
): Deadline => ({
  enabled: policy?.enabled === true,
  until: lastMoment(
    policy?.enabled,
    startDate,
    policy?.limitLatestCancellation === true,
    policy?.latestCancellationInMinutes,
  ),
});

/** The same for choosing another time. */
export const rescheduleDeadline = (
  policy: BookingPolicy["reschedulePolicy"],
  { startDate }: DeadlineFacts,
): Deadline => ({
  enabled: policy?.enabled === true,
  until: lastMoment(
    policy?.enabled,
    startDate,
    policy?.limitLatestReschedule === true,
    policy?.latestRescheduleInMinutes,
  ),
});

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
