import type { DeskPayment, Voucher, VoucherEntryKind } from "@uola/contract";
import { type Database, json, type Schema } from "@uola/database";
import { type Insertable, type Selectable, sql } from "kysely";
import { type Entry, entryColumns, matchesText } from "../ledger/ledger.ts";
import type { Deltas } from "./rules.ts";

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "voucher.design": Voucher["design"];
    "voucher.language": Voucher["language"];
    "voucher.payment": DeskPayment;
    "voucherEntry.kind": VoucherEntryKind;
    "voucherEntry.payment": DeskPayment;
  }
}

export type VoucherRow = Selectable<Schema["voucher"]>;
export type EntryRow = Selectable<Schema["voucherEntry"]>;
export type ReservationRow = Selectable<Schema["voucherReservation"]>;
export type BatchRow = Selectable<Schema["voucherBatch"]> & {
  count: number;
  balance: number;
  blocked: number;
  series: string | null;
  invoiceNumber: number | null;
};

const vouchers = (db: Database, siteId: string) => db.selectFrom("voucher").where("voucher.siteId", "=", siteId);

export const find = (db: Database, siteId: string, id: string): Promise<VoucherRow | undefined> =>
  vouchers(db, siteId).selectAll().where("id", "=", id).executeTakeFirst();

/** Locks a voucher, so that decisions about it are made one after another. */
export const lock = (tx: Database, siteId: string, id: string): Promise<VoucherRow | undefined> =>
  vouchers(tx, siteId).selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export const endingWith = (db: Database, siteId: string, last4: string): Promise<VoucherRow[]> =>
  vouchers(db, siteId).selectAll().where("last4", "=", last4).execute();

export const ofBatch = (db: Database, siteId: string, batchId: string): Promise<VoucherRow[]> =>
  vouchers(db, siteId).selectAll().where("batchId", "=", batchId).orderBy("number").execute();

export type NewVoucher = Omit<Insertable<Schema["voucher"]>, "payment"> & { payment: DeskPayment | null };

export const insert = (tx: Database, rows: readonly NewVoucher[]): Promise<VoucherRow[]> =>
  tx
    .insertInto("voucher")
    .values(rows.map((row) => ({ ...row, payment: row.payment && json(row.payment) })))
    .returningAll()
    .execute();

/** Inserts a batch. Returns false if the same request has already created one. */
export const insertBatch = async (tx: Database, row: Insertable<Schema["voucherBatch"]>): Promise<boolean> =>
  (await tx
    .insertInto("voucherBatch")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst()) !== undefined;

export const setInvoice = (tx: Database, siteId: string, id: string, invoiceId: string) =>
  tx.updateTable("voucherBatch").set({ invoiceId }).where("siteId", "=", siteId).where("id", "=", id).execute();

export const hasInvoice = async (tx: Database, siteId: string, id: string): Promise<boolean> => {
  const batch = tx.selectFrom("voucherBatch").select("invoiceId").where("siteId", "=", siteId).where("id", "=", id);
  return Boolean((await batch.executeTakeFirst())?.invoiceId);
};

/** The fields of the row that a step changes in addition to the balance. */
export type VoucherChanges = Partial<
  Pick<
    VoucherRow,
    | "validUntil"
    | "blocked"
    | "blockedWithBatch"
    | "refundedDate"
    | "recipientEmail"
    | "sendDate"
    | "sentDate"
    | "last4"
    | "sealedCode"
    | "codeVersion"
    | "remindedOf"
  >
>;

export const update = (
  tx: Database,
  { siteId, id, revision, balance, reserved }: VoucherRow,
  { decided: { delta, reservedDelta }, set, at }: { decided: Deltas; set: VoucherChanges | undefined; at: Date },
): Promise<VoucherRow> =>
  tx
    .updateTable("voucher")
    .set({
      ...set,
      balance: balance + delta,
      reserved: reserved + reservedDelta,
      revision: revision + 1,
      updatedDate: at,
    })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const insertEntries = (tx: Database, entries: readonly Entry<VoucherRow, Deltas, VoucherEntryKind>[]) =>
  tx
    .insertInto("voucherEntry")
    .values(
      entries.map(({ decided: { delta, reservedDelta }, ...entry }) => ({
        ...entryColumns(entry),
        voucherId: entry.row.id,
        balance: entry.row.balance,
        delta,
        reservedDelta,
      })),
    )
    .execute();

export const entriesOf = (db: Database, siteId: string, voucherId: string): Promise<EntryRow[]> =>
  db
    .selectFrom("voucherEntry")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("voucherId", "=", voucherId)
    .orderBy("sequence", "desc")
    .execute();

