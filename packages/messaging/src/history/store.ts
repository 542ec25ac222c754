import type { Database } from "@uola/database";
import { sql } from "kysely";

export const entriesOf = (db: Database, siteId: string, entityId: string) =>
  db
    .selectFrom("audit")
    .select(["id", "createdDate", "action", "actor", "reason", "before", "after"])
    .where("siteId", "=", siteId)
    .where("entityId", "=", entityId);

export type Searched = {
  actorId?: string | null | undefined;
  entity?: string | null | undefined;
  entityId?: string | null | undefined;
  from?: Date | null | undefined;
  until?: Date | null | undefined;
};

/** Each of the filters by whom, of what kind, of which thing and when has an index with the order of the pages. */
export function search(db: Database, siteId: string, { actorId, entity, entityId, from, until }: Searched) {
  let found = db
    .selectFrom("audit")
    .select(["id", "createdDate", "action", "actor", "reason", "before", "after", "entity", "entityId"])
    .where("siteId", "=", siteId);
  if (actorId) found = found.where(sql`actor ->> 'id'`, "=", actorId);
  if (entity) found = found.where("entity", "=", entity);
  if (entityId) found = found.where("entityId", "=", entityId);
  if (from) found = found.where("createdDate", ">=", from);
  if (until) found = found.where("createdDate", "<", until);
  return found;
}
