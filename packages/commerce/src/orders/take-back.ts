import type { BookingSales } from "@uola/booking";
import type { Database } from "@uola/database";
import { type Actor, type Context, Refusal } from "@uola/kernel";
import { words } from "@uola/words/document";
import type { OrderCoupons } from "../coupons/coupons.ts";
import type { PassLedger } from "../passes/passes.ts";
import type { VoucherLedger } from "../vouchers/vouchers.ts";
import type { Fulfilment } from "./fulfil.ts";
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
};

/** What follows when a bank takes its word about a payment back. */
export function createTakingBack(
  { siteId, now }: Context,
  { sales, coupons, ledger, passes, writing, parts, credit }: Parts,
) {
  const { record, write } = writing;

  /**
   * A bank takes its word back: the money never came. What was given for it ends, with a credit note. Where some of it went
   * back already, somebody has to look at it. Where the word itself was not heard yet, nothing was given.
   */
  async function takeBack(
    tx: Database,
    order: store.OrderRow,
    attempt: paymentStore.AttemptRow,
    actor: Actor,
  ): Promise<void> {
    const payment = (await paymentStore.payments(tx, siteId, [order.id])).find((each) => each.attemptId === attempt.id);
    if (!payment) return record(tx, order, { actor, action: "order.void", after: { amount: attempt.amount } });
    const isOneOfMany = payment.amount !== order.paid && (await store.parts(tx, siteId, [order.id])).length > 0;
    if (order.refunded > 0 || isOneOfMany) {
      return record(tx, order, { actor, action: "order.voidedAfterRefund", after: { amount: payment.amount } });
    }
    await paymentStore.voidPayment(tx, payment, now());
    const paid = order.paid - payment.amount;
    const facts = { amount: payment.amount, reference: payment.reference };
    if (!order.paidDate || paid >= order.toPay - order.later) {
      const after = await write(tx, order, { paid });
      return record(tx, after, { actor, action: "order.void", after: facts });
    }
    const { reason } = because("VOIDED", order.language, actor);
    const given = (await store.lines(tx, siteId, [order.id])).filter((line) => line.state === "DONE");
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
      await store.updateLine(tx, line, { state: "CANCELED" });
    }
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

  return { takeBack };
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
