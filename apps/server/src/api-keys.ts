import { publishEndedSessions } from "@uola/accounts";
import type { Database } from "@uola/database";
import { transact } from "@uola/kernel";
import { addApiKey, hashOf } from "@uola/members";

/**
 * Makes `key` the only valid key with its name: a new value in the environment, or its removal,
 * revokes the previous key.
 */
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
