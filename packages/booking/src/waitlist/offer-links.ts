import { type KeyPlace, namedKeys } from "@uola/kernel";

/** Keys of the links in offers: who has the mail answers for its entry, and for no other. */
export const waitlistLinks = (place: KeyPlace) => namedKeys(place, "waitlist-link-secret");