/** Returns the voucher that a request issued. */
export const issuedBy = (db: Database, siteId: string, requestId: string): Promise<VoucherRow | undefined> =>
  vouchers(db, siteId)
    .innerJoin("voucherEntry as entry", (on) =>
      on.onRef("entry.siteId", "=", "voucher.siteId").onRef("entry.voucherId", "=", "voucher.id"),
    )
    .where("entry.requestId", "=", requestId)
    .where("entry.kind", "=", "ISSUE")
    .selectAll("voucher")
    .executeTakeFirst();

export const reservation = (tx: Database, siteId: string, id: string): Promise<ReservationRow | undefined> =>
  tx.selectFrom("voucherReservation").selectAll().where("siteId", "=", siteId).where("id", "=", id).executeTakeFirst();

export const insertReservation = (tx: Database, row: Insertable<Schema["voucherReservation"]>) =>
  tx.insertInto("voucherReservation").values(row).execute();

export const endReservation = (tx: Database, siteId: string, id: string, ended: "REDEEMED" | "RELEASED") =>
  tx.updateTable("voucherReservation").set({ ended }).where("siteId", "=", siteId).where("id", "=", id).execute();

export const extendReservation = (tx: Database, siteId: string, id: string, until: Date) =>
  tx
    .updateTable("voucherReservation")
    .set({ expiresDate: until })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .where("ended", "is", null)
    .where("expiresDate", "<", until)
    .execute();

/** Returns the expired reservations of a voucher. */
export const lapsed = (tx: Database, siteId: string, voucherId: string, at: Date): Promise<ReservationRow[]> =>
  tx
    .selectFrom("voucherReservation")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("voucherId", "=", voucherId)
    .where("ended", "is", null)
    .where("expiresDate", "<=", at)
    .orderBy("id")
    .execute();

/** Returns the open reservations of a voucher. */
export const openReservations = (tx: Database, siteId: string, voucherId: string): Promise<ReservationRow[]> =>
  tx
    .selectFrom("voucherReservation")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("voucherId", "=", voucherId)
    .where("ended", "is", null)
    .orderBy("id")
    .execute();

export const withLapsed = async (db: Database, siteId: string, at: Date, limit: number): Promise<string[]> => {
  const reservations = db.selectFrom("voucherReservation").select("voucherId").distinct().where("siteId", "=", siteId);
  const rows = await reservations.where("ended", "is", null).where("expiresDate", "<=", at).limit(limit).execute();
  return rows.map(({ voucherId }) => voucherId);
};

/** Returns vouchers whose mail is due and not queued yet. */
export const toSend = async (db: Database, siteId: string, at: Date, limit: number): Promise<string[]> => {
  const due = vouchers(db, siteId).select("id").where("sendDate", "<=", at).where("sentDate", "is", null);
  return (await due.orderBy("sendDate").limit(limit).execute()).map(({ id }) => id);
};

/** Returns the vouchers of a batch that would change if it were blocked or unblocked, in lock order. */
export const toBlock = async (tx: Database, siteId: string, batchId: string, blocked: boolean): Promise<string[]> => {
  const left = vouchers(tx, siteId).select("id").where("batchId", "=", batchId).where("refundedDate", "is", null);
  const changing = blocked ? left.where("blocked", "=", false) : left.where("blockedWithBatch", "=", true);
  return (await changing.orderBy("id").execute()).map(({ id }) => id);
};

/**
 * Returns usable vouchers that end within a number of days and have had no reminder. Vouchers
 * mailed during these days are excluded, since their recipients have just read the last day.
 * Vouchers sold at the front desk without an email address are also excluded, because they have the
 * gym's own address.
 */
export const toRemind = async (
  db: Database,
  siteId: string,
  { today, days, limit }: { today: string; days: number; limit: number },
): Promise<string[]> => {
  const ending = vouchers(db, siteId)
    .innerJoin("site", "site.id", "voucher.siteId")
    .select("voucher.id")
    .where("voucher.refundedDate", "is", null)
    .where("voucher.blocked", "=", false)
    .where("voucher.balance", ">", 0)
    .where("voucher.validUntil", ">=", today)
    .where("voucher.validUntil", "<=", sql<string>`${today}::date + ${days}::int`)
    .where(sql<boolean>`coalesce(voucher.reminded_of, '-infinity') < voucher.valid_until`)
    .where("voucher.sentDate", "<=", sql<Date>`voucher.valid_until - ${days}::int`)
    .where(sql<boolean>`lower(voucher.recipient_email) <> lower(coalesce(site.business ->> 'email', ''))`);
  const rows = await ending.orderBy("voucher.validUntil").orderBy("voucher.id").limit(limit).execute();
  return rows.map(({ id }) => id);
};

export const batch = (db: Database, siteId: string, id: string): Promise<BatchRow | undefined> =>
  batchRows(db, siteId).where("voucherBatch.id", "=", id).executeTakeFirst();

