import type { Database } from "@uola/database";
import { Refusal } from "@uola/kernel";
import * as store from "./store.ts";

/**
 * Rejects a separate payment or discount for a place sold through an order with BOOKING_OF_ORDER,
 * because the order determines the price.
 */
export async function refuseIfSoldByOrder(on: Database, siteId: string, bookingId: string): Promise<void> {
  const order = await store.orderOfBooking(on, siteId, bookingId);
  if (order) throw new Refusal("BOOKING_OF_ORDER", `It was sold by the order ${order.number}.`, 409, order);
}
