import type { Database } from "@uola/database";

/** Whether the e-mail verification is still open, that is, neither used, replaced nor expired. */
export const isProofOpen = async (db: Database, siteId: string, id: string, now: Date): Promise<boolean> => {
  const proof = await db
    .selectFrom("emailProof")
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("usedDate", "is", null)
    .where("expiresDate", ">", now)
    .select("id")
    .executeTakeFirst();
  return proof !== undefined;
};
