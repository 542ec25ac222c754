import { type BookingSales, isStaff, type MailCause } from "@uola/booking";
import { type Database, newId } from "@uola/database";
import { type Actor, type AuditedChange, type Context, recordChange, transact } from "@uola/kernel";
import type { CouponPerson } from "../coupons/coupons.ts";
import { sumOf } from "../money/money.ts";
import { taxLines } from "../vat/vat.ts";
import type { VoucherLedger } from "../vouchers/vouchers.ts";
import { refundRoutes, refundWayOf, stateOf } from "./order-rules.ts";
import * as store from "./order-store.ts";
import * as paymentStore from "./payment-store.ts";
import { type RefundCause, refundCause } from "./refunds/refund-reasons.ts";

/** The queued mail about an order, with the event that it reports. */
export type OrderMail = {
  template: "order";
  about: "placed" | "paid" | "ended" | "refunded" | "withdrawn" | "invoiced" | "toPay" | "extended" | "letGo";
  orderId: string;
  language: string;
  /** The documents issued with the event, which are attached. */
  documentIds?: readonly string[];
  /** For "withdrawn": the withdrawal that the mail confirms. */
  withdrawalId?: string;
  /** For "extended": the new due day of the instalment. */
  dueDay?: string;
  /** The email address of the payer, for "toPay"; by default the buyer's. */
  to?: string;
  /** Set when somebody outside the team caused the mail without paying; such mails are rate limited. */
  caused?: MailCause;
};

/** The record of a change to an order: the audit entry, with its event and mail. */
export type OrderRecord = AuditedChange["audit"] & {
  slug?: string;
  mail?: OrderMail["about"];
  /** The cause of the mail, as in `OrderMail`. */
  cause?: MailCause | undefined;
} & Pick<OrderMail, "documentIds" | "withdrawalId" | "dueDay" | "to">;

export type Known = Awaited<ReturnType<BookingSales["lookUp"]>>;
export type OrderWriting = ReturnType<typeof createOrderWriting>;

/**
 * A part of a refund with its destination: through the provider, by a manual transfer, or back onto
 * a voucher.
 */
type Part = { amount: number } & (
  | { way: "PROVIDER" | "TRANSFER"; payment: paymentStore.PaymentRow }
  | { way: "VOUCHER"; used: store.VoucherRow }
);

/**
 * Writes data of locked orders: their amounts with the resulting state, their history, and their
 * refunds.
 */
