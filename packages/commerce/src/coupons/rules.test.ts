import type { CouponRule } from "@uola/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumOf } from "../money/money.ts";
import {
  codesIn,
  couponCodeFrom,
  couponRuleErrors,
  discountOf,
  type Line,
  limitReached,
  percentOf,
  readCouponCode,
  type Stacked,
  stackingRefused,
  stateOf,
} from "./rules.ts";

const rule: CouponRule = {
  kind: "PERCENT",
  percent: 10,
  serviceIds: [],
  weekdays: [],
  firstBookingOnly: false,
  stacking: "WITH_OTHERS",
};
const today = "2026-11-23";
const monday = { day: today, weekday: 1, time: "18:00" };
const line = (price: number, more: Partial<Line> = {}): Line => ({
  serviceId: "course",
  price,
  session: monday,
  ...more,
});
const applied = (more: Partial<CouponRule>, lines: readonly Line[], firstBooking = true) =>
  discountOf({ ...rule, ...more }, { lines, today, firstBooking });
const fixed = (amount: number): Partial<CouponRule> => ({ kind: "AMOUNT", percent: null, amount });

const only = { percent: null, serviceIds: ["course"] };
const price = (amount: number): Partial<CouponRule> => ({ ...only, kind: "FIXED_PRICE", amount });
const every = (every: number): Partial<CouponRule> => ({ ...only, kind: "NTH_FREE", every });

