import type { BookingStatus, CategoryKind, ExtendedBooking, PaymentStatus, Service } from "@uola/contract";
import { totalCents } from "@uola/contract/booking-price";
import { translatedText } from "@uola/contract/service-translation";
import { language } from "@uola/words/language";
import { type Deadline, deadlineOf } from "../booking/deadline.ts";

/** A booking as its maker sees it. `cents` is what all participants pay together. */
export type OwnBooking = {
  id: string;
  revision: string;
  status: BookingStatus;
  paymentStatus: PaymentStatus;
  /** How it is to be paid while it is not; ONLINE is by its order. */
  paymentOption: NonNullable<ExtendedBooking["booking"]["selectedPaymentOption"]>;
  title: string;
  category: string;
  categoryKind: CategoryKind;
  slug: string | null;
  /** What it is booked as, to name it again when it is moved. */
  kind: "CLASS" | "COURSE" | "APPOINTMENT";
  serviceId: string;
  scheduleId: string;
  sessionId: string | null;
  trainerId: string | null;
  start: Date;
  end: Date;
  /** A course that has no lessons yet: its start and end say nothing. */
  timeless: boolean;
  /** A whole course, from its first session to its last. */
  course: boolean;
  staff: string | null;
  participants: number;
  /** Of those who come, as far as they were named. */
  names: string[];
  cents: number | null;
  attendance: "NOT_SET" | "ATTENDED" | "NOT_ATTENDED";
  /** How it may be called off; null when there is nothing left to call off. */
  cancellation: Deadline | null;
  /** The same for another time; a course has none. */
  move: Deadline | null;
  /** The owner looks at a new time before it is confirmed. */
  asksApproval: boolean;
};

const live: readonly BookingStatus[] = ["CREATED", "PENDING", "CONFIRMED", "WAITING_LIST"];

export function ownBookingOf(
  { booking, allowedActions, attendance }: ExtendedBooking,
  services: readonly Service[],
  now: Date,
  /** What it cost, where it is not what the service costs. */
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

/** Whether it takes place, as far as anybody knows. */
export const isOn = ({ status }: Pick<OwnBooking, "status">): boolean => live.includes(status);

/** Whether to show how it is paid. A canceled booking shows only money that was paid: nothing is owed for it. */
export const saysPayment = (mine: OwnBooking): boolean =>
  mine.cents !== 0 && (isOn(mine) || ["PAID", "PARTIALLY_PAID", "REFUNDED"].includes(mine.paymentStatus));

const countOf = ({ totalParticipants, participantsChoices }: ExtendedBooking["booking"]): number =>
  participantsChoices?.serviceChoices.reduce((sum, { numberOfParticipants }) => sum + (numberOfParticipants ?? 1), 0) ??
  totalParticipants ??
  1;

/** What is still to come, the nearest first; and what is over or called off, the latest first. Who waits is told elsewhere. */
export function inTurn(known: readonly OwnBooking[], now: Date): { upcoming: OwnBooking[]; past: OwnBooking[] } {
  const all = known.filter(({ status }) => status !== "WAITING_LIST");
  const isUpcoming = ({ status, end, timeless }: OwnBooking) => live.includes(status) && (timeless || end > now);
  return {
    upcoming: all
      .filter(isUpcoming)
      .sort((a, b) => Number(a.timeless) - Number(b.timeless) || a.start.getTime() - b.start.getTime()),
    past: all.filter((mine) => !isUpcoming(mine)).sort((a, b) => b.start.getTime() - a.start.getTime()),
  };
}
