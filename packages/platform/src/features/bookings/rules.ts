import type { BookingPolicy, BookingStatus, SelectedPaymentOption, Service } from "@uola/contract";
import type { z } from "zod";
import type { Caller } from "../../kernel/callers.ts";

export type Move = "confirm" | "decline" | "cancel" | "attendance";
/** What a move does to the places of a booking. */
export type Effect = "take" | "keep" | "give" | "none";
export type Outcome = { status: BookingStatus; places: Effect };

const to = (status: BookingStatus, places: Effect): Outcome => ({ status, places });

/** docs/rules/booking-moves.md as a table: from each status, the moves that are allowed and where they lead. */
const table: Record<BookingStatus, Partial<Record<Move, Outcome>>> = {
  CREATED: { confirm: to("CONFIRMED", "take"), decline: to("DECLINED", "none"), cancel: to("CANCELED", "none") },
  PENDING: { confirm: to("CONFIRMED", "keep"), decline: to("DECLINED", "give"), cancel: to("CANCELED", "give") },
  WAITING_LIST: { confirm: to("CONFIRMED", "take"), decline: to("DECLINED", "none"), cancel: to("CANCELED", "none") },
  CONFIRMED: { cancel: to("CANCELED", "give"), attendance: to("CONFIRMED", "keep") },
  DECLINED: {},
  CANCELED: {},
};
export const after = (status: BookingStatus, move: Move): Outcome | undefined => table[status][move];

export const holdsPlaces = (status: BookingStatus): boolean => status === "CONFIRMED" || status === "PENDING";

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

export type Owned = {
  visitorId: string | null;
  memberId: string | null;
  appId: string | null;
  contactEmail: string | null;
};

/** Whether a booking is the caller's own; `verifiedEmail` is the member's, in lower case. */
export const isOwn = (caller: Caller, booking: Owned, verifiedEmail: string | undefined): boolean =>
  (caller.memberId !== undefined && caller.memberId === booking.memberId) ||
  (caller.kind === "visitor" && caller.visitorId !== undefined && caller.visitorId === booking.visitorId) ||
  (verifiedEmail !== undefined && verifiedEmail === booking.contactEmail);

export const isOwner = ({ role }: Caller): boolean => role === "owner";
export const seesAll = ({ role }: Caller): boolean => role === "owner" || role === "trainer";

type CancellationPolicy = BookingPolicy["cancellationPolicy"];

/** Until when people may cancel by themselves; null: not at all. */
export function cancelableUntil(policy: CancellationPolicy, startDate: Date): Date | null {
  if (!policy?.enabled) return null;
  const minutes = policy.limitLatestCancellation ? (policy.latestCancellationInMinutes ?? 0) : 0;
  return new Date(startDate.getTime() - minutes * 60_000);
}

export const mayCancelNow = (policy: CancellationPolicy, startDate: Date | null, now: Date): boolean => {
  const until = startDate && cancelableUntil(policy, startDate);
  return until !== null && now < until;
};

/** What the caller may do with a booking now, as its page offers it. */
export function allowedActions(
  booking: { status: BookingStatus; startDate: Date | null },
  policy: BookingPolicy | undefined,
  caller: { isOwner: boolean; isOwn: boolean },
  now: Date,
): { cancel: boolean; reschedule: boolean } {
  const possible = after(booking.status, "cancel") !== undefined;
  const allowed = caller.isOwner || (caller.isOwn && mayCancelNow(policy?.cancellationPolicy, booking.startDate, now));
  // Rescheduling is not offered yet, so nobody is told that they may.
  return { cancel: possible && allowed, reschedule: false };
}

export type MailTemplate = "booking-confirmed" | "booking-pending" | "booking-canceled" | "booking-declined";

/** The mail that tells of a status a booking has reached; nothing is settled while it is created or waiting. */
export const mailOf: Record<BookingStatus, MailTemplate | undefined> = {
  CREATED: undefined,
  WAITING_LIST: undefined,
  PENDING: "booking-pending",
  CONFIRMED: "booking-confirmed",
  CANCELED: "booking-canceled",
  DECLINED: "booking-declined",
};
