import type { Database } from "@uola/database";

/** What the gym is called now: the owner may rename it. */
export async function gymName(db: Database, siteId: string): Promise<string> {
  const { name } = await db.selectFrom("site").select("name").where("id", "=", siteId).executeTakeFirstOrThrow();
  return name;
}
