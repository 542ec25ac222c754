import { reasonOf } from "@uola/browser/error-messages.ts";
import type { Session, SlotAvailability } from "@uola/contract";
import { describe, expect, test } from "vitest";
import { appointmentChoices, byDay, classChoices, slotOf } from "./move-choices.ts";
import type { OwnBooking } from "./own-booking.ts";

const now = new Date("2026-09-09T13:30:00Z");
const mine = {
  kind: "CLASS",
  serviceId: "s-1",
  scheduleId: "c-1",
  sessionId: "t-1",
  trainerId: "ruta",
  participants: 2,
  start: new Date("2026-09-11T15:00:00Z"),
  end: new Date("2026-09-11T16:00:00Z"),
} as OwnBooking;
const session = (id: string, given: object = {}) =>
  ({
    id,
    status: "CONFIRMED",
    bookable: true,
    locked: false,
    openSpots: 2,
    startDate: new Date("2026-09-12T15:00:00Z"),
    endDate: new Date("2026-09-12T16:30:00Z"),
    staff: [{ id: "ruta", name: "Rūta" }],
    ...given,
  }) as Session;
const free = (start: string, trainer: string, minutes = 60) =>
  ({
    slot: {
      startDate: start,
      endDate: new Date(Date.parse(start) + minutes * 60_000).toISOString(),
      resource: { id: trainer, name: trainer },
    },
  }) as SlotAvailability;

test.each([
  ["has enough open places for the party", {}, true],
  ["has only one open place", { openSpots: 1 }, false],
  ["is canceled", { status: "CANCELLED" }, false],
  ["is reserved for the waiting list", { locked: true }, false],
  ["cannot be booked", { bookable: false }, false],
  ["has already started", { startDate: now }, false],
  ["is the current session of the booking", { id: "t-1" }, false],
])("decides whether a booking can be moved to a session that %s", (_, given, offered) => {
  expect(classChoices([session("t-2", given)], mine, now)).toHaveLength(offered ? 1 : 0);
});

describe("appointment times", () => {
  const lesson = { ...mine, kind: "APPOINTMENT" } as OwnBooking;
  test("offers each appointment time once, preferring the previous trainer", () => {
    const entries = [free("2026-09-12T09:00:00Z", "tomas"), free("2026-09-12T09:00:00Z", "ruta")];
    expect(appointmentChoices(entries, lesson).map(({ staff }) => staff)).toEqual(["ruta"]);
  });
  test("prefers appointment times of the same length as before", () => {
    const entries = [free("2026-09-12T09:00:00Z", "ruta", 90), free("2026-09-12T10:00:00Z", "tomas")];
    expect(appointmentChoices(entries, lesson).map(({ staff }) => staff)).toEqual(["tomas"]);
    expect(appointmentChoices(entries.slice(0, 1), lesson)).toHaveLength(1);
  });
  test("does not offer the current time of an appointment", () =>
    expect(appointmentChoices([free("2026-09-11T15:00:00.000Z", "ruta")], lesson)).toEqual([]));
  test("identifies the current slot of an appointment by time and trainer and of a class by session", () => {
    expect(slotOf(lesson)).toMatchObject({ startDate: "2026-09-11T15:00:00.000Z", resource: { id: "ruta" } });
    expect(slotOf(mine)).toEqual({ serviceId: "s-1", scheduleId: "c-1", sessionId: "t-1" });
  });
});

test("groups the times for moving a booking by day in the gym's time zone", () => {
  const late = session("t-3", { startDate: new Date("2026-09-12T21:30:00Z") });
  const days = byDay(classChoices([session("t-2"), late], mine, now));
  expect(days.map(({ day }) => day)).toEqual(["2026-09-12", "2026-09-13"]);
});

test.each([
  [{ status: 409, code: "SESSION_CAPACITY_EXCEEDED" }, "taken"],
  [{ status: 409, code: "PASS_NOT_AT_THIS_TIME" }, "pass"],
  [{ status: 409, code: "COUPON_NOT_AT_THIS_TIME" }, "coupon"],
  [{ status: 409, code: "BOOKING_POLICY_VIOLATION" }, "late"],
  [{ status: 409, code: "BOOKING_REVISION_MISMATCH" }, "changed"],
  [{ status: 500, code: "INTERNAL" }, "broken"],
  [new TypeError("Failed to fetch"), "offline"],
])("maps the error %o of a move to the reason %s", (error, expected) => expect(reasonOf(error, "move")).toBe(expected));
