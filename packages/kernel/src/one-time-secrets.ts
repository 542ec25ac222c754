import { createHash, randomBytes } from "node:crypto";
import type { Database } from "@uola/database";

/** Purposes of one-time secrets. */
export type SecretPurpose =
  | "session_token"
  | "state_token"
  | "sign_in_code"
  | "idp_token"
  | "authorization"
  | "captcha";

type SecretScope = { siteId: string; purpose: SecretPurpose };

export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Creates a secret that can be used once, until `expires`. Only its hash is stored. */
export async function issueSecret(db: Database, scope: SecretScope, payload: object, expires: Date): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  await db
    .insertInto("oneTimeSecret")
    .values({ ...scope, hash: sha256(secret), payload: JSON.stringify(payload), expiresDate: expires })
    .execute();
  return secret;
}

/**
 * Marks a secret as used. Returns its payload, and `again` if it was used before. Returns undefined
 * if the secret does not exist or has expired.
 */
export async function useSecret<Payload>(
  db: Database,
  { siteId, purpose }: SecretScope,
  secret: string,
  now: Date,
): Promise<{ payload: Payload; again: boolean } | undefined> {
  const hash = sha256(secret);
  const used = await db
    .updateTable("oneTimeSecret")
    .set({ usedDate: now })
    .where("siteId", "=", siteId)
    .where("purpose", "=", purpose)
    .where("hash", "=", hash)
    .where("usedDate", "is", null)
    .where("expiresDate", ">", now)
    .returning("payload")
    .executeTakeFirst();
  if (used) return { payload: used.payload as Payload, again: false };
  const before = await db
    .selectFrom("oneTimeSecret")
    .select("payload")
    .where("siteId", "=", siteId)
    .where("purpose", "=", purpose)
    .where("hash", "=", hash)
    .where("usedDate", "is not", null)
    .executeTakeFirst();
  return before && { payload: before.payload as Payload, again: true };
}

/**
 * Returns the payload of a secret without using the secret. Returns undefined if it does not exist,
 * was used or has expired.
 */
export async function readSecret<Payload>(
  db: Database,
  { siteId, purpose }: SecretScope,
  secret: string,
  now: Date,
): Promise<Payload | undefined> {
  const row = await db
    .selectFrom("oneTimeSecret")
    .select("payload")
    .where("siteId", "=", siteId)
    .where("purpose", "=", purpose)
    .where("hash", "=", sha256(secret))
    .where("usedDate", "is", null)
    .where("expiresDate", ">", now)
    .executeTakeFirst();
  return row?.payload as Payload | undefined;
}

/** Records a secret issued by another party until it expires. Returns false if it was recorded before. */
export async function recordForeignSecret(
  db: Database,
  { siteId, purpose }: SecretScope,
  secret: string,
  { now, expires }: { now: Date; expires: Date },
): Promise<boolean> {
  const row = { siteId, purpose, hash: sha256(secret), payload: "{}", expiresDate: expires, usedDate: now };
  const fresh = await db
    .insertInto("oneTimeSecret")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("hash")
    .executeTakeFirst();
  return fresh !== undefined;
}

/** Deletes expired secrets. Returns their number. */
export async function sweepSecrets(db: Database, siteId: string, now: Date): Promise<number> {
  const swept = await db
    .deleteFrom("oneTimeSecret")
    .where("siteId", "=", siteId)
    .where("expiresDate", "<", now)
    .executeTakeFirst();
  return Number(swept.numDeletedRows);
}
