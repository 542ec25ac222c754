import type { BookingPolicy, BookingStatus, ExtendedBooking, SelectedPaymentOption, Service } from "@uola/contract";
import type { Caller } from "@uola/kernel";
import type { z } from "zod";
import { cancelableUntil, reschedulableUntil } from "../availability/availability.ts";

/**
 * What may happen to a booking. `pend` makes it wait for the owner's approval, `settle` lets its payment decide, `fields`
 * keeps what others attach to it, `payment` notes what was paid at the desk.
 */
export type Move =
  | "confirm"
  | "pend"
  | "decline"
  | "cancel"
  | "reschedule"
  | "participants"
  | "settle"
  | "fields"
  | "attendance"
  | "payment";

/** docs/rules/booking-moves.md as a table: from each status, the moves that are allowed and where they may lead. */
const table: Record<BookingStatus, Partial<Record<Move, readonly BookingStatus[]>>> = {
  CREATED: {
    confirm: ["CONFIRMED"],
    pend: ["PENDING"],
    decline: ["DECLINED"],
    cancel: ["CANCELED"],
    reschedule: ["CREATED"],
    participants: ["CREATED"],
    settle: ["CONFIRMED", "PENDING", "DECLINED"],
    fields: ["CREATED"],
  },
  PENDING: {
    confirm: ["CONFIRMED"],
    decline: ["DECLINED"],
    cancel: ["CANCELED"],
    reschedule: ["PENDING", "CONFIRMED"],
    participants: ["PENDING"],
    fields: ["PENDING"],
    payment: ["PENDING"],
  },
  WAITING_LIST: {
    confirm: ["CONFIRMED"],
    decline: ["DECLINED"],
    cancel: ["CANCELED"],
    fields: ["WAITING_LIST"],
  },
  CONFIRMED: {
    cancel: ["CANCELED"],
    reschedule: ["CONFIRMED", "PENDING"],
    participants: ["CONFIRMED"],
    fields: ["CONFIRMED"],
    attendance: ["CONFIRMED"],
    payment: ["CONFIRMED"],
  },
  DECLINED: { fields: ["DECLINED"] },
  CANCELED: { fields: ["CANCELED"] },
};

/** Where a move may lead from a status, the usual first; undefined where it is not allowed. */
export const after = (status: BookingStatus, move: Move): readonly BookingStatus[] | undefined => table[status][move];

export const holdsPlaces = (status: string): boolean => status === "CONFIRMED" || status === "PENDING";

/** How many places a booking has of those that are counted; one that is booked double stands beside the counter. */
export const counted = (booking: { status: string; doubleBooked: boolean; totalParticipants: number }): number =>
  holdsPlaces(booking.status) && !booking.doubleBooked ? booking.totalParticipants : 0;

type Begun = { status: string; flowControl: unknown };

/** Whether a booking that takes no places yet is refused where it would find none; the owner may pass over that. */
export const needsRoom = ({ status, flowControl }: Begun): boolean =>
  status === "CREATED" && !(flowControl as { skipAvailabilityValidation?: true } | null)?.skipAvailabilityValidation;

type PaymentOption = z.infer<typeof SelectedPaymentOption>;

/** The status a wish begins with when the owner does not name one. */
export function beginning(
  { payment, onlineBooking }: Pick<Service, "payment" | "onlineBooking">,
  paymentOption: PaymentOption,
  skipBusinessConfirmation: boolean,
): BookingStatus {
  if (paymentOption !== "OFFLINE" && payment.rateType !== "NO_FEE") return "CREATED";
  return onlineBooking.requireManualApproval && !skipBusinessConfirmation ? "PENDING" : "CONFIRMED";
}

/** Whether a service can be paid for that way. */
export function offersPayment({ options, rateType }: Service["payment"], paymentOption: PaymentOption): boolean {
  if (paymentOption === "UNDEFINED" || rateType === "NO_FEE") return true;
  if (paymentOption === "ONLINE") return options?.online === true;
  if (paymentOption === "OFFLINE") return options?.inPerson === true;
  return options?.pricingPlan === true;
}

type Owned = {
  id: string;
  visitorId: string | null;
  memberId: string | null;
  appId: string | null;
  contactEmail: string | null;
};

/** Whether a booking is the caller's own; `verifiedEmail` is the member's, in lower case. */
export const isOwn = (caller: Caller, booking: Owned, verifiedEmail: string | undefined): boolean =>
  (caller.bookingId !== undefined && caller.bookingId === booking.id) ||
  (caller.memberId !== undefined && caller.memberId === booking.memberId) ||
  (caller.kind === "visitor" && caller.visitorId !== undefined && caller.visitorId === booking.visitorId) ||
  (verifiedEmail !== undefined && verifiedEmail === booking.contactEmail);

export const isOwner = ({ role }: Caller): boolean => role === "owner";
export const seesAll = ({ role }: Caller): boolean => role === "owner" || role === "trainer";

type CancellationPolicy = BookingPolicy["cancellationPolicy"];
type ReschedulePolicy = BookingPolicy["reschedulePolicy"];

/** Without a start the policy's limit has not begun. */
const isBefore = (enabled: boolean | undefined, until: Date | null, now: Date) =>
  enabled === true && (until === null || now < until);
export const mayCancelNow = (policy: CancellationPolicy, startDate: Date | null, now: Date): boolean =>
  isBefore(policy?.enabled, cancelableUntil(policy, startDate), now);
export const mayRescheduleNow = (policy: ReschedulePolicy, startDate: Date | null, now: Date): boolean =>
  isBefore(policy?.enabled, reschedulableUntil(policy, startDate), now);

export type AllowedActions = NonNullable<ExtendedBooking["allowedActions"]>;

/**
 * What the caller may do with a booking now, and until when the policy lets its person do it. A course is not moved to another
 * time.
 */
export function allowedActions(
  booking: { status: BookingStatus; startDate: Date | null; isCourse: boolean },
  policy: BookingPolicy | undefined,
  caller: { isOwner: boolean; isOwn: boolean },
  now: Date,
): AllowedActions {
  const { status, startDate } = booking;
  const allowed = (within: boolean) => caller.isOwner || (caller.isOwn && within);
  const canCancel = after(status, "cancel") !== undefined;
  const canMove = after(status, "reschedule") !== undefined && !booking.isCourse;
  return {
    cancel: canCancel && allowed(mayCancelNow(policy?.cancellationPolicy, startDate, now)),
    cancelableUntil: canCancel ? cancelableUntil(policy?.cancellationPolicy, startDate) : null,
    reschedule: canMove && allowed(mayRescheduleNow(policy?.reschedulePolicy, startDate, now)),
    reschedulableUntil: canMove ? reschedulableUntil(policy?.reschedulePolicy, startDate) : null,
  };
}

export type MailTemplate =
  | "booking-confirmed"
  | "booking-pending"
  | "booking-canceled"
  | "booking-declined"
  | "booking-rescheduled"
  | "booking-changed";
/** The mail that tells of a status a booking has reached; nothing is settled while it is created or waiting. */
export const mailOf: Record<BookingStatus, MailTemplate | undefined> = {
  CREATED: undefined,
  WAITING_LIST: undefined,
  PENDING: "booking-pending",
  CONFIRMED: "booking-confirmed",
  CANCELED: "booking-canceled",
  DECLINED: "booking-declined",
};

/** The name of the event when a booking reaches a status. */
export const slugOf: Record<BookingStatus, string> = {
  CREATED: "updated",
  WAITING_LIST: "updated",
  PENDING: "updated",
  CONFIRMED: "confirmed",
  CANCELED: "canceled",
  DECLINED: "declined",
};