export const batches = (db: Database, siteId: string): Promise<BatchRow[]> =>
  batchRows(db, siteId)
    .orderBy("voucherBatch.createdDate", "desc")
    .orderBy("voucherBatch.id", "desc")
    .limit(100)
    .execute();

const batchRows = (db: Database, siteId: string) =>
  db
    .selectFrom("voucherBatch")
    .innerJoin("voucher", (join) =>
      join.onRef("voucher.siteId", "=", "voucherBatch.siteId").onRef("voucher.batchId", "=", "voucherBatch.id"),
    )
    .leftJoin("document", (join) =>
      join.onRef("document.siteId", "=", "voucherBatch.siteId").onRef("document.id", "=", "voucherBatch.invoiceId"),
    )
    .selectAll("voucherBatch")
    .select([
      "document.series" as const,
      "document.number as invoiceNumber" as const,
      sql<number>`count(*)::int`.as("count"),
      sql<number>`sum(voucher.balance)::float8`.as("balance"),
      sql<number>`(count(*) filter (where voucher.blocked_with_batch and voucher.refunded_date is null))::int`.as(
        "blocked",
      ),
    ])
    .where("voucherBatch.siteId", "=", siteId)
    .groupBy(["voucherBatch.siteId", "voucherBatch.id", "document.siteId", "document.id"]);

/** SQL for the status, equivalent to `statusOf` in the rules. */
const statusIn = (today: string) => sql<string>`case
  when refunded_date is not null then 'REFUNDED' when blocked then 'BLOCKED' when balance = 0 then 'USED_UP'
  when valid_until < ${today}::date then 'EXPIRED' else 'ACTIVE' end`;

type Searched = {
  status?: string | undefined;
  batchId?: string | undefined;
  text?: string | undefined;
  /** Whether to search the names of givers and recipients too. */
  byNames: boolean;
  today: string;
};

export function list(db: Database, siteId: string, { status, batchId, text, byNames, today }: Searched) {
  let found = vouchers(db, siteId).selectAll("voucher");
  if (status) found = found.where(statusIn(today), "=", status);
  if (batchId) found = found.where("batchId", "=", batchId);
  if (text) {
    const names = byNames ? sql`voucher_words(recipient_name, giver_name, recipient_email)` : undefined;
    found = found.where(matchesText(text, names));
  }
  return found;
}

/** Counts the vouchers of each status and their remaining balance. */
export const counts = (db: Database, siteId: string, today: string) =>
  vouchers(db, siteId)
    .select([
      statusIn(today).as("status"),
      sql<number>`count(*)::int`.as("count"),
      sql<number>`sum(balance)::float8`.as("open"),
    ])
    .groupBy("status")
    .execute();

/** Returns the ledger totals by month and VAT type, oldest first. */
export const months = (db: Database, siteId: string, timeZone: string) =>
  db
    .selectFrom("voucherEntry as entry")
    .innerJoin("voucher", (join) =>
      join.onRef("voucher.siteId", "=", "entry.siteId").onRef("voucher.id", "=", "entry.voucherId"),
    )
    .where("entry.siteId", "=", siteId)
    .where("entry.delta", "<>", 0)
    .select([
      sql<string>`to_char(entry.created_date at time zone ${timeZone}, 'YYYY-MM')`.as("month"),
      "voucher.vatType",
      sql<number>`coalesce(sum(entry.delta) filter (where entry.kind = 'ISSUE'), 0)::float8`.as("issued"),
      sql<number>`coalesce(-sum(entry.delta) filter (where entry.kind in ('REDEEM', 'GIVE_BACK')), 0)::float8`.as(
        "used",
      ),
      sql<number>`coalesce(-sum(entry.delta) filter (where entry.kind = 'REFUND'), 0)::float8`.as("refunded"),
    ])
    .groupBy(["month", "voucher.vatType"])
    .orderBy("month")
    .orderBy("voucher.vatType")
    .execute();

export const isBooking = async (tx: Database, siteId: string, id: string): Promise<boolean> => {
  const booking = tx.selectFrom("booking").select("id").where("siteId", "=", siteId).where("id", "=", id);
  return (await booking.executeTakeFirst()) !== undefined;
};

/** Whether the mail with a voucher goes to the person who bought it online, to print or forward it. */
export async function goesToBuyer(db: Database, siteId: string, voucherId: string, to: string): Promise<boolean> {
  const row = await db
    .selectFrom("orderLine")
    .innerJoin("shopOrder", (on) =>
      on.onRef("shopOrder.siteId", "=", "orderLine.siteId").onRef("shopOrder.id", "=", "orderLine.orderId"),
    )
    .select("orderLine.id")
    .where("orderLine.siteId", "=", siteId)
    .where("orderLine.voucherId", "=", voucherId)
    .where(sql<boolean>`lower(shop_order.buyer ->> 'email') = lower(${to})`)
    .executeTakeFirst();
  return row !== undefined;
}
