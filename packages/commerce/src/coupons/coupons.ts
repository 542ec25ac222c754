import type { contract } from "@uola/contract";
import type { Context, Handlers } from "@uola/kernel";
import { deskHandlers } from "./desk.ts";
import { restrictMovesOfDiscountedBookings } from "./moves.ts";
import { ownerChangeHandlers } from "./owner-changes.ts";
import { readingHandlers } from "./reading.ts";

export { lineOf } from "./lines.ts";
export {
  type CouponOfCode,
  type CouponPerson,
  type CouponShare,
  createOrderCoupons,
  type OrderCoupons,
} from "./of-order.ts";
export {
  discountOf,
  inTurn,
  type Line as CouponLine,
  percentOf,
  readCouponCode,
  type Stacked,
  stackingRefused,
} from "./rules.ts";

/** Handlers for coupons, i.e. discount codes. docs/rules/coupons.md contains the rules. */
export function coupons(context: Context): Handlers<typeof contract.coupons> {
  restrictMovesOfDiscountedBookings(context);
  return { ...readingHandlers(context), ...ownerChangeHandlers(context), ...deskHandlers(context) };
}
