import type { CouponRule } from "@uola/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumOf } from "../../money/money.ts";
import { type PricedLine, priceCart, type TypedCoupon, type TypedVoucher } from "./cart-rules.ts";

const today = "2026-11-23";
const rule = (more: Partial<CouponRule>): CouponRule => ({
  kind: "PERCENT",
  serviceIds: [],
  weekdays: [],
  firstBookingOnly: false,
  stacking: "WITH_OTHERS",
  ...more,
});
let made = 0;
const coupon = (more: Partial<CouponRule>): TypedCoupon => {
  const id = `coupon ${made++}`;
  return { id, couponId: id, rule: rule(more), firstBooking: true, refused: undefined };
};
const voucher = (balance: number, more: Partial<TypedVoucher["voucher"]> = {}): TypedVoucher => ({
  id: `voucher ${made++}`,
  voucher: {
    face: balance,
    balance,
    reserved: 0,
    blocked: false,
    refundedDate: null,
    validUntil: "2027-09-01",
    serviceId: null,
    ...more,
  },
});
const booking = (gross: number, serviceId = "climbing"): PricedLine => ({
  id: `line ${made++}`,
  kind: "BOOKING",
  gross,
  serviceId,
});
const cart = (lines: PricedLine[], coupons: TypedCoupon[] = [], vouchers: TypedVoucher[] = []) =>
  priceCart(lines, { coupons, vouchers, today });

