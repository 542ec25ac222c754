import type { KeyPlace } from "../../kernel/keyring.ts";
import { linkKeys } from "../../kernel/link-keys.ts";

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const nobody = "00000000-0000-0000-0000-000000000000";

/** Keys of the links in offers, `<entryId>.<proof>`: who has the mail answers for its entry, and for no other. */
export function waitlistLinks(place: KeyPlace) {
  const keys = linkKeys(place, "waitlist-link-secret");
  return {
    keyOf: async (entryId: string): Promise<string> => `${entryId}.${await keys.keyOf(entryId)}`,
    /** The entry a key belongs to. A key that is none is weighed like any other. */
    opens: async (key: string): Promise<string | undefined> => {
      const [id = "", proof = ""] = key.split(".", 2);
      const known = guid.test(id);
      const opens = await keys.opens(known ? id : nobody, proof);
      return known && opens ? id : undefined;
    },
  };
}
