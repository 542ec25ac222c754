import type { OrderPaymentMethod, PaymentKind, RefundReason } from "@uola/contract";
import { type Database, json, type Schema } from "@uola/database";
import { Refusal } from "@uola/kernel";
import { type Insertable, type Selectable, sql } from "kysely";

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type AttemptRow = Row<"paymentAttempt">;
export type PaymentRow = Row<"payment">;
export type RefundRow = Row<"refund">;

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "paymentAttempt.way": OrderPaymentMethod;
    "payment.kind": PaymentKind;
    "refund.reasonCode": RefundReason;
  }
}

export const attempts = async (db: Database, siteId: string, orderIds: readonly string[]): Promise<AttemptRow[]> =>
  await of(db, "paymentAttempt", siteId, orderIds);
export const payments = async (db: Database, siteId: string, orderIds: readonly string[]): Promise<PaymentRow[]> =>
  await of(db, "payment", siteId, orderIds);
export const refunds = async (db: Database, siteId: string, orderIds: readonly string[]): Promise<RefundRow[]> =>
  await of(db, "refund", siteId, orderIds);

/** Returns the rows of a table that belong to the given orders, oldest first. */
const of = async <Table extends "paymentAttempt" | "payment" | "refund">(
  db: Database,
  table: Table,
  siteId: string,
  orderIds: readonly string[],
): Promise<Row<Table>[]> => {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<Row<Table>>`
    select * from ${sql.table(tableNames[table])} where site_id = ${siteId} and order_id = any(${[...orderIds]}::uuid[])
    order by id`.execute(db);
  return rows;
};
const tableNames = { paymentAttempt: "payment_attempt", payment: "payment", refund: "refund" } as const;

export const attempt = async (db: Database, siteId: string, id: string): Promise<AttemptRow | undefined> =>
  await db
    .selectFrom("paymentAttempt")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();

export const attemptByRef = async (
  db: Database,
  siteId: string,
  by: { way: OrderPaymentMethod; providerRef: string },
): Promise<AttemptRow | undefined> =>
  await db
    .selectFrom("paymentAttempt")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("way", "=", by.way)
    .where("providerRef", "=", by.providerRef)
    .executeTakeFirst();

export const insertAttempt = (tx: Database, row: Insertable<Schema["paymentAttempt"]>) =>
  tx.insertInto("paymentAttempt").values(row).execute();

export const updateAttempt = (
  tx: Database,
  { siteId, id }: Pick<AttemptRow, "siteId" | "id">,
  set: Partial<
    Pick<AttemptRow, "state" | "providerRef" | "redirectUrl" | "expiresDate" | "pollDate" | "polls" | "failure">
  >,
  updatedDate: Date,
) =>
  tx
    .updateTable("paymentAttempt")
    .set({ ...set, updatedDate })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .execute();

/** Returns the payment attempts that are due for polling. */
export const toPoll = async (db: Database, siteId: string, at: Date, limit: number): Promise<AttemptRow[]> =>
  await db
    .selectFrom("paymentAttempt")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("pollDate", "<=", at)
    .orderBy("pollDate")
    .limit(limit)
    .execute();

/**
 * Inserts a received payment. Returns false when it is stored already. Rejects a reference that
 * belongs to another payment with ALREADY_EXISTS: treating both as the same payment would lose
 * money.
 */
export async function insertPayment(tx: Database, row: Insertable<Schema["payment"]>): Promise<boolean> {
  const made = await tx
    .insertInto("payment")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (made) return true;
  const { siteId, kind, reference, orderId, amount } = row;
  const stored = await tx
    .selectFrom("payment")
    .select(["orderId", "amount"])
    .where("siteId", "=", siteId)
    .where("kind", "=", kind)
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (stored && (stored.orderId !== orderId || stored.amount !== Number(amount))) {
    throw new Refusal("ALREADY_EXISTS", `Another payment has the reference ${reference}.`, 409);
  }
  return false;
}

/**
 * Sets the time since which the payer's bank has disputed a payment; null once the dispute is
 * decided.
 */
export const setDisputed = (
  tx: Database,
  { siteId, id }: Pick<PaymentRow, "siteId" | "id">,
  disputedDate: Date | null,
) => tx.updateTable("payment").set({ disputedDate }).where("siteId", "=", siteId).where("id", "=", id).execute();

/** Returns the account from which a bank transfer was sent, if the bank statement contains it. */
export const payerIban = async (
  db: Database,
  { siteId, id }: Pick<PaymentRow, "siteId" | "id">,
): Promise<string | null> => {
  const entry = db
    .selectFrom("bankEntry")
    .select("payerIban")
    .where("siteId", "=", siteId)
    .where("paymentId", "=", id)
    .where("reversal", "=", false);
  return (await entry.executeTakeFirst())?.payerIban || null;
};

/**
 * Marks a payment as voided, which means that the bank reported it and later reversed it. It then
 * counts as not received.
 */
export const voidPayment = (tx: Database, { siteId, id }: Pick<PaymentRow, "siteId" | "id">, voidedDate: Date) =>
  tx
    .updateTable("payment")
    .set({ voidedDate, disputedDate: null })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .execute();

export const insertRefund = (tx: Database, row: Insertable<Schema["refund"]>) =>
  tx.insertInto("refund").values(row).execute();

export const lockRefund = async (tx: Database, siteId: string, id: string): Promise<RefundRow | undefined> =>
  await tx
    .selectFrom("refund")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export const updateRefund = (
  tx: Database,
  { siteId, id }: Pick<RefundRow, "siteId" | "id">,
  set: Partial<Pick<RefundRow, "state" | "providerRef" | "failure" | "tries" | "nextDate" | "doneDate" | "way">>,
) => tx.updateTable("refund").set(set).where("siteId", "=", siteId).where("id", "=", id).execute();

/** Returns the refunds that are due to be sent to their provider. */
export const toSend = async (db: Database, siteId: string, at: Date, limit: number): Promise<RefundRow[]> =>
  await db
    .selectFrom("refund")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("state", "in", ["REQUESTED", "SENT"])
    .where("nextDate", "<=", at)
    .orderBy("nextDate")
    .limit(limit)
    .execute();

export const toPayOut = async (db: Database, siteId: string): Promise<RefundRow[]> =>
  await db
    .selectFrom("refund")
    .selectAll()
    .where("siteId", "=", siteId)
    .where("state", "=", "TO_PAY_OUT")
    .orderBy("createdDate")
    .orderBy("id")
    .limit(500)
    .execute();

export const insertWithdrawal = (tx: Database, row: Insertable<Schema["withdrawal"]>) =>
  tx.insertInto("withdrawal").values(row).execute();

export const withdrawals = async (db: Database, siteId: string, orderIds: readonly string[]) =>
  orderIds.length === 0
    ? []
    : db
        .selectFrom("withdrawal")
        .selectAll()
        .where("siteId", "=", siteId)
        .where("orderId", "in", orderIds)
        .orderBy("createdDate")
        .orderBy("id")
        .execute();

/** Stores a provider's message once. Returns false when it is stored already. */
export async function insertEvent(
  tx: Database,
  { message, ...row }: Omit<Insertable<Schema["providerEvent"]>, "message"> & { message: object },
): Promise<boolean> {
  const made = await tx
    .insertInto("providerEvent")
    .values({ ...row, message: json(message) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("eventKey")
    .executeTakeFirst();
  return made !== undefined;
}
