import { instantOf, localDate, time } from "@uola/words/formats";
import { describe, expect, test } from "vitest";
import { lengthOf } from "./layout.ts";
import {
  isFar,
  lengthenedBy,
  movedBy,
  moveObstacle,
  questionsOf,
  type Times,
  timesAfterKey,
  timesDrawn,
} from "./moves.ts";

const times = (day: string, minute: number, length: number): Times => {
  const startDate = instantOf(day, 0, minute);
  return { startDate, endDate: new Date(+startDate + length * 60_000) };
};
const said = (one: Times | undefined) => one && `${localDate(one.startDate)} ${time(one.startDate)} ${lengthOf(one)}`;

describe("moving a session", () => {
  const lesson = times("2026-09-02", 1085, 90);
  test.each([
    ["ArrowDown", false, "2026-09-02 18:15 90"],
    ["ArrowUp", false, "2026-09-02 17:45 90"],
    ["ArrowRight", false, "2026-09-03 18:05 90"],
    ["ArrowLeft", false, "2026-09-01 18:05 90"],
    ["ArrowDown", true, "2026-09-02 18:05 105"],
    ["ArrowUp", true, "2026-09-02 18:05 75"],
    ["x", false, undefined],
  ])("the key %s (shift: %s) moves or resizes a session to %s", (key, shift, to) =>
    expect(said(timesAfterKey(lesson, key, shift))).toBe(to),
  );

  test("moves a session over midnight in both directions", () => {
    expect(said(movedBy(times("2026-09-02", 1425, 60), { minutes: 15 }))).toBe("2026-09-03 0:00 60");
    expect(said(movedBy(times("2026-09-02", 0, 60), { minutes: -15 }))).toBe("2026-09-01 23:45 60");
  });
  test("keeps the wall-clock time and the length of a session moved over a clock change", () => {
    expect(said(movedBy(times("2026-03-28", 1080, 90), { days: 1 }))).toBe("2026-03-29 18:00 90");
    expect(said(movedBy(times("2026-10-24", 1080, 90), { days: 1 }))).toBe("2026-10-25 18:00 90");
  });
  test("never makes a session shorter than a quarter of an hour or longer than a day", () => {
    expect(lengthOf(lengthenedBy(times("2026-09-02", 600, 15), -15))).toBe(15);
    expect(lengthOf(lengthenedBy(times("2026-09-02", 600, 1440), 15))).toBe(1440);
  });
  test("rejects a move into the past or outside the days shown", () => {
    const now = instantOf("2026-09-02", 12);
    const days = ["2026-09-02", "2026-09-03"];
    expect(moveObstacle(times("2026-09-02", 700, 60), days, now)).toBe("past");
    expect(moveObstacle(times("2026-09-04", 700, 60), days, now)).toBe("beyond");
    expect(moveObstacle(times("2026-09-03", 700, 60), days, now)).toBeUndefined();
  });
  test("limits the move of a session in a series to less than a week", () => {
    expect(isFar(times("2026-09-02", 600, 60), times("2026-09-08", 600, 60))).toBe(false);
    expect(isFar(times("2026-09-02", 600, 60), times("2026-09-09", 600, 60))).toBe(true);
  });
});

test("a drawn time snaps to quarters of an hour, and a plain press selects one hour", () => {
  expect(said(timesDrawn("2026-09-02", 607, 607))).toBe("2026-09-02 10:00 60");
  expect(said(timesDrawn("2026-09-02", 700, 607))).toBe("2026-09-02 10:00 105");
});

test("changing a series requires a scope, and changing a booked session a choice whether to notify participants", () => {
  expect(questionsOf({ ruleId: "rule", totalSpots: 8, openSpots: 8 })).toEqual({ scope: true, notify: true });
  expect(questionsOf({ totalSpots: 8, openSpots: 7 })).toEqual({ scope: false, notify: true });
  expect(questionsOf({ ruleId: null, totalSpots: 8, openSpots: 8 })).toEqual({ scope: false, notify: false });
});
