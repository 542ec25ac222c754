import type { KeyPlace } from "../../kernel/keyring.ts";
import { namedKeys } from "../../kernel/link-keys.ts";

/** Keys of the links in offers: who has the mail answers for its entry, and for no other. */
export const waitlistLinks = (place: KeyPlace) => namedKeys(place, "waitlist-link-secret");
