import type { Database } from "@uola/database";
import { Refusal } from "@uola/kernel";
import * as store from "./store.ts";

/** What a place costs that an order sold is the order's: refuses with BOOKING_OF_ORDER whoever would pay or lower it beside that. */
export async function refuseOrdered(on: Database, siteId: string, bookingId: string): Promise<void> {
  const order = await store.orderOfBooking(on, siteId, bookingId);
  if (order) throw new Refusal("BOOKING_OF_ORDER", `It was sold by the order ${order.number}.`, 409, order);
}
