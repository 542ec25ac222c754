import { type KeyStore, namedKeys } from "@uola/kernel";

/** Keys for the links in offer mails. A key can be used to answer only for the entry it belongs to. */
export const waitlistLinks = (place: KeyStore) => namedKeys(place, "waitlist-link-secret");
