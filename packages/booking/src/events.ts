import { type Caller, defineEvent } from "@uola/kernel";

/** Who made a change, and what people are told of it. */
export type ChangeCause = {
  actor: Caller | { kind: "system"; id: string };
  notification: { notifyParticipants?: boolean | null; message?: string | null } | undefined;
};

/** A service is deleted: its sessions ahead end too, unless those that people booked are to stay. */
export type ServiceDeletion = ChangeCause & { serviceId: string; scheduleId: string; keepBooked: boolean };
/** Sessions are called off; with `course`, the whole course with its bookings. */
export type SessionCancellation = ChangeCause & {
  scheduleId: string;
  sessionIds: readonly string[];
  course: boolean;
};

type Times = { startDate: Date; endDate: Date };
/** Sessions of a schedule take place at other times; none are named when some were added. */
export type SessionReschedule = ChangeCause & {
  scheduleId: string;
  sessions: readonly { sessionId: string; from: Times; to: Times }[];
};

/** The weekly times of a schedule are wanted for another one too. */
export type ScheduleCopy = { fromScheduleId: string; toScheduleId: string; actor: ChangeCause["actor"] };

type BookingState = { status: string; placesId: string; totalParticipants: number };
/** A booking goes from one state to another. */
export type BookingTransition = {
  bookingId: string;
  actor: ChangeCause["actor"];
  before: BookingState;
  after: BookingState;
};

/** A trainer takes another number of people from now on. */
export const staffCapacityChanged = defineEvent<{ staffId: string }>("staffCapacityChanged");
/** A service was added, or its type or capacity changed. */
export const serviceChanged = defineEvent<{ serviceId: string }>("serviceChanged");
/** A service is about to be deleted. */
export const serviceDeleted = defineEvent<ServiceDeletion>("serviceDeleted");
/** A service is not offered at a location any more; its sessions there are to be called off. */
export const serviceLocationRemoved = defineEvent<SessionCancellation>("serviceLocationRemoved");
/** A service was cloned. Emitted after the transaction: a clone stands without the weekly times of its model, too. */
export const serviceCloned = defineEvent<ScheduleCopy>("serviceCloned");
/** Sessions were called off: who keeps bookings or waiting lists for them ends those. */
export const sessionsCanceled = defineEvent<SessionCancellation>("sessionsCanceled");
/** Sessions were moved to other times, or added. */
export const sessionsRescheduled = defineEvent<SessionReschedule>("sessionsRescheduled");
/** A booking is locked and goes from one state to another; its places have not moved yet. */
export const bookingTransitioned = defineEvent<BookingTransition>("bookingTransitioned");
