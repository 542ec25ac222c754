import type { Database } from "@uola/database";
import { type Context, transact } from "@uola/kernel";
import { sql } from "kysely";
import { dataOf, domainEvent, type OutgoingEvent } from "./envelope.ts";
import { type Answer, createPost, type WebhookSettings } from "./http-post.ts";
import { atOnceMax, atOncePerWebhookMax, claimMs, retryDelay } from "./rules.ts";
import { createSignatures } from "./signature.ts";
import { lock, promote } from "./store.ts";

/** A delivery that this process has claimed for a limited time. */
type Claimed = OutgoingEvent & {
  id: string;
  webhookId: string;
  eventType: string;
  attempts: number;
  url: string;
  sealedPrivateKey: Buffer;
};

export type DeliveryDeps = Pick<Context, "db" | "siteId" | "accounts" | "now" | "log">;

export type Deliveries = {
  /** Starts deliveries that are due, within the limits. Returns the running ones. */
  begin(): Promise<Promise<void>[]>;
};

/** Delivers each event at least once; events of one entity are delivered in order. */
export function createDeliveries(context: DeliveryDeps, settings: WebhookSettings): Deliveries {
  const { db, siteId, now, log } = context;
  const post = createPost(settings);
  const { sign } = createSignatures(context);
  const underway = new Map<Promise<void>, string>();

  async function deliver(claimed: Claimed): Promise<void> {
    const { id, webhookId, eventType, url, sealedPrivateKey, actor } = claimed;
    const data = dataOf(domainEvent(claimed), { eventType, siteId, actor });
    const response = await post(url, await sign(webhookId, sealedPrivateKey, data));
    const status = await recordAttempt(db, siteId, claimed, response, now());
    const level = response.delivered ? "info" : "warn";
    log[level]({ webhook: webhookId, delivery: id, status, tries: claimed.attempts, ...response }, "webhook");
  }

  return {
    async begin() {
      const busy = new Map<string, number>();
      for (const webhookId of underway.values()) busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1);
      const room = atOnceMax - underway.size;
      const claimed = room > 0 ? await claim(db, siteId, { busy, room, at: now() }) : [];
      return claimed.map((each) => {
        const running = deliver(each)
          .catch((error) => log.error({ err: error, delivery: each.id }, "webhook delivery failed; it will be retried"))
          .finally(() => underway.delete(running));
        underway.set(running, each.webhookId);
        return running;
      });
    },
  };
}

async function claim(
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

/**
 * Records an attempt and releases the entity's next delivery. Returns "GONE" when the webhook or the claim no longer
 * exists.
 */
function recordAttempt(
  db: Database,
  siteId: string,
  { id, webhookId, entityId, attempts }: Claimed,
  { delivered, responseStatus, error }: Answer,
  at: Date,
): Promise<string> {
  const pause = retryDelay(attempts);
  const status = delivered ? "DELIVERED" : pause === undefined ? "DEAD" : "WAITING";
  const next = status === "WAITING" ? new Date(at.getTime() + (pause ?? 0)) : null;
  return transact({ db }, async (tx) => {
    if (!(await lock(tx, siteId, webhookId))) return "GONE";
    const recorded = await tx
      .updateTable("webhookDelivery")
      .set({ status, nextAttemptDate: next, claimedUntil: null, responseStatus, error })
      .$if(delivered, (query) => query.set({ deliveredDate: at }))
      .where("siteId", "=", siteId)
      .where("id", "=", id)
      .where("status", "=", "WAITING")
      .where("attempts", "=", attempts)
      .where("claimedUntil", "is not", null)
      .returning("id")
      .executeTakeFirst();
    if (!recorded) return "GONE";
    if (delivered) {
      await tx
        .updateTable("webhook")
        .set({ lastDeliveredDate: at })
        .where("siteId", "=", siteId)
        .where("id", "=", webhookId)
        .execute();
    }
    await promote(tx, siteId, webhookId, at, [entityId]);
    return status;
  });
}
