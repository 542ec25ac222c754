import type { Context } from "@uola/kernel";

export type PreviewAuthor = { role: "trainer" | "owner" };

/** The author of a preview key. Undefined once their session or API key has ended, or their role may no longer edit. */
export async function previewAuthorOf(
  { db, siteId, tokenSigner, now }: Pick<Context, "db" | "siteId" | "tokenSigner" | "now">,
  key: string,
): Promise<PreviewAuthor | undefined> {
  const claims = await tokenSigner.verify(key, "preview");
  if (!claims) return undefined;
  const { session, subject } = claims;
  if (!session) {
    const collection = db.selectFrom("apiKey").select("id").where("siteId", "=", siteId).where("id", "=", subject);
    return (await collection.where("revokedDate", "is", null).executeTakeFirst()) && { role: "owner" };
  }
  const found = await db
    .selectFrom("memberSession")
    .innerJoin("account", (join) =>
      join.onRef("account.siteId", "=", "memberSession.siteId").onRef("account.id", "=", "memberSession.accountId"),
    )
    .select("account.role")
    .where("memberSession.siteId", "=", siteId)
    .where("memberSession.id", "=", session)
    .where("memberSession.endedDate", "is", null)
    .where("memberSession.expiresDate", ">", now())
    .where("account.status", "=", "ACTIVE")
    .executeTakeFirst();
  const role = found?.role;
  return role === "trainer" || role === "owner" ? { role } : undefined;
}
