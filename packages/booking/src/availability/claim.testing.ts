import { newId } from "@uola/database";
import { visitor, type World } from "../testing.ts";
import type { Wish } from "./claim.ts";

/** A wish of somebody for places of a session of the service, as bookings make it. */
export const wishesIn =
  (world: World, service: { id: string; scheduleId: string }) =>
  (placesId: string, totalParticipants = 1, more: Partial<Wish["booking"]> = {}, { caller } = visitor()): Wish => {
    const id = newId();
    return {
      booking: {
        siteId: world.context.siteId,
        id,
        revision: 1,
        status: "CONFIRMED",
        serviceId: service.id,
        scheduleId: service.scheduleId,
        sessionId: placesId,
        placesId,
        totalParticipants,
        startDate: world.clock.now,
        endDate: world.clock.now,
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
        createdDate: world.clock.now,
        updatedDate: world.clock.now,
        canceledDate: null,
        ...more,
      },
      entity: { id },
      actor: caller,
      mail: { bookingId: id },
    };
  };
