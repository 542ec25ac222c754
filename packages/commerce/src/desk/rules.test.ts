import { describe, expect, test } from "vitest";
import { cashLeftBy, closeRefusal, expectedOf, type Group, lacksReceipt, sumsOf } from "./rules.ts";

const [greta, laima] = [
  { kind: "member", id: "greta" },
  { kind: "member", id: "laima" },
];
const nothing = { payments: 0, received: 0, refunds: 0, paidOut: 0 };
const group = (more: Partial<Group>): Group => ({ ...nothing, marks: 0, method: "CASH", actor: greta, ...more });

describe("takings", () => {
  const sums = sumsOf([
    group({ payments: 3, received: 4550, refunds: 1, paidOut: 900, marks: 2 }),
    group({ method: "CARD", payments: 2, received: 8000 }),
    group({ actor: laima, payments: 1, received: 1 }),
    group({ actor: laima, method: "CARD", refunds: 1, paidOut: 2500, marks: -1 }),
  ]);

  test("calculates the takings per payment method and per person", () => {
    expect(sums).toEqual({
      cash: { payments: 4, received: 4551, refunds: 1, paidOut: 900 },
      card: { payments: 2, received: 8000, refunds: 1, paidOut: 2500 },
      people: [
        {
          actor: greta,
          cash: { payments: 3, received: 4550, refunds: 1, paidOut: 900 },
          card: { ...nothing, payments: 2, received: 8000 },
        },
        {
          actor: laima,
          cash: { ...nothing, payments: 1, received: 1 },
          card: { ...nothing, refunds: 1, paidOut: 2500 },
        },
      ],
      marks: { cash: 2, card: -1 },
    });
  });

  test("the expected cash is the opening amount plus the cash takings, without card payments", () => {
    expect(expectedOf(10_000, sums)).toBe(13_651);
    expect(expectedOf(0, sumsOf([group({ refunds: 1, paidOut: 500 })]))).toBe(-500);
    expect(expectedOf(0, sumsOf([]))).toBe(0);
  });
});

describe("cash drawer", () => {
  test("the cash drawer opens with the amount left by the last day close", () => {
    expect(cashLeftBy(undefined)).toBe(0);
    expect(cashLeftBy({ day: "2026-09-01", counted: 13_651, takenAway: 3651 })).toBe(10_000);
  });
});

describe("closing a day", () => {
  const last = { day: "2026-09-01" };
  test.each([
    ["can be closed on the same day", "2026-09-02", last, false, undefined],
    ["that was not closed on time can be closed later", "2026-09-01", { day: "2026-08-31" }, false, undefined],
    ["can be closed if no day was closed before", "2026-08-01", undefined, false, undefined],
    ["that is already closed is rejected without confirmation", "2026-09-01", last, false, "DAY_CLOSED"],
    ["that is already closed can be closed again after confirmation", "2026-09-01", last, true, undefined],
    ["before the last close can no longer be closed", "2026-08-31", last, true, "DAY_NOT_OPEN"],
    ["in the future cannot be closed", "2026-09-03", last, true, "DAY_NOT_OPEN"],
  ])("checks whether a day can be closed: a day %s", (_, day, last, again, refused) => {
    expect(closeRefusal(day, { today: "2026-09-02", last, again })).toBe(refused);
  });
});

test("requires a till receipt number for cash and card payments", () => {
  expect(lacksReceipt({ method: "CASH" })).toBe(true);
  expect(lacksReceipt({ method: "CARD", receiptNumber: "123" })).toBe(false);
  expect(lacksReceipt({ method: "TRANSFER" })).toBe(false);
});
