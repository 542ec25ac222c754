import type { AttemptState } from "@uola/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dueOf, mayFollow, orderNumberFrom, stateOf, transferQrText, withdrawableUntil } from "./order-rules.ts";

const at = new Date("2026-11-23T10:00:00Z");
const hours = (count: number) => new Date(at.getTime() + count * 3_600_000);
const paid = { paidDate: at, total: 1000, later: 0, received: 1000, refunded: 0, ended: null };

describe("the state of an order", () => {
  test.each([
    ["waits", { ...paid, paidDate: null, received: 0 }, "AWAITING_PAYMENT"],
    ["waits with a part", { ...paid, paidDate: null, received: 400 }, "AWAITING_PAYMENT"],
    ["has ended unpaid", { ...paid, paidDate: null, received: 0, ended: "EXPIRED" as const }, "EXPIRED"],
    [
      "was paid late and got the money back",
      { ...paid, paidDate: null, refunded: 1000, ended: "EXPIRED" as const },
      "EXPIRED",
    ],
    ["is paid", paid, "PAID"],
    ["was paid twice and got one back", { ...paid, received: 2000, refunded: 1000 }, "PAID"],
    ["has parts to come", { ...paid, received: 400, later: 600 }, "PART_PAID"],
    ["waits for its first part", { ...paid, paidDate: null, received: 0, later: 600 }, "AWAITING_PAYMENT"],
    ["got a part back", { ...paid, refunded: 1 }, "PART_REFUNDED"],
    ["got everything back", { ...paid, refunded: 1000 }, "REFUNDED"],
    ["cost nothing", { ...paid, total: 0, received: 0 }, "PAID"],
  ] as const)("returns the state of an order that %s", (_, sums, state) => expect(stateOf(sums)).toBe(state));
});

describe("the payment deadline of an order", () => {
  test.each([
    ["online for half an hour", "DEMO_BANK", [hours(48)], hours(0.5)],
    ["for a transfer three days", "BANK_TRANSFER", [hours(24 * 30)], hours(72)],
    ["for a transfer a day before it begins at the latest", "BANK_TRANSFER", [hours(300), hours(48)], hours(24)],
    ["not at all for a transfer on the day before", "BANK_TRANSFER", [hours(23)], undefined],
    ["for the desk until a day after it begins", "AT_DESK", [hours(90), hours(3)], hours(27)],
    ["for the desk two weeks where nothing begins", "AT_DESK", [], hours(24 * 14)],
  ] as const)("keeps an order %s", (_, way, starts, due) => expect(dueOf(way, { at, starts })).toEqual(due));
});

describe("states of a payment attempt", () => {
  const states = ["CREATED", "OPEN", "PENDING", "SUCCEEDED", "FAILED", "EXPIRED", "CANCELED", "VOIDED"] as const;

  test("in any order of messages, a received payment remains unless the bank reverses it", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...states), { maxLength: 30 }), (messages) => {
        let state: AttemptState = "CREATED";
        let moved = 0;
        for (const next of messages) {
          if (!mayFollow(state, next)) continue;
          if (next === "SUCCEEDED") moved++;
          if (state === "SUCCEEDED") expect(next).toBe("VOIDED");
          state = next;
        }
        expect(moved).toBeLessThanOrEqual(1);
        if (state !== "VOIDED") expect(moved === 1).toBe(state === "SUCCEEDED");
        else expect(states.filter((next) => mayFollow(state, next))).toEqual([]);
      }),
    );
  });
});

test("the QR code of a transfer contains the lines expected by banking apps", () => {
  expect(
    transferQrText({ name: "UAB „Uola“", iban: "LT12 1000 0111 0100 1000", cents: 1250, text: "UOLA-ABC234" }),
  ).toBe("BCD\n002\n1\nSCT\n\nUAB „Uola“\nLT121000011101001000\nEUR12.50\n\n\nUOLA-ABC234");
});

test("an order number has six letters or digits that cannot be confused with each other", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (bytes) => {
      expect(orderNumberFrom(bytes)).toMatch(/^UOLA-[ABCDEFGHJKMNPQRSTUVWXYZ3467]{6}$/);
    }),
  );
});

test("a buyer may withdraw from a purchase without a fixed date within fourteen days", () => {
  // The period starts on the day after the purchase and lasts until the end of the fourteenth day
  // in Vilnius.
  const end = new Date("2026-12-07T21:59:59.999Z");
  const bought = (boughtDate: Date) => ({ boughtDate, soldAtDesk: false });
  expect(withdrawableUntil("VOUCHER", bought(at))).toEqual(end);
  expect(withdrawableUntil("GOODS", bought(new Date("2026-11-23T21:59:00Z")))).toEqual(end);
  expect(withdrawableUntil("BOOKING", bought(at))).toBeNull();
  for (const kind of ["GOODS", "VOUCHER", "PASS"]) {
    expect(withdrawableUntil(kind, { boughtDate: at, soldAtDesk: true })).toBeNull();
  }
});