describe("coupon discount", () => {
  test.each<[string, Partial<CouponRule>, number[], number[]]>([
    ["ten percent", {}, [25_200], [2520]],
    ["ten percent of an odd price, with half a cent rounded up", {}, [1995], [200]],
    ["ten percent of two lines, calculated from their sum", {}, [1995, 1995], [200, 199]],
    ["33 percent of three lines", { percent: 33 }, [1000, 1000, 1000], [330, 330, 330]],
    ["everything", { percent: 100 }, [999, 1], [999, 1]],
    ["zero for a free line", { percent: 100 }, [0], [0]],
    ["a fixed amount of four euros", fixed(400), [2500], [400]],
    ["a fixed amount, limited to a lower price", fixed(400), [250], [250]],
    ["a fixed amount split over two lines, with the odd cent on the first", fixed(401), [1000, 1000], [201, 200]],
    ["a fixed amount split in proportion to the prices", fixed(1000), [3000, 1000], [750, 250]],
    ["a fixed amount above the total, limited to the price of each line", fixed(10_000), [3000, 1001], [3000, 1001]],
    ["zero for a coupon that gives a free item", { kind: "THING", percent: null, thing: "Bateliai" }, [2500], [0]],
    ["a fixed price, only for a line that costs more", price(900), [1000, 800], [100, 0]],
    ["every third place free, starting with the cheapest", every(3), [1000, 800, 900], [0, 800, 0]],
    ["every second of five places free: the two cheapest", every(2), [500, 400, 300, 200, 100], [0, 0, 0, 200, 100]],
    ["every third place free, not counting places without a price", every(3), [1000, 0, 900, 800], [0, 0, 0, 800]],
  ])("calculates a coupon discount: %s", (_, more, prices, discounts) =>
    expect(
      applied(
        more,
        prices.map((price) => line(price)),
      ),
    ).toEqual({ discounts }),
  );

  test("discounts only lines for the coupon's services at the coupon's times", () => {
    const other = { serviceId: "camp" };
    const tuesday = { session: { ...monday, weekday: 2 } };
    const lines = [line(1000), line(1000, other), line(1000, tuesday)];
    expect(applied({ serviceIds: ["course"] }, lines)).toEqual({ discounts: [100, 0, 100] });
    expect(applied({ serviceIds: ["course"], weekdays: [1] }, lines)).toEqual({ discounts: [100, 0, 0] });
  });

  test("a fixed price and free places depend on the number of people in a line", () => {
    expect(applied(price(900), [line(3000, { quantity: 3 })])).toEqual({ discounts: [300] });
    // 10.01 € for three people is 3.34 €, 3.34 € and 3.33 €: the cheapest place is free.
    expect(applied(every(3), [line(1001, { quantity: 3 })])).toEqual({ discounts: [333] });
    expect(applied(every(3), [line(2000, { quantity: 2 }), line(900)])).toEqual({ discounts: [0, 900] });
    expect(applied(every(2), [line(8000, { quantity: 4 })])).toEqual({ discounts: [4000] });
  });

  test("places at age prices count as the cheapest ones, and a fixed price does not raise them", () => {
    const family = line(6500, { quantity: 3, each: [2500, 1500, 2500] });
    expect(applied(every(3), [family])).toEqual({ discounts: [1500] });
    expect(applied(price(2000), [family])).toEqual({ discounts: [1000] });
    // A child who already attends for free does not count as a place.
    expect(applied(every(2), [line(2500, { quantity: 2, each: [2500, 0] })])).toMatchObject({ code: "COUPON_TOO_FEW" });
    // Discounts of other coupons reduce the price of each person.
    expect(applied(every(3), [{ ...family, price: 3250 }])).toEqual({ discounts: [750] });
  });

  test("places of different services are counted separately, and goods do not count as places", () => {
    const rule = { ...every(3), serviceIds: [] };
    const other = { serviceId: "camp" };
    expect(applied(rule, [line(1000, { quantity: 2 }), line(1000, other)])).toMatchObject({ code: "COUPON_TOO_FEW" });
    const both = [line(1000, { quantity: 2 }), line(900), line(500, { ...other, quantity: 2 }), line(250, other)];
    expect(applied(rule, both)).toEqual({ discounts: [500, 0, 250, 0] });
    expect(applied(rule, [line(900, { serviceId: "", quantity: 9 })])).toMatchObject({ code: "COUPON_TOO_FEW" });
  });

  test.each<[string, Partial<CouponRule>, string]>([
    ["for more places than the order has", every(2), "COUPON_TOO_FEW"],
    ["for a fixed price that is not lower", price(2500), "COUPON_SAVES_NOTHING"],
    ["not valid yet", { validFrom: "2026-11-24" }, "COUPON_NOT_YET"],
    ["no longer valid", { validUntil: "2026-11-22" }, "COUPON_ENDED"],
    ["for another service", { serviceIds: ["camp"] }, "COUPON_NOT_FOR_SERVICE"],
    ["for other weekdays", { weekdays: [2, 3] }, "COUPON_NOT_AT_THIS_TIME"],
    ["for sessions later in the day", { timeFrom: "18:01" }, "COUPON_NOT_AT_THIS_TIME"],
    ["for sessions earlier in the day", { timeUntil: "17:59" }, "COUPON_NOT_AT_THIS_TIME"],
    ["for sessions on later dates", { sessionsFrom: "2026-11-24" }, "COUPON_NOT_AT_THIS_TIME"],
    ["for sessions on earlier dates", { sessionsUntil: "2026-11-22" }, "COUPON_NOT_AT_THIS_TIME"],
    ["for a higher minimum amount", { minimum: 2501 }, "COUPON_BELOW_MINIMUM"],
    ["for first bookings only", { firstBookingOnly: true }, "COUPON_FIRST_BOOKING_ONLY"],
  ])("rejects a coupon that is %s", (_, more, code) =>
    expect(applied(more, [line(2500)], false)).toMatchObject({ code }),
  );

  test.each<[string, Partial<CouponRule>]>([
    ["on the only day it is valid", { validFrom: today, validUntil: today }],
    ["to a session on the only date it covers", { sessionsFrom: today, sessionsUntil: today }],
    ["to a session at the only start time it covers", { timeFrom: "18:00", timeUntil: "18:00" }],
    ["at its minimum amount", { minimum: 2500 }],
    ["for first bookings to a first booking", { firstBookingOnly: true }],
  ])("applies a coupon %s", (_, more) => expect(applied(more, [line(2500)])).toEqual({ discounts: [250] }));

  test("a line without a time does not match a coupon restricted to times", () => {
    expect(applied({ weekdays: [1] }, [{ serviceId: "voucher", price: 100 }])).toMatchObject({
      code: "COUPON_NOT_AT_THIS_TIME",
    });
    expect(applied({}, [{ serviceId: "voucher", price: 100 }])).toEqual({ discounts: [10] });
  });

  test("no discounted line is negative, and the discounts add up to the total", () => {
    const prices = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        prices,
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 1, max: 200_000 }),
        (each, percent, amount) => {
          const lines = each.map((price) => line(price));
          const total = sumOf(each);
          for (const [more, whole] of [
            [{ percent }, percentOf(total, percent)],
            [fixed(amount), Math.min(amount, total)],
          ] as const) {
            const { discounts } = applied(more, lines) as { discounts: number[] };
            expect(sumOf(discounts)).toBe(whole);
            expect(discounts.every((part, index) => part >= 0 && part <= (each[index] as number))).toBe(true);
          }
        },
      ),
    );
  });
});

