import { type Database, newId } from "@uola/database";
import { type Context, transact } from "@uola/kernel";
import { sql } from "kysely";
import { eventTypeOf, isSubscribedTo } from "./rules.ts";
import { promote } from "./store.ts";

type EventCursor = { transaction: string; event: string; isRestored: boolean; until: string };
type Event = {
  id: string;
  type: string;
  slug: string;
  entityId: string;
  entitySequence: number;
  createdDate: Date;
  transaction: string;
};
type Follower = { id: string; eventTypes: string[]; enabledDate: Date };

const batch = 1000;

/**
 * Turns events into deliveries and returns their number. Events are read in the order in which they became visible: by
 * transaction id, and only up to the oldest running transaction, so none is skipped. One process at a time does this;
 * others
 * find the position locked and return. Nothing is read while no webhook is enabled.
 */
export const createDispatch =
  ({ db, siteId, now, log }: Pick<Context, "db" | "siteId" | "now" | "log">) =>
  async (): Promise<number> => {
    const anyFollower = await followersIn(db, siteId).limit(1).executeTakeFirst();
    if (!anyFollower) return 0;
    return transact({ db }, async (tx) => {
      const cursor = await lockCursor(tx, siteId);
      if (!cursor) return 0;
      if (cursor.isRestored) {
        log.warn("the database was restored: events of the last hour are read again");
        await resetCursor(tx, siteId, cursor);
        return 0;
      }
      const followers = await followersIn(tx, siteId).execute();
      const entitiesByWebhook = new Map<string, string[]>();
      let count = 0;
      let { transaction, event } = cursor;
      for (let events: Event[] = []; ; ) {
        events = await eventsAfter(tx, siteId, { transaction, event, until: cursor.until });
        const rows = events.flatMap((each) => deliveriesOf(each, followers, siteId, now()));
        count += await insertDeliveries(tx, rows, entitiesByWebhook);
        const last = events.at(-1);
        if (last) ({ transaction, id: event } = last);
        if (events.length < batch) break;
      }
      if (event !== cursor.event) await advanceCursor(tx, siteId, transaction, event);
      for (const { id } of followers) {
        const entities = entitiesByWebhook.get(id);
        if (!entities) continue;
        // Locking the webhook orders this against recording an attempt: whichever comes second sees the entity's next
        // delivery.
        await sql`select from webhook where site_id = ${siteId} and id = ${id} for no key update`.execute(tx);
        await promote(tx, siteId, id, now(), entities);
      }
      return count;
    });
  };

const followersIn = (db: Database, siteId: string) =>
  db
    .selectFrom("webhook")
    .select(["id", "eventTypes", "enabledDate"])
    .where("siteId", "=", siteId)
    .where("enabled", "=", true)
    .orderBy("id");

/** Locks the read position. `isRestored`: transaction ids restarted, as after restoring a backup. */
async function lockCursor(tx: Database, siteId: string): Promise<EventCursor | undefined> {
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
 * finished id.
 * Delivered events are recognised by their id and not delivered again.
 */
async function resetCursor(tx: Database, siteId: string, { event, until }: EventCursor): Promise<void> {
  const hour = sql`lpad(to_hex(greatest(('x' || left(replace(${event}::text, '-', ''), 12))::bit(48)::bigint - 3600000, 0)), 12, '0')`;
  const recent = sql`id >= rpad(${hour}, 32, '0')::uuid`;
  await sql`
    update event set transaction_id = case when ${recent} then pg_current_xact_id() else '1'::xid8 end
    where site_id = ${siteId} and (transaction_id >= ${until}::xid8 or ${recent})`.execute(tx);
  await sql`update webhook_position set transaction_id = ${until}::xid8,
    event_id = '00000000-0000-0000-0000-000000000000' where site_id = ${siteId}`.execute(tx);
}

async function eventsAfter(
  tx: Database,
  siteId: string,
  { transaction, event, until }: Pick<EventCursor, "transaction" | "event" | "until">,
): Promise<Event[]> {
  const { rows } = await sql<Event>`
    select id, type, slug, entity_id, entity_sequence, created_date, transaction_id::text as transaction from event
    where site_id = ${siteId} and (transaction_id, id) > (${transaction}::xid8, ${event}::uuid)
      and transaction_id < ${until}::xid8
    order by transaction_id, id limit ${batch}`.execute(tx);
  return rows;
}

const deliveriesOf = (event: Event, followers: readonly Follower[], siteId: string, at: Date) => {
  const eventType = eventTypeOf(event);
  if (!eventType) return [];
  const { id: eventId, entityId, entitySequence, createdDate } = event;
  return followers
    .filter((follower) => isSubscribedTo(follower, eventType) && createdDate >= follower.enabledDate)
    .map(({ id: webhookId }) => {
      return { siteId, id: newId(), webhookId, eventId, eventType, entityId, entitySequence, createdDate: at };
    });
};

async function insertDeliveries(
  tx: Database,
  rows: ReturnType<typeof deliveriesOf>,
  entitiesByWebhook: Map<string, string[]>,
): Promise<number> {
  if (rows.length === 0) return 0;
  const inserted = await sql<{ webhookId: string; entityId: string }>`
    insert into webhook_delivery
      (site_id, id, webhook_id, event_id, event_type, entity_id, entity_sequence, created_date)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      "siteId" uuid, id uuid, "webhookId" uuid, "eventId" uuid, "eventType" text, "entityId" uuid,
      "entitySequence" int, "createdDate" timestamptz)
    on conflict (site_id, webhook_id, event_id) do nothing returning webhook_id, entity_id`.execute(tx);
  for (const { webhookId, entityId } of inserted.rows) {
    const entities = entitiesByWebhook.get(webhookId) ?? [];
    entitiesByWebhook.set(webhookId, entities);
    entities.push(entityId);
  }
  return inserted.rows.length;
}

const advanceCursor = (tx: Database, siteId: string, transaction: string, event: string) =>
  sql`update webhook_position set transaction_id = ${transaction}::xid8, event_id = ${event}
    where site_id = ${siteId}`.execute(tx);
