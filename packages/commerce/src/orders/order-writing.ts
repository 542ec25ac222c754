import { type BookingSales, isStaff, type MailCause } from "@uola/booking";
import { type Database, newId } from "@uola/database";
import { type Actor, type AuditedChange, type Context, recordChange } from "@uola/kernel";
import type { CouponPerson } from "../coupons/coupons.ts";
import { sumOf } from "../money/money.ts";
import { taxLines } from "../vat/vat.ts";
import type { VoucherLedger } from "../vouchers/vouchers.ts";
import { refundRoutes, refundWayOf, stateOf } from "./order-rules.ts";
import * as store from "./order-store.ts";
import * as paymentStore from "./payment-store.ts";
import type { Because } from "./refund-reasons.ts";

/** The order for a mail about an order: what happened to it. */
export type OrderMail = {
  template: "order";
  about: "placed" | "paid" | "ended" | "refunded" | "withdrawn" | "invoiced" | "toPay" | "extended" | "letGo";
  orderId: string;
  language: string;
  /** What was issued with it, and comes along. */
  documentIds?: readonly string[];
  /** Of "withdrawn": the statement it receipts. */
  withdrawalId?: string;
  /** Of "extended": the day until which the part may be paid now. */
  dueDay?: string;
  /** Of "toPay": who pays; else the buyer. */
  to?: string;
  /** Set when somebody outside the team caused the mail without paying; such mails are rate limited. */
  caused?: MailCause;
};

/** What is recorded of an order: the audit entry, and with them its event and the mail about it. */
export type OrderRecord = AuditedChange["audit"] & {
  slug?: string;
  mail?: OrderMail["about"];
  /** Of the mail, as `OrderMail` has it. */
  cause?: MailCause | undefined;
} & Pick<OrderMail, "documentIds" | "withdrawalId" | "dueDay" | "to">;

export type Known = Awaited<ReturnType<BookingSales["lookUp"]>>;
export type OrderWriting = ReturnType<typeof createOrderWriting>;

/** What goes back to where: by the provider, by somebody who transfers it, or onto a voucher. */
type Part = { amount: number } & (
  | { way: "PROVIDER" | "TRANSFER"; payment: paymentStore.PaymentRow }
  | { way: "VOUCHER"; used: store.VoucherRow }
);

