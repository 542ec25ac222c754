import { type KeyStore, namedKeys } from "@uola/kernel";

/** Keys for the links in offer mails. The holder of the mail can answer for that entry only. */
export const waitlistLinks = (place: KeyStore) => namedKeys(place, "waitlist-link-secret");
