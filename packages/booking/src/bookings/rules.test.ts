import { readFileSync } from "node:fs";
import type { BookingPolicy, BookingStatus } from "@uola/contract";
import { normalizePhone } from "@uola/contract/phone";
import { describe, expect, test } from "vitest";
import { cancelDeadline, isOpen, placesTaken, rescheduleDeadline } from "../availability/availability.ts";
import {
  allowedActions,
  initialStatus,
  isOwn,
  mailTemplateByStatus,
  offersPayment,
  peopleByHour,
  statusAfter,
  type Transition,
  verbs,
} from "./rules.ts";

const statuses: BookingStatus[] = ["CREATED", "PENDING", "CONFIRMED", "WAITING_LIST", "DECLINED", "CANCELED"];

describe("the transition table in docs/rules/booking-moves.md", () => {
  const text = readFileSync(new URL("../../../../docs/rules/booking-moves.md", import.meta.url), "utf8");
  const rows = text
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const [header, ...table] = rows.slice(rows.findIndex(([, first]) => first === "confirm"));
  const cells = table
    .slice(0, statuses.length)
    .flatMap(([from, ...row]) =>
      row.map((cell, index) => [from as BookingStatus, header?.[index + 1] as Transition, cell] as const),
    );

  test("lists every booking status and every transition", () => {
    expect(new Set(cells.map(([from]) => from))).toEqual(new Set(statuses));
    expect(new Set(header?.slice(1))).toEqual(new Set(Object.keys(verbs)));
  });
  test.each(cells)("from status %s, the transition %s leads to: %s", (from, move, cell) => {
    expect((statusAfter(from, move) ?? []).join(", ")).toBe(cell);
  });
});

test("a booking takes places only in certain statuses, and not if it is overbooked", () => {
  const party = { totalParticipants: 3, doubleBooked: false };
  expect(statuses.filter((status) => placesTaken({ ...party, status }) === 3)).toEqual(["PENDING", "CONFIRMED"]);
  expect(statuses.filter((status) => placesTaken({ ...party, status, doubleBooked: true }) > 0)).toEqual([]);
});

const paid = { payment: { rateType: "FIXED" as const }, onlineBooking: {} };
const free = { payment: { rateType: "NO_FEE" as const }, onlineBooking: {} };
const approved = { ...paid, onlineBooking: { requireManualApproval: true } };
test.each([
  [paid, "OFFLINE", false, "CONFIRMED"],
  [paid, "ONLINE", false, "CREATED"],
  [paid, "MEMBERSHIP", false, "CREATED"],
  [paid, "UNDEFINED", false, "CREATED"],
  [free, "UNDEFINED", false, "CONFIRMED"],
  [free, "ONLINE", false, "CONFIRMED"],
  [approved, "OFFLINE", false, "PENDING"],
  [approved, "OFFLINE", true, "CONFIRMED"],
  [approved, "ONLINE", false, "CREATED"],
] as const)(
  "a booking of %j with payment option %s and skipped approval %s starts as %s",
  (service, option, skip, status) => {
    expect(initialStatus(service, option, skip)).toBe(status);
  },
);

test("a service accepts only the payment options that it offers", () => {
  const payment = { rateType: "FIXED" as const, options: { online: false, inPerson: true, pricingPlan: false } };
  const offered = (["UNDEFINED", "OFFLINE", "ONLINE", "MEMBERSHIP", "MEMBERSHIP_OFFLINE"] as const).filter((option) =>
    offersPayment(payment, option),
  );
  expect(offered).toEqual(["UNDEFINED", "OFFLINE"]);
});

const booking = { id: "b", visitorId: "v", memberId: "m", appId: null, contactEmail: "ona@uola.example" };
const visitor = (visitorId: string) => ({ role: "visitor", kind: "visitor", id: visitorId, visitorId }) as const;
const member = (memberId: string, visitorId?: string) =>
  ({ role: "member", kind: "member", id: memberId, memberId, ...(visitorId && { visitorId }) }) as const;
test.each([
  ["the visitor who made it", visitor("v"), undefined, true],
  ["another visitor", visitor("w"), undefined, false],
  ["the member who made it", member("m"), undefined, true],
  ["another member", member("n"), undefined, false],
  ["another member in the same browser", member("n", "v"), undefined, false],
  ["a member whose verified email address is its contact address", member("n"), "ona@uola.example", true],
  ["a member with a different verified email address", member("n"), "jonas@uola.example", false],
  ["a visitor with the link from its email", { ...visitor("w"), bookingId: "b" }, undefined, true],
  ["a visitor with the link from the email of another booking", { ...visitor("w"), bookingId: "c" }, undefined, false],
])("determines whether a booking belongs to %s", (_, caller, email, own) => {
  expect(isOwn(caller, booking, email)).toBe(own);
});

