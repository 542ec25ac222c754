import { expect, test } from "vitest";
import { easter, holidayOn, holidays } from "./holidays.ts";

test.each([
  [1991, "1991-03-31"],
  [2000, "2000-04-23"],
  [2008, "2008-03-23"],
  [2026, "2026-04-05"],
  [2027, "2027-03-28"],
  [2028, "2028-04-16"],
  [2038, "2038-04-25"],
  [2100, "2100-03-28"],
])("computes Easter Sunday of %i as %s", (year, date) => expect(easter(year)).toBe(date));

test("returns the holidays of a year, with Mother's and Father's Day on first Sundays", () => {
  expect(holidays(2027).map(({ date }) => date)).toEqual([
    "2027-01-01",
    "2027-02-16",
    "2027-03-11",
    "2027-03-28",
    "2027-03-29",
    "2027-05-01",
    "2027-05-02",
    "2027-06-06",
    "2027-06-24",
    "2027-07-06",
    "2027-08-15",
    "2027-11-01",
    "2027-11-02",
    "2027-12-24",
    "2027-12-25",
    "2027-12-26",
  ]);
});

test("All Souls' Day has been a holiday since 2020", () => {
  expect(holidayOn("2019-11-02")).toBeUndefined();
  expect(holidayOn("2020-11-02")).toContain("Vėlinių");
});

test("returns both names of a date with two holidays", () => {
  expect(holidayOn("2033-05-01")).toBe("Tarptautinė darbo diena, Motinos diena");
  expect(holidayOn("2033-05-02")).toBeUndefined();
});
