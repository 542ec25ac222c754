import { createHash, randomBytes } from "node:crypto";
import { publishEndedSessions } from "@uola/accounts";
import { contract } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { transact } from "@uola/kernel";
import { StartError } from "./start-errors.ts";

type ApiKeyInput = {
  key: string;
  name: string;
  readOnly?: boolean;
  /** Groups of the contract that the key may use; undefined = all. */
  features?: readonly string[];
  expiresDate?: Date;
};

export const newApiKey = (): string => `uola_${randomBytes(32).toString("base64url")}`;

/** Adds a key with the owner's rights, limited as the input says. Errors: StartError for an unknown group. */
export async function addApiKey(db: Database, siteId: string, input: ApiKeyInput, now: Date): Promise<void> {
  const { key, name, readOnly = false, features, expiresDate } = input;
  const unknown = features?.filter((feature) => !Object.hasOwn(contract, feature)) ?? [];
  if (unknown.length > 0) {
    throw new StartError(`There is no ${unknown.join(", ")}. Features: ${Object.keys(contract).join(", ")}.`);
  }
  const rights = { name, readOnly, features: features ? [...features] : null, expiresDate: expiresDate ?? null };
  await db
    .insertInto("apiKey")
    .values({ siteId, id: newId(), keyHash: hashOf(key), ...rights, createdDate: now })
    .onConflict((same) => same.columns(["siteId", "keyHash"]).doUpdateSet({ ...rights, revokedDate: null }))
    .execute();
}

/** Makes `key` the only valid key of its name: a new value in the environment, or none, revokes the previous one. */
export function replaceApiKey(
  db: Database,
  siteId: string,
  { key, name }: { key: string | undefined; name: string },
  now: Date,
): Promise<void> {
  return transact({ db }, async (tx) => {
    const revoked = await tx
      .updateTable("apiKey")
      .set({ revokedDate: now })
      .where("siteId", "=", siteId)
      .where("name", "=", name)
      .$if(key !== undefined, (query) => query.where("keyHash", "!=", hashOf(key ?? "")))
      .where("revokedDate", "is", null)
      .executeTakeFirst();
    if (key !== undefined) await addApiKey(tx, siteId, { key, name }, now);
    if (revoked.numUpdatedRows > 0n) await publishEndedSessions(tx, siteId);
  });
}

/** Every key, revoked ones included, the newest first. Only hashes of the keys are stored. */
export const listApiKeys = (db: Database, siteId: string) =>
  db
    .selectFrom("apiKey")
    .select(["id", "name", "readOnly", "features", "createdDate", "expiresDate", "usedDate", "revokedDate"])
    .where("siteId", "=", siteId)
    .orderBy("createdDate", "desc")
    .orderBy("id", "desc")
    .execute();

/** Revokes a key at once in every process; false when no valid key has this id. */
export function revokeApiKey(db: Database, siteId: string, id: string, now: Date): Promise<boolean> {
  return transact({ db }, async (tx) => {
    const revoked = await tx
      .updateTable("apiKey")
      .set({ revokedDate: now })
      .where("siteId", "=", siteId)
      .where((is) => is(is.cast<string>("id", "text"), "=", id))
      .where("revokedDate", "is", null)
      .executeTakeFirst();
    if (revoked.numUpdatedRows === 0n) return false;
    await publishEndedSessions(tx, siteId);
    return true;
  });
}

const hashOf = (key: string) => createHash("sha256").update(key).digest();