/** How a locked order is written: its sums with the state that follows, its history, and the money that goes back. */
export function createOrderWriting(
  context: Context,
  { sales, ledger }: { sales: BookingSales; ledger: VoucherLedger },
) {
  const { db, siteId, now } = context;

  /** The bookings of an order, looked up before the transaction that confirms them. */
  async function lookUp(orderId: string): Promise<Known> {
    const lines = await store.lines(db, siteId, [orderId]);
    return sales.lookUp(lines.flatMap(({ bookingId }) => bookingId ?? []));
  }

  const record = (
    tx: Database,
    order: store.OrderRow,
    { mail, slug, documentIds, withdrawalId, dueDay, to, cause, ...entry }: OrderRecord,
  ) => {
    const payload: OrderMail | undefined = mail && {
      ...{ template: "order", about: mail, orderId: order.id, language: order.language },
      ...(documentIds?.length && { documentIds }),
      ...(withdrawalId && { withdrawalId }),
      ...(dueDay && { dueDay }),
      ...(to && { to }),
      ...(cause && { caused: cause }),
    };
    const { id: orderId, number, state, paid, refunded } = order;
    return recordChange(tx, {
      ...{ siteId, at: now(), entity: "order", entityId: order.id, audit: entry },
      ...(slug && { event: { slug, sequence: order.revision, body: { orderId, number, state, paid, refunded } } }),
      outbox: payload ? [{ kind: "mail", payload }] : [],
    });
  };

  /** Writes the sums of an order, and the state that follows from them. */
  function write(
    tx: Database,
    order: store.OrderRow,
    set: Partial<Pick<store.OrderRow, "paid" | "refunded" | "paidDate" | "dueDate" | "way" | store.Sum>>,
    ended: "EXPIRED" | "CANCELED" | null = order.state === "EXPIRED" || order.state === "CANCELED" ? order.state : null,
  ) {
    const next = { ...order, ...set };
    const { paidDate, paid, refunded, voucherPays, gross, discount, later } = next;
    const received = paid + (paidDate ? voucherPays : 0);
    const state = stateOf({ paidDate, total: gross - discount, later, received, refunded, ended });
    return store.update(tx, order, { ...set, state }, now());
  }

  /** Where a sum goes back to: to the money first, the last payment first, and then onto the vouchers that paid. */
  async function partsOf(on: Database, order: store.OrderRow, amount: number): Promise<Part[]> {
    const [payments, refunds] = [
      await paymentStore.payments(on, siteId, [order.id]),
      await paymentStore.refunds(on, siteId, [order.id]),
    ];
    let left = amount;
    const parts: Part[] = [];
    for (const payment of payments.filter(({ voidedDate }) => !voidedDate).toReversed()) {
      const went = sumOf(refunds.filter((one) => one.paymentId === payment.id).map((one) => one.amount));
      const part = Math.min(left, payment.amount - went);
      if (part > 0) parts.push({ way: refundWayOf(payment.kind), amount: part, payment });
      left -= part;
    }
    for (const used of await store.vouchers(on, siteId, [order.id])) {
      const part = Math.min(left, used.amount - used.givenBack);
      if (used.state !== "REDEEMED" || part === 0) continue;
      parts.push({ way: "VOUCHER", amount: part, used });
      left -= part;
    }
    if (left > 0) throw new Error(`${left} cents more would go back than came in for order ${order.number}.`);
    return parts;
  }

  /**
   * Notes that a sum goes back: the way it came, or by a transfer or the till where a person chose so. `iban`: the account that was
   * named for what somebody has to transfer.
   */
  async function refundSum(
    tx: Database,
    order: store.OrderRow,
    amount: number,
    { actor, reason, reasonCode }: Because,
    { way: chosen = "AS_PAID", iban, receiptNumber = null }: RefundTarget = {},
  ): Promise<void> {
    for (const part of await partsOf(tx, order, amount)) {
      const at = now();
      const way = chosen === "AS_PAID" ? part.way : chosen;
      const payment = part.way === "VOUCHER" ? undefined : part.payment;
      const row = {
        ...{ siteId, id: newId(), orderId: order.id, way, amount: part.amount, reason, paymentId: payment?.id ?? null },
        ...{ reasonCode: reasonCode ?? null, idempotencyKey: newId(), createdDate: at },
      };
      if (part.way === "VOUCHER" && way === "VOUCHER") {
        const { used } = part;
        await ledger.ofOrder.giveBack(tx, used.voucherId, { amount: part.amount, reason, about: order.number, actor });
        await store.updateVoucher(tx, used, { givenBack: used.givenBack + part.amount });
        await paymentStore.insertRefund(tx, { ...row, state: "DONE", voucherId: used.voucherId, doneDate: at });
        continue;
      }
      await paymentStore.insertRefund(tx, { ...row, ...(await progressOf()) });

      /** The state of the new refund, with what the next step needs. */
      async function progressOf() {
        if (way === "DESK") return { state: "DONE", doneDate: at, receiptNumber };
        if (way === "PROVIDER" && payment) {
          const isAsked = refundRoutes[payment.kind].refundedBy === "REQUEST";
          return isAsked ? { state: "REQUESTED", nextDate: at } : { state: "TO_PAY_OUT" };
        }
        const payerIban = payment?.kind === "BANK_TRANSFER" ? await paymentStore.payerIban(tx, payment) : null;
        return { state: "TO_PAY_OUT", iban: iban || null, payerIban, receiverName: nameOf(order) };
      }
    }
  }

  return { lookUp, record, write, partsOf, refundSum };
}

/** Where a person decided that money goes. */
export type RefundTarget = {
  way?: "AS_PAID" | "TRANSFER" | "DESK";
  iban?: string | null | undefined;
  receiptNumber?: string | null | undefined;
};

/** What lines are taxed with, by rate. */
export const vatOf = (lines: readonly store.LineRow[]) =>
  taxLines(
    lines
      .filter((line) => totalOf(line) > 0)
      .map((line) => ({ gross: totalOf(line), tax: { code: null, rate: line.vatRate, citation: null } })),
  ).rows.map(({ rate, gross, net, vat }) => ({ rate, gross, net, vat }));

/** What a line costs. */
export const totalOf = ({ gross, discount }: Pick<store.LineRow, "gross" | "discount">): number => gross - discount;

/** What has come in for a line that was given. */
export const paidFor = (line: Pick<store.LineRow, "gross" | "discount" | "later">): number =>
  totalOf(line) - line.later;

export const nameOf = ({ buyer, company }: Pick<store.OrderRow, "buyer" | "company">): string =>
  company?.name ?? [buyer.firstName, buyer.lastName].filter(Boolean).join(" ");

export const buyerOf = ({ buyer, company }: store.OrderRow) => ({
  name: [buyer.firstName, buyer.lastName].filter(Boolean).join(" "),
  ...(buyer.email && { email: buyer.email }),
  ...(company && { company }),
});

/** Coupons know a person by the address and the digits of the phone number. */
export const personOf = ({ buyer: { email, phone } }: Pick<store.OrderRow, "buyer">): CouponPerson => ({
  email: email?.toLowerCase() ?? null,
  phone: phone?.replace(/\D/g, "") || null,
});

/** Whoever orders and pays nothing may have typed anybody's address. */
export const causeOfOrder = ({ paid }: store.OrderRow, actor: Actor) =>
  paid > 0 || ("role" in actor && isStaff(actor)) ? undefined : {};

/** Bookings are locked in the order of their ids. */
export const byBooking = (lines: readonly store.LineRow[]) =>
  lines.toSorted((a, b) => ((a.bookingId ?? a.id) < (b.bookingId ?? b.id) ? -1 : 1));
