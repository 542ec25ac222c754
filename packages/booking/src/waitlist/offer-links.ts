import { type KeyStore, namedKeys } from "@uola/kernel";

/** Keys of the links in offers: who has the mail answers for its entry, and for no other. */
export const waitlistLinks = (place: KeyStore) => namedKeys(place, "waitlist-link-secret");
