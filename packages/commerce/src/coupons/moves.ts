import { type BookingTransition, bookingTransitioned, isMoved, isTheirs } from "@uola/booking";
import { type Context, Refusal } from "@uola/kernel";
import { lineOf } from "./lines.ts";
import { fitsTime } from "./rules.ts";
import * as store from "./store.ts";

/**
 * A booking with a coupon discount can only be moved to times covered by the coupon. If the gym
 * moves it, its price stays the same.
 */
export function restrictMovesOfDiscountedBookings({ siteId, events }: Context): void {
  events.subscribe(bookingTransitioned, { name: "coupons" }, async (tx, transition: BookingTransition) => {
    const { bookingId, actor, before, after } = transition;
    if (!isMoved(transition) || !isTheirs(actor)) return;
    const rules = await store.couponRulesOfBooking(tx, siteId, bookingId);
    if (rules.length === 0) return;
    const timeZone = await store.timeZone(tx, siteId);
    const at = ({ serviceId, startDate }: typeof before) => lineOf({ serviceId, price: 0, startDate }, timeZone);
    for (const rule of rules) {
      if (rule.serviceIds.length > 0 && !rule.serviceIds.includes(before.serviceId)) continue;
      // A booking that was already outside these times, because of the gym or a changed rule, is
      // not restricted.
      if (fitsTime(rule, at(before)) && !fitsTime(rule, at(after))) {
        throw new Refusal("COUPON_NOT_AT_THIS_TIME", "The coupon that was used for it is not for this time.", 409);
      }
    }
  });
}
