import { Coupon, type CouponRule } from "@uola/contract";
import { say } from "@uola/words/admin";
import { expect, test } from "vitest";
import { storedLabel, storedText } from "./rule-words.ts";

/** Coupon fields without a label: they change with every use or identify the coupon. */
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

test("the history has a label for every coupon field that the owner can change", () => {
  const unnamed = Object.keys(Coupon.shape).filter((field) => !silent.has(field as "id") && !storedLabel(field));
  expect(unnamed).toEqual([]);
});

test("the history shows a coupon rule as a sentence", () => {
  const rule = {
    kind: "PERCENT",
    percent: 10,
    serviceIds: [],
    weekdays: [],
    firstBookingOnly: true,
    stacking: "ALONE",
  } as unknown as CouponRule;
  expect(storedText("rule", rule)).toBe(`−10 %. ${say("coupons.rule.first")}; ${say("coupons.rule.alone")}`);
  expect(storedText("state", "STOPPED")).toBe(say("coupons.state.STOPPED"));
  expect(storedText("totalLimit", null)).toBe("");
});
