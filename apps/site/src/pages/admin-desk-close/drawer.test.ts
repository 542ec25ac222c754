import type { DeskClose } from "@uola/contract";
import { describe, expect, test } from "vitest";
import { closeOf, type Draft, differenceOf, differenceText, type Takings, wrongIn } from "./drawer.ts";

const sum = { payments: 0, received: 0, refunds: 0, paidOut: 0 };
const sums = {
  cash: { payments: 3, received: 4550, refunds: 1, paidOut: 900 },
  card: { ...sum, payments: 2, received: 8000, paidOut: 100 },
  people: [],
  marks: { cash: 0, card: 0 },
};
const last = { id: "1", number: 7, day: "2026-09-01" } as unknown as DeskClose;
const takings: Takings = { sums, opening: 10_000, today: "2026-09-02", last };
const draft: Draft = { day: "2026-09-02", opening: "", counted: "136,5", takenAway: "", note: " ", again: false };

describe("what is counted", () => {
  test("is compared with what was there and what was taken in cash", () => {
    expect(differenceOf(takings, draft)).toBe(0);
    expect(differenceOf(takings, { ...draft, counted: "136" })).toBe(-50);
    expect(differenceOf(takings, { ...draft, counted: "" })).toBeUndefined();
  });

  test("is compared with what was typed to be there before the first close", () => {
    const first = { ...takings, opening: 0, last: undefined };
    expect(differenceOf(first, { ...draft, opening: "50", counted: "86,50" })).toBe(0);
    expect(closeOf(first, { ...draft, opening: "50" })).toMatchObject({ opening: 5000, expected: 8650 });
  });

  test("is sent with the sums that were seen", () => {
    expect(closeOf(takings, draft)).toEqual({
      ...{ day: "2026-09-02", expected: 13_650, cardTotal: 7900, counted: 13_650, takenAway: 0 },
    });
    expect(closeOf(takings, { ...draft, day: "2026-09-01", again: true, note: " du kartai " })).toMatchObject({
      ...{ again: true, note: "du kartai" },
    });
  });

  test("is said as nothing, more or less", () => {
    expect([0, 150, -50].map(differenceText)).toEqual([
      "Skirtumo nėra",
      "Per daug: 1,50\u00a0€",
      "Trūksta: 0,50\u00a0€",
    ]);
  });
});

test.each([
  ["nothing is wrong", {}, []],
  ["nothing was counted", { counted: "" }, ["counted"]],
  ["nothing may have been there", { counted: "0" }, []],
  ["more was taken out than is there", { takenAway: "136,51" }, ["takenAway"]],
  ["an amount is none", { takenAway: "daug" }, ["takenAway"]],
  ["the day is missing", { day: "" }, ["day"]],
  ["the day is closed already", { day: "2026-09-01" }, ["again"]],
  ["the day is closed again knowingly", { day: "2026-09-01", again: true }, []],
])("%s", (_, more, fields) => {
  expect(Object.keys(wrongIn(takings, { ...draft, ...more }))).toEqual(fields);
});
