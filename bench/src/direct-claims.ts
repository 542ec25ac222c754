import { createClaims } from "@uola/booking/claims";
import { newId, openDatabase, type Schema } from "@uola/database";
import type { Selectable } from "kysely";

type Body = {
  booking: {
    bookedEntity: {
      slot: { sessionId: string; serviceId: string; scheduleId: string; startDate: string; endDate: string };
    };
    contactDetails: { email: string };
    totalParticipants: number;
  };
};

/** The platform's own batched claim, without anything around it. */
export function bareClaims(url: string, siteId: string) {
  const connection = openDatabase({ url });
  const claim = createClaims({ connection, siteId, now: () => new Date(), changes: { publish: () => {} } });
  return { claim: (body: Body) => claim(wishOf(body, siteId)), connection };
}

/** A row from a body that is trusted as it came: no caller, no rules, no look-ups. */
function wishOf({ booking: { bookedEntity, contactDetails, totalParticipants } }: Body, siteId: string) {
  const { slot } = bookedEntity;
  const now = new Date();
  const id = newId();
  const booking = {
    siteId,
    id,
    revision: 1,
    status: "CONFIRMED",
    serviceId: slot.serviceId,
    scheduleId: slot.scheduleId,
    sessionId: slot.sessionId,
    placesId: slot.sessionId,
    totalParticipants,
    startDate: new Date(slot.startDate),
    endDate: new Date(slot.endDate),
    bookedEntity,
    contactDetails,
    contactEmail: contactDetails.email,
    participantsChoices: null,
    additionalFields: null,
    extendedFields: null,
    externalUserId: null,
    paymentStatus: "UNDEFINED",
    selectedPaymentOption: "OFFLINE",
    doubleBooked: false,
    visitorId: id,
    memberId: null,
    appId: null,
    participants: null,
    multiServiceBookingId: null,
    multiServiceBookingType: null,
    flowControl: null,
    contactId: null,
    smsReminder: false,
    resourceId: null,
    idempotencyKey: null,
    calendarSequence: 0,
    createdDate: now,
    updatedDate: now,
    canceledDate: null,
  } as unknown as Selectable<Schema["booking"]>;
  const mail = { template: "booking-confirmed", bookingId: id, revision: "1", language: "lt" };
  return {
    booking,
    entity: { id, bookedEntity, contactDetails },
    actor: { role: "visitor", id, kind: "visitor" } as const,
    mail,
  };
}
