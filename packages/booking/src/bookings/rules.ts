import { isDeepStrictEqual } from "node:util";
import {
  type BookingPolicy,
  type BookingStatus,
  type ExtendedBooking,
  hasPower,
  type SelectedPaymentOption,
  type Service,
} from "@uola/contract";
import { type Caller, hourMs, Refusal } from "@uola/kernel";
import type { z } from "zod";
import {
  cancelDeadline,
  type Deadline,
  type DeadlineFacts,
  isOpen,
  rescheduleDeadline,
} from "../availability/availability.ts";
import { notFound, notInGroup, revisionMismatch, unauthorized } from "./refusals.ts";

/**
 * A transition of a booking.
 *
 * - `pend`: the booking awaits the owner's approval.
 * - `settle`: the payment result determines the status.
 * - `fields`: a change that keeps the status, such as to extended fields, the group or the state of
 *   the fee.
 * - `payment`: the front desk records a payment.
 */
export type Transition =
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

/**
 * The table from docs/rules/booking-moves.md: the transitions that each status allows, and the
 * resulting statuses.
 */
const transitionTable: Record<BookingStatus, Partial<Record<Transition, readonly BookingStatus[]>>> = {
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

/**
 * Returns the possible resulting statuses, the most common one first; undefined if the transition
 * is not allowed.
 */
export const statusAfter = (status: BookingStatus, transition: Transition): readonly BookingStatus[] | undefined =>
  transitionTable[status][transition];

export const isOver = ({ status }: { status: string }): boolean => status === "CANCELED" || status === "DECLINED";

type BookingState = { status: BookingStatus; flowControl: { skipAvailabilityValidation?: true } | null };

/**
 * Whether a booking that takes no places yet must be rejected if too few places are free. The owner
 * may skip this check.
 */
export const needsCapacityCheck = ({ status, flowControl }: BookingState): boolean =>
  status === "CREATED" && !flowControl?.skipAvailabilityValidation;

type PaymentOption = z.infer<typeof SelectedPaymentOption>;

/** Returns the status of a new booking, unless the owner sets one. */
export function initialStatus(
  { payment, onlineBooking }: Pick<Service, "payment" | "onlineBooking">,
  paymentOption: PaymentOption,
  skipBusinessConfirmation: boolean,
): BookingStatus {
  if (paymentOption !== "OFFLINE" && payment.rateType !== "NO_FEE") return "CREATED";
  return onlineBooking.requireManualApproval && !skipBusinessConfirmation ? "PENDING" : "CONFIRMED";
}

/** Whether the service accepts this payment option. */
export function offersPayment({ options, rateType }: Service["payment"], paymentOption: PaymentOption): boolean {
  if (paymentOption === "UNDEFINED" || rateType === "NO_FEE") return true;
  if (paymentOption === "ONLINE") return options?.online === true;
  if (paymentOption === "OFFLINE") return options?.inPerson === true;
  return options?.pricingPlan === true;
}

/**
 * Whether the places must be paid for before they are assigned: the service accepts online payment
 * only.
 */
export const requiresPrepayment = ({ options, rateType }: Service["payment"]): boolean =>
  (rateType === "FIXED" || rateType === "VARIED") && options?.online === true && options.inPerson !== true;

type Owned = {
  id: string;
  visitorId: string | null;
  memberId: string | null;
  appId: string | null;
  contactEmail: string | null;
};

/**
 * Whether a booking belongs to the caller. `verifiedEmail`: the member's verified email address, in
 * lower case.
 */
export const isOwn = (caller: Caller, booking: Owned, verifiedEmail: string | undefined): boolean =>
  (caller.bookingId !== undefined && caller.bookingId === booking.id) ||
  (caller.memberId !== undefined && caller.memberId === booking.memberId) ||
  (caller.kind === "visitor" && caller.visitorId !== undefined && caller.visitorId === booking.visitorId) ||
  (verifiedEmail !== undefined && verifiedEmail === booking.contactEmail);

/**
 * Whether the caller acts on behalf of the gym. Such callers may change bookings at any time,
 * regardless of policies.
 */
export const managesBookings = (caller: Caller): boolean => hasPower("managesBookings", caller);
export const seesAll = (caller: Caller): boolean => hasPower("seesBookings", caller);

/**
 * Returns the language of a person who changes their own booking. Returns undefined for staff,
 * because the recipient of the mail may speak another language.
 */
export const languageSpokenBy = (actor: Caller | { kind: "system" }): string | undefined =>
  "role" in actor && !seesAll(actor) ? actor.language : undefined;

/** A booking that the caller wants to change. `revision`: the revision the caller last read. */
export type Target = { bookingId: string; revision?: string | undefined };
type Changeable = Owned & { status: BookingStatus; revision: number; multiServiceBookingId: string | null };
type Request = { transition: Transition; caller: Caller; email: string | undefined; groupId?: string };

/**
 * Returns the booking if the caller may make this change. Callers who cannot see the booking get
 * BOOKING_NOT_FOUND. Rejects with BOOKING_NOT_FOUND, UNAUTHORIZED_OPERATION,
 * BOOKING_REVISION_MISMATCH and INVALID_BOOKING_STATUS.
 */
export function requireChangeable<Row extends Changeable>(
  row: Row | undefined,
  { bookingId, revision }: Target,
  { transition, caller, email, groupId }: Request,
): Row {
  const own = row !== undefined && isOwn(caller, row, email);
  if (!row || !(own || seesAll(caller))) throw notFound(bookingId);
  if (!own && !managesBookings(caller)) throw unauthorized(`Only the gym or whose booking it is may ${transition} it.`);
  if (revision !== undefined && Number(revision) !== row.revision) throw revisionMismatch(row.revision, revision);
  requireAllowedTransition(row, transition);
  if (groupId && row.multiServiceBookingId !== groupId) throw notInGroup(row.id);
  return row;
}

/** Rejects a transition that the status does not allow. */
export function requireAllowedTransition({ status }: { status: BookingStatus }, transition: Transition) {
  if (statusAfter(status, transition)) return;
  throw new Refusal("INVALID_BOOKING_STATUS", `One cannot ${verbs[transition]} a ${status} booking.`, 409, { status });
}
/** The verb of each transition, for error messages of the form "One cannot … a … booking". */
export const verbs: Record<Transition, string> = {
  confirm: "confirm",
  pend: "put up for approval",
  decline: "decline",
  cancel: "cancel",
  reschedule: "reschedule",
  participants: "change the number of participants of",
  settle: "settle",
  fields: "attach fields to",
  attendance: "mark the attendance of",
  payment: "note a payment of",
};

/**
 * Rejects a change after its deadline, or one that customers may never make themselves, with
 * BOOKING_POLICY_VIOLATION.
 */
export function requireBeforeDeadline(
  action: "cancel" | "reschedule",
  facts: DeadlineFacts,
  policy: BookingPolicy | undefined,
  now: Date,
) {
  const deadline =
    action === "cancel"
      ? cancelDeadline(policy?.cancellationPolicy, facts)
      : rescheduleDeadline(policy?.reschedulePolicy, facts);
  if (isOpen(deadline, now)) return;
  const { enabled } = deadline;
  const refused = (message: string, data: Record<string, boolean>) =>
    new Refusal("BOOKING_POLICY_VIOLATION", message, 409, data);
  throw action === "cancel"
    ? refused("The policy does not allow to cancel now.", { cancellationDisabled: !enabled, tooLateToCancel: enabled })
    : refused("The policy does not allow another time now.", {
        rescheduleDisabled: !enabled,
        tooLateToReschedule: enabled,
      });
}

export type AllowedActions = NonNullable<ExtendedBooking["allowedActions"]>;

/**
 * Returns the actions the caller may currently perform on a booking, and the policy deadlines. A
 * course cannot be rescheduled.
 */
export function allowedActions(
  booking: DeadlineFacts & { status: BookingStatus; isCourse: boolean },
  policy: BookingPolicy | undefined,
  caller: { managesBookings: boolean; isOwn: boolean },
  now: Date,
): AllowedActions {
  const cancel = cancelDeadline(policy?.cancellationPolicy, booking);
  const reschedule = rescheduleDeadline(policy?.reschedulePolicy, booking);
  const allowed = (deadline: Deadline) => caller.managesBookings || (caller.isOwn && isOpen(deadline, now));
  const canCancel = statusAfter(booking.status, "cancel") !== undefined;
  const canReschedule = statusAfter(booking.status, "reschedule") !== undefined && !booking.isCourse;
  return {
    cancel: canCancel && allowed(cancel),
    cancelableUntil: canCancel ? cancel.until : null,
    reschedule: canReschedule && allowed(reschedule),
    reschedulableUntil: canReschedule ? reschedule.until : null,
  };
}

/**
 * Records a refund; the money itself is returned by the party that received it. Rejects with
 * REFUND_NOT_ALLOWED.
 */
export function refundChanges(
  { paymentStatus }: { paymentStatus: string },
  withRefund: boolean | null | undefined,
): { paymentStatus?: "REFUNDED" } {
  if (!withRefund) return {};
  if (paymentStatus === "PAID" || paymentStatus === "PARTIALLY_PAID") return { paymentStatus: "REFUNDED" };
  throw new Refusal("REFUND_NOT_ALLOWED", "Only what was paid can be refunded.", 409, { paymentStatus });
}

export type MailTemplate =
  | "booking-confirmed"
  | "booking-pending"
  | "booking-canceled"
  | "booking-declined"
  | "booking-rescheduled"
  | "booking-changed";
/**
 * The mail sent for each new status. Statuses of unpaid and waiting bookings have none, because
 * their outcome is still open.
 */
export const mailTemplateByStatus: Record<BookingStatus, MailTemplate | undefined> = {
  CREATED: undefined,
  WAITING_LIST: undefined,
  PENDING: "booking-pending",
  CONFIRMED: "booking-confirmed",
  CANCELED: "booking-canceled",
  DECLINED: "booking-declined",
};

/** The event slug for each status a booking can reach. */
export const eventSlugByStatus: Record<BookingStatus, string> = {
  CREATED: "updated",
  WAITING_LIST: "updated",
  PENDING: "updated",
  CONFIRMED: "confirmed",
  CANCELED: "canceled",
  DECLINED: "declined",
};

type PeopleOfSession = { startDate: Date; endDate: Date; people: number; places: number };

/** Returns the number of people and places per hour. A session counts in every hour that it overlaps. */
export function peopleByHour(sessions: readonly PeopleOfSession[]): { start: Date; people: number; places: number }[] {
  const hours = new Map<number, { people: number; places: number }>();
  for (const { startDate, endDate, people, places } of sessions) {
    const first = Math.floor(startDate.getTime() / hourMs) * hourMs;
    for (let hour = first; hour < endDate.getTime(); hour += hourMs) {
      const before = hours.get(hour) ?? { people: 0, places: 0 };
      hours.set(hour, { people: before.people + people, places: before.places + places });
    }
  }
  return [...hours].sort(([a], [b]) => a - b).map(([hour, sum]) => ({ start: new Date(hour), ...sum }));
}

/** The participant data of a booking that determines its price. */
type Counted = { totalParticipants: number; participantsChoices?: unknown };

/**
 * Whether two states of a booking differ in the number of participants or in the participants'
 * choices.
 */
export const participantsDiffer = (before: Counted, after: Counted): boolean =>
  before.totalParticipants !== after.totalParticipants ||
  !isDeepStrictEqual(before.participantsChoices ?? null, after.participantsChoices ?? null);
