import { expect, test } from "vitest";
import { byAge, comparedWith, counts, shareOf, spanOf, tableWithShare } from "./rules.ts";

test.each([
  ["WEEK", "2026-10-14", "2026-10-12", "2026-10-18"],
  ["WEEK", "2026-10-18", "2026-10-12", "2026-10-18"],
  ["WEEK", "2027-01-01", "2026-12-28", "2027-01-03"],
  ["MONTH", "2026-10-14", "2026-10-01", "2026-10-31"],
  ["MONTH", "2026-12-31", "2026-12-01", "2026-12-31"],
  ["MONTH", "2028-02-29", "2028-02-01", "2028-02-29"],
  ["SEASON", "2026-10-14", "2026-09-01", "2026-11-30"],
  ["SEASON", "2026-12-01", "2026-12-01", "2027-02-28"],
  ["SEASON", "2027-02-10", "2026-12-01", "2027-02-28"],
  ["SEASON", "2027-06-30", "2027-06-01", "2027-08-31"],
] as const)("the period %s of %s is from %s to %s", (period, today, from, to) => {
  expect(spanOf(period, today)).toEqual({ from, to });
});

test.each([
  ["WEEK", "2026-10-14", "2026-10-05", "2026-10-07"],
  ["MONTH", "2026-10-14", "2025-10-01", "2025-10-14"],
  ["MONTH", "2028-02-29", "2027-02-01", "2027-02-28"],
  ["SEASON", "2027-02-10", "2025-12-01", "2026-02-10"],
] as const)("the period %s until %s is compared with the days from %s to %s", (period, today, from, to) => {
  expect(comparedWith(period, spanOf(period, today), today)).toEqual({ from, to });
});

test("assigns each waiting order to exactly one age group", () => {
  const waiting = [0, 3, 4, 14, 15, 400].map((age) => ({ age, orders: 1, amount: 100 + age }));
  expect(byAge(waiting)).toEqual([
    { untilDays: 3, orders: 2, amount: 203 },
    { untilDays: 14, orders: 2, amount: 218 },
    { untilDays: null, orders: 2, amount: 615 },
  ]);
});

test("computes the share in a table's total row from the totals", () => {
  const { rows, sums } = tableWithShare(
    counts("taken", "places"),
    [
      { name: "a", values: [1, 3] },
      { name: "b", values: [0, 0] },
      { name: "c", values: [5, 5] },
    ],
    0,
    1,
  );
  expect(rows.map(({ values }) => values[2])).toEqual([3333, 0, 10_000]);
  expect(sums).toEqual([6, 8, 7500]);
  expect(shareOf(1, 0)).toBe(0);
});
