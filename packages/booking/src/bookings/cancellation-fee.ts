import type { BookingPolicy, ExtendedBooking, Money, Service } from "@uola/contract";
import { totalCents } from "@uola/contract/booking-price";
import { centsOf } from "@uola/contract/cents";
import { minuteMs } from "@uola/kernel";
import type { z } from "zod";
import type { DeadlineFacts } from "../availability/availability.ts";
import { type BookingRow, deadlineFactsOf } from "./to-booking.ts";

type Amount = z.infer<typeof Money>;
type FeePolicy = BookingPolicy["cancellationFeePolicy"];
type FeeWindow = NonNullable<FeePolicy>["cancellationWindows"][number];
/** The fee for a late cancellation, as stored in the booking. */
export type CancellationFee = { amount: Amount | null; status: "NOT_YET_APPLIED_TO_ORDER" | "APPLIED_TO_ORDER" };

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "booking.cancellationFee": CancellationFee;
  }
}

/**
 * Returns the fee window at a point in time: the one closest to the start. A window without a start
 * time applies from the time of booking.
 */
function windowAt(policy: FeePolicy, { startDate }: DeadlineFacts, now: Date): FeeWindow | undefined {
  if (!policy?.enabled || !startDate) return undefined;
  const ahead = (startDate.getTime() - now.getTime()) / minuteMs;
  const begins = ({ startInMinutes }: FeeWindow) => startInMinutes ?? Number.POSITIVE_INFINITY;
  return policy.cancellationWindows
    .filter((window) => ahead <= begins(window))
    .toSorted((a, b) => begins(a) - begins(b))[0];
}

/** Returns a percentage of a price in cents, rounded half up. Calculated with integers. */
const percentOf = (cents: number, percentage: string | null | undefined): number =>
  Math.round((cents * Math.round(Number(percentage ?? 0) * 100)) / 10_000);

/**
 * Returns the fee for canceling a booking now under its service's policy; undefined if canceling is
 * free.
 */
export function cancellationFee(
  service: Service | undefined,
  booking: BookingRow,
  now: Date,
): CancellationFee | undefined {
  const window = windowAt(service?.bookingPolicy.cancellationFeePolicy, deadlineFactsOf(booking), now);
  if (!service || !window) return undefined;
  return { amount: amountOf(window, service, booking), status: "NOT_YET_APPLIED_TO_ORDER" };
}

/**
 * Returns the fee in cents for canceling now under the policy at the time of purchase. It is never
 * higher than the price.
 */
export function cancellationCents(
  policy: FeePolicy,
  { price, ...facts }: DeadlineFacts & { price: number },
  now: Date,
): number {
  const window = windowAt(policy, facts, now);
  if (!window) return 0;
  const fee = window.amount ? centsOf(window.amount) : percentOf(price, window.percentage);
  return Math.min(fee, price);
}

/** A percentage has no amount if the price is a text. */
function amountOf({ amount, percentage }: FeeWindow, service: Service, booking: BookingRow): Amount | null {
  if (amount) return amount;
  const total = totalCents(service, {
    totalParticipants: booking.totalParticipants,
    participantsChoices: booking.participantsChoices,
    participants: booking.participants,
    startDate: booking.startDate,
    lessons: booking.bookedEntity.schedule?.lessons,
  });
  if (!percentage || total === undefined) return null;
  return { value: (percentOf(total.cents, percentage) / 100).toFixed(2), currency: total.currency };
}

export function feeDetails({ cancellationFee }: BookingRow): NonNullable<ExtendedBooking["bookingFeeDetails"]> {
  const fee = cancellationFee;
  return fee
    ? { cancellationFeeStatus: fee.status, ...(fee.amount && { cancellationFee: fee.amount }) }
    : { cancellationFeeStatus: "UNKNOWN_STATUS" };
}
