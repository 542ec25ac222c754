import type { DeskClosing } from "@uola/contract";
import { describe, expect, test } from "vitest";
import { closeErrors, closeInputOf, type Draft, differenceOf, differenceText, type Takings } from "./cash-count.ts";

const sum = { payments: 0, received: 0, refunds: 0, paidOut: 0 };
const sums = {
  cash: { payments: 3, received: 4550, refunds: 1, paidOut: 900 },
  card: { ...sum, payments: 2, received: 8000, paidOut: 100 },
  people: [],
  marks: { cash: 0, card: 0 },
};
const last = { id: "1", number: 7, day: "2026-09-01" } as unknown as DeskClosing;
const takings: Takings = { sums, opening: 10_000, today: "2026-09-02", last };
const draft: Draft = { day: "2026-09-02", opening: "", counted: "136,5", takenAway: "", note: " ", again: false };

describe("counted cash", () => {
  test("compares the counted cash with the opening amount plus cash takings", () => {
    expect(differenceOf(takings, draft)).toBe(0);
    expect(differenceOf(takings, { ...draft, counted: "136" })).toBe(-50);
    expect(differenceOf(takings, { ...draft, counted: "" })).toBeUndefined();
  });

  test("compares the counted cash with the typed opening amount before the first day close", () => {
    const first = { ...takings, opening: 0, last: undefined };
    expect(differenceOf(first, { ...draft, opening: "50", counted: "86,50" })).toBe(0);
    expect(closeInputOf(first, { ...draft, opening: "50" })).toMatchObject({ opening: 5000, expected: 8650 });
  });

  test("sends the counted cash together with the totals that were shown", () => {
    expect(closeInputOf(takings, draft)).toEqual({
      day: "2026-09-02",
      expected: 13_650,
      cardTotal: 7900,
      counted: 13_650,
      takenAway: 0,
    });
    expect(closeInputOf(takings, { ...draft, day: "2026-09-01", again: true, note: " du kartai " })).toMatchObject({
      again: true,
      note: "du kartai",
    });
  });

  test("formats the cash difference as none, surplus or shortage", () => {
    expect([0, 150, -50].map(differenceText)).toEqual([
      "Skirtumo nėra",
      "Per daug: 1,50\u00a0€",
      "Trūksta: 0,50\u00a0€",
    ]);
  });
});

test.each([
  ["all fields are valid", {}, []],
  ["no counted amount is entered", { counted: "" }, ["counted"]],
  ["the counted amount is zero", { counted: "0" }, []],
  ["more cash is taken out than was counted", { takenAway: "136,51" }, ["takenAway"]],
  ["an amount is not a number", { takenAway: "daug" }, ["takenAway"]],
  ["the day is missing", { day: "" }, ["day"]],
  ["the day is already closed", { day: "2026-09-01" }, ["again"]],
  ["closing the day again is confirmed", { day: "2026-09-01", again: true }, []],
])("validates a day close when %s", (_, more, fields) => {
  expect(Object.keys(closeErrors(takings, { ...draft, ...more }))).toEqual(fields);
});
