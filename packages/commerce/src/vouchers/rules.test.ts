import { describe, expect, test } from "vitest";
import { block, extend, giveBack, lacksReceipt, redeem, refund, reserve, statusOf, yearAfter } from "./rules.ts";

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
    ["one that may be used", voucher, "ACTIVE"],
    ["one on its last day", { ...voucher, validUntil: today }, "ACTIVE"],
    ["one after its last day", { ...voucher, validUntil: yesterday }, "EXPIRED"],
    ["one with nothing left, after its last day", { ...voucher, balance: 0, validUntil: yesterday }, "USED_UP"],
    ["a blocked one, after its last day", { ...voucher, blocked: true, validUntil: yesterday }, "BLOCKED"],
    ["one whose money went back, although it is blocked", { ...refunded, blocked: true }, "REFUNDED"],
  ])("%s", (_, state, status) => expect(statusOf(state, today)).toBe(status));
});

describe("taking an amount", () => {
  const redeeming = (state: typeof voucher, amount: number, reservation?: number) =>
    redeem(state, amount, { today, reservation });

  test.each([
    ["a part", voucher, 1250, undefined, { delta: -1250, reservedDelta: 0 }],
    ["all", voucher, 5000, undefined, { delta: -5000, reservedDelta: 0 }],
    ["more than there is", voucher, 5001, undefined, { code: "INSUFFICIENT_BALANCE", data: { available: 5000 } }],
    [
      "what is reserved for somebody else",
      { ...voucher, reserved: 3000 },
      2001,
      undefined,
      { code: "INSUFFICIENT_BALANCE", data: { available: 2000 } },
    ],
    ["of a reservation", { ...voucher, reserved: 3000 }, 3000, 3000, { delta: -3000, reservedDelta: -3000 }],
    [
      "less than was reserved, which frees the rest",
      { ...voucher, reserved: 3000 },
      1000,
      3000,
      { delta: -1000, reservedDelta: -3000 },
    ],
    [
      "more than was reserved",
      { ...voucher, reserved: 3000 },
      3001,
      3000,
      { code: "INSUFFICIENT_BALANCE", data: { available: 3000 } },
    ],
    [
      "after the last day",
      { ...voucher, validUntil: yesterday },
      1,
      undefined,
      { code: "VOUCHER_EXPIRED", data: { validUntil: yesterday } },
    ],
    [
      "what was reserved in time, after the last day",
      { ...voucher, reserved: 100, validUntil: yesterday },
      100,
      100,
      { delta: -100, reservedDelta: -100 },
    ],
    ["of a blocked one", { ...voucher, blocked: true }, 1, undefined, { code: "VOUCHER_BLOCKED" }],
    [
      "of a blocked one, although reserved",
      { ...voucher, reserved: 1, blocked: true },
      1,
      1,
      { code: "VOUCHER_BLOCKED" },
    ],
    ["when nothing is left", { ...voucher, balance: 0 }, 1, undefined, { code: "VOUCHER_USED_UP" }],
    ["after the money went back", refunded, 1, undefined, { code: "VOUCHER_REFUNDED" }],
  ])("%s", (_, state, amount, reservation, decision) =>
    expect(redeeming(state as typeof voucher, amount, reservation)).toEqual(decision),
  );

  test("a voucher for a service is taken as a whole", () => {
    const lesson = { ...voucher, serviceId: "a service" };
    expect(redeem(lesson, 4999, { today })).toEqual({ code: "VOUCHER_TAKEN_WHOLE", data: { available: 5000 } });
    expect(reserve(lesson, 4999, today)).toEqual({ code: "VOUCHER_TAKEN_WHOLE", data: { available: 5000 } });
    expect(redeem(lesson, 5000, { today })).toEqual({ delta: -5000, reservedDelta: 0 });
  });

  test("a reservation takes nothing from the balance", () =>
    expect(reserve(voucher, 5000, today)).toEqual({ delta: 0, reservedDelta: 5000 }));
});

describe("the owner", () => {
  test.each([
    ["gives back what was used", giveBack({ ...voucher, balance: 2000 }, 3000), { delta: 3000, reservedDelta: 0 }],
    [
      "gives back no more than was used",
      giveBack({ ...voucher, balance: 2000 }, 3001),
      { code: "MORE_THAN_USED", data: { used: 3000 } },
    ],
    ["refunds what is left", refund({ ...voucher, balance: 2000 }), { delta: -2000, reservedDelta: 0 }],
    ["refunds after the last day", refund({ ...voucher, validUntil: yesterday }), { delta: -5000, reservedDelta: 0 }],
    [
      "refunds nothing that is reserved",
      refund({ ...voucher, reserved: 1 }),
      { code: "VOUCHER_RESERVED", data: { reserved: 1 } },
    ],
    ["refunds once", refund(refunded), { code: "VOUCHER_REFUNDED" }],
    ["refunds nothing where nothing is left", refund({ ...voucher, balance: 0 }), { code: "VOUCHER_USED_UP" }],
    ["extends", extend(voucher, "2027-11-24", today), { delta: 0, reservedDelta: 0 }],
    [
      "extends an expired one",
      extend({ ...voucher, validUntil: yesterday }, today, today),
      { delta: 0, reservedDelta: 0 },
    ],
    [
      "does not shorten",
      extend(voucher, voucher.validUntil, today),
      { code: "NOT_LATER", data: { validUntil: voucher.validUntil } },
    ],
    [
      "does not extend to a day that has passed",
      extend({ ...voucher, validUntil: "2026-01-01" }, yesterday, today),
      { code: "NOT_LATER", data: { validUntil: "2026-01-01" } },
    ],
    ["blocks nothing that has ended", block(refunded), { code: "VOUCHER_REFUNDED" }],
  ])("%s", (_, decision, expected) => expect(decision).toEqual(expected));

  test("a year later is the same day, of the leap day the one before", () => {
    expect(yearAfter("2026-11-23")).toBe("2027-11-23");
    expect(yearAfter("2028-02-29")).toBe("2029-02-28");
  });

  test("cash and cards need the number of the till's receipt", () => {
    expect(lacksReceipt({ method: "CASH" })).toBe(true);
    expect(lacksReceipt({ method: "CARD", receiptNumber: "123" })).toBe(false);
    expect(lacksReceipt({ method: "TRANSFER" })).toBe(false);
  });
});