describe("coupon limits", () => {
  const coupon = { rule: { ...rule, perPerson: 1, perFamily: 2 }, totalLimit: 10, stopped: false, archivedDate: null };
  const free = { total: 9, person: 0, family: 1 };
  test.each([
    ["a stopped coupon is rejected", { ...coupon, stopped: true }, free, "COUPON_STOPPED"],
    ["an archived coupon is rejected", { ...coupon, archivedDate: new Date(0) }, free, "COUPON_STOPPED"],
    ["a coupon whose total limit is reached is rejected", coupon, { ...free, total: 10 }, "COUPON_USED_UP"],
    ["a coupon whose limit per person is reached is rejected", coupon, { ...free, person: 1 }, "COUPON_PERSON_LIMIT"],
    ["a coupon whose limit per family is reached is rejected", coupon, { ...free, family: 2 }, "COUPON_FAMILY_LIMIT"],
    ["a coupon below its limits is accepted", coupon, free, undefined],
    [
      "a coupon without limits is accepted",
      { ...coupon, rule, totalLimit: null },
      { total: 1e6, person: 9, family: 9 },
      undefined,
    ],
  ])("checks the coupon limits: %s", (_, of, uses, code) => expect(limitReached(of, uses)?.code).toBe(code));

  const alone = { couponId: "a", stacking: "ALONE" } as const;
  const social = { couponId: "b", stacking: "WITH_OTHERS" } as const;
  const another = { couponId: "c", stacking: "WITH_OTHERS" } as const;
  const limited: Stacked = { couponId: "e", stacking: "WITH_OTHERS", stacksWith: ["b"] };
  test.each([
    ["an exclusive coupon without others is accepted", alone, [], undefined],
    ["an exclusive coupon after another one is rejected", alone, [social], "COUPON_STANDS_ALONE"],
    ["a coupon after an exclusive one is rejected", social, [alone], "COUPON_STANDS_ALONE"],
    ["two combinable coupons are accepted", social, [another], undefined],
    ["the same coupon twice is rejected", social, [another, social], "COUPON_USED_FOR_BOOKING"],
    [
      "a coupon is accepted after one that it may be combined with",
      { ...social, stacksWith: ["c"] },
      [another],
      undefined,
    ],
    [
      "a coupon is rejected after one that it may not be combined with",
      { ...social, stacksWith: ["d"] },
      [another],
      "COUPON_STANDS_ALONE",
    ],
    [
      "a coupon is rejected after one that may be combined only with a third",
      another,
      [{ ...social, stacksWith: ["d"] }],
      "COUPON_STANDS_ALONE",
    ],
    [
      "a third coupon that only one of the first two accepts is rejected",
      another,
      [{ ...social, stacksWith: ["c"] }, limited],
      "COUPON_STANDS_ALONE",
    ],
  ])("checks the combination of coupons: %s", (_, coupon, others, code) =>
    expect(stackingRefused(coupon, others)?.code).toBe(code),
  );

  test.each([
    ["ARCHIVED", { archivedDate: new Date(0), stopped: true }, 0],
    ["STOPPED", { stopped: true }, 10],
    ["USED_UP", {}, 10],
    ["ENDED", { rule: { ...rule, validUntil: "2026-11-22" } }, 0],
    ["PLANNED", { rule: { ...rule, validFrom: "2026-11-24" } }, 0],
    ["ACTIVE", { rule: { ...rule, validFrom: today, validUntil: today } }, 9],
  ])("reports the state of a coupon as %s", (state, more, used) =>
    expect(stateOf({ ...coupon, ...more }, used, today)).toBe(state),
  );
});

describe("coupon rule", () => {
  test.each<[string, Partial<CouponRule>, string[]]>([
    ["a valid rule", {}, []],
    ["a percentage discount without a percentage", { percent: null }, ["percent"]],
    ["a rule with two kinds of discount", { amount: 100 }, ["kind"]],
    ["a fixed price without a service", { ...price(900), serviceIds: [] }, ["serviceIds"]],
    ["every n-th place free without a number", { ...every(3), every: null }, ["every"]],
    [
      "an exclusive coupon that lists coupons to combine with",
      { stacking: "ALONE", stacksWith: ["b"] },
      ["stacksWith"],
    ],
    ["an end date before the start date", { validFrom: "2026-02-01", validUntil: "2026-01-01" }, ["validUntil"]],
    [
      "a last session date before the first one",
      { sessionsFrom: "2026-02-01", sessionsUntil: "2026-01-01" },
      ["sessionsUntil"],
    ],
    ["an end time before the start time", { timeFrom: "12:00", timeUntil: "11:00" }, ["timeUntil"]],
    ["a limit per family below the limit per person", { perPerson: 2, perFamily: 1 }, ["perFamily"]],
  ])("validates a coupon rule: %s", (_, more, fields) =>
    expect(couponRuleErrors({ ...rule, ...more }).map(({ field }) => field)).toEqual(fields),
  );
});

describe("coupon codes", () => {
  test.each([
    ["ruduo10", "RUDUO10"],
    [" Kalėdos 2026 ", "KALEDOS2026"],
    ["MOKYKLA-ABCDEFGH", "MOKYKLA-ABCDEFGH"],
    ["ab", undefined],
    ["a_b_c", undefined],
  ])("normalizes the coupon code %j to %j", (typed, code) => expect(readCouponCode(typed)).toBe(code));

  test("a generated coupon code can be read", () =>
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (bytes) => {
        const code = couponCodeFrom(bytes, "MOKYKLA");
        expect(code).toMatch(/^MOKYKLA-[A-HJKMNP-Z3467]{8}$/);
        expect(readCouponCode(code)).toBe(code);
      }),
    ));

  test("reads coupon codes from the first cell of each line and reports invalid lines", () => {
    const text = '\ufeffkodas;pastaba\r\nabc-1;draugui\n"ABC-2"\n\n abc-1 \nką?\n';
    expect(codesIn(text)).toEqual({
      codes: [
        { code: "ABC-1", line: 2 },
        { code: "ABC-2", line: 3 },
      ],
      conflicts: [
        { line: 5, code: "ABC-1", reason: "TWICE" },
        { line: 6, code: "ką?", reason: "INVALID" },
      ],
    });
  });
});
