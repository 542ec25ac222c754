import { isTeam } from "@uola/contract";
import { type Caller, defineEvent } from "@uola/kernel";

/** The actor of a change, and the notification sent about it. */
export type ChangeCause = {
  actor: Caller | { kind: "system"; id: string };
  notification: { notifyParticipants?: boolean | null; message?: string | null } | undefined;
};

/**
 * A service is deleted. Its upcoming sessions are canceled too, except booked ones if `keepBooked`
 * is set.
 */
export type ServiceDeletion = ChangeCause & { serviceId: string; scheduleId: string; keepBooked: boolean };
/** Sessions are canceled. With `course`, the whole course and its bookings are canceled. */
export type SessionCancellation = ChangeCause & {
  scheduleId: string;
  sessionIds: readonly string[];
  course: boolean;
};

type Times = { startDate: Date; endDate: Date };
/** Sessions of a schedule are moved to other times. The list is empty if sessions were added. */
export type SessionReschedule = ChangeCause & {
  scheduleId: string;
  sessions: readonly { sessionId: string; from: Times; to: Times }[];
};

/** The weekly rules of one schedule are to be copied to another schedule. */
export type ScheduleCopy = { fromScheduleId: string; toScheduleId: string; actor: ChangeCause["actor"] };

/** The front desk marks a booking as paid or undoes the mark. No amount is entered. */
export type BookingMark = {
  bookingId: string;
  method: "CASH" | "CARD" | "TRANSFER";
  received: boolean;
  actor: ChangeCause["actor"];
};

type BookingState = {
  status: string;
  serviceId: string;
  placesId: string;
  startDate: Date | null;
  totalParticipants: number;
  participantsChoices: unknown;
};
/** A booking changes from one state to another. */
export type BookingTransition = {
  bookingId: string;
  actor: ChangeCause["actor"];
  before: BookingState;
  after: BookingState;
};

/** Whether a booking moves to another time. */
export const isMoved = ({ before, after }: BookingTransition): boolean =>
  before.startDate?.getTime() !== after.startDate?.getTime();

/** Whether the booking's customer made the change, not the gym. */
export const isByCustomer = (actor: BookingTransition["actor"]): boolean => "role" in actor && !isTeam(actor.role);

/** A booking is ended by the customer, within the policy, or by the gym. */
export type BookingEnd = {
  bookingId: string;
  by: "PERSON" | "GYM";
  actor: ChangeCause["actor"];
  /**
   * Called by the module that received the payment: reports whether the whole payment or only a
   * part is refunded.
   */
  settle(refund: "WHOLE" | "PART"): void;
};

/**
 * Controls a capacity reduction below the number of sold places: it is rejected at the end of the
 * transaction unless the owner has allowed it. `found` collects the affected sessions and courses.
 */
export type CapacityCheck = { allowed: boolean; found: CapacityBelowSold[] };
/** A session or course whose new capacity is below the number of places sold. */
export type CapacityBelowSold = {
  /** For a course, its next lesson. */
  sessionId: string | null;
  scheduleId: string;
  startDate: Date | null;
  capacity: number;
  taken: number;
  held: number;
};

/** The number of people a trainer accepts has changed. */
export const staffCapacityChanged = defineEvent<{
  staffId: string;
  actor: ChangeCause["actor"];
  capacityCheck: CapacityCheck;
}>("staffCapacityChanged");
/** A service was added, or its type or capacity changed. */
export const serviceChanged = defineEvent<{
  serviceId: string;
  /** The actor, if the capacity changed. */
  actor?: ChangeCause["actor"];
  capacityCheck?: CapacityCheck;
}>("serviceChanged");
/** A service is about to be deleted. */
export const serviceDeleted = defineEvent<ServiceDeletion>("serviceDeleted");
/** A service is no longer offered at a location. Its sessions there are to be canceled. */
export const serviceLocationRemoved = defineEvent<SessionCancellation>("serviceLocationRemoved");
/** A service was cloned. Emitted after the transaction, because the clone remains even if copying its weekly rules fails. */
export const serviceCloned = defineEvent<ScheduleCopy>("serviceCloned");
/** Sessions were canceled. Subscribers end the bookings and waiting lists of these sessions. */
export const sessionsCanceled = defineEvent<SessionCancellation>("sessionsCanceled");
/** Sessions were moved to other times, or added. */
export const sessionsRescheduled = defineEvent<SessionReschedule>("sessionsRescheduled");
/** A locked booking changes from one state to another; its places have not been moved yet. */
export const bookingTransitioned = defineEvent<BookingTransition>("bookingTransitioned");
/** A locked booking was marked as paid at the front desk, or the mark was undone. */
export const bookingMarkedPaid = defineEvent<BookingMark>("bookingMarkedPaid");
/**
 * Bookings are about to be locked in order to end them. The module that sold them locks the sale
 * first.
 */
export const beforeBookingsEnd = defineEvent<{ bookingIds: readonly string[] }>("beforeBookingsEnd");
/** A locked booking ends. The module that sold it refunds the amount promised to the buyer. */
export const bookingEnds = defineEvent<BookingEnd>("bookingEnds");
