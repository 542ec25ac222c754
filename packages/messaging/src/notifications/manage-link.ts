import { bookingLinks } from "@uola/booking";
import type { KeyStore } from "@uola/kernel";
import type { BookingFacts } from "./booking-facts.ts";

/**
 * The page on which customers view, cancel and reschedule their booking. Members use their account;
 * guests have no account and use the page opened by the key in the link. Give the link only to the
 * person who made the booking; see decision 0027.
 */
export function manageLinks(store: KeyStore) {
  const keys = bookingLinks(store);
  return async (site: string, { booking: { id, guest } }: BookingFacts): Promise<string> =>
    guest ? `${site}/booking/manage/?key=${await keys.keyOf(id)}` : accountLink(site, id);
}

export const accountLink = (site: string, bookingId: string): string => `${site}/account/?booking=${bookingId}`;
