import type { Attendance, Booking, ExtendedBooking } from "@uola/contract";
import type { Actor } from "./moves.ts";
import { seesAll } from "./rules.ts";
import type { AttendanceRow, BookingRow } from "./store.ts";

/** Whether a whole course is booked, and not one of its times. */
export const isCourse = ({ bookedEntity }: Pick<BookingRow, "bookedEntity">): boolean =>
  Boolean((bookedEntity as Booking["bookedEntity"]).schedule);

export const isAppointment = ({ bookedEntity }: Pick<BookingRow, "bookedEntity">): boolean =>
  (bookedEntity as Booking["bookedEntity"]).tags?.includes("APPOINTMENT") === true;

/** A booking as the contract has it. */
export function toBooking(row: BookingRow): Booking {
  return {
    id: row.id,
    revision: String(row.revision),
    status: row.status as Booking["status"],
    bookedEntity: row.bookedEntity as Booking["bookedEntity"],
    contactDetails: row.contactDetails as Booking["contactDetails"],
    // Exactly one of the two is given back, the one that was given.
    ...(row.participantsChoices
      ? { participantsChoices: row.participantsChoices as Booking["participantsChoices"] }
      : { totalParticipants: row.totalParticipants }),
    participants: row.participants as Booking["participants"],
    additionalFields: row.additionalFields as Booking["additionalFields"],
    extendedFields: row.extendedFields as Booking["extendedFields"],
    externalUserId: row.externalUserId,
    paymentStatus: row.paymentStatus as Booking["paymentStatus"],
    selectedPaymentOption: row.selectedPaymentOption as Booking["selectedPaymentOption"],
    ...(row.payment ? { payment: paymentOf(row.payment as StoredPayment) } : {}),
    doubleBooked: row.doubleBooked,
    createdBy: createdBy(row),
    bookingSource: sourceOf(row),
    startDate: row.startDate,
    endDate: row.endDate,
    canceledDate: row.canceledDate,
    ...(row.multiServiceBookingId && {
      multiServiceBookingInfo: {
        id: row.multiServiceBookingId,
        type: row.multiServiceBookingType as NonNullable<Booking["multiServiceBookingInfo"]>["type"],
      },
    }),
    createdDate: row.createdDate,
    updatedDate: row.updatedDate,
  };
}

/** A payment as it is kept: with the status it was noted over, for taking it back. */
export type StoredPayment = {
  method: NonNullable<Booking["payment"]>["method"];
  note: string | null;
  receivedDate: string;
  before: string;
};
export const paymentOf = ({ method, note, receivedDate }: StoredPayment): NonNullable<Booking["payment"]> => ({
  method,
  note,
  receivedDate: new Date(receivedDate),
});

/** Whence a booking came, as it is kept; `staff`: its member works here. */
export type Source = Booking["bookingSource"] & { staff?: true };

function sourceOf({ source, appId }: BookingRow): Booking["bookingSource"] {
  const kept = source as Source | null;
  if (kept) return { platform: kept.platform, actor: kept.actor };
  return { platform: "UNDEFINED_PLATFORM", actor: appId ? "BUSINESS" : "UNDEFINED_ACTOR" };
}

function createdBy({ memberId, visitorId, appId, contactId, source }: BookingRow): Booking["createdBy"] {
  const contact = contactId ? { contactId } : {};
  if (memberId) return { ...((source as Source | null)?.staff ? { wixUserId: memberId } : { memberId }), ...contact };
  return appId ? { appId, ...contact } : { anonymousVisitorId: visitorId, ...contact };
}

/** Who made a move, as events tell it; nobody, when the system acts by itself. */
export function identityOf(actor: Actor): Booking["createdBy"] {
  if (actor.kind === "system") return {};
  if (actor.kind === "member") return seesAll(actor) ? { wixUserId: actor.id } : { memberId: actor.id };
  return actor.kind === "apiKey" ? { appId: actor.id } : { anonymousVisitorId: actor.id };
}

/** Who came; nobody has been asked yet as long as there is no mark. */
export const toAttendance = (
  row: Omit<AttendanceRow, "siteId"> | undefined,
): NonNullable<ExtendedBooking["attendance"]> & Pick<Attendance, "present"> => ({
  id: row?.id ?? null,
  status: (row?.status ?? "NOT_SET") as NonNullable<ExtendedBooking["attendance"]>["status"],
  numberOfAttendees: row?.numberOfAttendees ?? 0,
  present: row?.present ?? [],
});

/** A mark with what it is of, and the names that were ticked. */
export const markOf = (row: AttendanceRow): Attendance => ({
  ...toAttendance(row),
  bookingId: row.bookingId,
  sessionId: row.sessionId,
  markedDate: row.updatedDate,
});
