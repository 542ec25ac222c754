import type { BookingSales } from "@uola/booking";
import { type Database, newId } from "@uola/database";
import { type Actor, type Context, Refusal } from "@uola/kernel";
import { words } from "@uola/words/document";
import type { OrderCoupons } from "../coupons/coupons.ts";
import { sumOf } from "../money/money.ts";
import type { PassLedger } from "../passes/passes.ts";
import type { VoucherLedger } from "../vouchers/vouchers.ts";
import type { Fulfilment } from "./fulfil.ts";
import { refundWayOf } from "./order-rules.ts";
import * as store from "./order-store.ts";
import { byBooking, type OrderWriting, totalOf } from "./order-writing.ts";
import type { Parts as OrderParts } from "./parts.ts";
import * as paymentStore from "./payment-store.ts";
import { because } from "./refund-reasons.ts";

type Parts = {
  sales: BookingSales;
  coupons: OrderCoupons;
  ledger: VoucherLedger;
  passes: PassLedger;
  writing: OrderWriting;
  parts: OrderParts;
  credit: Fulfilment["credit"];
  surplusBack(tx: Database, order: store.OrderRow, amount: number, actor: Actor): Promise<store.OrderRow>;
};

/** What follows when a bank takes its word about a payment back. */
export function createTakeBack(
  { siteId, now }: Context,
  { sales, coupons, ledger, passes, writing, parts, credit, surplusBack }: Parts,
) {
  const { record, write, refundSum } = writing;

  /**
   * A bank takes its word back: the money never came. What was given for it ends, with a credit note. Of one of several parts
   * somebody has to look at it. Where the word itself was not heard yet, nothing was given.
   */
  async function takeBack(
    tx: Database,
    order: store.OrderRow,
    attempt: paymentStore.AttemptRow,
    actor: Actor,
  ): Promise<void> {
    const payment = (await paymentStore.payments(tx, siteId, [order.id])).find((each) => each.attemptId === attempt.id);
    if (!payment) return record(tx, order, { actor, action: "order.void", after: { amount: attempt.amount } });
    if (await takePaymentBack(tx, order, payment, actor)) return;
    await record(tx, order, { actor, action: "order.voidedAfterRefund", after: { amount: payment.amount } });
  }

  /** The same of a known payment. False, and nothing is done, where it paid one of several parts. */
  async function takePaymentBack(
    tx: Database,
    order: store.OrderRow,
    payment: paymentStore.PaymentRow,
    actor: Actor,
  ): Promise<boolean> {
    if (payment.amount !== order.paid && (await store.parts(tx, siteId, [order.id])).length > 0) return false;
    if (order.refunded > 0) await takeBackRest(tx, order, payment, actor);
    else await takeBackWhole(tx, order, payment, actor);
    return true;
  }

  async function takeBackWhole(
    tx: Database,
    order: store.OrderRow,
    payment: paymentStore.PaymentRow,
    actor: Actor,
  ): Promise<void> {
    await paymentStore.voidPayment(tx, payment, now());
    const paid = order.paid - payment.amount;
    const facts = { amount: payment.amount, reference: payment.reference };
    if (!order.paidDate || paid >= order.toPay - order.later) {
      const after = await write(tx, order, { paid });
      return record(tx, after, { actor, action: "order.void", after: facts });
    }
    const { reason } = because("VOIDED", order.language, actor);
    const { order: known, lines } = await endGiven(tx, order, { actor, reason });
    for (const line of lines) await store.updateLine(tx, line, { state: "CANCELED" });
    for (const used of await store.vouchers(tx, siteId, [order.id])) {
      await ledger.ofOrder.giveBack(tx, used.voucherId, { amount: used.amount, reason, about: order.number, actor });
      await store.updateVoucher(tx, used, { state: "RELEASED" });
    }
    await coupons.release(tx, order.id, actor);
    await credit(
      tx,
      order,
      lines.map((line) => ({ line, amount: totalOf(line) })),
      { actor, reason },
    );
    const after = await write(tx, known, { paid, paidDate: null }, "CANCELED");
    await record(tx, after, { actor, action: "order.void", after: facts, slug: "canceled", mail: "ended" });
    // What came in beside it buys nothing now.
    if (after.paid > after.refunded) await surplusBack(tx, after, after.paid - after.refunded, actor);
  }

  /**
   * The same where some of the order's money went back already. What is left of the payment went back by the bank, which is a refund
   * that is done; what is left of the order ends with it. Whether more went back than came, somebody has to look at.
   */
  async function takeBackRest(
    tx: Database,
    order: store.OrderRow,
    payment: paymentStore.PaymentRow,
    actor: Actor,
  ): Promise<void> {
    const at = now();
    const own = (await paymentStore.refunds(tx, siteId, [order.id])).filter((each) => each.paymentId === payment.id);
    // The bank has given this back itself. Nobody pays it out, also where its provider fails to.
    for (const refund of own) {
      const set = {
        state: "DONE",
        doneDate: refund.doneDate ?? at,
        failure: "the bank took the payment back",
      } as const;
      await paymentStore.updateRefund(tx, refund, set);
    }
    const amount = payment.amount - sumOf(own.map((each) => each.amount));
    const held = order.paid - order.refunded + (order.paidDate ? order.voucherPays : 0);
    const audit = { actor, action: "order.voidedAfterRefund", after: { amount: payment.amount, left: amount } };
    if (amount === 0) return record(tx, order, audit);
    const why = because("VOIDED", order.language, actor);
    const { order: known, lines: ended } = order.paidDate ? await endGiven(tx, order, why) : { order, lines: [] };
    // A line that was refunded in part kept a fee or the used value. The bank reverses that payment too.
    const partlyRefunded = (await store.lines(tx, siteId, [order.id])).filter((line) => line.state === "CANCELED");
    const lines = [...ended, ...(order.paidDate ? partlyRefunded : [])].filter((line) => totalOf(line) > line.refunded);
    const backs = lines.map((line) => ({ line, amount: totalOf(line) - line.refunded }));
    for (const { line } of backs) await store.updateLine(tx, line, { state: "CANCELED", refunded: totalOf(line) });
    await paymentStore.insertRefund(tx, {
      ...{ siteId, id: newId(), orderId: order.id, paymentId: payment.id, amount, state: "DONE" },
      way: refundWayOf(payment.kind),
      ...{ reason: why.reason, reasonCode: "VOIDED", idempotencyKey: newId(), createdDate: at, doneDate: at },
    });
    if (order.paidDate) {
      await coupons.release(tx, order.id, actor);
      await credit(tx, order, backs, why);
    }
    // Vouchers and other payments that paid for it as well.
    const others = order.paidDate ? held - amount : 0;
    if (others > 0) await refundSum(tx, known, others, why);
    const after = await write(tx, known, { refunded: known.refunded + amount + others });
    await record(tx, after, { ...audit, ...(order.paidDate && { slug: "refunded", mail: "refunded" as const }) });
  }

  /** All that an order has given ends, and nobody asks for what was to come later. The lines are what they cost then. */
  async function endGiven(tx: Database, order: store.OrderRow, { actor, reason }: { actor: Actor; reason: string }) {
    const all = await store.lines(tx, siteId, [order.id]);
    const given = all.filter((line) => line.state === "DONE");
    // The used part of a refunded voucher may still come back onto it.
    for (const { voucherId, state } of all) {
      if (voucherId && state === "CANCELED") await ledger.ofOrder.revoke(tx, voucherId, { actor, reason });
    }
    const known = await parts.waive(
      tx,
      order,
      given.map(({ id }) => id),
    );
    const lines = (await store.lines(tx, siteId, [order.id])).filter((line) => line.state === "DONE");
    for (const line of byBooking(lines)) {
      if (line.bookingId) await sales.cancel(tx, line.bookingId, { actor, reason, whole: true });
      // What was taken from a voucher meanwhile is lost; what is left on it is not.
      if (line.voucherId) await ledger.ofOrder.revoke(tx, line.voucherId, { actor, reason });
      if (line.kind === "PASS" && line.passId) await revokePass(tx, order, line.passId, { actor, reason });
    }
    return { order: known, lines };
  }

  /** A pass that was never paid after all ends, and the places to come that it pays for. */
  async function revokePass(
    tx: Database,
    { language }: store.OrderRow,
    passId: string,
    { actor, reason }: { actor: Actor; reason: string },
  ): Promise<void> {
    const message = words(language)("places.passVoided");
    const endAhead = async () => sales.end(tx, await passes.ofOrder.paidAhead(tx, passId), { actor, message });
    await endAhead();
    await passes.ofOrder.refund(tx, passId, { actor, reason }).catch(unlessRefused);
    // Bookings are locked before their pass. Whoever booked in between, before it was locked, is told as well.
    await endAhead();
  }

  return { takeBack, takePaymentBack };
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
