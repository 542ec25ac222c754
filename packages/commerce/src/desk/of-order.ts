import type { Database } from "@uola/database";
import { Refusal } from "@uola/kernel";

/** What a place costs that an order sold is the order's: refuses with BOOKING_OF_ORDER whoever would pay or lower it beside that. */
export async function refuseOrdered(on: Database, siteId: string, bookingId: string): Promise<void> {
  const order = await on
    .selectFrom("orderLine")
    .innerJoin("shopOrder", (join) =>
      join.onRef("shopOrder.siteId", "=", "orderLine.siteId").onRef("shopOrder.id", "=", "orderLine.orderId"),
    )
    .select(["shopOrder.id as orderId", "shopOrder.number"])
    .where("orderLine.siteId", "=", siteId)
    .where("orderLine.bookingId", "=", bookingId)
    .executeTakeFirst();
  if (order) throw new Refusal("BOOKING_OF_ORDER", `It was sold by the order ${order.number}.`, 409, order);
}
