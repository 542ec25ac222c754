import { describe, expect, test } from "vitest";
import { block, extend, giveBack, redeem, refund, reserve, statusOf, yearAfter } from "./rules.ts";

const today = "2026-11-23";
const voucher = {
  face: 5000,
  balance: 5000,
  reserved: 0,
  blocked: false,
  refundedDate: null,
  validUntil: "2027-11-23",
  serviceId: null,
};
const yesterday = "2026-11-22";
const refunded = { ...voucher, balance: 0, refundedDate: new Date(0) };

describe("the status of a voucher", () => {
  test.each([
    ["valid", voucher, "ACTIVE"],
    ["on its last day", { ...voucher, validUntil: today }, "ACTIVE"],
    ["after its last day", { ...voucher, validUntil: yesterday }, "EXPIRED"],
    ["used up and after its last day", { ...voucher, balance: 0, validUntil: yesterday }, "USED_UP"],
    ["blocked and after its last day", { ...voucher, blocked: true, validUntil: yesterday }, "BLOCKED"],
    ["refunded and blocked", { ...refunded, blocked: true }, "REFUNDED"],
  ])("the status of a voucher: %s", (_, state, status) => expect(statusOf(state, today)).toBe(status));
});

describe("redeeming an amount", () => {
  const redeeming = (state: typeof voucher, amount: number, reservation?: number) =>
    redeem(state, amount, { today, reservation });

  test.each([
    ["a part of the balance is accepted", voucher, 1250, undefined, { delta: -1250, reservedDelta: 0 }],
    ["all", voucher, 5000, undefined, { delta: -5000, reservedDelta: 0 }],
    [
      "more than the balance is rejected",
      voucher,
      5001,
      undefined,
      { code: "INSUFFICIENT_BALANCE", data: { available: 5000 } },
    ],
    [
      "an amount reserved for somebody else is rejected",
      { ...voucher, reserved: 3000 },
      2001,
      undefined,
      { code: "INSUFFICIENT_BALANCE", data: { available: 2000 } },
    ],
    [
      "a reserved amount is accepted",
      { ...voucher, reserved: 3000 },
      3000,
      3000,
      { delta: -3000, reservedDelta: -3000 },
    ],
    [
      "less than the reserved amount releases the rest",
      { ...voucher, reserved: 3000 },
      1000,
      3000,
      { delta: -1000, reservedDelta: -3000 },
    ],
    [
      "more than the reserved amount is rejected",
      { ...voucher, reserved: 3000 },
      3001,
      3000,
      { code: "INSUFFICIENT_BALANCE", data: { available: 3000 } },
    ],
    [
      "any amount is rejected after the last day",
      { ...voucher, validUntil: yesterday },
      1,
      undefined,
      { code: "VOUCHER_EXPIRED", data: { validUntil: yesterday } },
    ],
    [
      "an amount reserved in time is accepted after the last day",
      { ...voucher, reserved: 100, validUntil: yesterday },
      100,
      100,
      { delta: -100, reservedDelta: -100 },
    ],
    ["a blocked voucher is rejected", { ...voucher, blocked: true }, 1, undefined, { code: "VOUCHER_BLOCKED" }],
    [
      "a blocked voucher is rejected despite a reservation",
      { ...voucher, reserved: 1, blocked: true },
      1,
      1,
      { code: "VOUCHER_BLOCKED" },
    ],
    ["a used-up voucher is rejected", { ...voucher, balance: 0 }, 1, undefined, { code: "VOUCHER_USED_UP" }],
    ["a refunded voucher is rejected", refunded, 1, undefined, { code: "VOUCHER_REFUNDED" }],
  ])("redeeming a voucher: %s", (_, state, amount, reservation, decision) =>
    expect(redeeming(state as typeof voucher, amount, reservation)).toEqual(decision),
  );

  test("a voucher for a service can only be redeemed as a whole", () => {
    const lesson = { ...voucher, serviceId: "a service" };
    expect(redeem(lesson, 4999, { today })).toEqual({ code: "VOUCHER_TAKEN_WHOLE", data: { available: 5000 } });
    expect(reserve(lesson, 4999, today)).toEqual({ code: "VOUCHER_TAKEN_WHOLE", data: { available: 5000 } });
    expect(redeem(lesson, 5000, { today })).toEqual({ delta: -5000, reservedDelta: 0 });
  });

  test("a reservation does not reduce a voucher's balance", () =>
    expect(reserve(voucher, 5000, today)).toEqual({ delta: 0, reservedDelta: 5000 }));
});

describe("the owner's changes", () => {
  test.each([
    [
      "restores a used amount to a voucher",
      giveBack({ ...voucher, balance: 2000 }, 3000),
      { delta: 3000, reservedDelta: 0 },
    ],
    [
      "cannot restore more than the used amount of a voucher",
      giveBack({ ...voucher, balance: 2000 }, 3001),
      { code: "MORE_THAN_USED", data: { used: 3000 } },
    ],
    [
      "refunds the remaining balance of a voucher",
      refund({ ...voucher, balance: 2000 }),
      { delta: -2000, reservedDelta: 0 },
    ],
    [
      "refunds a voucher after its last day",
      refund({ ...voucher, validUntil: yesterday }),
      { delta: -5000, reservedDelta: 0 },
    ],
    [
      "cannot refund a voucher with a reserved amount",
      refund({ ...voucher, reserved: 1 }),
      { code: "VOUCHER_RESERVED", data: { reserved: 1 } },
    ],
    ["cannot refund a voucher twice", refund(refunded), { code: "VOUCHER_REFUNDED" }],
    ["cannot refund a voucher without a balance", refund({ ...voucher, balance: 0 }), { code: "VOUCHER_USED_UP" }],
    ["extends", extend(voucher, "2027-11-24", today), { delta: 0, reservedDelta: 0 }],
    [
      "extends an expired voucher",
      extend({ ...voucher, validUntil: yesterday }, today, today),
      { delta: 0, reservedDelta: 0 },
    ],
    [
      "cannot shorten the validity of a voucher",
      extend(voucher, voucher.validUntil, today),
      { code: "NOT_LATER", data: { validUntil: voucher.validUntil } },
    ],
    [
      "cannot extend a voucher to a past date",
      extend({ ...voucher, validUntil: "2026-01-01" }, yesterday, today),
      { code: "NOT_LATER", data: { validUntil: "2026-01-01" } },
    ],
    ["cannot block a refunded voucher", block(refunded), { code: "VOUCHER_REFUNDED" }],
  ])("the owner %s", (_, decision, expected) => expect(decision).toEqual(expected));

  test("returns the same day a year later, and 28 February for a leap day", () => {
    expect(yearAfter("2026-11-23")).toBe("2027-11-23");
    expect(yearAfter("2028-02-29")).toBe("2029-02-28");
  });
});