export function createOrderWriting(
  context: Context,
  { sales, ledger }: { sales: BookingSales; ledger: VoucherLedger },
) {
  const { db, siteId, now } = context;

  /** Reads the bookings of an order before the transaction that confirms them. */
  async function lookUp(orderId: string): Promise<Known> {
    const lines = await store.lines(db, siteId, [orderId]);
    return sales.lookUp(lines.flatMap(({ bookingId }) => bookingId ?? []));
  }

  /**
   * Runs a callback on a locked order with its bookings looked up. Returns undefined when the order
   * does not exist.
   */
  const onOrder = <Result>(
    orderId: string,
    work: (tx: Database, order: store.OrderRow, known: Known) => Promise<Result>,
  ): Promise<Result | undefined> =>
    transact(context, { publish: "availability", lookUp: () => lookUp(orderId) }, async (tx, known) => {
      const order = await store.lock(tx, siteId, orderId);
      return order ? work(tx, order, known) : undefined;
    });

  const record = (
    tx: Database,
    order: store.OrderRow,
    { mail, slug, documentIds, withdrawalId, dueDay, to, cause, ...entry }: OrderRecord,
  ) => {
    const payload: OrderMail | undefined = mail && {
      template: "order",
      about: mail,
      orderId: order.id,
      language: order.language,
      ...(documentIds?.length && { documentIds }),
      ...(withdrawalId && { withdrawalId }),
      ...(dueDay && { dueDay }),
      ...(to && { to }),
      ...(cause && { caused: cause }),
    };
    const { id: orderId, number, state, paid, refunded } = order;
    return recordChange(tx, {
      siteId,
      at: now(),
      entity: "order",
      entityId: order.id,
      audit: entry,
      ...(slug && { event: { slug, sequence: order.revision, body: { orderId, number, state, paid, refunded } } }),
      outbox: payload ? [{ kind: "mail", payload }] : [],
    });
  };

  /** Writes the sums of an order and the resulting state. */
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

  /**
   * Returns the destinations of a refund: first the payments, the latest first, and then the
   * vouchers that were used.
   */
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
   * Records a refund. It uses the original payment method unless a person chose a transfer or cash
   * from the till. `iban` is the account for a refund that is transferred manually.
   */
  async function refundSum(
    tx: Database,
    order: store.OrderRow,
    amount: number,
    { actor, reason, reasonCode }: RefundCause,
    { way: chosen = "AS_PAID", iban, receiptNumber = null }: RefundTarget = {},
  ): Promise<void> {
    for (const part of await partsOf(tx, order, amount)) {
      const at = now();
      const way = chosen === "AS_PAID" ? part.way : chosen;
      const payment = part.way === "VOUCHER" ? undefined : part.payment;
      const row = {
        siteId,
        id: newId(),
        orderId: order.id,
        way,
        amount: part.amount,
        reason,
        paymentId: payment?.id ?? null,
        reasonCode: reasonCode ?? null,
        idempotencyKey: newId(),
        createdDate: at,
      };
      if (part.way === "VOUCHER" && way === "VOUCHER") {
        const { used } = part;
        await ledger.ofOrder.giveBack(tx, used.voucherId, { amount: part.amount, reason, about: order.number, actor });
        await store.updateVoucher(tx, used, { givenBack: used.givenBack + part.amount });
        await paymentStore.insertRefund(tx, { ...row, state: "DONE", voucherId: used.voucherId, doneDate: at });
        continue;
      }
      await paymentStore.insertRefund(tx, { ...row, ...(await progressOf()) });

      /** Returns the state of the new refund, with the data for its next step. */
      async function progressOf(): Promise<Partial<paymentStore.RefundRow> & Pick<paymentStore.RefundRow, "state">> {
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

  /** Refunds the part of a payment that exceeds the price. */
  async function refundSurplus(
    tx: Database,
    order: store.OrderRow,
    amount: number,
    actor: Actor,
  ): Promise<store.OrderRow> {
    await refundSum(tx, order, amount, refundCause("SURPLUS", order.language, actor));
    const after = await write(tx, order, { refunded: order.refunded + amount });
    const audit = { actor, action: "order.refundSurplus", after: { amount }, slug: "refunded" };
    await record(tx, after, { ...audit, mail: "refunded" });
    return after;
  }

  return { onOrder, record, write, partsOf, refundSum, refundSurplus };
}

/** The refund method that a person chose. */
export type RefundTarget = {
  way?: "AS_PAID" | "TRANSFER" | "DESK";
  iban?: string | null | undefined;
  receiptNumber?: string | null | undefined;
};

/** Returns the VAT of lines, by rate. */
export const vatOf = (lines: readonly store.LineRow[]) =>
  taxLines(
    lines
      .filter((line) => totalOf(line) > 0)
      .map((line) => ({ gross: totalOf(line), tax: { code: null, rate: line.vatRate, citation: null } })),
  ).rows.map(({ rate, gross, net, vat }) => ({ rate, gross, net, vat }));

/** The price of a line after its discount. */
export const totalOf = ({ gross, discount }: Pick<store.LineRow, "gross" | "discount">): number => gross - discount;

/** The amount received for a fulfilled line. */
export const paidFor = (line: Pick<store.LineRow, "gross" | "discount" | "later">): number =>
  totalOf(line) - line.later;

export const nameOf = ({ buyer, company }: Pick<store.OrderRow, "buyer" | "company">): string =>
  company?.name ?? [buyer.firstName, buyer.lastName].filter(Boolean).join(" ");

export const buyerOf = ({ buyer, company }: store.OrderRow) => ({
  name: [buyer.firstName, buyer.lastName].filter(Boolean).join(" "),
  ...(buyer.email && { email: buyer.email }),
  ...(company && { company }),
});

/** Coupons identify a person by the email address and the digits of the phone number. */
export const personOf = ({ buyer: { email, phone } }: Pick<store.OrderRow, "buyer">): CouponPerson => ({
  email: email?.toLowerCase() ?? null,
  phone: phone?.replace(/\D/g, "") || null,
});

/**
 * Returns the cause for emails about an unpaid order that was not placed by staff, since its email
 * address may belong to anyone.
 */
export const causeOfOrder = ({ paid }: store.OrderRow, actor: Actor) =>
  paid > 0 || ("role" in actor && isStaff(actor)) ? undefined : {};

/** Sorts lines by booking id, the order in which bookings are locked. */
export const byBooking = (lines: readonly store.LineRow[]) =>
  lines.toSorted((a, b) => ((a.bookingId ?? a.id) < (b.bookingId ?? b.id) ? -1 : 1));
