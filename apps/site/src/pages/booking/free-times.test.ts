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

describe("a time with a trainer", () => {
  const free = timeOfSlot(entry);

  test("has no session, and tells by its name when, how long and with whom", () => {
    expect(free).toMatchObject({ trainer: tomas, staff: ["Tomas"], start: "2026-09-25T09:00:00.000Z", open: 1 });
    const { cancelUntil: _, ...known } = free;
    expect(namedTime(free.id, lesson, "2026-09-24")).toEqual(known);
  });

  test.each([
    ["within what was looked at", free.id, "2026-09-26"],
    ["of somebody who does not give it", free.id.replace(tomas.id, "somebody"), "2026-09-24"],
    ["that is a session's", "t-11T16:00", "2026-09-24"],
  ])("is not made up from a name %s", (_, session, until) => {
    expect(namedTime(session, lesson, until)).toBeUndefined();
  });

  test("of the timetable is a session like any other", () => {
    const session = timeOfSlot({ ...entry, slot: { ...entry.slot, sessionId: "t-1" } });
    expect(session.id).toBe("t-1");
    expect(session.trainer).toBeUndefined();
  });
});

test("of trainers who are free at the same time, the first is shown", () => {
  const [first, second] = [time("11T16:00"), time("11T16:00", { id: "t-2" })];
  const later = time("12T09:00");
  expect(eachStart([later, first, second])).toEqual([first, later]);
});
