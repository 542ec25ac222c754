import type { ExtendedBooking, Session } from "@uola/contract";
import { describe, expect, test } from "vitest";
import { rowsOf } from "../attendance/marks.ts";
import { attention, byHour, dayOf, matches, partyOf } from "./today.ts";

const session = (id: string, start: string, more: Partial<Session> = {}): Session => ({
  id,
  serviceId: "service",
  scheduleId: "schedule",
  title: "Įvadas",
  startDate: new Date(start),
  endDate: new Date(Date.parse(start) + 90 * 60_000),
  status: "CONFIRMED",
  totalSpots: 8,
  openSpots: 5,
  bookable: true,
  staff: [{ id: "ruta", name: "Rūta" }],
  resources: [],
  exception: false,
  appointment: false,
  capacityType: "LIMITED",
  transparency: "BUSY",
  locked: false,
  waiting: 0,
  updatedDate: new Date("2026-09-01T07:00Z"),
  sequence: 0,
  ...more,
});

const booking = (entity: object, firstName: string, status = "CONFIRMED", more: object = {}): ExtendedBooking =>
  ({
    booking: { id: firstName, status, totalParticipants: 2, bookedEntity: entity, contactDetails: { firstName } },
    ...more,
  }) as unknown as ExtendedBooking;

const morning = session("morning", "2026-09-02T07:00Z");
const lesson = session("lesson", "2026-09-02T15:00Z", { courseSession: { number: 2, of: 4 }, openSpots: 0, staff: [] });

describe("sessions of a day", () => {
  const bookings = [
    booking({ slot: { sessionId: "morning" } }, "Žygimantas"),
    booking({ slot: { sessionId: "morning" } }, "Čiurlė", "PENDING"),
    booking({ slot: { sessionId: "morning" } }, "Atšauktas", "CANCELED"),
    booking({ slot: { sessionId: "other" } }, "Kitas"),
    booking({ schedule: { scheduleId: "schedule" } }, "Kursistė"),
  ];
  const mark = { bookingId: "Kursistė", status: "ATTENDED" as const, numberOfAttendees: 1, present: [] };
  const marks = [
    { ...mark, sessionId: "lesson" },
    { ...mark, sessionId: "another lesson", numberOfAttendees: 2 },
  ];
  const day = dayOf([morning, lesson], [], bookings, marks);

  test("lists each session's current bookings in Lithuanian alphabetical order", () =>
    expect(day[0]?.bookings.map(({ booking }) => booking.contactDetails?.firstName)).toEqual(["Čiurlė", "Žygimantas"]));
  test("finds the participants of a course by its schedule", () => expect(day[1]?.bookings).toHaveLength(1));
  test("counts the booked and expected people and those who attended this session of a course", () =>
    expect(day.map(({ booked, expected, came }) => [booked, expected, came])).toEqual([
      [4, 2, 0],
      [2, 2, 1],
    ]));
  test("the counts match the attendance rows", () => {
    for (const { bookings, expected, came } of day) {
      const rows = rowsOf(bookings.map(partyOf));
      expect([rows.length, rows.filter((row) => row.came).length]).toEqual([expected, came]);
    }
  });
  test("does not report a one-person lesson as full", () => {
    const lessonForOne = { ...lesson, totalSpots: 1, staff: morning.staff };
    expect(attention(dayOf([lessonForOne], [], []), new Date("2026-09-02T06:00Z"))).toEqual([]);
  });
  test("reports pending bookings, sessions without a trainer and full sessions", () => {
    const kinds = (now: string) => attention(day, new Date(now)).map(({ kind }) => kind);
    expect(kinds("2026-09-02T06:00Z")).toEqual(["pending", "noTrainer", "full"]);
    expect(kinds("2026-09-02T12:00Z")).toEqual(["noTrainer", "full"]);
    expect(kinds("2026-09-02T20:00Z")).toEqual([]);
  });
  test("counts people and places by Vilnius hour, including empty hours in between", () => {
    const hours = byHour(day);
    expect(hours[0]).toEqual({ hour: 10, people: 4, places: 8 });
    expect(hours.find(({ hour }) => hour === 14)).toEqual({ hour: 14, people: 0, places: 0 });
    expect(hours.at(-1)?.hour).toBe(19);
    expect(byHour([])).toEqual([]);
  });
});

test("finds a person regardless of diacritics", () => {
  const zirmune = booking({}, "Žirmūnė");
  expect(matches(zirmune, "zirmu")).toBe(true);
  expect(matches(zirmune, "Petras")).toBe(false);
});
