import { type Database, newId } from "@uola/database";
import { type Context, transact } from "@uola/kernel";
import { sql } from "kysely";
import { eventTypeOf, isSubscribedTo } from "./rules.ts";
import { promote } from "./store.ts";

type EventCursor = { transaction: string; event: string; astray: boolean; until: string };
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
 * Turns events into deliveries for those who follow them; returns how many deliveries came. Events are taken in the
 * order in which they became visible: by transaction, once it and all before it are over, so that none is passed by.
 * One process at a time does it; the others find the place held and leave. With nobody following nothing is read.
 */
export const createDispatch =
  ({ db, siteId, now, log }: Pick<Context, "db" | "siteId" | "now" | "log">) =>
  async (): Promise<number> => {
    const known = await followersIn(db, siteId).limit(1).executeTakeFirst();
    if (!known) return 0;
    return transact({ db }, async (tx) => {
      const place = await hold(tx, siteId);
      if (!place) return 0;
      if (place.astray) {
        log.warn("the database was restored: events of the last hour before it are looked at again");
        await resetCursor(tx, siteId, place);
        return 0;
      }
      const followers = await followersIn(tx, siteId).execute();
      const told = new Map<string, string[]>();
      let count = 0;
      let { transaction, event } = place;
      for (let events: Event[] = []; ; ) {
        events = await eventsAfter(tx, siteId, { transaction, event, until: place.until });
        const rows = events.flatMap((each) => deliveriesOf(each, followers, siteId, now()));
        count += await insertDeliveries(tx, rows, told);
        const last = events.at(-1);
        if (last) ({ transaction, id: event } = last);
        if (events.length < batch) break;
      }
      if (event !== place.event) await advanceCursor(tx, siteId, transaction, event);
      for (const { id } of followers) {
        const entities = told.get(id);
        if (!entities) continue;
        // After those who note how a delivery went, or before them: one of the two sees what comes next.
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

/** How far events were read, for this transaction alone. Astray: the numbers of transactions began anew since. */
async function hold(tx: Database, siteId: string): Promise<EventCursor | undefined> {
  const { rows } = await sql<EventCursor>`
    select transaction_id::text as transaction, event_id as event, pg_snapshot_xmin(pg_current_snapshot())::text as until,
      transaction_id > pg_snapshot_xmin(pg_current_snapshot()) or coalesce((
        select transaction_id from event where site_id = ${siteId} order by transaction_id desc limit 1
      ) >= pg_snapshot_xmax(pg_current_snapshot()), false) as astray
    from webhook_position where site_id = ${siteId} for update skip locked`.execute(tx);
  return rows[0];
}

/**
 * After a restore: what was not read yet, and the last hour before it, gets a number of now; what is older, one that is
 * over. What was delivered before is known by its event and not told again.
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
  told: Map<string, string[]>,
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
    const entities = told.get(webhookId) ?? [];
    told.set(webhookId, entities);
    entities.push(entityId);
  }
  return inserted.rows.length;
}

const advanceCursor = (tx: Database, siteId: string, transaction: string, event: string) =>
  sql`update webhook_position set transaction_id = ${transaction}::xid8, event_id = ${event}
    where site_id = ${siteId}`.execute(tx);
