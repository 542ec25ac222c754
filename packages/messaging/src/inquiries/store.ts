import type { Database } from "@uola/database";

/** Whether an inquiry with this id was stored, according to its event. */
export async function isSent(db: Database, siteId: string, id: string): Promise<boolean> {
  const event = await db
    .selectFrom("event")
    .where("siteId", "=", siteId)
    .where("entityId", "=", id)
    .where("entitySequence", "=", 1)
    .select("id")
    .executeTakeFirst();
  return event !== undefined;
}
