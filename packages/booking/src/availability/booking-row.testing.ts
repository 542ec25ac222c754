import { newId, type Schema } from "@uola/database";
import type { Selectable } from "kysely";

type BookingRow = Selectable<Schema["booking"]>;
type Required = Pick<BookingRow, "siteId" | "serviceId" | "scheduleId" | "sessionId" | "placesId"> & { now: Date };

/** Returns a confirmed booking of one place. Columns that are not given are empty. */
export function bookingRow({ now, ...columns }: Required & Partial<BookingRow>): BookingRow {
  return {
    id: newId(),
    revision: 1,
    status: "CONFIRMED",
    totalParticipants: 1,
    startDate: now,
    endDate: now,
    bookedEntity: {},
    contactDetails: {},
    contactEmail: null,
    participantsChoices: null,
    additionalFields: null,
    extendedFields: null,
    externalUserId: null,
    paymentStatus: "UNDEFINED",
    selectedPaymentOption: "OFFLINE",
    doubleBooked: false,
    visitorId: null,
    memberId: null,
    appId: null,
    participants: null,
    multiServiceBookingId: null,
    multiServiceBookingType: null,
    flowControl: null,
    contactId: null,
    payment: null,
    source: null,
    cancellationFee: null,
    smsReminder: false,
    resourceId: null,
    idempotencyKey: null,
    language: null,
    calendarSequence: 0,
    createdDate: now,
    updatedDate: now,
    canceledDate: null,
    ...columns,
  };
}
