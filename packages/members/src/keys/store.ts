import { createHash, randomBytes } from "node:crypto";
import { publishEndedSessions } from "@uola/accounts";
import { type Database, newId } from "@uola/database";
import { sql } from "kysely";

type KeyInput = {
  key: string;
  name: string;
  readOnly?: boolean;
  /** Groups of the contract that the key may use. undefined means all. */
  features?: readonly string[] | undefined;
  expiresDate?: Date | undefined;
};

const columns = [
  "id",
  "name",
  "readOnly",
  "features",
  "createdDate",
  "expiresDate",
  "usedDate",
  "revokedDate",
] as const;

export const newApiKey = (): string => `uola_${randomBytes(32).toString("base64url")}`;

/** Only hashes of the keys are stored. */
export const hashOf = (key: string): Buffer => createHash("sha256").update(key).digest();

/**
 * Adds a key with the owner's permissions, limited as the input specifies. A key that already
 * exists becomes valid again, with these permissions.
 */
export function addApiKey(db: Database, siteId: string, input: KeyInput, now: Date) {
  const { key, name, readOnly = false, features, expiresDate } = input;
  const rights = { name, readOnly, features: features ? [...features] : null, expiresDate: expiresDate ?? null };
  return db
    .insertInto("apiKey")
    .values({ siteId, id: newId(), keyHash: hashOf(key), ...rights, createdDate: now })
    .onConflict((same) => same.columns(["siteId", "keyHash"]).doUpdateSet({ ...rights, revokedDate: null }))
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Lists every key, including revoked ones, newest first. */
export const listApiKeys = (db: Database, siteId: string) =>
  db
    .selectFrom("apiKey")
    .select(columns)
    .where("siteId", "=", siteId)
    .orderBy("createdDate", "desc")
    .orderBy("id", "desc")
    .execute();

export const findApiKey = (db: Database, siteId: string, id: string) =>
  db.selectFrom("apiKey").select(columns).where("siteId", "=", siteId).where("id", "=", id).executeTakeFirst();

/** Serializes concurrent additions of keys, so that each one counts the keys of the previous one. */
export const lockKeys = (tx: Database, siteId: string) =>
  sql`select id from site where id = ${siteId} for no key update`.execute(tx);

export const countValidKeys = async (db: Database, siteId: string, now: Date): Promise<number> => {
  const { count } = await db
    .selectFrom("apiKey")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("siteId", "=", siteId)
    .where("revokedDate", "is", null)
    .where((is) => is.or([is("expiresDate", "is", null), is("expiresDate", ">", now)]))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/**
 * Revokes a key, in every process as soon as the transaction commits. Returns undefined if no valid
 * key has this id.
 */
export async function revokeApiKey(tx: Database, siteId: string, id: string, now: Date) {
  const revoked = await tx
    .updateTable("apiKey")
    .set({ revokedDate: now })
    .where("siteId", "=", siteId)
    .where((is) => is(is.cast<string>("id", "text"), "=", id))
    .where("revokedDate", "is", null)
    .returning(columns)
    .executeTakeFirst();
  if (revoked) await publishEndedSessions(tx, siteId);
  return revoked;
}
