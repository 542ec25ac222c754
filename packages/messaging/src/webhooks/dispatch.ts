import { newId } from "@uola/database";
import { type Context, transact } from "@uola/kernel";
import * as store from "./dispatch-store.ts";
import { eventTypeOf, isSubscribedTo } from "./rules.ts";
import { lock, promote } from "./store.ts";

const batch = 1000;

/**
 * Turns events into deliveries and returns their number. Events are read in the order in which they became visible: by
 * transaction id, and only up to the oldest running transaction, so none is skipped. One process at a time does this;
 * others find the position locked and return. Nothing is read while no webhook is enabled.
 */
export const createDispatch =
  ({ db, siteId, now, log }: Pick<Context, "db" | "siteId" | "now" | "log">) =>
  async (): Promise<number> => {
    const anyFollower = await store.enabledWebhooks(db, siteId).limit(1).executeTakeFirst();
    if (!anyFollower) return 0;
    return transact({ db }, async (tx) => {
      const cursor = await store.lockCursor(tx, siteId);
      if (!cursor) return 0;
      if (cursor.isRestored) {
        log.warn("the database was restored: events of the last hour are read again");
        await store.resetCursor(tx, siteId, cursor);
        return 0;
      }
      const followers = await store.enabledWebhooks(tx, siteId).execute();
      const entitiesByWebhook = new Map<string, string[]>();
      let count = 0;
      let { transaction, event } = cursor;
      for (let events: store.UnreadEvent[] = []; ; ) {
        events = await store.eventsAfter(tx, siteId, { transaction, event, until: cursor.until, limit: batch });
        const rows = events.flatMap((each) => deliveriesOf(each, followers, siteId, now()));
        for (const { webhookId, entityId } of await store.insertDeliveries(tx, rows)) {
          const entities = entitiesByWebhook.get(webhookId) ?? [];
          entities.push(entityId);
          entitiesByWebhook.set(webhookId, entities);
          count++;
        }
        const last = events.at(-1);
        if (last) ({ transaction, id: event } = last);
        if (events.length < batch) break;
      }
      if (event !== cursor.event) await store.advanceCursor(tx, siteId, transaction, event);
      for (const { id } of followers) {
        const entities = entitiesByWebhook.get(id);
        if (!entities) continue;
        // Serialized with recording an attempt: the second of the two sees the entity's next
        // delivery.
        await lock(tx, siteId, id);
        await promote(tx, siteId, id, now(), entities);
      }
      return count;
    });
  };

const deliveriesOf = (
  event: store.UnreadEvent,
  followers: readonly store.Follower[],
  siteId: string,
  at: Date,
): store.NewDelivery[] => {
  const eventType = eventTypeOf(event);
  if (!eventType) return [];
  const { id: eventId, entityId, entitySequence, createdDate } = event;
  return followers
    .filter((follower) => isSubscribedTo(follower, eventType) && createdDate >= follower.enabledDate)
    .map(({ id: webhookId }) => {
      return { siteId, id: newId(), webhookId, eventId, eventType, entityId, entitySequence, createdDate: at };
    });
};
