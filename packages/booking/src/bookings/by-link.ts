import type { Booking, contract } from "@uola/contract";
import {
  type AnonymousCall,
  type Call,
  type Caller,
  type Context,
  type Handlers,
  type KeyStore,
  namedKeys,
} from "@uola/kernel";
import { notFound } from "./refusals.ts";
import * as store from "./store.ts";

/** Returns the keys for links in mails about bookings. */
export const bookingLinks = (keys: KeyStore) => namedKeys(keys, "booking-link-secret");

type Bookings = Handlers<typeof contract.bookings>;
type ByLink = Pick<Bookings, "readByLink" | "cancelByLink" | "rescheduleByLink">;

/**
 * Returns the handlers for mail links. The recipient of the mail can do everything that the person
 * who booked can do, but sees no more than the mail contains.
 */
export function byLinkHandlers(
  context: Context,
  { queryExtended, cancel, reschedule }: Pick<Bookings, "queryExtended" | "cancel" | "reschedule">,
): ByLink {
  const { db, siteId, now } = context;
  const links = bookingLinks(context);

  /**
   * Returns the call with the identity of the person who booked. Rejects every key once the booking
   * has ended.
   */
  async function callOfLink(key: string, call: AnonymousCall): Promise<Call & { bookingId: string }> {
    const bookingId = await links.opens(key);
    const row = bookingId && (await store.read(db, siteId, bookingId));
    if (!row || (row.endDate && row.endDate <= now())) throw notFound("of this link");
    const { requestId, from } = call;
    const { language } = call.caller ?? {};
    const person = { role: "visitor", kind: "visitor", id: row.visitorId ?? row.id, bookingId: row.id } as const;
    const caller: Caller = language ? { ...person, language } : person;
    return { requestId, from, caller, bookingId: row.id };
  }

  async function read({ bookingId, ...call }: Call & { bookingId: string }) {
    const input = { query: { filter: { id: bookingId } }, withBookingAllowedActions: true };
    const [found] = (await queryExtended(input, call)).extendedBookings;
    if (!found) throw notFound("of this link");
    return { extendedBooking: { ...found, booking: withoutContact(found.booking) } };
  }

  return {
    readByLink: async ({ key }, call) => read(await callOfLink(key, call)),
    async cancelByLink({ key, revision }, call) {
      const { bookingId, ...own } = await callOfLink(key, call);
      await cancel({ bookingId, revision }, own);
      return read({ bookingId, ...own });
    },
    async rescheduleByLink({ key, revision, slot }, call) {
      const { bookingId, ...own } = await callOfLink(key, call);
      await reschedule({ bookingId, revision, slot }, own);
      return read({ bookingId, ...own });
    },
  };
}

/** Mails may be forwarded, so phone numbers and form answers are left out. */
const withoutContact = ({
  contactDetails: _,
  additionalFields: __,
  extendedFields: ___,
  ...booking
}: Booking): Booking => booking;
