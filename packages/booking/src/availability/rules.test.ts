import { expect, test } from "vitest";
import { policyViolations, sortAndLimitSlots, spots, waitingList } from "./rules.ts";

const start = new Date("2026-07-15T15:00:00Z");
const times = { startDate: start, endDate: new Date("2026-07-15T16:30:00Z") };
const minutesBefore = (minutes: number) => new Date(start.getTime() - minutes * 60_000);
const violated = (policy: object, now: Date, onlineBooking = {}) =>
  Object.entries(policyViolations({ bookingPolicy: policy, onlineBooking }, times, { now, role: "visitor" }))
    .filter(([, is]) => is)
    .map(([name]) => name);

test("without a policy, booking is allowed until the session starts", () => {
  expect(violated({}, minutesBefore(1))).toEqual([]);
  expect(violated({}, start)).toEqual(["tooLateToBook"]);
});

test("early and late booking limits apply to the exact minute", () => {
  const early = { limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 60 } };
  expect(violated(early, minutesBefore(61))).toEqual(["tooEarlyToBook"]);
  expect(violated(early, minutesBefore(60))).toEqual([]);
  const late = { limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 60 } };
  expect(violated(late, minutesBefore(60))).toEqual([]);
  expect(violated(late, minutesBefore(59))).toEqual(["tooLateToBook"]);
});

test("disabled booking limits are ignored", () => {
  const off = {
    limitEarlyBookingPolicy: { enabled: false, earliestBookingInMinutes: 1 },
    limitLateBookingPolicy: { enabled: false, latestBookingInMinutes: 1000 },
    bookAfterStartPolicy: { enabled: false },
  };
  expect(violated(off, minutesBefore(500))).toEqual([]);
});

test("booking is possible between the start and the end if the policy allows it", () => {
  const policy = { bookAfterStartPolicy: { enabled: true } };
  expect(violated(policy, new Date("2026-07-15T16:29:00Z"))).toEqual([]);
  expect(violated(policy, times.endDate)).toEqual(["tooLateToBook"]);
});

test("the early and late limits of a course apply only once it has a first session", () => {
  const strict = {
    limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 60 },
    limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 60 },
  };
  const none = { startDate: null, endDate: null };
  const open = policyViolations({ bookingPolicy: strict, onlineBooking: {} }, none, { now: start, role: "visitor" });
  expect(open).toEqual({ tooEarlyToBook: false, tooLateToBook: false, bookOnlineDisabled: false });
  const off = policyViolations({ bookingPolicy: strict, onlineBooking: { enabled: false } }, none, {
    now: start,
    role: "visitor",
  });
  expect(off.bookOnlineDisabled).toBe(true);
});

test("reports a violation when online booking is disabled", () => {
  expect(violated({}, minutesBefore(1), { enabled: false })).toEqual(["bookOnlineDisabled"]);
  expect(violated({}, minutesBefore(1), { enabled: true })).toEqual([]);
});

test("open spots are the capacity minus taken and held places", () => {
  const free = { capacity: 12, taken: 5, held: 2, waitingMin: null };
  expect(spots(free)).toEqual({ totalSpots: 12, openSpots: 5, locked: false });
  expect(spots(undefined)).toEqual({ totalSpots: 0, openSpots: 0, locked: false });
  expect(spots({ ...free, capacity: null }).openSpots).toBeGreaterThan(0);
});

test("places are locked while the open places are sufficient for a party on the waiting list", () => {
  const locked = (waitingMin: number | null) => spots({ capacity: 12, taken: 8, held: 1, waitingMin }).locked;
  expect([null, 2, 3, 4].map(locked)).toEqual([false, true, true, false]);
});

test("a waiting list has its own capacity if the policy enables it", () => {
  const waitlistPolicy = { enabled: true, capacity: 5 };
  expect(waitingList({ waitlistPolicy }, 2)).toEqual({ totalSpots: 5, openSpots: 3 });
  expect(waitingList({ waitlistPolicy }, 7)).toEqual({ totalSpots: 5, openSpots: 0 });
  expect(waitingList({ waitlistPolicy: { enabled: false } }, 0)).toBeUndefined();
});

test("sorts bookable times first and limits the number per day", () => {
  const entry = (hour: number, bookable: boolean) => ({ bookable, startDate: new Date(Date.UTC(2026, 6, 15, hour)) });
  const entries = [entry(9, false), entry(10, true), entry(11, true), entry(33, true)];
  const hours = (descending: boolean, perDay?: number) =>
    sortAndLimitSlots(entries, { descending, perDay, dateOf: (moment) => moment.toISOString().slice(0, 10) }).map(
      ({ startDate }) => (startDate.getTime() - Date.UTC(2026, 6, 15)) / 3_600_000,
    );
  expect(hours(false)).toEqual([10, 11, 33, 9]);
  expect(hours(true)).toEqual([33, 11, 10, 9]);
  expect(hours(false, 1)).toEqual([10, 33]);
});
