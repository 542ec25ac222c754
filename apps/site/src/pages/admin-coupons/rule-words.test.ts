import { Coupon, type CouponRule } from "@uola/contract";
import { say } from "@uola/words/admin";
import { expect, test } from "vitest";
import { storedLabel, storedText } from "./rule-words.ts";

/** What changes with each use, or says which coupon it is. */
const silent = new Set([
  "id",
  "codes",
  "used",
  "discount",
  "income",
  "newPeople",
  "createdDate",
  "updatedDate",
  "revision",
] as const);

test("all that an owner changes of a coupon has words in its history", () => {
  const unnamed = Object.keys(Coupon.shape).filter((field) => !silent.has(field as "id") && !storedLabel(field));
  expect(unnamed).toEqual([]);
});

test("a rule is told in the history as its sentence", () => {
  const rule = {
    ...{ kind: "PERCENT", percent: 10, serviceIds: [], weekdays: [], firstBookingOnly: true, stacking: "ALONE" },
  } as unknown as CouponRule;
  expect(storedText("rule", rule)).toBe(`−10 %. ${say("coupons.rule.first")}; ${say("coupons.rule.alone")}`);
  expect(storedText("state", "STOPPED")).toBe(say("coupons.state.STOPPED"));
  expect(storedText("totalLimit", null)).toBe("");
});
