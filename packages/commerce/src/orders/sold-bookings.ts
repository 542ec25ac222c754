import {
  type BookingSales,
  beforeBookingsEnd,
  bookingEnds,
  bookingLinks,
  bookingMarkedPaid,
  bookingTransitioned,
  isForOthers,
  isMoved,
  isTheirs,
  readDeadlineFacts,
} from "@uola/booking";
import { type contract, isPaidOnline, type RefundQuoteLine } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Actor, type Context, type Handlers, Refusal } from "@uola/kernel";
import type { LineCancellation } from "./line-cancellation.ts";
import { isPayable } from "./order-rules.ts";
import * as store from "./order-store.ts";
import type { LineRefunds } from "./refunds/line-refunds.ts";
import type { RefundQuotes } from "./refunds/refund-quotes.ts";
import { refundCause } from "./refunds/refund-reasons.ts";

type Parts = {
  sales: BookingSales;
  lineRefunds: LineRefunds;
  quotes: RefundQuotes;
  lineCancellation: LineCancellation;
};

/**
 * Refunds a sold booking that ends, in the same transaction: by the policy at the time of purchase
 * if the customer cancels, in full if the gym does. The rules are in docs/rules/refunds.md.
 */
export function soldBookings(
  context: Context,
  { sales, lineRefunds, quotes, lineCancellation }: Parts,
): Pick<Handlers<typeof contract.orders>, "quoteBooking" | "quoteBookingByLink"> {
  const { db, siteId, events } = context;
  const links = bookingLinks(context);

  // Orders are locked before bookings, as everywhere else.
  events.subscribe(beforeBookingsEnd, { name: "orders" }, async (tx, { bookingIds }) => {
    await store.lockOfBookings(tx, siteId, bookingIds);
  });

  events.subscribe(bookingEnds, { name: "orders" }, async (tx, { bookingId, by, actor, settle }) => {
    const line = await store.lineOfBooking(tx, siteId, bookingId);
    if (line?.state !== "DONE" && line?.state !== "WAITING") return;
    const order = await store.lock(tx, siteId, line.orderId);
    if (!order) return;
    if (line.state === "WAITING") return callOff(tx, order, line, actor);
    const price = line.gross - line.discount - line.refunded;
    const paid = price - line.later;
    const facts = (await readDeadlineFacts(tx, siteId, [bookingId])).get(bookingId);
    const cost = by === "GYM" || !line.policy || !facts ? 0 : sales.costOf(line.policy, { ...facts, price });
    const amount = Math.max(0, paid - (cost ?? paid));
    const why = refundCause(by === "GYM" ? "CALLED_OFF" : "CANCELED", order.language, actor);
    await lineRefunds.refund(tx, order, [{ line, amount }], { way: "AS_PAID" }, why, { bookingsEnd: true });
    // A pass entry is not returned where canceling would cost a fee. The fee is computed for a
    // nominal price, since the place itself cost nothing.
    const free = by === "GYM" || !line.policy || !facts || sales.costOf(line.policy, { ...facts, price: 10_000 }) === 0;
    settle(amount === paid && (free || !line.passId) ? "WHOLE" : "PART");
  });

  // A booking in an order must keep its number of people and choices when the customer moves it,
  // whether it is already paid or to be paid at the front desk.
  events.subscribe(bookingTransitioned, { name: "orders" }, async (tx, transition) => {
    const { bookingId, actor, before, after } = transition;
    if (!isMoved(transition) || !isTheirs(actor) || !isForOthers(before, after)) return;
    if (await store.lineOfBooking(tx, siteId, bookingId)) {
      throw new Refusal("UNAUTHORIZED_OPERATION", "Only the gym changes for how many people a place was ordered.", 403);
    }
  });

  // A payment recorded outside the order would appear on no document, and the order would remain
  // unpaid and expire.
  events.subscribe(bookingMarkedPaid, { name: "orders" }, async (tx, { bookingId, received }) => {
    const line = received ? await store.lineOfBooking(tx, siteId, bookingId) : undefined;
    const order = line && (await store.find(tx, siteId, line.orderId));
    if (!order || !isPayable(order.state)) return;
    const { id: orderId, number } = order;
    throw new Refusal("BOOKING_OF_ORDER", `It is paid with its order ${number}.`, 409, { orderId, number });
  });

  /**
   * If a place is canceled before it is paid at the front desk or by bank transfer, it is no longer
   * charged. Online orders are not changed, since the payment may be in progress.
   */
  async function callOff(tx: Database, order: store.OrderRow, line: store.LineRow, actor: Actor): Promise<void> {
    if (isPaidOnline(order.way) || order.state !== "AWAITING_PAYMENT") return;
    // Bookings of an order at the front desk are already confirmed, so they do not have to be
    // looked up.
    await lineCancellation.callOff(tx, order, line, { actor, ...(order.way === "AT_DESK" && { known: new Map() }) });
  }

  /** Quotes the refund of a booking; null if it was not sold or is not paid. */
  async function quote(bookingId: string): Promise<{ quote: RefundQuoteLine | null }> {
    const line = await store.lineOfBooking(db, siteId, bookingId);
    const order = line?.state === "DONE" ? await store.find(db, siteId, line.orderId) : undefined;
    return { quote: line && order ? await quotes.ofLine(order, line) : null };
  }
  const notFound = () => new Refusal("BOOKING_NOT_FOUND", "There is no such booking.", 404);

  return {
    async quoteBooking({ bookingId }, { caller }) {
      if (!(await sales.isSeenBy(bookingId, caller))) throw notFound();
      return quote(bookingId);
    },

    async quoteBookingByLink({ key }) {
      const bookingId = await links.opens(key);
      if (!bookingId) throw notFound();
      return quote(bookingId);
    },
  };
}
