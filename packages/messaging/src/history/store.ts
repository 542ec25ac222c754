import type { Database } from "@uola/database";
import { sql } from "kysely";

export const entriesOf = (db: Database, siteId: string, entityId: string) =>
  db
    .selectFrom("audit")
    .select(["id", "createdDate", "action", "actor", "reason", "before", "after"])
    .where("siteId", "=", siteId)
    .where("entityId", "=", entityId);

/**
 * Returns the names of entities, taken from the last audit entry that contains a name, so that
 * deleted entities still have one.
 */
export async function namesOf(
  db: Database,
  siteId: string,
  entityIds: readonly string[],
): Promise<Map<string, string>> {
  if (entityIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select thing.id, named.name
    from unnest(${[...entityIds]}::uuid[]) as thing (id)
    cross join lateral (
      select name from audit
      cross join lateral (select coalesce(audit.before, '{}') || coalesce(audit.after, '{}') as state) as entry
      cross join lateral (select coalesce(
        state ->> 'name', state ->> 'displayName', state ->> 'number', state ->> 'orderNumber',
        state ->> 'month', state ->> 'url',
        nullif(concat_ws(' ', state ->> 'firstName', state ->> 'lastName'), ''),
        nullif(concat_ws(', ', state #>> '{bookedEntity,title}', nullif(concat_ws(' ',
          state #>> '{contactDetails,firstName}', state #>> '{contactDetails,lastName}'), '')), ''),
        (select service.name from service
          where service.site_id = audit.site_id and service.id =
            case when state ->> 'serviceId' ~ '^[0-9a-f-]{36}$' then (state ->> 'serviceId')::uuid end)
      ) as name) as called
      where audit.site_id = ${siteId} and audit.entity_id = thing.id and name <> ''
      order by audit.id desc
      limit 1
    ) as named`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export type Searched = {
  actorId?: string | null | undefined;
  entity?: string | null | undefined;
  entityId?: string | null | undefined;
  from?: Date | null | undefined;
  until?: Date | null | undefined;
};

/**
 * Searches audit entries. Each filter (actor, kind, entity and date) has an index that includes the
 * page order.
 */
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
