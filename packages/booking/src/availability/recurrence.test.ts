import { expect, test } from "vitest";
import {
  momentOf,
  occurrences,
  type RuleException,
  readBookedMoment,
  readMoment,
  type Skips,
  takesPlaceOn,
  type WeeklyRule,
  wallTimeOf,
} from "./recurrence.ts";

const zone = "Europe/Vilnius";
const rule: WeeklyRule = {
  id: "rule",
  scheduleId: "schedule",
  weekday: 3,
  startTime: "18:00",
  durationMinutes: 90,
  capacity: null,
  staffIds: ["ruta"],
  resourceIds: ["wall"],
  validFrom: "2026-01-01",
  validUntil: null,
  skipHolidays: false,
  breaks: [],
};
const none = new Map<string, RuleException>();
const starts = (from: string, until: string, changed: Partial<WeeklyRule> = {}, exceptions = none) =>
  occurrences({ ...rule, ...changed }, exceptions, { from, until }, zone).map(({ startDate }) =>
    startDate.toISOString(),
  );

test("a weekly session at 18:00 stays at 18:00 across both clock changes", () => {
  expect(starts("2026-10-20", "2026-10-29")).toEqual(["2026-10-21T15:00:00.000Z", "2026-10-28T16:00:00.000Z"]);
  expect(starts("2027-03-23", "2027-04-01")).toEqual(["2027-03-24T16:00:00.000Z", "2027-03-31T15:00:00.000Z"]);
});

test("moves a wall time skipped by a clock change forward by the gap", () => {
  expect(momentOf("2027-03-28", "03:30", zone).toISOString()).toBe("2027-03-28T01:30:00.000Z");
  expect(wallTimeOf(momentOf("2027-03-28", "03:30", zone), zone)).toBe("2027-03-28T04:30:00");
});

test("interprets a repeated wall time as the first of the two", () => {
  expect(momentOf("2026-10-25", "03:30", zone).toISOString()).toBe("2026-10-25T00:30:00.000Z");
});

test("a session keeps its duration across a clock change at night", () => {
  const [night] = occurrences(
    { ...rule, weekday: 6, startTime: "23:00", durationMinutes: 360 },
    none,
    { from: "2026-10-24", until: "2026-10-24" },
    zone,
  );
  expect((night?.endDate.getTime() ?? 0) - (night?.startDate.getTime() ?? 0)).toBe(6 * 3_600_000);
});

test("a rule yields the dates of its weekday within its validity period, both ends included", () => {
  const dates = (from: string, until: string, changed: Partial<WeeklyRule>) =>
    occurrences({ ...rule, ...changed }, none, { from, until }, zone).map(({ date }) => date);
  const valid = { validFrom: "2026-07-08", validUntil: "2026-07-22" };
  expect(dates("2026-06-01", "2026-08-31", valid)).toEqual(["2026-07-08", "2026-07-15", "2026-07-22"]);
  expect(dates("2026-07-09", "2026-07-21", valid)).toEqual(["2026-07-15"]);
  expect(dates("2026-07-16", "2026-07-21", valid)).toEqual([]);
  expect(dates("2026-07-01", "2026-07-07", { weekday: 7 })).toEqual(["2026-07-05"]);
});

test("an exception changes only the properties it sets", () => {
  const usual = {
    ruleId: "rule",
    canceled: false,
    restored: false,
    movedTo: null,
    startTime: null,
    durationMinutes: null,
    capacity: null,
    staffIds: null,
    resourceIds: null,
  };
  const exceptions = new Map<string, RuleException>([
    ["2026-07-08", { ...usual, date: "2026-07-08", startTime: "19:00" }],
    ["2026-07-15", { ...usual, date: "2026-07-15", canceled: true }],
    ["2026-07-22", { ...usual, date: "2026-07-22", capacity: 4, staffIds: ["tomas"], durationMinutes: 60 }],
  ]);
  const [moved, canceled, other] = occurrences(rule, exceptions, { from: "2026-07-08", until: "2026-07-22" }, zone);
  expect(moved?.startDate.toISOString()).toBe("2026-07-08T16:00:00.000Z");
  expect(moved?.endDate.toISOString()).toBe("2026-07-08T17:30:00.000Z");
  expect([moved?.canceled, canceled?.canceled]).toEqual([false, true]);
  expect(other).toMatchObject({ capacity: 4, staffIds: ["tomas"], endDate: new Date("2026-07-22T16:00:00Z") });
});

