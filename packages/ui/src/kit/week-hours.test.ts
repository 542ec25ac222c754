import { expect, test } from "vitest";
import { byDays, firstInvalidDay, mergedHours, withDayCopied, withInterval } from "./week-hours.ts";

const monday = [
  { weekday: 1, start: "09:00", end: "12:00" },
  { weekday: 1, start: "13:00", end: "17:00" },
];

test("copying a day replaces the hours of the chosen days and keeps the others", () => {
  const week = [...monday, { weekday: 2, start: "10:00", end: "11:00" }, { weekday: 3, start: "08:00", end: "09:00" }];
  const copied = mergedHours(withDayCopied(week, 1, [1, 2]));
  expect(copied.filter(({ weekday }) => weekday === 2).map(({ start }) => start)).toEqual(["09:00", "13:00"]);
  expect(copied.filter(({ weekday }) => weekday === 3)).toHaveLength(1);
  expect(copied.filter(({ weekday }) => weekday === 1)).toEqual(monday);
});

test("merges intervals that are adjacent or overlap", () => {
  expect(mergedHours([...monday, { weekday: 1, start: "11:30", end: "13:00" }])).toEqual([
    { weekday: 1, start: "09:00", end: "17:00" },
  ]);
  expect(
    mergedHours([
      { weekday: 1, start: "09:00", end: "12:00" },
      { weekday: 1, start: "10:00", end: "11:00" },
    ]),
  ).toEqual([{ weekday: 1, start: "09:00", end: "12:00" }]);
});

test("a new interval covers the usual opening hours, or begins an hour after the day's last interval", () => {
  expect(withInterval([], 4)).toEqual([{ weekday: 4, start: "09:00", end: "21:00" }]);
  expect(withInterval(monday, 1).at(-1)).toEqual({ weekday: 1, start: "18:00", end: "21:00" });
  expect(withInterval([{ weekday: 1, start: "09:00", end: "24:00" }], 1).at(-1)).toMatchObject({ end: "23:00" });
});

test("finds a day with an invalid time or an end that is not after the start", () => {
  expect(firstInvalidDay([{ weekday: 2, start: "vakare", end: "zzz" }])).toBe(2);
  expect(firstInvalidDay(monday)).toBeUndefined();
  expect(firstInvalidDay([...monday, { weekday: 5, start: "10:00", end: "10:00" }])).toBe(5);
});

test("groups days with the same hours", () => {
  expect(byDays(withDayCopied(monday, 1, [1, 2, 3, 4, 5]))).toEqual([
    { from: 1, to: 5, text: "9:00–12:00, 13:00–17:00" },
    { from: 6, to: 7, text: "" },
  ]);
});
