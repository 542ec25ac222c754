import { expect, test } from "vitest";
import { change, extremes, incomeBars } from "./chart-data.ts";

const week = { kind: "WEEK", from: "2026-10-12", to: "2026-10-18", today: "2026-10-14" } as const;

test("a week has one bar per day, with future days empty and today marked", () => {
  const bars = incomeBars(week, [{ day: "2026-10-13", gross: 500 }]);
  expect(bars.map(({ gross }) => gross)).toEqual([0, 500, 0, 0, 0, 0, 0]);
  expect(bars.filter(({ isNow }) => isNow).map(({ day }) => day)).toEqual(["2026-10-14"]);
});

test("a season has one bar per week, and the bars cover the whole period", () => {
  const season = { kind: "SEASON", from: "2026-09-01", to: "2026-11-30", today: "2026-10-14" } as const;
  const bars = incomeBars(season, [
    { day: "2026-09-01", gross: 1 },
    { day: "2026-09-07", gross: 2 },
    { day: "2026-11-30", gross: 4 },
  ]);
  expect(bars).toHaveLength(13);
  expect(bars.map(({ gross }) => gross).filter(Boolean)).toEqual([3, 4]);
});

test("names the fullest and the emptiest hour only if they differ", () => {
  const hour = (hour: number, taken: number, places = 10) => ({ weekday: 1, hour, taken, places });
  expect(extremes([hour(8, 1), hour(18, 9), hour(20, 0, 0)])).toEqual({ fullest: hour(18, 9), emptiest: hour(8, 1) });
  expect(extremes([hour(8, 5), hour(9, 5)])).toBeUndefined();
  expect(extremes([])).toBeUndefined();
});

test("calculates a change in percent only if the earlier value is positive", () => {
  expect([change(112, 100), change(50, 100), change(5, 0), change(5, -3)]).toEqual([12, -50, undefined, undefined]);
});
