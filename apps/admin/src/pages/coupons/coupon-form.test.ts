import type { Coupon, CouponRule } from "@uola/contract";
import { say } from "@uola/words/admin";
import { describe, expect, test } from "vitest";
import { couponForm, couponOf } from "./coupon-form.tsx";

const unrestricted: CouponRule = {
  ...{ kind: "PERCENT", percent: 10, amount: null, every: null, thing: null, serviceIds: [], minimum: null },
  ...{ validFrom: null, validUntil: null, sessionsFrom: null, sessionsUntil: null, weekdays: [] },
  ...{ timeFrom: null, timeUntil: null, perPerson: null, perFamily: null, firstBookingOnly: false },
  ...{ stacking: "ALONE", stacksWith: null },
};
const coupon = (rule: Partial<CouponRule>): Coupon => ({
  id: "c",
  name: "Vasara",
  code: "VASARA",
  totalLimit: 50,
  rule: { ...unrestricted, ...rule },
  ...{ state: "ACTIVE", codes: 1, used: 0, discount: 0, income: 0, newPeople: 0, revision: "3" },
  createdDate: new Date(0),
  updatedDate: new Date(0),
});

describe("coupon form", () => {
  const rules: Partial<CouponRule>[] = [
    { kind: "PERCENT", percent: 15, weekdays: [1, 3], timeFrom: "09:00", timeUntil: "15:00" },
    { kind: "AMOUNT", percent: null, amount: 450, minimum: 2000, perPerson: 1, perFamily: 2 },
    { kind: "FIXED_PRICE", percent: null, amount: 1250, serviceIds: ["s"], firstBookingOnly: true },
    { kind: "NTH_FREE", percent: null, every: 3, validFrom: "2026-09-01", validUntil: "2026-10-01" },
    { kind: "THING", percent: null, thing: "Bateliai", sessionsFrom: "2026-09-01", sessionsUntil: "2026-10-01" },
    { kind: "PERCENT", stacking: "WITH_OTHERS", stacksWith: ["other"] },
    { kind: "PERCENT", stacking: "WITH_OTHERS", stacksWith: null },
  ];
  test.each(rules)("the stored rule %j is saved unchanged", (rule) => {
    const stored = coupon(rule);
    const { draft, check, sent } = couponForm(stored, {});
    expect(check(draft)).toEqual({});
    const { name, code, totalLimit } = stored;
    expect(couponOf(sent(draft))).toEqual({ name, code, totalLimit, rule: stored.rule });
  });

  test("by default, a new coupon gives a 10 % discount and cannot be combined", () => {
    const { draft, sent } = couponForm(undefined, {});
    expect(couponOf(sent(draft)).rule).toEqual(unrestricted);
  });

  test("a copy of a coupon has no code", () => expect(couponForm(coupon({}), { isClone: true }).draft.code).toBe(""));

  test.each([
    [{ name: " " }, { name: "name" }],
    [{ code: "ab_c" }, { code: "code" }],
    [{ percent: "0" }, { percent: "percent" }],
    [{ percent: "101" }, { percent: "percent" }],
    [{ kind: "AMOUNT", percent: "0", amount: "daug" }, { amount: "sum" }],
    [{ kind: "FIXED_PRICE", amount: "12,5" }, { serviceIds: "services" }],
    [{ kind: "NTH_FREE", every: "1" }, { every: "every" }],
    [{ kind: "THING", thing: " " }, { thing: "thing" }],
    [{ minimum: "x" }, { minimum: "sum" }],
    [{ validFrom: "2026-10-02", validUntil: "2026-10-01" }, { validUntil: "backwards" }],
    [{ timeFrom: "10:00", timeUntil: "09:00" }, { timeUntil: "backwards" }],
    [
      { totalLimit: "0", perPerson: "x" },
      { totalLimit: "count", perPerson: "count" },
    ],
  ] as const)("the draft %j has the errors %j", (part, errors) => {
    const { draft, check } = couponForm(coupon({}), {});
    const texts = Object.entries(errors).map(([name, error]) => [name, say(`coupons.wrong.${error}`)]);
    expect(check({ ...draft, ...part } as typeof draft)).toEqual(Object.fromEntries(texts));
  });

  test("an error in a part of the rule is shown at the field with the same name", () =>
    expect(couponForm(undefined, {}).fieldOf("rule.amount")).toBe("amount"));
});
