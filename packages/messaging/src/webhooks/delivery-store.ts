import type { Database, Schema } from "@uola/database";
import { type Selectable, sql } from "kysely";
import type { OutgoingEvent } from "./envelope.ts";
import { atOncePerWebhookMax, claimMs } from "./rules.ts";

type Row = Selectable<Schema["webhookDelivery"]>;
export type Status = Row["status"];

/** A delivery that this process has claimed for a limited time. */
export type Claimed = OutgoingEvent & {
  id: string;
  webhookId: string;
  eventType: string;
  attempts: number;
  url: string;
  sealedPrivateKey: Buffer;
};

/**
 * Claims due deliveries: at most `room` in total, and for each webhook at most its limit. `busy`
 * counts the deliveries already running.
 */
export async function claim(
  db: Database,
  siteId: string,
  { busy, room, at }: { busy: ReadonlyMap<string, number>; room: number; at: Date },
): Promise<Claimed[]> {
  const until = new Date(at.getTime() + claimMs);
  const { rows } = await sql<Claimed>`
    with chosen as (
      select due.id from webhook
      left join unnest(${[...busy.keys()]}::uuid[], ${[...busy.values()]}::int[]) as busy (id, count) on busy.id = webhook.id
      cross join lateral (
        select id, next_attempt_date from webhook_delivery as d
        where d.site_id = ${siteId} and d.webhook_id = webhook.id and d.status = 'WAITING'
          and d.next_attempt_date <= ${at}::timestamptz
          and (d.claimed_until is null or d.claimed_until <= ${at}::timestamptz)
        order by d.next_attempt_date limit greatest(${atOncePerWebhookMax}::int - coalesce(busy.count, 0), 0)
        for update skip locked
      ) as due
      where webhook.site_id = ${siteId} and webhook.enabled
      order by due.next_attempt_date limit ${room}
    ), claimed as (
      update webhook_delivery as d set attempts = attempts + 1, claimed_until = ${until}::timestamptz
      from chosen where d.site_id = ${siteId} and d.id = chosen.id
      returning d.id, d.webhook_id, d.event_id, d.event_type, d.attempts
    )
    select claimed.*, webhook.url, webhook.sealed_private_key, event.type, event.slug, event.entity_id,
      event.entity_sequence, event.body - 'actor' as body, event.created_date,
      coalesce(made.actor, event.body -> 'actor') as actor, made.action
    from claimed
    join webhook on webhook.site_id = ${siteId} and webhook.id = claimed.webhook_id
    join event on event.site_id = ${siteId} and event.id = claimed.event_id
    left join lateral (
      -- the audit entry is written just before its event
      select actor, action from audit
      where audit.site_id = ${siteId} and audit.entity_id = event.entity_id and audit.id <= event.id
      order by audit.id desc limit 1
    ) as made on true`.execute(db);
  return rows;
}

/** Ends a claim with the attempt's result. Returns false when the claim has expired and another process retried. */
export async function endClaim(
  tx: Database,
  siteId: string,
  { id, attempts }: Pick<Row, "id" | "attempts">,
  result: Pick<Row, "status" | "nextAttemptDate" | "responseStatus" | "error"> & { deliveredDate: Date | undefined },
): Promise<boolean> {
  const updated = await tx
    .updateTable("webhookDelivery")
    .set({ ...result, claimedUntil: null })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("status", "=", "WAITING")
    .where("attempts", "=", attempts)
    .where("claimedUntil", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return updated !== undefined;
}

export const setLastDelivered = (tx: Database, siteId: string, webhookId: string, at: Date) =>
  tx
    .updateTable("webhook")
    .set({ lastDeliveredDate: at })
    .where("siteId", "=", siteId)
    .where("id", "=", webhookId)
    .execute();