test("a booking created by an app belongs to no visitor or member", () => {
  const madeByApp = { id: "b", visitorId: null, memberId: null, appId: "a", contactEmail: null };
  expect(isOwn(visitor("v"), madeByApp, undefined)).toBe(false);
  expect(isOwn(member("m"), madeByApp, undefined)).toBe(false);
});

const start = new Date("2026-07-15T15:00:00Z");
const before = (hours: number) => new Date(start.getTime() - hours * 3_600_000);
const at = (startDate: Date | null) => ({ startDate, participants: null });

test("cancellation is allowed until the deadline of the policy", () => {
  const limited = { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 };
  expect(cancelDeadline(limited, at(start)).until).toEqual(before(24));
  expect(isOpen(cancelDeadline(limited, at(start)), before(24.01))).toBe(true);
  expect(isOpen(cancelDeadline(limited, at(start)), before(24))).toBe(false);
  const free = { enabled: true, limitLatestCancellation: false };
  expect(isOpen(cancelDeadline(free, at(start)), before(0.01))).toBe(true);
  expect(isOpen(cancelDeadline(free, at(start)), start)).toBe(false);
  expect(isOpen(cancelDeadline({ ...free, enabled: false }, at(start)), before(100))).toBe(false);
  expect(isOpen(cancelDeadline(undefined, at(start)), before(100))).toBe(false);
});

test("a booking without a known start can be canceled if the policy allows cancellation", () => {
  const limited = { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 };
  expect(cancelDeadline(limited, at(null)).until).toBeNull();
  expect(isOpen(cancelDeadline(limited, at(null)), start)).toBe(true);
  expect(isOpen(cancelDeadline({ ...limited, enabled: false }, at(null)), start)).toBe(false);
});

test("rescheduling is allowed until the deadline of the policy, and never for a course", () => {
  const limited = { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: 60 };
  const deadline = (reschedulePolicy: BookingPolicy["reschedulePolicy"]) =>
    rescheduleDeadline(reschedulePolicy, at(start));
  expect(isOpen(deadline(limited), new Date(before(1).getTime() - 1))).toBe(true);
  expect(isOpen(deadline(limited), before(1))).toBe(false);
  expect(isOpen(deadline({ ...limited, enabled: false }), before(9))).toBe(false);
  const policy = { id: "p", reschedulePolicy: limited };
  const offered = (status: BookingStatus, isCourse: boolean, managesBookings = false) =>
    allowedActions({ ...at(start), status, isCourse }, policy, { managesBookings, isOwn: true }, before(2)).reschedule;
  expect(offered("CONFIRMED", false)).toBe(true);
  expect(offered("CONFIRMED", true, true)).toBe(false);
  expect(offered("WAITING_LIST", false, true)).toBe(false);
});

test("the owner may cancel regardless of the policy, but nobody may cancel a booking that is over", () => {
  const late = { ...at(before(-1)), isCourse: false };
  const policy = { id: "p", cancellationPolicy: { enabled: false, limitLatestCancellation: false } };
  const offered = (status: BookingStatus, managesBookings: boolean) =>
    allowedActions({ ...late, status }, policy, { managesBookings, isOwn: true }, start).cancel;
  expect(offered("CONFIRMED", true)).toBe(true);
  expect(offered("CONFIRMED", false)).toBe(false);
  expect(offered("CANCELED", true)).toBe(false);
});

test("sends mails only for final statuses and for bookings awaiting approval", () => {
  expect(statuses.filter((status) => mailTemplateByStatus[status])).toEqual([
    "PENDING",
    "CONFIRMED",
    "DECLINED",
    "CANCELED",
  ]);
});

test.each([
  ["+370 612 34567", "+37061234567"],
  ["8 612 34567", "+37061234567"],
  ["8-612-34567", "+37061234567"],
  ["0 612 34567", "+37061234567"],
  ["(8 5) 212 3456", "+37052123456"],
  ["61234567", "+37061234567"],
  ["00370 612 34567", "+37061234567"],
  ["370 612 34567", "+37061234567"],
  ["+370 8 612 34567", "+37061234567"],
  ["+371 2 123 4567", "+37121234567"],
  ["+49 30 901820", "+4930901820"],
  ["12345", "12345"],
  ["+370 123", "+370 123"],
  ["nežinau", "nežinau"],
])("normalizes the phone number %s to %s", (written, kept) => {
  expect(normalizePhone(written)).toBe(kept);
});

test("counts people and places in each hour that the session overlaps", () => {
  const at = (clock: string) => new Date(`2026-11-23T${clock}:00Z`);
  const session = (from: string, to: string, people: number, places: number) => ({
    startDate: at(from),
    endDate: at(to),
    people,
    places,
  });
  expect(peopleByHour([session("10:00", "11:30", 8, 10), session("11:00", "12:00", 2, 4)])).toEqual([
    { start: at("10:00"), people: 8, places: 10 },
    { start: at("11:00"), people: 10, places: 14 },
  ]);
  expect(peopleByHour([])).toEqual([]);
});
