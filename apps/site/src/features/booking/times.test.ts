import { describe, expect, test } from "vitest";
import { activity, now, time } from "./booking.fixture.ts";
import {
  alternativeTimes,
  dayOf,
  daysFrom,
  listFrom,
  mostParticipants,
  nextFree,
  type Obstacle,
  obstacle,
  type Time,
} from "./times.ts";

describe("calendar days of times", () => {
  test("assigns a moment to the calendar day in the gym's time zone, not the server's", () => {
    expect(dayOf("2026-09-09T22:30:00Z")).toBe("2026-09-10");
    expect(dayOf("2026-12-31T22:30:00Z")).toBe("2027-01-01");
  });

  test("the day strip shows every day with the number of times that can still be booked", () => {
    const times = [time("11T16:00"), time("11T09:00", { open: 0 }), time("12T09:00")];
    expect(daysFrom("2026-09-10", 3, times).map(({ date, times, open }) => [date, times.length, open])).toEqual([
      ["2026-09-10", 0, 0],
      ["2026-09-11", 2, 1],
      ["2026-09-12", 1, 1],
    ]);
    expect(daysFrom("2026-09-11", 1, times)[0]?.times.map(({ start }) => start)).toEqual([
      "2026-09-11T09:00:00Z",
      "2026-09-11T16:00:00Z",
    ]);
  });

  test("the list keeps the chosen day even if it has no times, and adds days until it is long enough", () => {
    const times = [time("11T09:00"), time("11T16:00"), time("14T09:00"), time("15T09:00")];
    expect(listFrom("2026-09-10", times, 3).map(({ date }) => date)).toEqual([
      "2026-09-10",
      "2026-09-11",
      "2026-09-14",
    ]);
    expect(listFrom("2026-09-20", times, 3).map(({ date }) => date)).toEqual(["2026-09-20"]);
  });
});

describe("choosing a time", () => {
  test.each<[string, Partial<Time>, Obstacle | null]>([
    ["free", {}, null],
    ["sold out", { open: 0, bookable: false }, "full"],
    ["begun", { start: "2026-09-09T13:00:00Z" }, "started"],
    ["less than an hour away", { start: "2026-09-09T14:00:00Z", bookable: false }, "late"],
    ["a year away", { start: "2027-09-09T14:00:00Z", bookable: false }, "early"],
    ["closed to booking by the gym", { bookable: false }, "closed"],
    ["in a started course that still accepts participants", { start: "2026-09-01T13:00:00Z", lessons: [] }, null],
  ])("returns the reason why a time that is %s cannot be chosen, or null", (_, given, expected) => {
    expect(obstacle(time("11T16:00", given), activity(), now)).toBe(expected);
  });

  test("limits a group to the activity's maximum and to the number of free places", () => {
    expect(mostParticipants(time("11T16:00", { open: 3 }), activity())).toBe(3);
    expect(mostParticipants(time("11T16:00", { open: 9 }), activity())).toBe(4);
    expect(mostParticipants(time("11T16:00", { open: 0 }), activity())).toBe(1);
  });

  test("finds the next free time that has places for the whole group", () => {
    const times = [time("12T09:00", { open: 5 }), time("11T16:00", { open: 1 }), time("10T16:00", { open: 0 })];
    expect(nextFree(times, now.toISOString())?.id).toBe("t-11T16:00");
    expect(nextFree(times, now.toISOString(), 2)?.id).toBe("t-12T09:00");
    expect(nextFree(times, now.toISOString(), 6)).toBeUndefined();
  });

  test("if a time is no longer available, suggests the nearest times of the same activity with enough places", () => {
    const lost = time("11T16:00", { open: 0 });
    const times = [
      lost,
      time("10T16:00"),
      time("18T16:00"),
      time("11T18:00"),
      time("12T16:00", { open: 1 }),
      time("11T17:00", { activityId: "a-other" }),
      time("13T16:00"),
    ];
    expect(alternativeTimes(times, lost, 2).map(({ id }) => id)).toEqual(["t-11T18:00", "t-10T16:00", "t-13T16:00"]);
  });
});
