import { hasPower, type Role } from "@uola/contract";
import type { Context } from "@uola/kernel";
import { isKeyActive, roleOfSession } from "./store.ts";

export type PreviewAuthor = { role: Role };

/**
 * Returns the author of a preview key. Undefined once the author's login session or API key has
 * ended, or their role may no longer edit.
 */
export async function previewAuthorOf(
  { db, siteId, tokenSigner, now }: Pick<Context, "db" | "siteId" | "tokenSigner" | "now">,
  key: string,
): Promise<PreviewAuthor | undefined> {
  const claims = await tokenSigner.verify(key, "preview");
  if (!claims) return undefined;
  const { session, subject } = claims;
  if (!session) return (await isKeyActive(db, siteId, subject)) ? { role: "owner" } : undefined;
  const role = (await roleOfSession(db, siteId, session, now())) as Role | undefined;
  return role && hasPower("writesContent", { role }) ? { role } : undefined;
}
