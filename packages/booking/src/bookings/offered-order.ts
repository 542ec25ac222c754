import type { Database } from "@uola/database";
import type { Context } from "@uola/kernel";
import { attachHold, lockHold } from "../availability/availability.ts";
import type { BookingServices } from "./booking-services.ts";
import { lock, type Prepared } from "./store.ts";
import type { BookingRow } from "./to-booking.ts";

type Offered = { hold: { id: string }; bookingId: string; until: Date };

/**
 * Creates the order for a place offered by the waiting list: the booking holds the places of the
 * offer and awaits payment until a given time. Returns undefined if the offer has ended.
 */
export const createOfferedOrder =
  ({ siteId, now }: Context, store: BookingServices["store"]) =>
  async (
    tx: Database,
    { booking, actor }: Prepared,
    { hold, bookingId, until }: Offered,
  ): Promise<BookingRow | undefined> => {
    const waiting = await lock(tx, siteId, bookingId);
    const offered = await lockHold(tx, siteId, hold.id);
    if (waiting?.status !== "WAITING_LIST" || !offered || offered.expiresDate <= now()) return undefined;
    const { bookedEntity, contactDetails, contactEmail, contactId } = booking;
    const { participants, participantsChoices, additionalFields } = booking;
    const row = await store.transition(tx, waiting, {
      name: "order",
      actor,
      slug: "updated",
      template: null,
      set: {
        status: "CREATED",
        paymentStatus: "NOT_PAID",
        selectedPaymentOption: "ONLINE",
        bookedEntity,
        contactDetails,
        contactEmail,
        contactId,
        participants,
        participantsChoices,
        additionalFields,
        memberId: waiting.memberId ?? booking.memberId,
        visitorId: waiting.visitorId ?? booking.visitorId,
      },
    });
    await attachHold(tx, offered, { bookingId: row.id, expiresDate: until });
    return row;
  };
