import { expect, test } from "vitest";
import { barsOf, everyDay } from "./days.ts";

test("includes days without views, also when the clocks change", () => {
  expect(everyDay("2026-10-24", "2026-10-26", [{ day: "2026-10-25", views: 4 }])).toEqual([
    { day: "2026-10-24", views: 0 },
    { day: "2026-10-25", views: 4 },
    { day: "2026-10-26", views: 0 },
  ]);
});

test("a chart has one bar per day, or one per week for a year", () => {
  const month = everyDay("2026-09-01", "2026-09-28", []);
  expect(barsOf(month)).toEqual(month);
  const year = everyDay("2026-01-01", "2026-12-31", [
    { day: "2026-01-01", views: 1 },
    { day: "2026-01-07", views: 2 },
    { day: "2026-01-08", views: 4 },
    { day: "2026-12-31", views: 8 },
  ]);
  const bars = barsOf(year);
  expect(bars).toHaveLength(53);
  expect([bars[0], bars[1], bars.at(-1)]).toEqual([
    { day: "2026-01-01", views: 3 },
    { day: "2026-01-08", views: 4 },
    { day: "2026-12-31", views: 8 },
  ]);
});
