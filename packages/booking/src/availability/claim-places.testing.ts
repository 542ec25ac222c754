import { newId } from "@uola/database";
import { type TestGym, visitor } from "../testing.ts";
import type { ClaimRequest } from "./claim-places.ts";

/** A request for places of a session of the service, as bookings make it. */
export const claimsIn =
  (gym: TestGym, service: { id: string; scheduleId: string }) =>
  (
    placesId: string,
    totalParticipants = 1,
    more: Partial<ClaimRequest["booking"]> = {},
    { caller } = visitor(),
  ): ClaimRequest => {
    const id = newId();
    return {
      booking: {
        siteId: gym.context.siteId,
        id,
        revision: 1,
        status: "CONFIRMED",
        serviceId: service.id,
        scheduleId: service.scheduleId,
        sessionId: placesId,
        placesId,
        totalParticipants,
        startDate: gym.clock.now,
        endDate: gym.clock.now,
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
        visitorId: caller.id,
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
        calendarSequence: 0,
        createdDate: gym.clock.now,
        updatedDate: gym.clock.now,
        canceledDate: null,
        ...more,
      },
      entity: { id },
      actor: caller,
      mail: { bookingId: id },
    };
  };
