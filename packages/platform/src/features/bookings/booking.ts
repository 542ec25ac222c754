import type { Booking, ExtendedBooking } from "@uola/contract";
import type { AttendanceRow, BookingRow } from "./store.ts";

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
    additionalFields: row.additionalFields as Booking["additionalFields"],
    extendedFields: row.extendedFields as Booking["extendedFields"],
    externalUserId: row.externalUserId,
    paymentStatus: row.paymentStatus as Booking["paymentStatus"],
    selectedPaymentOption: row.selectedPaymentOption as Booking["selectedPaymentOption"],
    doubleBooked: row.doubleBooked,
    createdBy: createdBy(row),
    startDate: row.startDate,
    endDate: row.endDate,
    canceledDate: row.canceledDate,
    createdDate: row.createdDate,
    updatedDate: row.updatedDate,
  };
}

function createdBy({ memberId, visitorId, appId }: BookingRow): Booking["createdBy"] {
  if (memberId) return { memberId };
  return appId ? { appId } : { anonymousVisitorId: visitorId };
}

/** Who came; nobody has been asked yet as long as there is no mark. */
export const toAttendance = (
  row: Omit<AttendanceRow, "siteId"> | undefined,
): NonNullable<ExtendedBooking["attendance"]> => ({
  id: row?.id ?? null,
  status: (row?.status ?? "NOT_SET") as NonNullable<ExtendedBooking["attendance"]>["status"],
  numberOfAttendees: row?.numberOfAttendees ?? 0,
});
