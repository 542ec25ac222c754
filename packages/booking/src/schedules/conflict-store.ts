import type { Database } from "@uola/database";
import { sql } from "kysely";

/** Sessions by id, or the upcoming sessions of rules. */
export type Scheduled = { sessionIds: readonly string[] } | { ruleIds: readonly string[]; now: Date };
export type ConflictRow = {
  own: string;
  startDate: Date;
  resourceId: string;
  units: number;
  sessionId: string | null;
  timeOffId: string | null;
  from: Date;
  until: Date;
};

/**
 * Returns other busy sessions and times off that overlap the given sessions and share a trainer or
 * a resource.
 */
export async function overlappingUses(db: Database, siteId: string, scheduled: Scheduled): Promise<ConflictRow[]> {
  const own =
    "sessionIds" in scheduled
      ? sql`id = any(${[...scheduled.sessionIds]}::uuid[])`
      : sql`rule_id = any(${[...scheduled.ruleIds]}::uuid[]) and start_date > ${scheduled.now}`;
  const { rows } = await sql<ConflictRow>`
    with own as (
      select id, start_date, end_date, staff_ids, resource_ids from session
      where site_id = ${siteId} and ${own} and status = 'CONFIRMED' and busy
    ), met as (
      select own.id as own, own.start_date, other.id as session_id, null::uuid as time_off_id,
        unnest(array(select unnest(own.staff_ids || own.resource_ids) intersect select unnest(other.staff_ids || other.resource_ids))) as resource_id,
        greatest(other.start_date, own.start_date) as "from", other.end_date as until
      from own join session other on other.site_id = ${siteId} and other.id <> own.id
        and other.start_date > own.start_date - interval '1 day' and other.start_date < own.end_date
        and other.end_date > own.start_date and other.status = 'CONFIRMED' and other.busy
      where other.staff_ids && own.staff_ids or other.resource_ids && own.resource_ids
      union all
      select own.id, own.start_date, null, off.id, off.resource_id, own.start_date, own.end_date
      from own join time_off off on off.site_id = ${siteId} and off.resource_id = any(own.staff_ids || own.resource_ids)
        and off.start_date < own.end_date and off.end_date > own.start_date
    )
    select own, met.start_date as "startDate", session_id as "sessionId", time_off_id as "timeOffId",
      resource_id as "resourceId", "from", until, coalesce(units, 1) as units
    from met left join resource on resource.site_id = ${siteId} and resource.id = met.resource_id
    order by met.start_date, met.resource_id, coalesce(session_id, time_off_id)`.execute(db);
  return rows;
}
