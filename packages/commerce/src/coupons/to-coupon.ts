import type { Coupon, CouponRedemption } from "@uola/contract";
import { actorOf } from "@uola/members";
import { stateOf } from "./rules.ts";
import type { RedemptionRow, SummedCoupon } from "./store.ts";

export const toCoupon = (row: SummedCoupon, today: string): Coupon => ({
  id: row.id,
  name: row.name,
  rule: row.rule,
  state: stateOf(row, row.used, today),
  code: row.code,
  codes: row.codes,
  totalLimit: row.totalLimit,
  used: row.used,
  discount: row.discount,
  income: row.income,
  newPeople: row.newPeople,
  createdDate: row.createdDate,
  updatedDate: row.updatedDate,
  revision: String(row.revision),
});

export function toRedemption(row: RedemptionRow, names: ReadonlyMap<string, string>): CouponRedemption {
  const { kind, id } = actorOf(row.actor);
  return {
    id: row.id,
    couponId: row.couponId,
    couponName: row.couponName,
    code: row.code,
    thing: row.rule.thing ?? null,
    bookingId: row.bookingId,
    orderId: row.orderId,
    serviceName: row.serviceName,
    price: row.price,
    discount: row.discount,
    firstBooking: row.firstBooking,
    actor: { kind, id, name: names.get(id) ?? null },
    createdDate: row.createdDate,
  };
}
