import type { Database } from "@uola/database";
import { sql } from "kysely";

export type EventCursor = { transaction: string; event: string; isRestored: boolean; until: string };
export type UnreadEvent = {
  id: string;
  type: string;
  slug: string;
  entityId: string;
  entitySequence: number;
  createdDate: Date;
  transaction: string;
};
export type Follower = { id: string; eventTypes: string[]; enabledDate: Date };
export type NewDelivery = {
  siteId: string;
  id: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  entityId: string;
  entitySequence: number;
  createdDate: Date;
};

/** Enabled webhooks. */
export const enabledWebhooks = (db: Database, siteId: string) =>
  db
    .selectFrom("webhook")
    .select(["id", "eventTypes", "enabledDate"])
    .where("siteId", "=", siteId)
    .where("enabled", "=", true)
    .orderBy("id");

/**
 * Locks the read position. `isRestored` is true if transaction ids have restarted, as they do after
 * a backup is restored.
 */
export async function lockCursor(tx: Database, siteId: string): Promise<EventCursor | undefined> {
  const { rows } = await sql<EventCursor>`
    select transaction_id::text as transaction, event_id as event, pg_snapshot_xmin(pg_current_snapshot())::text as until,
      transaction_id > pg_snapshot_xmin(pg_current_snapshot()) or coalesce((
        select transaction_id from event where site_id = ${siteId} order by transaction_id desc limit 1
      ) >= pg_snapshot_xmax(pg_current_snapshot()), false) as is_restored
    from webhook_position where site_id = ${siteId} for update skip locked`.execute(tx);
  return rows[0];
}

/**
 * After restoring a backup: unread events and those of the last hour get the current transaction id, older ones a
 * finished id. Delivered events are recognised by their id and not delivered again.
 */
export async function resetCursor(tx: Database, siteId: string, { event, until }: EventCursor): Promise<void> {
  const hour = sql`lpad(to_hex(greatest(('x' || left(replace(${event}::text, '-', ''), 12))::bit(48)::bigint - 3600000, 0)), 12, '0')`;
  const recent = sql`id >= rpad(${hour}, 32, '0')::uuid`;
  await sql`
    update event set transaction_id = case when ${recent} then pg_current_xact_id() else '1'::xid8 end
    where site_id = ${siteId} and (transaction_id >= ${until}::xid8 or ${recent})`.execute(tx);
  await sql`update webhook_position set transaction_id = ${until}::xid8,
    event_id = '00000000-0000-0000-0000-000000000000' where site_id = ${siteId}`.execute(tx);
}

export async function eventsAfter(
  tx: Database,
  siteId: string,
  { transaction, event, until, limit }: Pick<EventCursor, "transaction" | "event" | "until"> & { limit: number },
): Promise<UnreadEvent[]> {
  const { rows } = await sql<UnreadEvent>`
    select id, type, slug, entity_id, entity_sequence, created_date, transaction_id::text as transaction from event
    where site_id = ${siteId} and (transaction_id, id) > (${transaction}::xid8, ${event}::uuid)
      and transaction_id < ${until}::xid8
    order by transaction_id, id limit ${limit}`.execute(tx);
  return rows;
}

/** Inserts deliveries and returns those that did not exist yet. */
export async function insertDeliveries(
  tx: Database,
  rows: readonly NewDelivery[],
): Promise<{ webhookId: string; entityId: string }[]> {
  if (rows.length === 0) return [];
  const inserted = await sql<{ webhookId: string; entityId: string }>`
    insert into webhook_delivery
      (site_id, id, webhook_id, event_id, event_type, entity_id, entity_sequence, created_date)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as delivery (
      "siteId" uuid, id uuid, "webhookId" uuid, "eventId" uuid, "eventType" text, "entityId" uuid,
      "entitySequence" int, "createdDate" timestamptz)
    on conflict (site_id, webhook_id, event_id) do nothing returning webhook_id, entity_id`.execute(tx);
  return inserted.rows;
}

export const advanceCursor = (tx: Database, siteId: string, transaction: string, event: string) =>
  sql`update webhook_position set transaction_id = ${transaction}::xid8, event_id = ${event}
    where site_id = ${siteId}`.execute(tx);