test("skipped dates are omitted unless restored, and a moved session keeps its original rule date", () => {
  const usual = {
    ruleId: "rule",
    canceled: false,
    startTime: null,
    durationMinutes: null,
    capacity: null,
    staffIds: null,
    resourceIds: null,
  };
  const exceptions = new Map<string, RuleException>([
    ["2026-07-08", { ...usual, date: "2026-07-08", restored: false, movedTo: "2026-07-10" }],
    ["2026-07-22", { ...usual, date: "2026-07-22", restored: true, movedTo: null }],
  ]);
  const skips: Skips = (_, date) => (date >= "2026-07-15" ? "vacation" : undefined);
  const found = occurrences(rule, exceptions, { from: "2026-07-08", until: "2026-07-31" }, zone, skips);
  expect(found.map(({ date, startDate }) => [date, startDate.toISOString()])).toEqual([
    ["2026-07-08", "2026-07-10T15:00:00.000Z"],
    ["2026-07-22", "2026-07-22T15:00:00.000Z"],
  ]);
  expect(takesPlaceOn(rule, "2026-07-08", skips)).toBe(true);
  for (const date of ["2026-07-09", "2026-07-22", "2025-12-31"])
    expect(takesPlaceOn(rule, date, skips), date).toBe(false);
  expect(takesPlaceOn({ ...rule, validUntil: "2026-07-07" }, "2026-07-08", skips)).toBe(false);
});

test.each([
  ["2026-07-15T18:00:00Z", undefined, "2026-07-15T18:00:00.000Z"],
  ["2026-07-15T18:00", undefined, "2026-07-15T18:00:00.000Z"],
  ["2026-07-15", undefined, "2026-07-15T00:00:00.000Z"],
  ["2026-07-15T18:00:00+03:00", undefined, "2026-07-15T15:00:00.000Z"],
  ["2026-07-15T18:00:00Z", zone, "2026-07-15T15:00:00.000Z"],
  ["2026-07-15T18:00:00+09:00", zone, "2026-07-15T15:00:00.000Z"],
  ["2026-07-15", zone, "2026-07-14T21:00:00.000Z"],
  ["2027-03-28T03:30:00", zone, "2027-03-28T01:30:00.000Z"],
])("parses %s in time zone %s as %s", (text, timeZone, moment) => {
  expect(readMoment(text, timeZone)?.toISOString()).toBe(moment);
});

test.each([
  ["2026-07-15T18:00:00.000Z", zone, "2026-07-15T18:00:00.000Z"],
  ["2026-07-15T18:00:00+09:00", zone, "2026-07-15T09:00:00.000Z"],
  ["2026-07-15T18:00:00", zone, "2026-07-15T15:00:00.000Z"],
  ["2026-07-15T18:00:00", undefined, "2026-07-15T18:00:00.000Z"],
])("parses the booked time %s in time zone %s as %s and respects an explicit offset", (text, timeZone, moment) => {
  expect(readBookedMoment(text, timeZone)?.toISOString()).toBe(moment);
});

test.each(["", "tomorrow", "2026-13-01", "2026-02-30T10:00:00Z", "15.07.2026", "2026-07-15T25:00"])(
  "%j is not a valid time",
  (text) => {
    expect(readMoment(text)).toBeUndefined();
    expect(readMoment(text, zone)).toBeUndefined();
  },
);
