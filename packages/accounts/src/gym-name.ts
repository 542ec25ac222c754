import type { Database } from "@uola/database";

/** Returns the current name of the gym, which the owner may change. */
export async function gymName(db: Database, siteId: string): Promise<string> {
  const { name } = await db.selectFrom("site").select("name").where("id", "=", siteId).executeTakeFirstOrThrow();
  return name;
}
