import { type AttemptState, byProvider, type OrderPaymentMethod, type PaymentKind } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Actor, type Context, workOnEach } from "@uola/kernel";
import { recordDeskMoney } from "../desk/desk.ts";
import type { VoucherLedger } from "../vouchers/vouchers.ts";
import type { Chargebacks } from "./chargebacks.ts";
import type { Completion } from "./completion.ts";
import type { Fulfilment } from "./fulfil.ts";
import type { Instalments } from "./instalments.ts";
import { dueDateOf, graceMs, mayFollow } from "./order-rules.ts";
import * as store from "./order-store.ts";
import type { Known, OrderWriting } from "./order-writing.ts";
import * as paymentStore from "./payment-store.ts";

/**
 * A provider's report about an attempt, whether it came from a message, the return page, the poller
 * or the desk.
 */
export type ProviderEvent = {
  attemptId: string;
  state: AttemptState;
  /** The amount in cents if the state is SUCCEEDED; undefined if the currency is not the euro. */
  amount?: number | undefined;
  /** The provider's id of the payment. */
  reference?: string;
  /** A key that is the same for repetitions of the same message. */
  key: string;
  message: object;
  failure?: string;
};

/** A payment received from any source. The combination of kind and reference is unique. */
type Money = {
  kind: PaymentKind;
  amount: number;
  reference: string;
  attemptId?: string;
  receiptNumber?: string | null;
  receivedDate: Date;
};

export type Settling = ReturnType<typeof createSettling>;

type Parts = {
  ledger: VoucherLedger;
  writing: OrderWriting;
  instalments: Instalments;
  fulfilment: Fulfilment;
  completion: Completion;
  chargebacks: Chargebacks;
};

/**
 * Applies payments to orders; no other code does. The order is locked first, then bookings,
 * coupons, vouchers and document series. Repeated, late or reordered reports take effect only once.
 */
