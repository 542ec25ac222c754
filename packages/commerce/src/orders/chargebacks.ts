import type { BookingSales } from "@uola/booking";
import { type Database, newId } from "@uola/database";
import { type Actor, type Context, Refusal } from "@uola/kernel";
import { words } from "@uola/words/document";
import type { OrderCoupons } from "../coupons/coupons.ts";
import { sumOf } from "../money/money.ts";
import type { PassLedger } from "../passes/passes.ts";
import type { VoucherLedger } from "../vouchers/vouchers.ts";
import type { Fulfilment } from "./fulfil.ts";
import type { Instalments } from "./instalments.ts";
import { refundWayOf } from "./order-rules.ts";
import * as store from "./order-store.ts";
import { byBooking, type OrderWriting, totalOf } from "./order-writing.ts";
import * as paymentStore from "./payment-store.ts";
import { refundCause } from "./refunds/refund-reasons.ts";

type Parts = {
  sales: BookingSales;
  coupons: OrderCoupons;
  ledger: VoucherLedger;
  passes: PassLedger;
  writing: OrderWriting;
  instalments: Instalments;
  fulfilment: Pick<Fulfilment, "credit">;
};
export type Chargebacks = ReturnType<typeof createChargebacks>;

/** Handles a chargeback (a payment that the provider later voids). */
export function createChargebacks(
  { siteId, now }: Context,
  { sales, coupons, ledger, passes, writing, instalments, fulfilment: { credit } }: Parts,
) {
  const { record, write, refundSum, refundSurplus } = writing;

  /**
   * Handles a voided payment attempt: everything fulfilled with the payment is canceled with a
   * credit note. If it was only one of several instalments, staff have to decide. If the payment
   * had not been reported yet, nothing was fulfilled.
   */
  async function handleVoidedAttempt(
    tx: Database,
    order: store.OrderRow,
    attempt: paymentStore.AttemptRow,
    actor: Actor,
  ): Promise<void> {
    const payment = (await paymentStore.payments(tx, siteId, [order.id])).find((each) => each.attemptId === attempt.id);
    if (!payment) return record(tx, order, { actor, action: "order.void", after: { amount: attempt.amount } });
    if (await handleVoidedPayment(tx, order, payment, actor)) return;
    await record(tx, order, { actor, action: "order.voidedAfterRefund", after: { amount: payment.amount } });
  }

  /**
   * Handles a voided payment that is already recorded, in the same way as an attempt. Returns false
   * without any effect if it was only one of several instalments.
   */
  async function handleVoidedPayment(
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
    const { reason } = refundCause("VOIDED", order.language, actor);
    const { order: known, lines } = await cancelFulfilled(tx, order, { actor, reason });
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
    // Other payments for the order are refunded, since it contains nothing any more.
    if (after.paid > after.refunded) await refundSurplus(tx, after, after.paid - after.refunded, actor);
  }

  /**
   * Handles a voided payment of an order that is already partly refunded. The remaining amount of
   * the payment is recorded as a completed refund by the bank, and the rest of the order is
   * canceled. If more was returned than received, staff have to check it.
   */
  async function takeBackRest(
    tx: Database,
    order: store.OrderRow,
    payment: paymentStore.PaymentRow,
    actor: Actor,
  ): Promise<void> {
    const at = now();
    const own = (await paymentStore.refunds(tx, siteId, [order.id])).filter((each) => each.paymentId === payment.id);
    // The bank has already returned this money, so it must not be paid out, even if the provider's
    // refund fails.
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
    const why = refundCause("VOIDED", order.language, actor);
    const { order: known, lines: ended } = order.paidDate
      ? await cancelFulfilled(tx, order, why)
      : { order, lines: [] };
    // When a line was refunded in part, a fee or the used value was retained. The bank reverses
    // that amount too.
    const partlyRefunded = (await store.lines(tx, siteId, [order.id])).filter((line) => line.state === "CANCELED");
    const lines = [...ended, ...(order.paidDate ? partlyRefunded : [])].filter((line) => totalOf(line) > line.refunded);
    const backs = lines.map((line) => ({ line, amount: totalOf(line) - line.refunded }));
    for (const { line } of backs) await store.updateLine(tx, line, { state: "CANCELED", refunded: totalOf(line) });
    await paymentStore.insertRefund(tx, {
      siteId,
      id: newId(),
      orderId: order.id,
      paymentId: payment.id,
      amount,
      state: "DONE",
      way: refundWayOf(payment.kind),
      reason: why.reason,
      reasonCode: "VOIDED",
      idempotencyKey: newId(),
      createdDate: at,
      doneDate: at,
    });
    if (order.paidDate) {
      await coupons.release(tx, order.id, actor);
      await credit(tx, order, backs, why);
    }
    // The amount paid with vouchers and other payments for the same order.
    const others = order.paidDate ? held - amount : 0;
    if (others > 0) await refundSum(tx, known, others, why);
    const after = await write(tx, known, { refunded: known.refunded + amount + others });
    await record(tx, after, { ...audit, ...(order.paidDate && { slug: "refunded", mail: "refunded" as const }) });
  }

  /**
   * Cancels everything that an order has fulfilled and waives its later instalments. Returns the
   * lines at the reduced price.
   */
  async function cancelFulfilled(
    tx: Database,
    order: store.OrderRow,
    { actor, reason }: { actor: Actor; reason: string },
  ) {
    const all = await store.lines(tx, siteId, [order.id]);
    const given = all.filter((line) => line.state === "DONE");
    // The part of a refunded voucher that was used can still be returned to it, so the voucher is
    // revoked.
    for (const { voucherId, state } of all) {
      if (voucherId && state === "CANCELED") await ledger.ofOrder.revoke(tx, voucherId, { actor, reason });
    }
    const known = await instalments.waive(
      tx,
      order,
      given.map(({ id }) => id),
    );
    const lines = (await store.lines(tx, siteId, [order.id])).filter((line) => line.state === "DONE");
    for (const line of byBooking(lines)) {
      if (line.bookingId) await sales.cancel(tx, line.bookingId, { actor, reason, whole: true });
      // Amounts already redeemed from a voucher are lost; its remaining balance is revoked.
      if (line.voucherId) await ledger.ofOrder.revoke(tx, line.voucherId, { actor, reason });
      if (line.kind === "PASS" && line.passId) await revokePass(tx, order, line.passId, { actor, reason });
    }
    return { order: known, lines };
  }

  /** Ends a pass whose payment was voided, together with the future places that it pays for. */
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
    // Bookings are locked before their pass. People who booked with the pass before it was locked
    // are notified as well.
    await endAhead();
  }

  return { takeBack: handleVoidedAttempt, takePaymentBack: handleVoidedPayment };
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
