import { isTeam } from "@uola/contract";
import { type Caller, defineEvent } from "@uola/kernel";

/** Who made a change, and what people are told of it. */
export type ChangeCause = {
  actor: Caller | { kind: "system"; id: string };
  notification: { notifyParticipants?: boolean | null; message?: string | null } | undefined;
};

/** A service is deleted: its sessions ahead end too, unless those that people booked are to stay. */
export type ServiceDeletion = ChangeCause & { serviceId: string; scheduleId: string; keepBooked: boolean };
/** Sessions are canceled. With `course`, the whole course ends with its bookings. */
export type SessionCancellation = ChangeCause & {
  scheduleId: string;
  sessionIds: readonly string[];
  course: boolean;
};

type Times = { startDate: Date; endDate: Date };
/** Sessions of a schedule take place at other times. The list is empty when sessions were added. */
export type SessionReschedule = ChangeCause & {
  scheduleId: string;
  sessions: readonly { sessionId: string; from: Times; to: Times }[];
};

/** The weekly rules of a schedule are to be copied to another schedule. */
export type ScheduleCopy = { fromScheduleId: string; toScheduleId: string; actor: ChangeCause["actor"] };

/** The desk marks a booking as paid, or takes that back. Nobody typed a sum. */
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
/** A booking goes from one state to another. */
export type BookingTransition = {
  bookingId: string;
  actor: ChangeCause["actor"];
  before: BookingState;
  after: BookingState;
};

/** Whether a booking goes to another time. */
export const isMoved = ({ before, after }: BookingTransition): boolean =>
  before.startDate?.getTime() !== after.startDate?.getTime();

/** Whether whose booking it is did it, and not the gym. */
export const isTheirs = (actor: BookingTransition["actor"]): boolean => "role" in actor && !isTeam(actor.role);

/** A booking ends by a decision: its person's, within the policy, or the gym's. */
export type BookingEnd = {
  bookingId: string;
  by: "PERSON" | "GYM";
  actor: ChangeCause["actor"];
  /** Called by whoever took money for it: whether all of what was paid goes back. */
  settle(refund: "WHOLE" | "PART"): void;
};

/**
 * What happens to a capacity that is lowered below the places that are sold: it is refused at the end of the transaction, unless
 * the owner has allowed it. `found` gathers where it happened.
 */
export type CapacityCheck = { allowed: boolean; found: SoldBelow[] };
/** Places of a session or a course that would take fewer people than have places. */
export type SoldBelow = {
  /** Of a course its next lesson. */
  sessionId: string | null;
  scheduleId: string;
  startDate: Date | null;
  capacity: number;
  taken: number;
  held: number;
};

/** The number of people a trainer takes has changed. */
export const staffCapacityChanged = defineEvent<{
  staffId: string;
  actor: ChangeCause["actor"];
  capacityCheck: CapacityCheck;
}>("staffCapacityChanged");
/** A service was added, or its type or capacity changed. */
export const serviceChanged = defineEvent<{
  serviceId: string;
  /** By whom, where its capacity changed. */
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
/** A booking is locked and goes from one state to another; its places have not moved yet. */
export const bookingTransitioned = defineEvent<BookingTransition>("bookingTransitioned");
/** A locked booking was marked as paid at the desk, or not paid after all. */
export const bookingMarkedPaid = defineEvent<BookingMark>("bookingMarkedPaid");
/** Bookings are about to be locked because they end. Whoever sold them locks the sale first. */
export const beforeBookingsEnd = defineEvent<{ bookingIds: readonly string[] }>("beforeBookingsEnd");
/** A locked booking ends. Whoever sold it gives back what its buyer was promised. */
export const bookingEnds = defineEvent<BookingEnd>("bookingEnds");
