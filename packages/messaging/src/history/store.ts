import type { Database } from "@uola/database";

export const entriesOf = (db: Database, siteId: string, entityId: string) =>
  db
    .selectFrom("audit")
    .select(["id", "createdDate", "action", "actor", "reason", "before", "after"])
    .where("siteId", "=", siteId)
    .where("entityId", "=", entityId);
