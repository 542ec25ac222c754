import type { CouponRule } from "@uola/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumOf } from "../money/money.ts";
import {
  codesIn,
  couponCodeFrom,
  discountOf,
  type Line,
  limitReached,
  percentOf,
  readCouponCode,
  type Stacked,
  stackingRefused,
  stateOf,
  wrongIn,
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

describe("what a coupon takes off", () => {
  test.each<[string, Partial<CouponRule>, number[], number[]]>([
    ["ten percent", {}, [25_200], [2520]],
    ["ten percent of an odd price: half a cent up", {}, [1995], [200]],
    ["ten percent of two lines, of their sum", {}, [1995, 1995], [200, 199]],
    ["a third of three lines", { percent: 33 }, [1000, 1000, 1000], [330, 330, 330]],
    ["everything", { percent: 100 }, [999, 1], [999, 1]],
    ["nothing of nothing", { percent: 100 }, [0], [0]],
    ["four euros", fixed(400), [2500], [400]],
    ["four euros of less", fixed(400), [250], [250]],
    ["an odd cent over two lines: to the first", fixed(401), [1000, 1000], [201, 200]],
    ["by price", fixed(1000), [3000, 1000], [750, 250]],
    ["all of two lines", fixed(10_000), [3000, 1001], [3000, 1001]],
    ["a thing is given beside the price", { kind: "THING", percent: null, thing: "Bateliai" }, [2500], [0]],
    ["a fixed price, of what costs more", price(900), [1000, 800], [100, 0]],
    ["every third place, the cheapest", every(3), [1000, 800, 900], [0, 800, 0]],
    ["every second of five places: the two cheapest", every(2), [500, 400, 300, 200, 100], [0, 0, 0, 200, 100]],
    ["every third place, of those that cost something", every(3), [1000, 0, 900, 800], [0, 0, 0, 800]],
  ])("%s", (_, more, prices, discounts) =>
    expect(
      applied(
        more,
        prices.map((price) => line(price)),
      ),
    ).toEqual({ discounts }),
  );

  test("only lines of its services, and within its times, get a part", () => {
    const other = { serviceId: "camp" };
    const tuesday = { session: { ...monday, weekday: 2 } };
    const lines = [line(1000), line(1000, other), line(1000, tuesday)];
    expect(applied({ serviceIds: ["course"] }, lines)).toEqual({ discounts: [100, 0, 100] });
    expect(applied({ serviceIds: ["course"], weekdays: [1] }, lines)).toEqual({ discounts: [100, 0, 0] });
  });

  test("a fixed price and free places count the people of a line", () => {
    expect(applied(price(900), [line(3000, { quantity: 3 })])).toEqual({ discounts: [300] });
    // 10,01 € for three is 3,34 €, 3,34 € and 3,33 €: the cheapest place is free.
    expect(applied(every(3), [line(1001, { quantity: 3 })])).toEqual({ discounts: [333] });
    expect(applied(every(3), [line(2000, { quantity: 2 }), line(900)])).toEqual({ discounts: [0, 900] });
    expect(applied(every(2), [line(8000, { quantity: 4 })])).toEqual({ discounts: [4000] });
  });

  test("whoever pays less by age has the cheapest place, and is cheaper than a fixed price", () => {
    const family = line(6500, { quantity: 3, each: [2500, 1500, 2500] });
    expect(applied(every(3), [family])).toEqual({ discounts: [1500] });
    expect(applied(price(2000), [family])).toEqual({ discounts: [1000] });
    // A free child is no place that counts.
    expect(applied(every(2), [line(2500, { quantity: 2, each: [2500, 0] })])).toMatchObject({ code: "COUPON_TOO_FEW" });
    // What others took off is off for each of them.
    expect(applied(every(3), [{ ...family, price: 3250 }])).toEqual({ discounts: [750] });
  });

  test("places of different services do not count together, and goods are no places", () => {
    const rule = { ...every(3), serviceIds: [] };
    const other = { serviceId: "camp" };
    expect(applied(rule, [line(1000, { quantity: 2 }), line(1000, other)])).toMatchObject({ code: "COUPON_TOO_FEW" });
    const both = [line(1000, { quantity: 2 }), line(900), line(500, { ...other, quantity: 2 }), line(250, other)];
    expect(applied(rule, both)).toEqual({ discounts: [500, 0, 250, 0] });
    expect(applied(rule, [line(900, { serviceId: "", quantity: 9 })])).toMatchObject({ code: "COUPON_TOO_FEW" });
  });

  test.each<[string, Partial<CouponRule>, string]>([
    ["for more places", every(2), "COUPON_TOO_FEW"],
    ["at a price that is no lower", price(2500), "COUPON_SAVES_NOTHING"],
    ["before its first day", { validFrom: "2026-11-24" }, "COUPON_NOT_YET"],
    ["after its last day", { validUntil: "2026-11-22" }, "COUPON_ENDED"],
    ["for another service", { serviceIds: ["camp"] }, "COUPON_NOT_FOR_SERVICE"],
    ["on another weekday", { weekdays: [2, 3] }, "COUPON_NOT_AT_THIS_TIME"],
    ["earlier in the day", { timeFrom: "18:01" }, "COUPON_NOT_AT_THIS_TIME"],
    ["later in the day", { timeUntil: "17:59" }, "COUPON_NOT_AT_THIS_TIME"],
    ["for later sessions", { sessionsFrom: "2026-11-24" }, "COUPON_NOT_AT_THIS_TIME"],
    ["for earlier sessions", { sessionsUntil: "2026-11-22" }, "COUPON_NOT_AT_THIS_TIME"],
    ["from a greater sum", { minimum: 2501 }, "COUPON_BELOW_MINIMUM"],
    ["for newcomers", { firstBookingOnly: true }, "COUPON_FIRST_BOOKING_ONLY"],
  ])("it is refused when it is %s", (_, more, code) =>
    expect(applied(more, [line(2500)], false)).toMatchObject({ code }),
  );

  test.each<[string, Partial<CouponRule>]>([
    ["on its first and last day", { validFrom: today, validUntil: today }],
    ["on the only day of its sessions", { sessionsFrom: today, sessionsUntil: today }],
    ["at the minute it begins and ends", { timeFrom: "18:00", timeUntil: "18:00" }],
    ["at the least sum", { minimum: 2500 }],
    ["for a first booking", { firstBookingOnly: true }],
  ])("it applies %s", (_, more) => expect(applied(more, [line(2500)])).toEqual({ discounts: [250] }));

  test("a line without a time does not fit into times", () => {
    expect(applied({ weekdays: [1] }, [{ serviceId: "voucher", price: 100 }])).toMatchObject({
      code: "COUPON_NOT_AT_THIS_TIME",
    });
    expect(applied({}, [{ serviceId: "voucher", price: 100 }])).toEqual({ discounts: [10] });
  });

  test("never a line is below zero, and the parts sum to the whole", () => {
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

describe("limits", () => {
  const coupon = { rule: { ...rule, perPerson: 1, perFamily: 2 }, totalLimit: 10, stopped: false, archivedDate: null };
  const free = { total: 9, person: 0, family: 1 };
  test.each([
    ["one that was stopped", { ...coupon, stopped: true }, free, "COUPON_STOPPED"],
    ["one that was archived", { ...coupon, archivedDate: new Date(0) }, free, "COUPON_STOPPED"],
    ["one used by all", coupon, { ...free, total: 10 }, "COUPON_USED_UP"],
    ["one used by this person", coupon, { ...free, person: 1 }, "COUPON_PERSON_LIMIT"],
    ["one used by this family", coupon, { ...free, family: 2 }, "COUPON_FAMILY_LIMIT"],
    ["no other", coupon, free, undefined],
    ["none without limits", { ...coupon, rule, totalLimit: null }, { total: 1e6, person: 9, family: 9 }, undefined],
  ])("refuse %s", (_, of, uses, code) => expect(limitReached(of, uses)?.code).toBe(code));

  const alone = { couponId: "a", stacking: "ALONE" } as const;
  const social = { couponId: "b", stacking: "WITH_OTHERS" } as const;
  const another = { couponId: "c", stacking: "WITH_OTHERS" } as const;
  const limited: Stacked = { couponId: "e", stacking: "WITH_OTHERS", stacksWith: ["b"] };
  test.each([
    ["one that stands alone, first", alone, [], undefined],
    ["one that stands alone, beside another", alone, [social], "COUPON_STANDS_ALONE"],
    ["one beside another that stands alone", social, [alone], "COUPON_STANDS_ALONE"],
    ["two that go together", social, [another], undefined],
    ["the same twice", social, [another, social], "COUPON_USED_FOR_BOOKING"],
    ["one that goes with this other", { ...social, stacksWith: ["c"] }, [another], undefined],
    ["one that goes with another only", { ...social, stacksWith: ["d"] }, [another], "COUPON_STANDS_ALONE"],
    ["one whose other goes with a third only", another, [{ ...social, stacksWith: ["d"] }], "COUPON_STANDS_ALONE"],
    [
      "a third that only one of two goes with",
      another,
      [{ ...social, stacksWith: ["c"] }, limited],
      "COUPON_STANDS_ALONE",
    ],
  ])("of stacking: %s", (_, coupon, others, code) => expect(stackingRefused(coupon, others)?.code).toBe(code));

  test.each([
    ["ARCHIVED", { archivedDate: new Date(0), stopped: true }, 0],
    ["STOPPED", { stopped: true }, 10],
    ["USED_UP", {}, 10],
    ["ENDED", { rule: { ...rule, validUntil: "2026-11-22" } }, 0],
    ["PLANNED", { rule: { ...rule, validFrom: "2026-11-24" } }, 0],
    ["ACTIVE", { rule: { ...rule, validFrom: today, validUntil: today } }, 9],
  ])("a coupon is %s", (state, more, used) => expect(stateOf({ ...coupon, ...more }, used, today)).toBe(state));
});

describe("a rule", () => {
  test.each<[string, Partial<CouponRule>, string[]]>([
    ["as it should be", {}, []],
    ["of percents without any", { percent: null }, ["percent"]],
    ["that gives two things", { amount: 100 }, ["kind"]],
    ["of a fixed price for everything", { ...price(900), serviceIds: [] }, ["serviceIds"]],
    ["of every n-th without a number", { ...every(3), every: null }, ["every"]],
    ["that stands alone and goes with others", { stacking: "ALONE", stacksWith: ["b"] }, ["stacksWith"]],
    ["that ends before it begins", { validFrom: "2026-02-01", validUntil: "2026-01-01" }, ["validUntil"]],
    ["whose sessions end first", { sessionsFrom: "2026-02-01", sessionsUntil: "2026-01-01" }, ["sessionsUntil"]],
    ["whose hours end first", { timeFrom: "12:00", timeUntil: "11:00" }, ["timeUntil"]],
    ["with less for the family", { perPerson: 2, perFamily: 1 }, ["perFamily"]],
  ])("%s", (_, more, fields) => expect(wrongIn({ ...rule, ...more }).map(({ field }) => field)).toEqual(fields));
});

describe("codes", () => {
  test.each([
    ["ruduo10", "RUDUO10"],
    [" Kalėdos 2026 ", "KALEDOS2026"],
    ["MOKYKLA-ABCDEFGH", "MOKYKLA-ABCDEFGH"],
    ["ab", undefined],
    ["a_b_c", undefined],
  ])("%j is read as %j", (typed, code) => expect(readCouponCode(typed)).toBe(code));

  test("that are made can be read", () =>
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (bytes) => {
        const code = couponCodeFrom(bytes, "MOKYKLA");
        expect(code).toMatch(/^MOKYKLA-[A-HJKMNP-Z3467]{8}$/);
        expect(readCouponCode(code)).toBe(code);
      }),
    ));

  test("are read from the first cell of each line, and the other lines are named", () => {
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
