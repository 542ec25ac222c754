import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { isId } from "@uola/database";
import { createKeyring, type KeyStore } from "./keyring.ts";

const keyBytes = 18;

/**
 * Keys for links in mails that open one thing without signing in: who has the mail has the key, and no other thing's. The secret
 * behind them is kept under the name of a setting.
 */
export function linkKeys(store: KeyStore, setting: string) {
  const ring = createKeyring(store, setting);
  const keyBy = (secret: KeyObject, id: string): string =>
    createHmac("sha256", secret).update(id.toLowerCase()).digest().subarray(0, keyBytes).toString("base64url");
  return {
    keyOf: async (id: string): Promise<string> => keyBy(await ring.signing(), id),
    /** The same work for every key, right or wrong. */
    opens: async (id: string, key: string): Promise<boolean> => {
      const provided = Buffer.from(key);
      const fits = (await ring.all()).map((secret) => {
        const right = Buffer.from(keyBy(secret, id));
        return provided.length === right.length && timingSafeEqual(provided, right);
      });
      return fits.includes(true);
    },
  };
}

const nilId = "00000000-0000-0000-0000-000000000000";

/** Keys that name what they open, `<id>.<proof>`, for addresses of one parameter. */
export function namedKeys(store: KeyStore, setting: string) {
  const keys = linkKeys(store, setting);
  return {
    keyOf: async (id: string): Promise<string> => `${id}.${await keys.keyOf(id)}`,
    /** What a key opens. A key that is none is weighed like any other. */
    opens: async (key: string): Promise<string | undefined> => {
      const [id = "", proof = ""] = key.split(".", 2);
      const known = isId(id);
      const opens = await keys.opens(known ? id : nilId, proof);
      return known && opens ? id : undefined;
    },
  };
}
