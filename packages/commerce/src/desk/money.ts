import type { DeskMoneyKind, DeskPayment, PaymentKind, PaymentMethod } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Actor, Violation } from "@uola/kernel";
import { lacksReceipt } from "./rules.ts";
import * as store from "./store.ts";

type Taken = {
  siteId: string;
  at: Date;
  kind: Exclude<DeskMoneyKind, "MARK">;
  /** The payment method. Only cash and card payments are counted at the front desk. */
  method: PaymentKind | PaymentMethod;
  /** In cents; negative for a payout. */
  amount: number;
  receiptNumber?: string | null | undefined;
  /** The number of the order, voucher, pass or booking that the payment is for. */
  about: string;
  actor: Actor;
};

const who = ({ kind, id }: Actor) => ({ kind, id });

/**
 * Records a payment or payout at the front desk, in the transaction that makes it. The next day
 * close counts it.
 */
export async function recordDeskMoney(
  tx: Database,
  { at, method, amount, receiptNumber = null, actor, ...taken }: Taken,
): Promise<void> {
  if ((method !== "CASH" && method !== "CARD") || amount === 0) return;
  await store.insertMoney(tx, {
    ...taken,
    id: newId(),
    method,
    amount,
    receiptNumber,
    actor: who(actor),
    createdDate: at,
  });
}

/**
 * Records that a booking was marked as paid at the front desk, or that the mark was removed. There
 * is no amount.
 */
export async function recordPaidMark(
  tx: Database,
  {
    at,
    method,
    received,
    actor,
    ...mark
  }: Pick<Taken, "siteId" | "at" | "about" | "actor"> & { method: PaymentMethod; received: boolean },
): Promise<void> {
  if (method === "TRANSFER") return;
  await store.insertMoney(tx, {
    ...mark,
    id: newId(),
    kind: "MARK",
    method,
    amount: 0,
    mark: received ? 1 : -1,
    actor: who(actor),
    createdDate: at,
  });
}

export const receiptRequired = { field: "payment.receiptNumber", description: "is required for cash and cards" };

/** Rejects a payment in cash or by card without the receipt number of the till. */
export function refuseWithoutReceipt(payment: DeskPayment): void {
  if (lacksReceipt(payment)) throw new Violation([receiptRequired]);
}
