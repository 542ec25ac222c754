import { describe, expect, test } from "vitest";
import { createOpeningHours, type HoursDecision, type HoursSource } from "./opening-hours.ts";
import { momentOf } from "./recurrence.ts";

const timeZone = "Europe/Vilnius";
const everyDay = (open: string, close: string) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, open, close }));
const closedOn = (date: string) => ({ date, name: "", closed: true, open: null, close: null });
const shortOn = (date: string, open: string, close: string) => ({ date, name: "", closed: false, open, close });

const hoursOf = (business: HoursSource["business"], locations: HoursSource["locations"] = []) =>
  createOpeningHours({ timeZone, business, locations });
/** Returns a session with the given wall times; the end may be on another date. */
const session = (date: string, start: string, end: string, endDate = date) => ({
  startDate: momentOf(date, start, timeZone),
  endDate: momentOf(endDate, end, timeZone),
  location: undefined,
});

describe("sessions outside opening hours", () => {
  const usual = hoursOf({
    openingHours: everyDay("08:00", "22:00"),
    specialHours: [closedOn("2026-12-24"), shortOn("2026-12-26", "10:00", "16:00")],
  });
  test.each([
    ["within the weekly hours", session("2026-12-01", "08:00", "22:00"), undefined],
    ["before opening", session("2026-12-01", "07:30", "08:30"), "WEEKLY"],
    ["past closing", session("2026-12-01", "21:30", "22:30"), "WEEKLY"],
    ["on a closed day", session("2026-12-24", "10:00", "11:00"), "DATE"],
    ["within a short day", session("2026-12-26", "10:00", "16:00"), undefined],
    ["past the end of a short day", session("2026-12-26", "15:30", "16:30"), "DATE"],
  ] as const)("classifies a session %s", (_, each, expected) => {
    expect(usual.outside(each)).toBe(expected);
  });

  test("opening hours that end at midnight and those that start at midnight are joined", () => {
    const always = hoursOf({
      openingHours: everyDay("00:00", "24:00"),
      specialHours: [closedOn("2026-12-24")],
    });
    expect(always.outside(session("2026-12-01", "22:00", "02:00", "2026-12-02"))).toBeUndefined();
    expect(always.outside(session("2026-12-23", "22:00", "00:00", "2026-12-24"))).toBeUndefined();
    expect(always.outside(session("2026-12-23", "22:00", "00:30", "2026-12-24"))).toBe("DATE");
  });

  test("opening hours are compared in real time on days with a clock change", () => {
    const night = hoursOf({ openingHours: everyDay("01:00", "05:00") });
    // On 25 October 2026 the hour from 3 to 4 is repeated; on 28 March 2027 it is skipped.
    expect(night.outside(session("2026-10-25", "01:00", "05:00"))).toBeUndefined();
    expect(night.outside(session("2027-03-28", "01:00", "05:00"))).toBeUndefined();
    expect(night.outside(session("2027-03-28", "01:00", "05:30"))).toBe("WEEKLY");
  });

  test("sessions are not limited if no opening hours are set or they take place at a custom location", () => {
    expect(hoursOf({}).outside(session("2026-12-24", "03:00", "04:00"))).toBeUndefined();
    const location = { locationType: "CUSTOM" } as const;
    expect(usual.outside({ ...session("2026-12-24", "03:00", "04:00"), location })).toBeUndefined();
  });

  test("sessions are checked against the separate hours of their location, if it has any", () => {
    const id = "7c1a9f9e-0000-4000-8000-000000000001";
    const two = hoursOf({ openingHours: everyDay("08:00", "22:00") }, [
      { id, openingHours: everyDay("06:00", "08:00"), specialHours: [] },
    ]);
    const early = session("2026-12-01", "06:30", "07:30");
    expect(two.outside(early)).toBe("WEEKLY");
    expect(two.outside({ ...early, location: { id, locationType: "OWNER_BUSINESS" } })).toBeUndefined();
  });

  test.each([
    [undefined, "WEEKLY", "DATE"],
    ["WEEKLY", undefined, "DATE"],
    ["DATE", undefined, undefined],
    ["ASK", "WEEKLY", "DATE"],
  ] as const)(
    "the weekly and special hours determine whether a session with the hours decision %s is withheld",
    (hoursDecision, early, onClosedDay) => {
      const decision = (hoursDecision as HoursDecision | undefined) ?? undefined;
      expect(usual.withheld({ ...session("2026-12-01", "06:00", "07:00"), hoursDecision: decision })).toBe(early);
      expect(usual.withheld({ ...session("2026-12-24", "10:00", "11:00"), hoursDecision: decision })).toBe(onClosedDay);
    },
  );
});
