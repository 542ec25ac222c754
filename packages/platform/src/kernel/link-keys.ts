import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Database, json } from "@uola/database";

const keyBytes = 18;

/**
 * Keys for links in mails that open one thing without signing in: who has the mail has the key, and no other thing's. The secret
 * behind them is kept under the name of a setting.
 */
export function linkKeys(db: Database, siteId: string, now: () => Date, setting: string) {
  let secret: Promise<Buffer> | undefined;
  const keyOf = async (id: string): Promise<string> => {
    secret ??= readSecret(db, siteId, now(), setting).catch((error) => {
      secret = undefined;
      throw error;
    });
    const digest = createHmac("sha256", await secret)
      .update(id.toLowerCase())
      .digest();
    return digest.subarray(0, keyBytes).toString("base64url");
  };
  return {
    keyOf,
    /** The same work for every key, right or wrong. */
    opens: async (id: string, key: string): Promise<boolean> => {
      const [given, right] = [Buffer.from(key), Buffer.from(await keyOf(id))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}

/** Made once for a site, by whichever process needs it first. */
async function readSecret(db: Database, siteId: string, now: Date, setting: string): Promise<Buffer> {
  const value = json(randomBytes(32).toString("base64url"));
  await db
    .insertInto("setting")
    .values({ siteId, name: setting, value, updatedDate: now })
    .onConflict((conflict) => conflict.columns(["siteId", "name"]).doNothing())
    .execute();
  const row = await db
    .selectFrom("setting")
    .where("siteId", "=", siteId)
    .where("name", "=", setting)
    .select("value")
    .executeTakeFirstOrThrow();
  return Buffer.from(String(row.value), "base64url");
}
