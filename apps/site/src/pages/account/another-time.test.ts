import type { Session, SlotAvailability } from "@uola/contract";
import { describe, expect, test } from "vitest";
import { reasonOf } from "../../reasons.ts";
import { appointmentChoices, byDay, classChoices, slotOf } from "./another-time.ts";
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
  ["has room for the party", {}, true],
  ["has room for one", { openSpots: 1 }, false],
  ["is canceled", { status: "CANCELLED" }, false],
  ["is kept for who waits", { locked: true }, false],
  ["cannot be booked", { bookable: false }, false],
  ["has begun", { startDate: now }, false],
  ["is where the booking is", { id: "t-1" }, false],
])("a session that %s", (_, given, offered) => {
  expect(classChoices([session("t-2", given)], mine, now)).toHaveLength(offered ? 1 : 0);
});

describe("times of an appointment", () => {
  const lesson = { ...mine, kind: "APPOINTMENT" } as OwnBooking;
  test("stand once each, with the trainer of before where they are free", () => {
    const entries = [free("2026-09-12T09:00:00Z", "tomas"), free("2026-09-12T09:00:00Z", "ruta")];
    expect(appointmentChoices(entries, lesson).map(({ staff }) => staff)).toEqual(["ruta"]);
  });
  test("are as long as before where there are such", () => {
    const entries = [free("2026-09-12T09:00:00Z", "ruta", 90), free("2026-09-12T10:00:00Z", "tomas")];
    expect(appointmentChoices(entries, lesson).map(({ staff }) => staff)).toEqual(["tomas"]);
    expect(appointmentChoices(entries.slice(0, 1), lesson)).toHaveLength(1);
  });
  test("leave out the one there is", () =>
    expect(appointmentChoices([free("2026-09-11T15:00:00.000Z", "ruta")], lesson)).toEqual([]));
  test("are gone back to by their hour and trainer, a class by its session", () => {
    expect(slotOf(lesson)).toMatchObject({ startDate: "2026-09-11T15:00:00.000Z", resource: { id: "ruta" } });
    expect(slotOf(mine)).toEqual({ serviceId: "s-1", scheduleId: "c-1", sessionId: "t-1" });
  });
});

test("choices stand under the gym's days", () => {
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
])("%o is told as %s", (error, expected) => expect(reasonOf(error, "move")).toBe(expected));
