import type { Database } from "@uola/database";
import { Refusal } from "@uola/kernel";
import * as store from "./store.ts";

/**
 * The price of a place sold by an order belongs to the order: refuses with BOOKING_OF_ORDER any
 * separate payment or discount.
 */
export async function refuseIfSoldByOrder(on: Database, siteId: string, bookingId: string): Promise<void> {
  const order = await store.orderOfBooking(on, siteId, bookingId);
  if (order) throw new Refusal("BOOKING_OF_ORDER", `It was sold by the order ${order.number}.`, 409, order);
}
