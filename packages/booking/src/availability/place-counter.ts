import type { Database, Schema } from "@uola/database";
import { type Insertable, sql } from "kysely";

/**
 * The place counter; see docs/rules/places.md for its rules. Every function in this file runs in
 * its caller's transaction and locks the place row before holds and waiting-list entries; a booking
 * is locked before its place row.
 */

export const places = (db: Database, siteId: string, id: string) =>
  db
    .selectFrom("places")
    .select(["capacity", "taken", "held", "waitingMin"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();

/** Returns the counter and locks it; undefined if nothing can be sold. */
export const lockPlaces = (tx: Database, siteId: string, id: string) =>
  tx
    .selectFrom("places")
    .select(["capacity", "taken", "held", "waitingMin"])
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

const change = (tx: Database, siteId: string, id: string, by: { taken?: number; held?: number }) =>
  tx
    .updateTable("places")
    .set({ taken: sql`taken + ${by.taken ?? 0}`, held: sql`held + ${by.held ?? 0}` })
    .where("siteId", "=", siteId)
    .where("id", "=", id);

const hasRoom = (count: number) => sql<boolean>`(capacity is null or taken + held + ${count} <= capacity)`;

/** Takes places if they are free, regardless of the waiting list. Returns false if they are not. */
export async function takePlaces(tx: Database, siteId: string, id: string, count: number): Promise<boolean> {
  const { numUpdatedRows } = await change(tx, siteId, id, { taken: count }).where(hasRoom(count)).executeTakeFirst();
  return numUpdatedRows > 0;
}

/**
 * The place counter of a booking, the number of its places in that counter, and whether it takes
 * any. A double booking has none.
 */
type BookedPlaces = { id: string; count: number; takesPlaces: boolean };

/**
 * Takes or returns the difference between the old and new places of a booking, which may be moved
 * to another session. Places of its hold are used before free ones. Returns false and changes
 * nothing if the places are not free.
 */
export async function movePlaces(
  tx: Database,
  siteId: string,
  before: BookedPlaces,
  next: BookedPlaces,
  holdId?: string,
): Promise<boolean> {
  const [had, has] = [before.count, next.count];
  if (before.id !== next.id) {
    const take = async () => has === 0 || takePlaces(tx, siteId, next.id, has);
    const give = async () => {
      if (before.takesPlaces) await returnPlaces(tx, siteId, before.id, had);
      return true;
    };
    // Counters are locked in the order of their ids, so that two bookings that swap sessions cannot
    // deadlock.
    if (next.id < before.id) return (await take()) && give();
    await lockPlaces(tx, siteId, before.id);
    return (await take()) && give();
  }
  if (has > had) {
    if (holdId && had === 0 && (await convertHold(tx, siteId, holdId, has))) return true;
    return takePlaces(tx, siteId, next.id, has - had);
  }
  // A double booking has no places to return, but its appointment ends.
  if (has < had || (before.takesPlaces && !next.takesPlaces)) await returnPlaces(tx, siteId, before.id, had - has);
  return true;
}

/** Returns places. An appointment and its session end when the last place is returned. */
export async function returnPlaces(tx: Database, siteId: string, id: string, count: number): Promise<void> {
  const left = await change(tx, siteId, id, { taken: -count }).returning(["taken", "held"]).executeTakeFirst();
  await endIfEmpty(tx, siteId, id, left);
}

async function endIfEmpty(tx: Database, siteId: string, id: string, left: { taken: number; held: number } | undefined) {
  if (!left || left.taken + left.held > 0) return;
  const { numUpdatedRows } = await tx
    .updateTable("session")
    .set({ status: "CANCELLED", updatedDate: sql`now()` })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("appointment", "=", true)
    .executeTakeFirst();
  if (numUpdatedRows > 0) await closePlaces(tx, siteId, id);
}

/**
 * Holds places. Returns false if they are not free or the waiting list has priority; waiting-list
 * offers ignore this priority. Expired holds are released before a request is rejected.
 */
export async function holdPlaces(tx: Database, hold: Insertable<Schema["hold"]>): Promise<boolean> {
  const { siteId, placesId, totalParticipants: count } = hold;
  if (!(await addHeld(tx, hold, count))) {
    const late = await releaseExpired(tx, siteId, placesId, new Date(hold.createdDate));
    if (late === 0 || !(await addHeld(tx, hold, count))) return false;
  }
  await tx.insertInto("hold").values(hold).execute();
  return true;
}

type HeldPlaces = Pick<Insertable<Schema["hold"]>, "siteId" | "placesId" | "state">;
async function addHeld(tx: Database, { siteId, placesId, state }: HeldPlaces, count: number): Promise<boolean> {
  const adding = change(tx, siteId, placesId, { held: count }).where(hasRoom(count));
  const unclaimed = sql<boolean>`(waiting_min is null or capacity is null or waiting_min > capacity - taken - held)`;
  const { numUpdatedRows } = await (state === "OFFER" ? adding : adding.where(unclaimed)).executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Returns a hold after locking its place counter and then the hold; undefined if it has ended. */
export async function lockHold(tx: Database, siteId: string, holdId: string) {
  const hold = tx.selectFrom("hold").selectAll().where("siteId", "=", siteId).where("id", "=", holdId);
  const found = await hold.executeTakeFirst();
  if (!found || !(await lockPlaces(tx, siteId, found.placesId))) return undefined;
  return hold.forUpdate().executeTakeFirst();
}

/** Releases a hold and its places. Returns false if it has already been released. */
export async function releaseHold(tx: Database, siteId: string, holdId: string): Promise<boolean> {
  const hold = await lockHold(tx, siteId, holdId);
  if (hold) await returnHeldPlaces(tx, siteId, hold.placesId, [hold]);
  return hold !== undefined;
}

/** Releases the expired holds of a place counter and returns their number. */
export async function releaseExpired(tx: Database, siteId: string, placesId: string, now: Date): Promise<number> {
  if (!(await lockPlaces(tx, siteId, placesId))) return 0;
  const late = await tx
    .selectFrom("hold")
    .select(["id", "totalParticipants"])
    .where("siteId", "=", siteId)
    .where("placesId", "=", placesId)
    .where("expiresDate", "<=", now)
    .orderBy("id")
    .forUpdate()
    .execute();
  await returnHeldPlaces(tx, siteId, placesId, late);
  return late.length;
}

type ExpiredHold = { id: string; totalParticipants: number };
async function returnHeldPlaces(tx: Database, siteId: string, placesId: string, holds: readonly ExpiredHold[]) {
  if (holds.length === 0) return;
  await deleteHolds(
    tx,
    siteId,
    holds.map(({ id }) => id),
  );
  const held = -holds.reduce((sum, { totalParticipants }) => sum + totalParticipants, 0);
  const left = await change(tx, siteId, placesId, { held }).returning(["taken", "held"]).executeTakeFirst();
  await endIfEmpty(tx, siteId, placesId, left);
}

const deleteHolds = (tx: Database, siteId: string, ids: readonly string[]) =>
  tx
    .deleteFrom("hold")
    .where("siteId", "=", siteId)
    .where("id", "=", sql<string>`any(${[...ids]}::uuid[])`)
    .execute();

/**
 * Turns a hold into `count` taken places. Takes additional places if needed and returns spare ones.
 * Returns false and changes nothing if the hold has ended or the additional places are not free.
 */
export async function convertHold(tx: Database, siteId: string, holdId: string, count: number): Promise<boolean> {
  const hold = await lockHold(tx, siteId, holdId);
  if (!hold) return false;
  const { placesId, totalParticipants } = hold;
  const taking = change(tx, siteId, placesId, { taken: count, held: -totalParticipants });
  const { numUpdatedRows } = await taking.where(hasRoom(count - totalParticipants)).executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await deleteHolds(tx, siteId, [holdId]);
  return true;
}

/**
 * Makes a hold larger or smaller. Returns false and changes nothing if there are too few places or
 * the waiting list has priority.
 */
export async function resizeHold(
  tx: Database,
  hold: HeldPlaces & { id: string; totalParticipants: number },
  count: number,
): Promise<boolean> {
  const more = count - hold.totalParticipants;
  if (more > 0 && !(await addHeld(tx, hold, more))) return false;
  if (more < 0) await change(tx, hold.siteId, hold.placesId, { held: more }).execute();
  await tx
    .updateTable("hold")
    .set({ totalParticipants: count })
    .where("siteId", "=", hold.siteId)
    .where("id", "=", hold.id)
    .execute();
  return true;
}

/** Returns the id of the session of a hold, if it has one. */
export const heldSession = async (db: Database, siteId: string, holdId: string): Promise<string | undefined> => {
  const holds = db.selectFrom("hold").select("sessionId").where("siteId", "=", siteId).where("id", "=", holdId);
  return (await holds.executeTakeFirst())?.sessionId ?? undefined;
};

/** Returns the id of the hold attached to an unpaid booking, if there is one. */
export const holdOfBooking = async (db: Database, siteId: string, bookingId: string): Promise<string | undefined> => {
  const holds = db.selectFrom("hold").select("id").where("siteId", "=", siteId).where("bookingId", "=", bookingId);
  return (await holds.executeTakeFirst())?.id;
};

/**
 * Stores the size of the smallest waiting party. Must be called in every transaction that changes
 * waiting-list entries.
 */
export async function updateWaitingMin(tx: Database, siteId: string, id: string): Promise<void> {
  // The counter is locked first, so that the query below sees the writes of earlier transactions.
  if (!(await lockPlaces(tx, siteId, id))) return;
  const waiting = tx
    .selectFrom("waitlistEntry")
    .select((eb) => eb.fn.min<number>("totalParticipants").as("least"))
    .where("siteId", "=", siteId)
    .where("placesId", "=", id)
    .where("state", "=", "WAITING");
  await tx
    .updateTable("places")
    .set({ waitingMin: waiting })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Sets the capacity, but never below the number of taken and held places. null: unlimited. */
export const setCapacity = (tx: Database, siteId: string, id: string, capacity: number | null) =>
  tx
    .updateTable("places")
    .set({ capacity: capacity === null ? null : sql`greatest(${capacity}::int, taken + held)` })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .execute();

/** Closes the counter, so that no place can be sold or held. */
export async function closePlaces(tx: Database, siteId: string, id: string): Promise<void> {
  await tx.deleteFrom("places").where("siteId", "=", siteId).where("id", "=", id).execute();
  await tx.deleteFrom("hold").where("siteId", "=", siteId).where("placesId", "=", id).execute();
}

/**
 * Reopens the counter of a session that takes place again. Its bookings are locked, so that none
 * returns its places in the meantime.
 */
export async function openPlaces(tx: Database, siteId: string, id: string, capacity: number | null): Promise<void> {
  const holding = await tx
    .selectFrom("booking")
    .select("totalParticipants")
    .where("siteId", "=", siteId)
    .where("sessionId", "=", id)
    .where("status", "in", ["CONFIRMED", "PENDING"])
    .where("doubleBooked", "=", false)
    .orderBy("id")
    .forUpdate()
    .execute();
  const taken = holding.reduce((sum, { totalParticipants }) => sum + totalParticipants, 0);
  await insertPlaces(tx, [{ siteId, id, capacity: capacity === null ? null : Math.max(capacity, taken), taken }]);
  await updateWaitingMin(tx, siteId, id);
}

export const insertPlaces = async (tx: Database, rows: Insertable<Schema["places"]>[]): Promise<void> => {
  if (rows.length === 0) return;
  await tx
    .insertInto("places")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["siteId", "id"]).doNothing())
    .execute();
};

/** Creates the missing counters of courses. */
export const createCourseCounters = (db: Database, siteId: string) =>
  sql`insert into places (site_id, id, capacity)
    select site_id, schedule_id, default_capacity from service
    where site_id = ${siteId} and type = 'COURSE'
      and not exists (select from places where places.site_id = service.site_id and places.id = service.schedule_id)
    on conflict do nothing`.execute(db);
