import type { BookingStatus, CategoryKind, ExtendedBooking, PaymentStatus, Service } from "@uola/contract";
import { totalCents } from "@uola/contract/booking-price";
import { translatedText } from "@uola/contract/service-translation";
import { language } from "@uola/words/language";
import { type Deadline, deadlineOf } from "../../features/booking/deadline.ts";

/** A booking as shown to the person who made it. `cents` is the total for all participants. */
export type OwnBooking = {
  id: string;
  revision: string;
  status: BookingStatus;
  paymentStatus: PaymentStatus;
  /** The payment method of an unpaid booking; ONLINE means that it is paid with its order. */
  paymentOption: NonNullable<ExtendedBooking["booking"]["selectedPaymentOption"]>;
  title: string;
  category: string;
  categoryKind: CategoryKind;
  slug: string | null;
  /** The booked entity, needed for the request that moves the booking. */
  kind: "CLASS" | "COURSE" | "APPOINTMENT";
  serviceId: string;
  scheduleId: string;
  sessionId: string | null;
  trainerId: string | null;
  start: Date;
  end: Date;
  /** Set for a course without lessons; its start and end are then meaningless. */
  timeless: boolean;
  /** A whole course, from its first session to its last. */
  course: boolean;
  staff: string | null;
  participants: number;
  /** Names of the participants, as far as they were given. */
  names: string[];
  cents: number | null;
  attendance: "NOT_SET" | "ATTENDED" | "NOT_ATTENDED";
  /** The cancellation deadline; null if there is nothing left to cancel. */
  cancellation: Deadline | null;
  /** The deadline for moving the booking; null for a course. */
  move: Deadline | null;
  /** Whether the owner must approve a new time. */
  asksApproval: boolean;
};

const live: readonly BookingStatus[] = ["CREATED", "PENDING", "CONFIRMED", "WAITING_LIST"];

export function ownBookingOf(
  { booking, allowedActions, attendance }: ExtendedBooking,
  services: readonly Service[],
  now: Date,
  /** The price paid, if it differs from the service's price. */
  price?: number,
): OwnBooking {
  const { slot, schedule, title } = booking.bookedEntity;
  const service = services.find(({ id }) => id === (slot?.serviceId ?? schedule?.serviceId));
  const participants = countOf(booking);
  const total = service && totalCents(service, { ...booking, lessons: schedule?.lessons });
  const start = booking.startDate ?? booking.createdDate;
  const end = booking.endDate ?? start;
  const actions = allowedActions ?? { cancel: false, reschedule: false };
  const offered = (allowed: boolean, until: Date | null | undefined): Deadline => {
    const deadline = deadlineOf(until, now, allowed);
    return deadline.kind === "until" && !allowed ? { kind: "never" } : deadline;
  };
  const over = !live.includes(booking.status) || (booking.endDate != null && booking.endDate <= now);
  return {
    id: booking.id,
    revision: booking.revision,
    status: booking.status,
    paymentStatus: booking.paymentStatus,
    paymentOption: booking.selectedPaymentOption ?? "UNDEFINED",
    title: (service && translatedText(service, language(), "name")) || (title ?? service?.name ?? ""),
    category: service?.category?.name ?? "",
    categoryKind: service?.category?.kind ?? "other",
    slug: service?.mainSlug.name ?? null,
    kind: schedule ? "COURSE" : service?.type === "APPOINTMENT" ? "APPOINTMENT" : "CLASS",
    serviceId: slot?.serviceId ?? schedule?.serviceId ?? "",
    scheduleId: slot?.scheduleId ?? schedule?.scheduleId ?? "",
    sessionId: slot?.sessionId ?? null,
    trainerId: slot?.resource?.id ?? null,
    start,
    end,
    timeless: !booking.startDate,
    course: Boolean(schedule),
    staff: slot?.resource?.name ?? null,
    participants,
    names: (booking.participants ?? []).map(({ firstName, lastName }) =>
      [firstName, lastName].filter(Boolean).join(" "),
    ),
    cents: price ?? total?.cents ?? null,
    attendance: attendance?.status ?? "NOT_SET",
    cancellation: over ? null : offered(actions.cancel, actions.cancelableUntil),
    move: over || schedule ? null : offered(actions.reschedule, actions.reschedulableUntil),
    asksApproval: service?.onlineBooking?.requireManualApproval ?? false,
  };
}

/** Whether the booking is active (not cancelled or declined). */
export const isActiveBooking = ({ status }: Pick<OwnBooking, "status">): boolean => live.includes(status);

/**
 * Whether to show the payment. A cancelled booking shows only payments already made, because
 * nothing is owed for it.
 */
export const showsPayment = (mine: OwnBooking): boolean =>
  mine.cents !== 0 && (isActiveBooking(mine) || ["PAID", "PARTIALLY_PAID", "REFUNDED"].includes(mine.paymentStatus));

const countOf = ({ totalParticipants, participantsChoices }: ExtendedBooking["booking"]): number =>
  participantsChoices?.serviceChoices.reduce((sum, { numberOfParticipants }) => sum + (numberOfParticipants ?? 1), 0) ??
  totalParticipants ??
  1;

/**
 * Splits bookings into upcoming ones, nearest first, and past or cancelled ones, latest first.
 * Waiting-list entries are shown elsewhere.
 */
export function splitUpcomingAndPast(
  known: readonly OwnBooking[],
  now: Date,
): { upcoming: OwnBooking[]; past: OwnBooking[] } {
  const all = known.filter(({ status }) => status !== "WAITING_LIST");
  const isUpcoming = ({ status, end, timeless }: OwnBooking) => live.includes(status) && (timeless || end > now);
  return {
    upcoming: all
      .filter(isUpcoming)
      .sort((a, b) => Number(a.timeless) - Number(b.timeless) || a.start.getTime() - b.start.getTime()),
    past: all.filter((mine) => !isUpcoming(mine)).sort((a, b) => b.start.getTime() - a.start.getTime()),
  };
}
