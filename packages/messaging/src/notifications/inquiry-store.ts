import type { Database } from "@uola/database";

/** Whether the address is the member's own and verified. */
export async function hasVerifiedAddress(
  db: Database,
  siteId: string,
  memberId: string,
  email: string,
): Promise<boolean> {
  const account = await db
    .selectFrom("account")
    .where("siteId", "=", siteId)
    .where("id", "=", memberId)
    .where("emailVerified", "=", true)
    .select("email")
    .executeTakeFirst();
  return account?.email?.toLowerCase() === email.toLowerCase();
}
