import { describe, expect, test } from "vitest";
import { activity, time } from "./booking.fixture.ts";
import { eachStart, namedTime, timeOfSlot } from "./free-times.ts";

const tomas = { id: "0199e3a0-0000-7000-8000-00000000000a", name: "Tomas" };
const lesson = activity({ kind: "APPOINTMENT", staff: [tomas], durations: [60] });
const entry = {
  slot: {
    serviceId: "a-intro",
    scheduleId: "s-intro",
    startDate: "2026-09-25T09:00:00Z",
    endDate: "2026-09-25T10:00:00Z",
    resource: tomas,
  },
  bookable: true,
  openSpots: 1,
  totalSpots: 1,
  bookingPolicyViolations: {},
};

describe("times with a trainer", () => {
  const free = timeOfSlot(entry);

  test("a time with a trainer has no session; its id contains start, duration and trainer", () => {
    expect(free).toMatchObject({ trainer: tomas, staff: ["Tomas"], start: "2026-09-25T09:00:00.000Z", open: 1 });
    const { cancelUntil: _, ...known } = free;
    expect(namedTime(free.id, lesson, "2026-09-24")).toEqual(known);
  });

  test.each([
    ["within the loaded date range", free.id, "2026-09-26"],
    ["of a trainer who does not offer the service", free.id.replace(tomas.id, "somebody"), "2026-09-24"],
    ["of a timetable session", "t-11T16:00", "2026-09-24"],
  ])("creates no time from an id %s", (_, session, until) => {
    expect(namedTime(session, lesson, until)).toBeUndefined();
  });

  test("a timetable session is not treated as a time with a trainer", () => {
    const session = timeOfSlot({ ...entry, slot: { ...entry.slot, sessionId: "t-1" } });
    expect(session.id).toBe("t-1");
    expect(session.trainer).toBeUndefined();
  });
});

test("shows only the first of several trainers who are free at the same time", () => {
  const [first, second] = [time("11T16:00"), time("11T16:00", { id: "t-2" })];
  const later = time("12T09:00");
  expect(eachStart([later, first, second])).toEqual([first, later]);
});
