import { expect, test } from "vitest";
import { specialDays, stateOf, withDay } from "./days.ts";

const closed = { date: "2026-12-25", name: "Kalėdos", closed: true };
const short = { date: "2026-12-31", name: "", closed: false, open: "10:00", close: "15:00" };
const holidays = [
  { date: "2026-12-25", name: "Kalėdos" },
  { date: "2026-11-01", name: "Visų šventųjų diena" },
];

test("lists public holidays and days with special hours in date order, each day once", () => {
  const next = { ...closed, date: "2027-01-01" };
  expect(specialDays(2026, holidays, [short, closed, next])).toMatchObject([
    { date: "2026-11-01", special: undefined, isHoliday: true },
    { date: "2026-12-25", special: closed, isHoliday: true },
    { date: "2026-12-31", special: short, isHoliday: false },
  ]);
});

test("replaces the special hours of a day or restores its usual hours", () => {
  expect(withDay([closed], "2026-12-24", { ...short, date: "2026-12-24" }).map(({ date }) => date)).toEqual([
    "2026-12-24",
    "2026-12-25",
  ]);
  expect(withDay([closed, short], closed.date, undefined)).toEqual([short]);
  expect([undefined, closed, short].map(stateOf)).toEqual(["usual", "closed", "short"]);
});
