import type { Database, Schema } from "@uola/database";
import { type Selectable, sql } from "kysely";

export type HoldRow = Selectable<Schema["hold"]>;
export type Counter = Pick<Selectable<Schema["places"]>, "capacity" | "taken" | "held" | "waitingMin">;

export const readHold = (db: Database, siteId: string, id: string): Promise<HoldRow | undefined> =>
  db.selectFrom("hold").selectAll().where("siteId", "=", siteId).where("id", "=", id).executeTakeFirst();

/** Returns the existing holds with these ids, including expired ones, by id. */
export async function readHolds(db: Database, siteId: string, ids: readonly string[]): Promise<Map<string, HoldRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("hold").selectAll().where("siteId", "=", siteId).where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export const updateHold = (
  tx: Database,
  { siteId, id }: Pick<HoldRow, "siteId" | "id">,
  to: Partial<Pick<HoldRow, "renewed" | "state" | "expiresDate">>,
) =>
  tx
    .updateTable("hold")
    .set(to)
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Attaches a hold to a booking that awaits payment. */
export const attachHold = (
  tx: Database,
  { siteId, id }: Pick<HoldRow, "siteId" | "id">,
  to: { bookingId: string; expiresDate: Date },
) =>
  tx
    .updateTable("hold")
    .set({ ...to, state: "PAYING" })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .execute();

/** Assigns the hold of a waiting-list offer to the booking in the person's cart. */
export const moveOfferToCart = (
  tx: Database,
  { siteId, id }: Pick<HoldRow, "siteId" | "id">,
  to: { bookingId: string; holder: string },
) =>
  tx
    .updateTable("hold")
    .set(to)
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("state", "=", "OFFER")
    .execute();

/** Extends the holds of unpaid bookings until at least the given time. */
export const extendHolds = async (tx: Database, siteId: string, bookingIds: readonly string[], until: Date) => {
  if (bookingIds.length === 0) return;
  await tx
    .updateTable("hold")
    .set({ expiresDate: until })
    .where("siteId", "=", siteId)
    .where("bookingId", "in", bookingIds)
    .where("expiresDate", "<", until)
    .execute();
};

/** Transfers all holds from one holder to another. */
export const transferHolds = (tx: Database, siteId: string, from: string, to: string) =>
  tx.updateTable("hold").set({ holder: to }).where("siteId", "=", siteId).where("holder", "=", from).execute();

/** Returns the ids of place counters with expired holds. */
export const placesWithExpiredHolds = async (db: Database, siteId: string, now: Date, limit: number) => {
  const holds = db.selectFrom("hold").select("placesId").distinct().where("siteId", "=", siteId);
  const rows = await holds.where("expiresDate", "<=", now).limit(limit).execute();
  return rows.map(({ placesId }) => placesId);
};

/** Locks a place counter; returns false without waiting if another transaction has locked it. */
export const lockFreePlaces = async (tx: Database, siteId: string, id: string): Promise<boolean> => {
  const places = tx.selectFrom("places").select("id").where("siteId", "=", siteId).where("id", "=", id);
  return (await places.forUpdate().skipLocked().executeTakeFirst()) !== undefined;
};

/** Returns place counters by id and whether they have expired holds, with or without locking them. */
export async function readCounters(
  db: Database,
  siteId: string,
  ids: readonly string[],
  { now, lock }: { now: Date; lock: boolean },
): Promise<Map<string, Counter & { expired: boolean }>> {
  const { rows } = await sql<Counter & { id: string; expired: boolean }>`
    select id, capacity, taken, held, waiting_min, case when held > 0 then exists (
      select from hold where hold.site_id = ${siteId} and places_id = places.id and expires_date <= ${now}
    ) else false end as expired
    from places where site_id = ${siteId} and id = any(${[...ids]}::uuid[]) order by id ${lock ? sql`for update of places` : sql``}
  `.execute(db);
  return new Map(rows.map(({ id, ...counter }) => [id, counter]));
}

export type HoldOwner = Pick<HoldRow, "holder" | "network">;
/** Returns the owner names under which a hold is counted. */
export const holdOwnersOf = ({ holder, network }: HoldOwner) => (network ? [holder, `network ${network}`] : [holder]);

/**
 * Makes transactions that count the same holds wait for each other. The locks are always taken in
 * the same order.
 */
export async function lockHoldOwners(tx: Database, siteId: string, owners: readonly HoldOwner[]) {
  const names = [...new Set(owners.flatMap(holdOwnersOf))].map((owner) => `hold ${siteId} ${owner}`);
  if (names.length === 0) return;
  await sql`select count(pg_advisory_xact_lock(key)) from (
    select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) name order by key
  ) as keys`.execute(tx);
}

/** The number of current holds and the number of places in them. */
export type Held = { holds: number; places: number };

/** Returns the current holds of each holder and each network. */
export async function liveHolds(
  tx: Database,
  siteId: string,
  owners: readonly HoldOwner[],
  at: Date,
): Promise<Map<string, Held>> {
  const holders = [...new Set(owners.map(({ holder }) => holder))];
  const networks = [...new Set(owners.flatMap(({ network }) => network ?? []))];
  const { rows } = await sql<Held & { owner: string }>`
    select holder as owner, count(*)::int as holds, sum(total_participants)::int as places from hold
    where site_id = ${siteId} and holder = any(${holders}::text[]) and expires_date > ${at} group by holder
    union all
    select 'network ' || network, count(*)::int, sum(total_participants)::int from hold
    where site_id = ${siteId} and network = any(${networks}::text[]) and expires_date > ${at} group by network`.execute(
    tx,
  );
  return new Map(rows.map(({ owner, ...held }) => [owner, held]));
}

/** Inserts holds and counts their places as held. */
export async function insertHolds(tx: Database, siteId: string, rows: readonly HoldRow[]) {
  const columns = rows.map((row) => ({
    site_id: row.siteId,
    id: row.id,
    places_id: row.placesId,
    service_id: row.serviceId,
    schedule_id: row.scheduleId,
    session_id: row.sessionId,
    total_participants: row.totalParticipants,
    state: row.state,
    renewed: row.renewed,
    holder: row.holder,
    network: row.network,
    booking_id: row.bookingId,
    expires_date: row.expiresDate,
    created_date: row.createdDate,
  }));
  await sql`with made as (
      insert into hold select * from jsonb_populate_recordset(null::hold, ${JSON.stringify(columns)}::jsonb)
      returning places_id, total_participants
    )
    update places set held = held + added.count
    from (select places_id, sum(total_participants)::int as count from made group by places_id) as added
    where places.site_id = ${siteId} and places.id = added.places_id`.execute(tx);
}
