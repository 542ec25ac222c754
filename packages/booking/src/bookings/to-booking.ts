import type { Attendance, Booking, ExtendedBooking } from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Schema } from "@uola/database";
import type { Caller } from "@uola/kernel";
import type { Selectable } from "kysely";
import { type DeadlineFacts, isAgeUnchecked } from "../availability/availability.ts";
import { seesAll } from "./rules.ts";

export type BookingRow = Selectable<Schema["booking"]>;
export type AttendanceRow = Selectable<Schema["attendance"]>;
/** The changed columns of a booking, with jsonb columns as values. */
export type BookingChanges = Partial<BookingRow>;
/** The checks that were skipped when the booking was created (`flowControl`). */
export type Flags = { skipAvailabilityValidation?: true; skipBusinessConfirmation?: true; ageNotChecked?: true };
/** The actor of a change: a caller or the system. */
export type Actor = Caller | { kind: "system"; id: string };

/** Whether the booking is for a whole course rather than a single session. */
export const isCourse = ({ bookedEntity }: Pick<BookingRow, "bookedEntity">): boolean => Boolean(bookedEntity.schedule);

export const isAppointment = ({ bookedEntity }: Pick<BookingRow, "bookedEntity">): boolean =>
  bookedEntity.tags?.includes("APPOINTMENT") === true;

export const deadlineFactsOf = ({ startDate, participants }: BookingRow): DeadlineFacts => ({
  startDate,
  participants,
});

/** Converts a booking row to the booking of the API contract. */
export function toBooking(row: BookingRow): Booking {
  return {
    id: row.id,
    revision: String(row.revision),
    status: row.status,
    bookedEntity: row.bookedEntity,
    contactDetails: row.contactDetails,
    // The response contains only the field that the request used.
    ...(row.participantsChoices
      ? { participantsChoices: row.participantsChoices }
      : { totalParticipants: row.totalParticipants }),
    participants: row.participants,
    additionalFields: row.additionalFields,
    extendedFields: row.extendedFields,
    externalUserId: row.externalUserId,
    paymentStatus: row.paymentStatus,
    selectedPaymentOption: row.selectedPaymentOption,
    ...(row.payment ? { payment: paymentOf(row.payment) } : {}),
    doubleBooked: row.doubleBooked,
    ...(isAgeUnchecked(row) && { ageNotChecked: true }),
    createdBy: createdBy(row),
    bookingSource: sourceOf(row),
    startDate: row.startDate,
    endDate: row.endDate,
    canceledDate: row.canceledDate,
    ...(row.multiServiceBookingId && {
      multiServiceBookingInfo: {
        id: row.multiServiceBookingId,
        type: required(row.multiServiceBookingType, "type of the group"),
      },
    }),
    createdDate: row.createdDate,
    updatedDate: row.updatedDate,
  };
}

/** Returns the response of an operation that changed a single booking. */
export const bookingAnswer = ([row]: readonly BookingRow[]) => ({ booking: toBooking(required(row, "booking")) });

/** A payment together with the previous payment status, so that the payment can be undone. */
export type StoredPayment = {
  method: NonNullable<Booking["payment"]>["method"];
  note: string | null;
  receivedDate: string;
  before: Booking["paymentStatus"];
};
export const paymentOf = ({ method, note, receivedDate }: StoredPayment): NonNullable<Booking["payment"]> => ({
  method,
  note,
  receivedDate: new Date(receivedDate),
});

/** The source of a booking. `staff`: the member who booked is on the staff. */
export type Source = Booking["bookingSource"] & { staff?: true };

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "booking.bookedEntity": Booking["bookedEntity"];
    "booking.contactDetails": Booking["contactDetails"];
    "booking.participantsChoices": NonNullable<Booking["participantsChoices"]>;
    "booking.participants": NonNullable<Booking["participants"]>;
    "booking.additionalFields": NonNullable<Booking["additionalFields"]>;
    "booking.extendedFields": NonNullable<Booking["extendedFields"]>;
    "booking.flowControl": Flags;
    "booking.payment": StoredPayment;
    "booking.source": Source;
    "booking.paymentStatus": Booking["paymentStatus"];
    "booking.selectedPaymentOption": Booking["selectedPaymentOption"];
  }
}

function sourceOf({ source, appId }: BookingRow): Booking["bookingSource"] {
  if (source) return { platform: source.platform, actor: source.actor };
  return { platform: "UNDEFINED_PLATFORM", actor: appId ? "BUSINESS" : "UNDEFINED_ACTOR" };
}

function createdBy({ memberId, visitorId, appId, contactId, source }: BookingRow): Booking["createdBy"] {
  const contact = contactId ? { contactId } : {};
  if (memberId) return { ...(source?.staff ? { wixUserId: memberId } : { memberId }), ...contact };
  return appId ? { appId, ...contact } : { anonymousVisitorId: visitorId, ...contact };
}

/** Returns the actor of a change in the format used in events; empty if the system is the actor. */
export function identityOf(actor: Actor): Booking["createdBy"] {
  if (actor.kind === "system") return {};
  if (actor.kind === "member") return seesAll(actor) ? { wixUserId: actor.id } : { memberId: actor.id };
  return actor.kind === "apiKey" ? { appId: actor.id } : { anonymousVisitorId: actor.id };
}

/** Converts an attendance row. Without a row, attendance is not recorded yet. */
export const toAttendance = (
  row: Omit<AttendanceRow, "siteId"> | undefined,
): NonNullable<ExtendedBooking["attendance"]> & Pick<Attendance, "present"> => ({
  id: row?.id ?? null,
  status: row?.status ?? "NOT_SET",
  numberOfAttendees: row?.numberOfAttendees ?? 0,
  present: row?.present ?? [],
});

/** Returns an attendance mark with its booking, its session and the participants marked as present. */
export const markOf = (row: AttendanceRow): Attendance => ({
  ...toAttendance(row),
  bookingId: row.bookingId,
  sessionId: row.sessionId,
  markedDate: row.updatedDate,
});
