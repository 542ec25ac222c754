import type { BookingSales } from "@uola/booking";
import type { Database } from "@uola/database";
import type { Actor, Context } from "@uola/kernel";
import type { OrderCoupons } from "../coupons/coupons.ts";
import type { VoucherLedger } from "../vouchers/vouchers.ts";
import type { Fulfilment } from "./fulfil.ts";
import * as store from "./order-store.ts";
import { byBooking, causeOfOrder, type OrderWriting } from "./order-writing.ts";

type Parts = {
  sales: BookingSales;
  coupons: OrderCoupons;
  ledger: VoucherLedger;
  writing: OrderWriting;
  fulfilment: Fulfilment;
};
export type Completion = ReturnType<typeof createCompletion>;

/** Completes orders: paid orders are fulfilled; unpaid orders end and release their reservations. */
export function createCompletion(
  { siteId }: Pick<Context, "siteId">,
  { sales, coupons, ledger, writing: { record, write, refundSurplus }, fulfilment }: Parts,
) {
  /**
   * Fulfils an order that is fully paid. If its vouchers no longer cover their share, the order is
   * canceled and its money refunded.
   */
  async function fulfilOrCancel(
    tx: Database,
    order: store.OrderRow,
    by: Parameters<Fulfilment["fulfil"]>[2],
  ): Promise<store.OrderRow> {
    if (by.late || (await fulfilment.isCovered(tx, order))) return fulfilment.fulfil(tx, order, by);
    return end(tx, order, "CANCELED", by);
  }

  /** Ends an unpaid order and releases its places, coupon uses and voucher amounts. */
  async function end(
    tx: Database,
    order: store.OrderRow,
    ended: "EXPIRED" | "CANCELED",
    { actor, reason }: { actor: Actor; reason?: string | undefined },
  ): Promise<store.OrderRow> {
    const lines = await store.lines(tx, siteId, [order.id]);
    for (const line of byBooking(lines)) {
      if (line.state === "NOT_DONE" || line.state === "CALLED_OFF") continue;
      // Places canceled by the customer are not restored by a late payment.
      const isFreed = !line.bookingId || (await sales.giveUp(tx, line.bookingId, actor));
      await store.updateLine(tx, line, { state: isFreed ? "CANCELED" : "NOT_DONE" });
    }
    await coupons.release(tx, order.id, actor);
    for (const used of await store.vouchers(tx, siteId, [order.id])) {
      await ledger.ofOrder.release(tx, used.voucherId, used.reservationId, actor);
      await store.updateVoucher(tx, used, { state: "RELEASED" });
    }
    let after = await write(tx, order, { dueDate: null }, ended);
    const action = ended === "EXPIRED" ? "order.expire" : "order.cancel";
    const cause = causeOfOrder(order, actor);
    await record(tx, after, { actor, action, reason, slug: ended.toLowerCase(), mail: "ended", cause });
    // A partial payment is refunded.
    if (after.paid > after.refunded) after = await refundSurplus(tx, after, after.paid - after.refunded, actor);
    return after;
  }

  return { fulfilOrCancel, end };
}
