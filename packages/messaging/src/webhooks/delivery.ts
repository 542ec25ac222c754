import { type Context, transact } from "@uola/kernel";
import * as store from "./delivery-store.ts";
import { dataOf, domainEvent } from "./envelope.ts";
import { type Answer, createPost, type WebhookSettings } from "./http-post.ts";
import { atOnceMax, retryDelay } from "./rules.ts";
import { createSignatures } from "./signature.ts";
import { lock, promote } from "./store.ts";

export type DeliveryDeps = Pick<Context, "db" | "siteId" | "accounts" | "now" | "log">;

export type Deliveries = {
  /** Starts due deliveries, within the limits. Returns the promises of the running deliveries. */
  begin(): Promise<Promise<void>[]>;
};

/** Delivers each event at least once; events of one entity are delivered in order. */
export function createDeliveries(context: DeliveryDeps, settings: WebhookSettings): Deliveries {
  const { db, siteId, now, log } = context;
  const post = createPost(settings);
  const { sign } = createSignatures(context);
  const underway = new Map<Promise<void>, string>();

  async function deliver(claimed: store.Claimed): Promise<void> {
    const { id, webhookId, eventType, url, sealedPrivateKey, actor } = claimed;
    const data = dataOf(domainEvent(claimed), { eventType, siteId, actor });
    const response = await post(url, await sign(webhookId, sealedPrivateKey, data));
    const status = await recordAttempt(context, claimed, response);
    const level = response.delivered ? "info" : "warn";
    log[level]({ webhook: webhookId, delivery: id, status, tries: claimed.attempts, ...response }, "webhook");
  }

  return {
    async begin() {
      const busy = new Map<string, number>();
      for (const webhookId of underway.values()) busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1);
      const room = atOnceMax - underway.size;
      const claimed = room > 0 ? await store.claim(db, siteId, { busy, room, at: now() }) : [];
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

/** Records an attempt and releases the entity's next delivery. "GONE": the webhook or the claim no longer exists. */
function recordAttempt(
  { db, siteId, now }: DeliveryDeps,
  { id, webhookId, entityId, attempts }: store.Claimed,
  { delivered, responseStatus, error }: Answer,
): Promise<store.Status | "GONE"> {
  const at = now();
  const pause = retryDelay(attempts);
  const status: store.Status = delivered ? "DELIVERED" : pause === undefined ? "DEAD" : "WAITING";
  const nextAttemptDate = status === "WAITING" ? new Date(at.getTime() + (pause ?? 0)) : null;
  const deliveredDate = delivered ? at : undefined;
  return transact({ db }, async (tx) => {
    if (!(await lock(tx, siteId, webhookId))) return "GONE";
    const result = { status, nextAttemptDate, responseStatus, error, deliveredDate };
    if (!(await store.endClaim(tx, siteId, { id, attempts }, result))) return "GONE";
    if (delivered) await store.setLastDelivered(tx, siteId, webhookId, at);
    await promote(tx, siteId, webhookId, at, [entityId]);
    return status;
  });
}
