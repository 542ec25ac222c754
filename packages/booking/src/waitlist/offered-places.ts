import type { Booking, CartBooking, WaitlistState } from "@uola/contract";
import { type Caller, type Context, Refusal, transact } from "@uola/kernel";
import { holderOf, passOffer, withheld } from "../availability/availability.ts";
import { type BookingRow, type BookingServices, isOwn } from "../bookings/bookings.ts";
import { waitlistLinks } from "./offer-links.ts";
import { isTooLate, outcome } from "./rules.ts";
import * as store from "./store.ts";
import { entryNotFound, type WaitingList } from "./waiting-list.ts";

/** An offer: by the link in its mail, or of somebody's own entry. */
export type Offered = { key: string } | { entryId: string };

export type OfferedPlaces = ReturnType<typeof createOfferedPlaces>;

/** Places that the waiting list has offered, for whoever sells them. */
export function createOfferedPlaces(
  context: Context,
  { lock, view, refuseUnopened }: WaitingList,
  { offerLookup, store: { verifiedEmail } }: Pick<BookingServices, "offerLookup" | "store">,
) {
  const { db, siteId, now } = context;
  const links = waitlistLinks(context);

  return {
    /**
     * What is offered, as a line of the caller's cart with its hold. The offer stands until its time is over or it is ordered;
     * in whose cart it was before, it is no more. Refuses as accepting does.
     */
    async take(offered: Offered, caller: Caller): Promise<{ detail: CartBooking; holdId: string }> {
      const entryId = "key" in offered ? await links.opens(offered.key) : offered.entryId;
      if (!entryId) throw entryNotFound();
      const email = await verifiedEmail(caller);
      const found = await store.find(db, siteId, entryId);
      if (found) await refuseUnopened(found, caller);
      const isWithheld = found !== undefined && (await offerLookup.isWithheld(found));
      return transact(context, async (tx) => {
        const locked = await lock(tx, entryId);
        if (!locked || !("key" in offered || isOwn(caller, locked.booking, email))) throw entryNotFound();
        const { entry, booking } = locked;
        const { start } = await view(tx, entryId);
        const isLate = isTooLate(entry.offerExpiresDate, start, now());
        const to = outcome(entry.state as WaitlistState, isLate, "accept");
        if (to === "OFFER_EXPIRED") throw new Refusal(to, "The time to answer is over.");
        const { holdId } = entry;
        if (to !== "ACCEPTED" || !holdId) {
          throw new Refusal("NOT_OFFERED", "There is no offer to order.", 409, { state: entry.state });
        }
        if (isWithheld) throw withheld();
        await passOffer(tx, { siteId, id: holdId }, { bookingId: booking.id, holder: holderOf(caller) });
        return { detail: detailOf(booking), holdId };
      });
    },
  };
}

function detailOf(row: BookingRow): CartBooking {
  const { sessionId, serviceId, scheduleId, totalParticipants, participantsChoices, participants } = row;
  const { slot } = row.bookedEntity as Booking["bookedEntity"];
  return {
    ...(sessionId ? { slot: { ...slot, sessionId, serviceId, scheduleId } } : { schedule: { scheduleId } }),
    totalParticipants,
    participantsChoices: participantsChoices as CartBooking["participantsChoices"],
    participants: participants as CartBooking["participants"],
    additionalFields: row.additionalFields as CartBooking["additionalFields"],
  };
}
