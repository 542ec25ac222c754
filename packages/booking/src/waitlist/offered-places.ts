import type { CartBooking } from "@uola/contract";
import { type Caller, type Context, Refusal, transact } from "@uola/kernel";
import { holderOf, passOffer, withheld } from "../availability/availability.ts";
import { type BookingRow, type BookingServices, isOwn } from "../bookings/bookings.ts";
import { waitlistLinks } from "./offer-links.ts";
import { isTooLate, outcome } from "./rules.ts";
import * as store from "./store.ts";
import { entryNotFound, type WaitingList } from "./waiting-list.ts";

/** Identifies an offer: by the link key from its mail, or by the caller's own entry. */
export type OfferReference = { key: string } | { entryId: string };

export type OfferedPlaces = ReturnType<typeof createOfferedPlaces>;

/** Gives the cart access to places offered by the waiting list. */
export function createOfferedPlaces(
  context: Context,
  { lock, view, refuseUnopened }: WaitingList,
  { offerLookup, store: { verifiedEmail } }: Pick<BookingServices, "offerLookup" | "store">,
) {
  const { db, siteId, now } = context;
  const links = waitlistLinks(context);

  return {
    /**
     * Adds an offer to the caller's cart as a line with the offer's hold. The offer remains open
     * until it expires or is ordered. If another cart contained the offer, it is removed from that
     * cart. Rejects for the same reasons as accepting the offer.
     */
    async take(offered: OfferReference, caller: Caller): Promise<{ detail: CartBooking; holdId: string }> {
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
        const to = outcome(entry.state, isLate, "accept");
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
  const { slot } = row.bookedEntity;
  return {
    ...(sessionId ? { slot: { ...slot, sessionId, serviceId, scheduleId } } : { schedule: { scheduleId } }),
    totalParticipants,
    participantsChoices,
    participants,
    additionalFields: row.additionalFields,
  };
}
