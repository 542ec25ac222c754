import { type BackgroundTask, dayMs, hourMs } from "@uola/kernel";
import { createDeliveries, type DeliveryDeps } from "./delivery.ts";
import { createDispatch } from "./dispatch.ts";
import type { WebhookSettings } from "./http-post.ts";
import { deliveredRetentionDays } from "./rules.ts";
import { sweepDelivered } from "./store.ts";

const pollMs = 500;
const deletedAtOnce = 1000;
const deliverTask = "webhooks: deliver";

/** Turns events into deliveries, delivers them and deletes delivered ones after a month. */
export function webhookTasks(context: DeliveryDeps, settings: WebhookSettings = {}): BackgroundTask[] {
  const { db, siteId, now } = context;
  const dispatch = createDispatch(context);
  const deliveries = createDeliveries(context, settings);
  return [
    {
      name: "webhooks: dispatch events",
      everyMs: pollMs,
      async run({ wake }) {
        const count = await dispatch();
        if (count > 0) wake(deliverTask);
        return count > 0;
      },
    },
    {
      name: deliverTask,
      everyMs: pollMs,
      async run({ alongside }) {
        const begun = await deliveries.begin();
        for (const delivery of begun) alongside(delivery);
        return begun.length > 0;
      },
    },
    {
      name: "webhooks: delete old deliveries",
      everyMs: hourMs,
      oneProcessAtATime: true,
      async run() {
        const made = new Date(now().getTime() - deliveredRetentionDays * dayMs);
        return (await sweepDelivered(db, siteId, made, deletedAtOnce)) === deletedAtOnce;
      },
    },
  ];
}
