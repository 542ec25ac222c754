import { describe, expect, test } from "vitest";
import { hoursOn, openNow, openSentence } from "./hours.ts";

const business = {
  openingHours: [1, 2, 3, 4, 5]
    .map((weekday) => ({ weekday, open: "08:00", close: "22:00" }))
    .concat([{ weekday: 6, open: "09:00", close: "21:00" }]),
  specialHours: [
    { date: "2026-12-24", name: "Kūčios", closed: false, open: "08:00", close: "14:00" },
    { date: "2026-12-25", name: "Kalėdos", closed: true },
    { date: "2026-12-26", name: "Kalėdos", closed: true },
  ],
};

describe("opening hours on a date", () => {
  test("the hours of a date are those of its weekday", () =>
    expect(hoursOn(business, "2026-09-02")).toEqual({ open: "08:00", close: "22:00" }));
  test("the gym is closed on a weekday that is not listed", () =>
    expect(hoursOn(business, "2026-09-06")).toEqual({ closed: true }));
  test("the gym has shorter hours on a special date", () =>
    expect(hoursOn(business, "2026-12-24")).toEqual({ open: "08:00", close: "14:00", name: "Kūčios" }));
  test("the gym is closed on a holiday", () =>
    expect(hoursOn(business, "2026-12-25")).toEqual({ closed: true, name: "Kalėdos" }));
});

describe("current opening state", () => {
  test("while the gym is open, the state has the closing time and the minutes left, in Vilnius time", () =>
    expect(openNow(business, new Date("2026-09-02T13:40Z"))).toEqual({
      state: "open",
      closes: new Date("2026-09-02T19:00Z"),
      minutesLeft: 320,
    }));
  test("before the gym opens, the state has the opening time", () =>
    expect(openNow(business, new Date("2026-09-02T03:00Z"))).toMatchObject({
      state: "opens",
      opens: new Date("2026-09-02T05:00Z"),
    }));
  test("after the gym has closed, the next opening time skips closed days", () =>
    expect(openNow(business, new Date("2026-12-24T12:30Z"))).toEqual({
      state: "closed",
      nextOpens: new Date("2026-12-28T06:00Z"),
    }));
  test("the gym is closed exactly at closing time", () =>
    expect(openNow(business, new Date("2026-09-02T19:00Z")).state).toBe("closed"));
  test("there is no next opening if the gym is never open", () =>
    expect(openNow({ openingHours: [], specialHours: [] }, new Date())).toEqual({ state: "closed", nextOpens: null }));
  test("there is no opening sentence if the gym is never open", () =>
    expect(openSentence({ openingHours: [], specialHours: [] }, new Date())).toBeUndefined());
});
