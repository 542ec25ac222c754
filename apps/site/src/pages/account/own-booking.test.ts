import { reasonOf } from "@uola/browser/error-messages.ts";
import type { ExtendedBooking, Service } from "@uola/contract";
import { inLanguage } from "@uola/words/language";
import { say } from "@uola/words/site";
import { describe, expect, test } from "vitest";
import { ownBookingOf, showsPayment, splitUpcomingAndPast } from "./own-booking.ts";

const now = new Date("2026-09-09T13:30:00Z");
const service = {
  id: "s-1",
  name: "Įvadas į boulderingą",
  category: { id: "c-1", name: "Pirmą kartą" },
  mainSlug: { name: "ivadas" },
  payment: { rateType: "FIXED", fixed: { price: { value: "25.00", currency: "EUR" } } },
} as unknown as Service;
const hoursBefore = (start: string, hours: number) => new Date(Date.parse(start) - hours * 3_600_000);
const booking = (start: string, given: object = {}, allowed = true): ExtendedBooking =>
  ({
    booking: {
      id: `b-${start}`,
      revision: "3",
      status: "CONFIRMED",
      paymentStatus: "NOT_PAID",
      bookedEntity: { title: "Įvadas", slot: { serviceId: "s-1", resource: { name: "Rūta" } } },
      totalParticipants: 2,
      startDate: new Date(start),
      endDate: new Date(Date.parse(start) + 5_400_000),
      createdDate: now,
      ...given,
    },
    allowedActions: {
      cancel: allowed && hoursBefore(start, 24) > now,
      cancelableUntil: hoursBefore(start, 24),
      reschedule: allowed && hoursBefore(start, 12) > now,
      reschedulableUntil: hoursBefore(start, 12),
    },
  }) as unknown as ExtendedBooking;
const mine = (...given: Parameters<typeof booking>) => ownBookingOf(booking(...given), [service], now);

test("shows a booking with its total price, trainer and cancellation deadline", () => {
  expect(mine("2026-09-11T15:00:00Z")).toMatchObject({
    title: "Įvadas",
    category: "Pirmą kartą",
    staff: "Rūta",
    participants: 2,
    cents: 5000,
    cancellation: { kind: "until", until: new Date("2026-09-10T15:00:00Z") },
  });
});

test("shows an unpaid online booking as not yet paid and an offline one as payable at the gym", () => {
  const said = (selectedPaymentOption: string, paymentStatus = "NOT_PAID") => {
    const { paymentStatus: status, paymentOption: way } = mine("2026-09-11T15:00:00Z", {
      selectedPaymentOption,
      paymentStatus,
    });
    return say("account.paid", { status, way });
  };
  expect([said("ONLINE"), said("OFFLINE"), said("ONLINE", "PAID"), said("MEMBERSHIP", "PAID")]).toEqual([
    "Dar neapmokėta",
    "Sumokėsite salėje",
    "Apmokėta",
    "Apmokėta abonementu",
  ]);
});

