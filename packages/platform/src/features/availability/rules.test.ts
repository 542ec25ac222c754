import { expect, test } from "vitest";
import { arrange, policyViolations, spots } from "./rules.ts";

const start = new Date("2026-07-15T15:00:00Z");
const times = { startDate: start, endDate: new Date("2026-07-15T16:30:00Z") };
const minutesBefore = (minutes: number) => new Date(start.getTime() - minutes * 60_000);
const violated = (policy: object, now: Date, onlineBooking = {}) =>
  Object.entries(policyViolations({ bookingPolicy: policy, onlineBooking }, times, now))
    .filter(([, is]) => is)
    .map(([name]) => name);

test("without a policy one books until the start", () => {
  expect(violated({}, minutesBefore(1))).toEqual([]);
  expect(violated({}, start)).toEqual(["tooLateToBook"]);
});

test("early and late limits are exact minutes before the start", () => {
  const early = { limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 60 } };
  expect(violated(early, minutesBefore(61))).toEqual(["tooEarlyToBook"]);
  expect(violated(early, minutesBefore(60))).toEqual([]);
  const late = { limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 60 } };
  expect(violated(late, minutesBefore(60))).toEqual([]);
  expect(violated(late, minutesBefore(59))).toEqual(["tooLateToBook"]);
});

test("limits that are switched off do not count", () => {
  const off = {
    limitEarlyBookingPolicy: { enabled: false, earliestBookingInMinutes: 1 },
    limitLateBookingPolicy: { enabled: false, latestBookingInMinutes: 1000 },
    bookAfterStartPolicy: { enabled: false },
  };
  expect(violated(off, minutesBefore(500))).toEqual([]);
});

test("booking after the start goes on until the end", () => {
  const policy = { bookAfterStartPolicy: { enabled: true } };
  expect(violated(policy, new Date("2026-07-15T16:29:00Z"))).toEqual([]);
  expect(violated(policy, times.endDate)).toEqual(["tooLateToBook"]);
});

test("online booking may be switched off", () => {
  expect(violated({}, minutesBefore(1), { enabled: false })).toEqual(["bookOnlineDisabled"]);
  expect(violated({}, minutesBefore(1), { enabled: true })).toEqual([]);
});

test("spots are capacity and what is not taken", () => {
  expect(spots({ capacity: 12, taken: 5 })).toEqual({ totalSpots: 12, openSpots: 7 });
  expect(spots(undefined)).toEqual({ totalSpots: 0, openSpots: 0 });
  expect(spots({ capacity: null, taken: 5 }).openSpots).toBeGreaterThan(0);
});

test("bookable times come first, and only so many of a day", () => {
  const entry = (hour: number, bookable: boolean) => ({ bookable, startDate: new Date(Date.UTC(2026, 6, 15, hour)) });
  const entries = [entry(9, false), entry(10, true), entry(11, true), entry(33, true)];
  const hours = (descending: boolean, perDay?: number) =>
    arrange(entries, { descending, perDay, dateOf: (moment) => moment.toISOString().slice(0, 10) }).map(
      ({ startDate }) => (startDate.getTime() - Date.UTC(2026, 6, 15)) / 3_600_000,
    );
  expect(hours(false)).toEqual([10, 11, 33, 9]);
  expect(hours(true)).toEqual([33, 11, 10, 9]);
  expect(hours(false, 1)).toEqual([10, 33]);
});