describe("the price of a cart", () => {
  test("deducts coupons from the price, then vouchers, and leaves the rest to be paid in money", () => {
    const off = coupon({ percent: 10 });
    const gift = voucher(1000);
    expect(cart([booking(2500), booking(500)], [off], [gift])).toMatchObject({
      gross: 3000,
      discount: 300,
      total: 2700,
      voucherPays: 1000,
      toPay: 1700,
      codes: [
        { id: off.id, amount: 300 },
        { id: gift.id, amount: 1000 },
      ],
    });
  });

  test("uses the voucher that expires first if there are two", () => {
    const [later, sooner] = [voucher(5000), voucher(1000, { validUntil: "2026-12-01" })];
    const { codes } = cart([booking(2500)], [], [later, sooner]);
    expect(codes).toMatchObject([
      { id: later.id, amount: 1500 },
      { id: sooner.id, amount: 1000 },
    ]);
  });

  test("uses a voucher for a service before vouchers for an amount", () => {
    const climbing = voucher(2500, { serviceId: "climbing" });
    const sooner = voucher(3000, { validUntil: "2026-12-01" });
    expect(cart([booking(2500), booking(2500, "yoga")], [], [sooner, climbing])).toMatchObject({
      voucherPays: 5000,
      toPay: 0,
      codes: [
        { id: sooner.id, amount: 2500 },
        { id: climbing.id, amount: 2500 },
      ],
    });
  });

  test("applies no voucher and no discount to gift vouchers and donations", () => {
    const lines: PricedLine[] = [
      { id: "gift", kind: "VOUCHER", gross: 5000 },
      { id: "donation", kind: "DONATION", gross: 2000 },
    ];
    const off = coupon({ percent: 50 });
    expect(cart(lines, [off], [voucher(9000)])).toMatchObject({ discount: 0, voucherPays: 0, toPay: 7000 });
    expect(cart(lines, [off]).codes).toMatchObject([{ amount: 0, problem: { code: "COUPON_NOT_FOR_SERVICE" } }]);
  });

  test("rejects a second coupon if the first one cannot be combined", () => {
    const [first, second] = [coupon({ percent: 10, stacking: "ALONE" }), coupon({ kind: "AMOUNT", amount: 500 })];
    expect(cart([booking(2500)], [first, second])).toMatchObject({
      discount: 250,
      codes: [{ amount: 250 }, { amount: 0, problem: { code: "COUPON_STANDS_ALONE" } }],
    });
  });

  test("applies coupons in the order of their types, not in the order they were entered", () => {
    const fixed = coupon({ kind: "FIXED_PRICE", amount: 2000, serviceIds: ["climbing"] });
    const free = coupon({ kind: "NTH_FREE", every: 3 });
    const [part, sum] = [coupon({ percent: 10 }), coupon({ kind: "AMOUNT", amount: 500 })];
    const lines = [{ ...booking(7500), quantity: 3 }, booking(1000, "yoga")];
    // The price of 25 € becomes 20 € each, one of three is free, 10 % of 50 € and then 5 € are
    // deducted.
    const amounts = new Map([
      [fixed.id, 1500],
      [free.id, 2000],
      [part.id, 500],
      [sum.id, 500],
    ]);
    for (const typed of [
      [fixed, free, part, sum],
      [sum, part, free, fixed],
      [free, sum, fixed, part],
    ]) {
      const { codes, discount, discounts } = cart(lines, typed);
      expect(codes.map(({ id, amount }) => [id, amount])).toEqual(typed.map(({ id }) => [id, amounts.get(id)]));
      expect(discount).toBe(4500);
      expect(sumOf([...discounts.values()])).toBe(4500);
    }
  });

  test("combines a coupon only with the coupons that it allows", () => {
    const [first, second] = [coupon({ percent: 10 }), coupon({ kind: "AMOUNT", amount: 500 })];
    const third = coupon({ kind: "AMOUNT", amount: 100, stacksWith: [first.couponId] });
    expect(cart([booking(2500)], [first, third]).codes).toMatchObject([{ amount: 250 }, { amount: 100 }]);
    expect(cart([booking(2500)], [second, third]).codes).toMatchObject([
      { amount: 500 },
      { amount: 0, problem: { code: "COUPON_STANDS_ALONE" } },
    ]);
  });

  test.each([
    ["expired", { validUntil: "2026-11-22" }, "VOUCHER_EXPIRED"],
    ["blocked", { blocked: true }, "VOUCHER_BLOCKED"],
    ["for another service", { serviceId: "yoga" }, "VOUCHER_NOT_FOR_SERVICE"],
    ["worth more than the current price of its service", { serviceId: "climbing" }, "VOUCHER_TAKEN_WHOLE"],
  ])("a voucher that is %s pays nothing", (_, more, code) => {
    expect(cart([booking(2500)], [], [voucher(3000, more)])).toMatchObject({
      voucherPays: 0,
      codes: [{ amount: 0, problem: { code } }],
    });
  });

  test("a 100 % discount leaves exactly nothing to pay", () => {
    const lines = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(lines, (prices) => {
        const whole = cart(
          prices.map((price) => booking(price)),
          [coupon({ percent: 100 })],
        );
        expect(whole).toMatchObject({ total: 0, toPay: 0, discount: sumOf(prices) });
      }),
    );
  });

  test("for any codes, lines sum to the total and nothing is paid twice or below zero", () => {
    const kinds = fc.constantFrom<PricedLine["kind"]>("BOOKING", "GOODS", "VOUCHER", "DONATION");
    const line = fc.record({
      kind: kinds,
      gross: fc.integer({ min: 0, max: 100_000 }),
      serviceId: services,
      quantity: fc.integer({ min: 1, max: 6 }),
    });
    const off = fc.oneof(
      fc.record({ kind: fc.constant("PERCENT" as const), percent: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant("AMOUNT" as const), amount: fc.integer({ min: 1, max: 100_000 }) }),
      fc.record({ kind: fc.constant("FIXED_PRICE" as const), amount: fc.integer({ min: 1, max: 20_000 }) }),
      fc.record({ kind: fc.constant("NTH_FREE" as const), every: fc.integer({ min: 2, max: 6 }) }),
    );
    const gift = fc.record({ balance: fc.integer({ min: 1, max: 50_000 }), serviceId: fc.option(services) });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 30 }),
        fc.array(off, { maxLength: 3 }),
        fc.array(gift, { maxLength: 3 }),
        (drawn, rules, gifts) => {
          const lines = drawn.map((each, index): PricedLine => ({ id: `${index}`, ...each }));
          const vouchers = gifts.map(({ balance, serviceId }) => voucher(balance, { serviceId }));
          const { gross, discounts, discount, total, codes, voucherPays, toPay, shares } = cart(
            lines,
            rules.map((each) => coupon(each)),
            vouchers,
          );
          expect(gross).toBe(sumOf(lines.map((each) => each.gross)));
          expect(sumOf([...discounts.values()])).toBe(discount);
          expect(gross - discount).toBe(total);
          expect(total - voucherPays).toBe(toPay);
          expect(toPay).toBeGreaterThanOrEqual(0);
          expect(sumOf(codes.map(({ amount }) => amount))).toBe(discount + voucherPays);
          expect(sumOf([...shares.values()].flatMap((each) => [...each.values()]))).toBe(discount);
          for (const { id, gross } of lines) {
            expect(discounts.get(id)).toBeGreaterThanOrEqual(0);
            expect(discounts.get(id)).toBeLessThanOrEqual(gross);
          }
          for (const {
            id,
            voucher: { balance },
          } of vouchers) {
            expect(codes.find((code) => code.id === id)?.amount).toBeLessThanOrEqual(balance);
          }
        },
      ),
    );
  });
});

const services = fc.constantFrom("climbing", "yoga");