test("hides the payment of a booking that was cancelled before it was paid, but shows a refund", () => {
  const said = (status: string, paymentStatus = "NOT_PAID") =>
    showsPayment(mine("2026-09-11T15:00:00Z", { status, paymentStatus }));
  expect([said("CONFIRMED"), said("CANCELED"), said("DECLINED"), said("CANCELED", "REFUNDED")]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect([said("CANCELED", "UNDEFINED"), said("DECLINED", "EXEMPT")]).toEqual([false, false]);
});

test("shows the English service name to English readers if it is translated", () => {
  const namespaces = { "uola.translations": { en: { name: "Intro" } } };
  const translated = { ...service, extendedFields: { namespaces } } as unknown as Service;
  const title = (known: Service) => ownBookingOf(booking("2026-09-11T15:00:00Z"), [known], now).title;
  expect([
    title(translated),
    inLanguage("en", () => title(translated)),
    inLanguage("en", () => title(service)),
  ]).toEqual(["Įvadas", "Intro", "Įvadas"]);
});

describe("cancellation", () => {
  test("reports a cancellation deadline that has passed", () =>
    expect(mine("2026-09-10T10:00:00Z").cancellation).toEqual({
      kind: "passed",
      until: new Date("2026-09-09T10:00:00Z"),
    }));
  test("does not offer cancellation if the platform does not allow it", () =>
    expect(mine("2026-09-11T15:00:00Z", {}, false).cancellation).toEqual({ kind: "never" }));
  test.each([
    ["2026-09-11T15:00:00Z", { status: "CANCELED" }],
    ["2026-09-01T15:00:00Z", {}],
  ])("offers no cancellation of a booking that is cancelled or over: %s %o", (start, given) =>
    expect(mine(start, given).cancellation).toBeNull(),
  );
});

describe("moving a booking", () => {
  test("a booking's move deadline differs from its cancellation deadline", () =>
    expect(mine("2026-09-11T15:00:00Z").move).toEqual({ kind: "until", until: new Date("2026-09-11T03:00:00Z") }));
  test("does not offer to move a booking if the platform does not allow it", () =>
    expect(mine("2026-09-11T15:00:00Z", {}, false).move).toEqual({ kind: "never" }));
  test("does not offer to move a course booking", () =>
    expect(
      mine("2026-09-11T15:00:00Z", { bookedEntity: { schedule: { serviceId: "s-1", scheduleId: "c" } } }).move,
    ).toBeNull());
});

test("lists a course without lessons as upcoming, without a time and with the platform's cancellation rule", () => {
  const course = { startDate: null, endDate: null, bookedEntity: { schedule: { serviceId: "s-1", scheduleId: "c" } } };
  const allowedActions = { cancel: true, cancelableUntil: null, reschedule: false, reschedulableUntil: null };
  const given = { ...booking("2026-09-08T15:00:00Z", course), allowedActions };
  const waiting = ownBookingOf(given, [service], now);
  expect(waiting).toMatchObject({ timeless: true, cancellation: { kind: "open" }, move: null });
  expect(splitUpcomingAndPast([waiting], now).upcoming).toEqual([waiting]);
});

test("lists the participants of a booking by name", () => {
  const participants = [{ firstName: "Ona", lastName: "Šaltūnė" }, { firstName: "Jonas" }];
  expect(mine("2026-09-11T15:00:00Z", { participants }).names).toEqual(["Ona Šaltūnė", "Jonas"]);
});

test("sorts upcoming bookings nearest first and past or cancelled ones latest first", () => {
  const all = [
    mine("2026-09-20T15:00:00Z"),
    mine("2026-09-01T15:00:00Z"),
    mine("2026-09-12T15:00:00Z", { status: "PENDING" }),
    mine("2026-09-15T15:00:00Z", { status: "CANCELED" }),
    mine("2026-09-09T13:00:00Z"),
    mine("2026-09-19T13:00:00Z", { status: "WAITING_LIST" }),
  ];
  const { upcoming, past } = splitUpcomingAndPast(all, now);
  expect(upcoming.map(({ start }) => start.getUTCDate())).toEqual([9, 12, 20]);
  expect(past.map(({ start }) => start.getUTCDate())).toEqual([15, 1]);
});

test.each([
  [{ status: 409, code: "BOOKING_REVISION_MISMATCH" }, "changed"],
  [{ status: 409, code: "BOOKING_POLICY_VIOLATION" }, "late"],
  [{ status: 409, code: "INVALID_BOOKING_STATUS" }, "over"],
  [{ status: 404, code: "BOOKING_NOT_FOUND" }, "over"],
  [{ status: 500, code: "INTERNAL" }, "broken"],
  [new TypeError("Failed to fetch"), "offline"],
  [undefined, "offline"],
])("maps the cancellation error %o to the reason %s", (error, expected) =>
  expect(reasonOf(error, "cancel")).toBe(expected),
);
