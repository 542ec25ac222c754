import type { BankEntryState } from "@uola/contract";
import type { Database, Schema } from "@uola/database";
import type { Selectable } from "kysely";
import type { OrderRow } from "../order-store.ts";

export type EntryRow = Selectable<Schema["bankEntry"]>;

/** A statement may have more entries than the database accepts parameters in one query. */
const chunkMax = 1000;

async function inChunks<Item, Found>(
  items: readonly Item[],
  find: (chunk: readonly Item[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let at = 0; at < items.length; at += chunkMax) found.push(...(await find(items.slice(at, at + chunkMax))));
  return found;
}

/** Inserts new entries. Returns the ids of the added rows. */
export async function insert(tx: Database, rows: readonly EntryRow[]): Promise<Set<string>> {
  const added = await inChunks(rows, (chunk) =>
    tx
      .insertInto("bankEntry")
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .execute(),
  );
  return new Set(added.map(({ id }) => id));
}

/** Returns the keys that are already stored. */
export async function storedKeys(tx: Database, siteId: string, keys: readonly string[]): Promise<Set<string>> {
  const found = await inChunks(keys, (chunk) =>
    tx.selectFrom("bankEntry").select("entryKey").where("siteId", "=", siteId).where("entryKey", "in", chunk).execute(),
  );
  return new Set(found.map(({ entryKey }) => entryKey));
}

/** Returns the stored entries that have one of these bank references. */
export const withReference = (tx: Database, siteId: string, references: readonly string[]): Promise<EntryRow[]> =>
  inChunks(references, (chunk) => entries(tx, siteId).where("bankReference", "in", chunk).execute());

/** Returns entries of a range of days that were stored before bank references were stored. */
export const withoutReference = (
  tx: Database,
  siteId: string,
  { from, to }: { from: string; to: string },
): Promise<EntryRow[]> =>
  entries(tx, siteId)
    .where("bankReference", "is", null)
    .where("bookedDate", ">=", from)
    .where("bookedDate", "<=", to)
    .execute();

const entries = (db: Database, siteId: string) => db.selectFrom("bankEntry").where("siteId", "=", siteId).selectAll();

export const list = (db: Database, siteId: string, state: BankEntryState, limit: number): Promise<EntryRow[]> =>
  entries(db, siteId)
    .where("state", "=", state)
    .orderBy("bookedDate", state === "OPEN" ? "asc" : "desc")
    .orderBy("id")
    .limit(limit)
    .execute();

/**
 * Returns the bank's reversals since the given day that are not assigned to a payment, whether or
 * not they were set aside.
 */
export const reversals = async (db: Database, siteId: string, since: string): Promise<EntryRow[]> =>
  await entries(db, siteId)
    .where("reversal", "=", true)
    .where("returned", "=", false)
    .where("paymentId", "is", null)
    .where("bookedDate", ">=", since)
    .execute();

/**
 * Returns the recorded entries with one of the amounts and their order numbers, except those that
 * the bank has reversed.
 */
export const notedOf = async (db: Database, siteId: string, amounts: readonly number[]) =>
  amounts.length === 0
    ? []
    : db
        .selectFrom("bankEntry as entry")
        .innerJoin("payment", (join) =>
          join.onRef("payment.siteId", "=", "entry.siteId").onRef("payment.id", "=", "entry.paymentId"),
        )
        .innerJoin("shopOrder", (join) =>
          join.onRef("shopOrder.siteId", "=", "payment.siteId").onRef("shopOrder.id", "=", "payment.orderId"),
        )
        .select(["entry.payerName", "entry.bookedDate", "entry.amount", "shopOrder.number"])
        .where("entry.siteId", "=", siteId)
        .where("entry.reversal", "=", false)
        .where("entry.amount", "in", amounts)
        .where("payment.voidedDate", "is", null)
        .execute();

export const find = async (db: Database, siteId: string, id: string): Promise<EntryRow | undefined> =>
  await entries(db, siteId).where("id", "=", id).executeTakeFirst();

export const lock = async (tx: Database, siteId: string, id: string): Promise<EntryRow | undefined> =>
  await entries(tx, siteId).where("id", "=", id).forUpdate().executeTakeFirst();

export const update = (
  tx: Database,
  { siteId, id }: Pick<EntryRow, "siteId" | "id">,
  set: Pick<EntryRow, "state" | "paymentId" | "decidedDate">,
) => tx.updateTable("bankEntry").set(set).where("siteId", "=", siteId).where("id", "=", id).execute();

/** Returns the payments that have a statement entry. */
export async function withEntry(db: Database, siteId: string, paymentIds: readonly string[]): Promise<Set<string>> {
  if (paymentIds.length === 0) return new Set();
  const rows = db
    .selectFrom("bankEntry")
    .select("paymentId")
    .where("siteId", "=", siteId)
    .where("reversal", "=", false);
  const found = await rows.where("paymentId", "in", paymentIds).execute();
  return new Set(found.flatMap(({ paymentId }) => paymentId ?? []));
}

/** Returns the order of each payment. */
export const orderOf = async (db: Database, siteId: string, paymentIds: readonly string[]) =>
  paymentIds.length === 0
    ? []
    : db
        .selectFrom("payment")
        .innerJoin("shopOrder", (join) =>
          join.onRef("shopOrder.siteId", "=", "payment.siteId").onRef("shopOrder.id", "=", "payment.orderId"),
        )
        .select(["payment.id as paymentId", "shopOrder.number"])
        .where("payment.siteId", "=", siteId)
        .where("payment.id", "in", paymentIds)
        .execute();

export const ordersByNumber = async (db: Database, siteId: string, numbers: readonly string[]): Promise<OrderRow[]> =>
  numbers.length === 0
    ? []
    : await db
        .selectFrom("shopOrder")
        .selectAll()
        .where("siteId", "=", siteId)
        .where("number", "in", numbers)
        .execute();

/** Returns orders that await a transfer, oldest first. */
export const awaitingTransfer = async (db: Database, siteId: string, limit: number): Promise<OrderRow[]> =>
  await db
    .selectFrom("shopOrder")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("state", "=", "AWAITING_PAYMENT")
    .where("way", "=", "BANK_TRANSFER")
    .orderBy("createdDate")
    .limit(limit)
    .execute();
