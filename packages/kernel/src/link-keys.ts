import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { isId } from "@uola/database";
import { createKeyring, type KeyStore } from "./keyring.ts";

const keyBytes = 18;

/**
 * Manages keys for links in e-mails that give access to one entity without signing in. Each key is
 * valid for one id only. Keys are derived from a secret that is stored as a setting.
 */
export function linkKeys(store: KeyStore, setting: string) {
  const ring = createKeyring(store, setting);
  const keyBy = (secret: KeyObject, id: string): string =>
    createHmac("sha256", secret).update(id.toLowerCase()).digest().subarray(0, keyBytes).toString("base64url");
  return {
    keyOf: async (id: string): Promise<string> => keyBy(await ring.signing(), id),
    /** Whether a key is valid for an id. Compares in constant time. */
    opens: async (id: string, key: string): Promise<boolean> => {
      const provided = Buffer.from(key);
      const fits = (await ring.all()).map((secret) => {
        const expected = Buffer.from(keyBy(secret, id));
        return provided.length === expected.length && timingSafeEqual(provided, expected);
      });
      return fits.includes(true);
    },
  };
}

const nilId = "00000000-0000-0000-0000-000000000000";

/** Manages keys that contain the id they are valid for, `<id>.<proof>`, for URLs with one parameter. */
export function selfContainedLinkKeys(store: KeyStore, setting: string) {
  const keys = linkKeys(store, setting);
  return {
    keyOf: async (id: string): Promise<string> => `${id}.${await keys.keyOf(id)}`,
    /**
     * Returns the id that a key is valid for. Checking an invalid key takes as long as checking a
     * valid one.
     */
    opens: async (key: string): Promise<string | undefined> => {
      const [id = "", proof = "", ...rest] = key.split(".");
      const isWellFormed = isId(id) && rest.length === 0;
      const verify = await keys.opens(isWellFormed ? id : nilId, proof);
      return isWellFormed && verify ? id : undefined;
    },
  };
}
