import type { BookingSales } from "@uola/booking";
import type { Database } from "@uola/database";
import type { Actor, Context } from "@uola/kernel";
import type { VoucherLedger } from "../vouchers/vouchers.ts";
import type { Completion } from "./completion.ts";
import type { Fulfilment } from "./fulfil.ts";
import * as store from "./order-store.ts";
import { byBooking, causeOfOrder, type Known, type OrderWriting, totalOf, vatOf } from "./order-writing.ts";

type Parts = {
  sales: BookingSales;
  ledger: VoucherLedger;
  writing: OrderWriting;
  fulfilment: Pick<Fulfilment, "proforma">;
  completion: Completion;
};
export type LineCancellation = ReturnType<typeof createLineCancellation>;

/**
 * Handles cancelled lines of an order that awaits payment: the order then costs only the remaining
 * lines.
 */
export function createLineCancellation(
  { siteId, now }: Context,
  { sales, ledger, writing, fulfilment, completion }: Parts,
) {
  const { record, write, refundSurplus } = writing;

  /**
   * Cancels a line of an order that awaits payment, so that the order costs less. The amount to pay
   * in money is reduced first, then the amount paid by vouchers. If nothing is left to pay, the
   * order is fulfilled: at once if its bookings were looked up, otherwise as soon as they are.
   */
  async function cancelLine(
    tx: Database,
    order: store.OrderRow,
    line: store.LineRow,
    { actor, known }: { actor: Actor; known: Known | undefined },
  ): Promise<void> {
    await store.updateLine(tx, line, { state: "CALLED_OFF" });
    const lines = (await store.lines(tx, siteId, [order.id])).filter(({ state }) => state === "WAITING");
    const ofMoney = Math.min(totalOf(line), order.toPay - order.paid);
    const ofVouchers = Math.min(totalOf(line) - ofMoney, order.voucherPays);
    await reduceVoucherPayments(tx, order, ofVouchers, actor);
    const sums = {
      gross: order.gross - line.gross,
      discount: order.discount - line.discount,
      toPay: order.toPay - totalOf(line) + ofVouchers,
      voucherPays: order.voucherPays - ofVouchers,
      vat: vatOf(lines),
    };
    const after = await write(tx, order, sums);
    const isOwed = after.toPay > after.paid;
    // The earlier proforma shows a larger amount, so a new one is issued.
    const due = isOwed && after.way === "BANK_TRANSFER" ? after.dueDate : null;
    const toPayBy = due ? await fulfilment.proforma(tx, after, due) : undefined;
    await record(tx, after, {
      actor,
      action: "order.leaveOut",
      after: { name: line.name, toPay: after.toPay },
      ...(toPayBy && { mail: "placed", documentIds: [toPayBy.id], cause: causeOfOrder(order, actor) }),
    });
    if (isOwed) return;
    const left = after.paid > after.toPay ? await refundSurplus(tx, after, after.paid - after.toPay, actor) : after;
    if (!known) {
      await write(tx, left, { dueDate: now() });
      return;
    }
    await completion.fulfilOrCancel(tx, left, { known, actor, late: false, kind: "ZERO" });
  }

  /**
   * Removes the lines that were cancelled while an order awaited payment; ends an order with no
   * remaining lines. Returns the updated order.
   */
  async function removeCancelledLines(
    tx: Database,
    order: store.OrderRow,
    by: { actor: Actor; known: Known },
  ): Promise<store.OrderRow> {
    let after = order;
    for (const line of byBooking(await store.lines(tx, siteId, [order.id]))) {
      if (line.state !== "WAITING" || !line.bookingId || !(await sales.isCanceled(tx, line.bookingId))) continue;
      await callOff(tx, after, line, by);
      after = (await store.lock(tx, siteId, order.id)) as store.OrderRow;
    }
    return after;
  }

  /**
   * Handles a cancelled line of an order that awaits payment. An order with no remaining lines ends
   * at once, not at its deadline. `known`: the order's bookings without places, if they were looked
   * up.
   */
  async function callOff(
    tx: Database,
    order: store.OrderRow,
    line: store.LineRow,
    { actor, known }: { actor: Actor; known?: Known },
  ): Promise<void> {
    const lines = await store.lines(tx, siteId, [order.id]);
    const others = lines.filter(({ id, state }) => id !== line.id && state === "WAITING");
    if (others.length > 0) return cancelLine(tx, order, line, { actor, known });
    await store.updateLine(tx, line, { state: "NOT_DONE" });
    await completion.end(tx, order, "CANCELED", { actor });
  }

  /**
   * Reduces the amount that vouchers pay of an unpaid order and releases the reservations that are
   * not needed any more.
   */
  async function reduceVoucherPayments(
    tx: Database,
    order: store.OrderRow,
    amount: number,
    actor: Actor,
  ): Promise<void> {
    let left = amount;
    for (const used of (await store.vouchers(tx, siteId, [order.id])).toReversed()) {
      const part = Math.min(left, used.amount);
      if (part === 0) continue;
      left -= part;
      // The rest of a reservation is released when the reservation is redeemed.
      if (part < used.amount) await store.updateVoucher(tx, used, { amount: used.amount - part });
      else {
        await ledger.ofOrder.release(tx, used.voucherId, used.reservationId, actor);
        await store.removeVoucher(tx, used);
      }
    }
  }

  return { callOff, leaveOutCalledOff: removeCancelledLines };
}
