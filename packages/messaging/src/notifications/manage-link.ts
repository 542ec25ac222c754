import { bookingLinks } from "@uola/booking";
import type { KeyStore } from "@uola/kernel";
import type { BookingFacts } from "./booking-facts.ts";

/**
 * The page on which the person of a booking views, cancels and reschedules it: the account for members, and for guests, who
 * have none, the page that the key in the link opens. Give it only to that person; see decision 0027.
 */
export function manageLinks(store: KeyStore) {
  const keys = bookingLinks(store);
  return async (site: string, { booking: { id, guest } }: BookingFacts): Promise<string> =>
    guest ? `${site}/booking/manage/?key=${await keys.keyOf(id)}` : accountLink(site, id);
}

export const accountLink = (site: string, bookingId: string): string => `${site}/account/?booking=${bookingId}`;
