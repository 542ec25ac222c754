import type { EventType } from "@uola/contract";
import type { Database, Schema } from "@uola/database";
import type { Fields } from "@uola/kernel";
import { type Insertable, sql, type Updateable } from "kysely";

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "webhook.eventTypes": EventType[];
    "webhookDelivery.eventType": EventType;
  }
}

type Table = Schema["webhook"];

/** Sorts before every event id. */
const noEvent = "00000000-0000-0000-0000-000000000000";

export const deliveryFields: Fields = { id: { column: sql.ref("webhookDelivery.id"), type: "uuid" } };

/**
 * The webhooks with the fields shown to the owner, including their numbers of waiting and dead
 * deliveries.
 */
export const readWebhooks = (db: Database, siteId: string) => {
  const count = (status: "WAITING" | "DEAD") =>
    sql<number>`(select count(*)::int from webhook_delivery as d where d.site_id = webhook.site_id
      and d.webhook_id = webhook.id and d.status = ${sql.lit(status)})`;
  return db
    .selectFrom("webhook")
    .select(["id", "url", "eventTypes", "enabled", "publicKey", "createdDate", "lastDeliveredDate"])
    .select([count("WAITING").as("waiting"), count("DEAD").as("dead")])
    .where("siteId", "=", siteId)
    .orderBy("id");
};

export const find = (db: Database, siteId: string, id: string) =>
  db.selectFrom("webhook").selectAll().where("siteId", "=", siteId).where("id", "=", id).executeTakeFirst();

/**
 * Locks the webhook. Called before every change to a webhook or its deliveries, because the order
 * of its events depends on it.
 */
export const lock = (tx: Database, siteId: string, id: string) =>
  tx
    .selectFrom("webhook")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const insert = (tx: Database, row: Insertable<Table>) => tx.insertInto("webhook").values(row).execute();

export const change = (tx: Database, siteId: string, id: string, to: Updateable<Table>) =>
  tx.updateTable("webhook").set(to).where("siteId", "=", siteId).where("id", "=", id).execute();

export const remove = (tx: Database, siteId: string, id: string) =>
  tx.deleteFrom("webhook").where("siteId", "=", siteId).where("id", "=", id).execute();

/**
 * Locks the site's webhooks: until the transaction ends, none is added, enabled or removed and no event is dispatched.
 */
export async function lockAll(tx: Database, siteId: string): Promise<{ id: string; enabled: boolean }[]> {
  await sql`insert into webhook_position (site_id, transaction_id, event_id)
    values (${siteId}, pg_snapshot_xmin(pg_current_snapshot()), ${noEvent}) on conflict do nothing`.execute(tx);
  await tx.selectFrom("webhookPosition").select("siteId").where("siteId", "=", siteId).forUpdate().execute();
  return tx.selectFrom("webhook").select(["id", "enabled"]).where("siteId", "=", siteId).execute();
}

/** Moves the position to the present, so that the first enabled webhook gets no earlier events. */
export const movePositionToNow = (tx: Database, siteId: string) =>
  sql`update webhook_position set transaction_id = pg_snapshot_xmin(pg_current_snapshot()), event_id = ${noEvent}
    where site_id = ${siteId}`.execute(tx);

/**
 * Makes the oldest waiting delivery of each entity due, and no other; without `entities`, for all
 * entities. The caller holds the lock of the webhook.
 */
export async function promote(
  tx: Database,
  siteId: string,
  webhookId: string,
  now: Date,
  entityIds?: readonly string[],
) {
  const among = entityIds ? sql`and entity_id = any(${entityIds}::uuid[])` : sql``;
  await sql`
    update webhook_delivery as d
    set next_attempt_date = case when d.id = head.id then coalesce(d.next_attempt_date, ${now}::timestamptz) end
    from (
      select distinct on (entity_id) entity_id, id from webhook_delivery
      where site_id = ${siteId} and webhook_id = ${webhookId} and status = 'WAITING' ${among}
      order by entity_id, entity_sequence
    ) as head
    where d.site_id = ${siteId} and d.webhook_id = ${webhookId} and d.status = 'WAITING'
      and d.entity_id = head.entity_id and (d.id = head.id) is distinct from (d.next_attempt_date is not null)
  `.execute(tx);
}

/**
 * Sets dead deliveries to waiting again, all or the given ones. Returns their entities; the caller
 * calls `promote` for them.
 */
export const requeue = (tx: Database, siteId: string, webhookId: string, ids: readonly string[] | undefined) => {
  const dead = tx
    .updateTable("webhookDelivery")
    .set({ status: "WAITING", attempts: 0, nextAttemptDate: null, claimedUntil: null })
    .where("siteId", "=", siteId)
    .where("webhookId", "=", webhookId)
    .where("status", "=", "DEAD");
  return (ids ? dead.where("id", "in", ids) : dead).returning("entityId").execute();
};

/** Makes waiting retries due immediately, because the webhook's URL has changed. */
export const retryNow = (tx: Database, siteId: string, webhookId: string, now: Date) =>
  tx
    .updateTable("webhookDelivery")
    .set({ nextAttemptDate: now })
    .where("siteId", "=", siteId)
    .where("webhookId", "=", webhookId)
    .where("status", "=", "WAITING")
    .where("nextAttemptDate", ">", now)
    .execute();

export const readDeliveries = (db: Database, siteId: string, webhookId: string) =>
  db.selectFrom("webhookDelivery").selectAll().where("siteId", "=", siteId).where("webhookId", "=", webhookId);

/** Deletes at most `limit` deliveries made before `made`; returns their number. */
export async function sweepDelivered(db: Database, siteId: string, made: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_delivery where site_id = ${siteId} and id in (
      select id from webhook_delivery
      where site_id = ${siteId} and status = 'DELIVERED' and delivered_date < ${made}::timestamptz
      order by delivered_date limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows);
}