export function createSettling(
  context: Context,
  { ledger, writing, instalments, fulfilment, completion, chargebacks }: Parts,
) {
  const { db, siteId, now } = context;
  const system = (id: string): Actor => ({ kind: "system", id });
  const { onOrder, record, write, refundSurplus } = writing;

  /**
   * Applies a received payment to a locked order: it pays the order or is refunded. Repetitions of
   * the same payment have no effect.
   */
  async function receive(
    tx: Database,
    order: store.OrderRow,
    money: Money,
    { known, actor }: { known: Known; actor: Actor },
  ): Promise<store.OrderRow> {
    const { kind, amount, reference, attemptId = null, receiptNumber = null, receivedDate } = money;
    const payment = { siteId, id: newId(), orderId: order.id, attemptId, kind, amount, reference, receiptNumber };
    const isNew = await paymentStore.insertPayment(tx, { ...payment, receivedDate, createdDate: now() });
    if (!isNew) return order;
    await recordDeskMoney(tx, {
      siteId,
      at: now(),
      kind: "ORDER",
      method: kind,
      amount,
      receiptNumber,
      about: order.number,
      actor,
    });
    const audit = { actor, action: "order.receive", after: { kind, amount, reference, receiptNumber } };
    let after = await write(tx, order, { paid: order.paid + amount });
    await record(tx, after, audit);
    // An amount above the price is refunded first, whether it comes from a second payment or from
    // one that was too large.
    const isOpen = order.state === "AWAITING_PAYMENT";
    const needed = order.paidDate ? order.paid - order.refunded : order.toPay - order.later;
    const held = after.paid - after.refunded;
    const enough = order.paidDate !== null || held >= needed;
    const surplus = enough ? Math.max(0, held - needed - order.later) : isOpen ? 0 : amount;
    if (surplus > 0) after = await refundSurplus(tx, after, surplus, actor);
    if (!enough) return after;
    const forLater = Math.min(held - needed, order.later);
    if (order.paidDate)
      return forLater > 0 ? receiveInstalment(tx, after, forLater, { actor, kind, receivedDate }) : after;
    if (forLater > 0) after = (await instalments.pay(tx, after, forLater)).order;
    return completion.fulfilOrCancel(tx, after, { known, actor, late: !isOpen, kind, receivedDate });
  }

  /** Records the payment of instalments of an order that is already fulfilled. */
  async function receiveInstalment(
    tx: Database,
    order: store.OrderRow,
    amount: number,
    by: Parameters<Fulfilment["partInvoice"]>[3],
  ): Promise<store.OrderRow> {
    const { order: after, paid } = await instalments.pay(tx, order, amount);
    const invoice = await fulfilment.partInvoice(tx, after, paid, by);
    const { actor } = by;
    const audit = { actor, action: "order.payPart", after: { amount, later: after.later }, slug: "partPaid" };
    await record(tx, after, { ...audit, mail: "paid", documentIds: [invoice.id] });
    return after;
  }

  /**
   * Postpones the due date of an order after one of its places was moved, and extends its voucher
   * reservations until then.
   */
  async function postponeDueDate(tx: Database, order: store.OrderRow, dueDate: Date): Promise<void> {
    const until = new Date(dueDate.getTime() + graceMs);
    for (const { voucherId, reservationId } of await store.vouchers(tx, siteId, [order.id])) {
      await ledger.ofOrder.extend(tx, voucherId, reservationId, until);
    }
    await write(tx, order, { dueDate });
  }

  return {
    receive,

    /** Applies a provider's report about an attempt. All sources of reports call this. */
    async applyProviderEvent(event: ProviderEvent): Promise<"DONE" | "KNOWN" | "IGNORED" | "WRONG_AMOUNT" | "UNKNOWN"> {
      const { attemptId, state, amount, reference, key, message, failure } = event;
      const first = await paymentStore.attempt(db, siteId, attemptId);
      if (!first) return "UNKNOWN";
      const done = await onOrder(first.orderId, async (tx, order, known) => {
        const attempt = await paymentStore.attempt(tx, siteId, attemptId);
        if (!attempt) return "UNKNOWN";
        const isWrong = state === "SUCCEEDED" && amount !== attempt.amount;
        const may = mayFollow(attempt.state, state);
        const outcome = isWrong ? "WRONG_AMOUNT" : may ? "DONE" : "IGNORED";
        const row = { siteId, way: attempt.way, eventKey: key, attemptId, message, outcome, receivedDate: now() };
        if (!(await paymentStore.insertEvent(tx, row))) return "KNOWN";
        const actor = system(`payments: ${wayNames[attempt.way]}`);
        if (isWrong) {
          // Staff have to check it: an order is not fulfilled for an amount that differs from the
          // requested one.
          await record(tx, order, {
            actor,
            action: "order.wrongAmount",
            after: { asked: attempt.amount, amount, reference },
          });
          await paymentStore.updateAttempt(
            tx,
            attempt,
            { failure: `paid ${amount} instead of ${attempt.amount}` },
            now(),
          );
          return outcome;
        }
        if (!may) return outcome;
        const isOver = state === "SUCCEEDED" || state === "VOIDED";
        const set = { state, failure: failure ?? null, ...(isOver && { pollDate: null }) };
        await paymentStore.updateAttempt(tx, attempt, set, now());
        if (state === "SUCCEEDED") {
          const kind = attempt.way as PaymentKind;
          const money = { kind, amount: attempt.amount, reference: reference ?? attemptId, attemptId };
          await receive(tx, order, { ...money, receivedDate: now() }, { known, actor });
        } else if (state === "VOIDED") {
          await chargebacks.takeBack(tx, order, attempt, actor);
        } else {
          await record(tx, order, { actor, action: `order.attempt.${state.toLowerCase()}`, after: { failure } });
        }
        return outcome;
      });
      return done ?? "UNKNOWN";
    },

    /** Expires overdue orders, and fulfils those that have nothing left to pay. */
    async expireDue(limit: number): Promise<boolean> {
      const due = await store.overdue(db, siteId, now(), limit);
      await workOnEach(due, async (id) => {
        await onOrder(id, async (tx, order, known) => {
          if (order.state !== "AWAITING_PAYMENT" || !order.dueDate || order.dueDate > now()) return;
          const dueDate = dueDateOf(order, await store.lines(tx, siteId, [id]));
          if (dueDate && dueDate > now()) return postponeDueDate(tx, order, dueDate);
          const actor = system("orders: expire");
          if (order.paid - order.refunded >= order.toPay) {
            await completion.fulfilOrCancel(tx, order, { known, actor, late: false, kind: "ZERO" });
            return;
          }
          await completion.end(tx, order, "EXPIRED", { actor });
        });
      });
      return due.length === limit;
    },
  };
}

export const wayNames: Record<OrderPaymentMethod, string> = {
  DEMO_BANK: "demo bank",
  ...byProvider(({ name }) => name),
  BANK_TRANSFER: "transfer",
  AT_DESK: "desk",
  ZERO: "zero",
};
