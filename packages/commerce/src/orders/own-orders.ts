import type { BookingSales } from "@uola/booking";
import type { contract } from "@uola/contract";
import { type Context, type Handlers, page } from "@uola/kernel";
import { visitorSignedIn } from "@uola/members";
import { listing, type OrderReading } from "./order-reading.ts";
import * as store from "./order-store.ts";

/**
 * A member's orders: those placed while signed in, those placed before signing in, and those with
 * the member's verified address.
 */
export function ownOrders(
  { db, siteId, events }: Context,
  { sales, reading }: { sales: BookingSales; reading: OrderReading },
): Pick<Handlers<typeof contract.orders>, "own" | "bookingPrices"> {
  events.subscribe(visitorSignedIn, { name: "orders" }, async (tx, signedIn) => {
    await store.claim(tx, siteId, signedIn);
  });
  return {
    async own({ cursor }, { caller }) {
      const member = { memberId: caller.memberId, email: await sales.verifiedEmail(caller) };
      const found = store.list(db, siteId, { member });
      const { rows, pagingMetadata } = await page(found, { cursorPaging: { ...(cursor && { cursor }) } }, listing);
      const orders = [];
      for (const order of await reading.toOrders(rows)) {
        orders.push({ ...order, key: await reading.keyOf(order.id) });
      }
      return { orders, pagingMetadata };
    },

    async bookingPrices({ bookingIds }, { caller }) {
      return { prices: await store.pricesOfBookings(db, siteId, await sales.seenOf(bookingIds, caller)) };
    },
  };
}
