import { instantOf } from "@uola/words/formats";
import { describe, expect, test } from "vitest";
import { arrange, daysFrom, focusTarget, hoursOf } from "./layout.ts";

const at = (id: string, day: string, from: number, to: number, endDay = day) => ({
  id,
  startDate: instantOf(day, 0, from),
  endDate: instantOf(endDay, 0, to),
});
const places = (items: ReturnType<typeof at>[], day: string, days = [day]) =>
  arrange(items, days)
    .get(day)
    ?.map(({ item, from, to, column, columns }) => [item.id, from, to, column, columns]);

describe("layout of overlapping sessions", () => {
  const day = "2026-09-02";
  test("a session alone takes the whole width, overlapping sessions share it in columns", () =>
    expect(
      places([at("a", day, 600, 690), at("b", day, 630, 720), at("c", day, 690, 750), at("d", day, 900, 960)], day),
    ).toEqual([
      ["a", 600, 690, 0, 2],
      ["b", 630, 720, 1, 2],
      ["c", 690, 750, 0, 2],
      ["d", 900, 960, 0, 1],
    ]));
  test("short sessions do not overlap when they are rendered at their minimum height", () =>
    expect(
      places([at("a", day, 600, 605), at("b", day, 615, 700)], day)?.map(([id, , , column]) => [id, column]),
    ).toEqual([
      ["a", 0],
      ["b", 1],
    ]));
  test("a session over midnight appears on both days", () => {
    const night = [at("night", day, 22 * 60, 90, "2026-09-03")];
    const days = [day, "2026-09-03"];
    expect(places(night, day, days)).toEqual([["night", 1320, 1440, 0, 1]]);
    expect(places(night, "2026-09-03", days)).toEqual([["night", 0, 90, 0, 1]]);
  });
  test("a session that ends at midnight does not appear on the next day", () =>
    expect(places([at("a", day, 1320, 1440)], "2026-09-03")).toEqual([]));
  test("sessions keep their wall-clock times when the clocks go forward", () =>
    expect(places([at("a", "2026-03-29", 120, 300)], "2026-03-29")).toEqual([["a", 120, 300, 0, 1]]));
  test("sessions keep their length when the clocks go back and an hour repeats", () => {
    const startDate = instantOf("2026-10-25", 2, 45);
    const short = { id: "a", startDate, endDate: new Date(+startDate + 30 * 60_000) };
    const [piece] = arrange([short], ["2026-10-25"]).get("2026-10-25") ?? [];
    expect(piece?.to).toBeGreaterThan(piece?.from ?? 0);
    const twice = new Date(Date.UTC(2026, 9, 25, 0, 45));
    expect(places([{ id: "b", startDate: twice, endDate: new Date(+twice + 45 * 60_000) }], "2026-10-25")).toEqual([
      ["b", 225, 270, 0, 1],
    ]);
  });
});

test("the hours shown cover the usual hours and all sessions outside them", () => {
  expect(hoursOf([])).toEqual({ from: 8, to: 22 });
  expect(hoursOf([{ from: 390, to: 1400 }])).toEqual({ from: 6, to: 24 });
});

describe("keyboard focus in the calendar", () => {
  const days = daysFrom("2026-09-01", 4);
  const week = arrange(
    [
      at("early", "2026-09-01", 540, 600),
      at("late", "2026-09-01", 1080, 1140),
      at("noon", "2026-09-03", 720, 780),
      at("evening", "2026-09-03", 1110, 1170),
    ],
    days,
  );
  test.each([
    ["early", "down", "late"],
    ["late", "up", "early"],
    ["early", "up", undefined],
    ["early", "right", "noon"],
    ["late", "right", "evening"],
    ["noon", "left", "early"],
    ["noon", "right", undefined],
    ["late", "first", "early"],
    ["noon", "last", "evening"],
    ["gone", "down", "early"],
  ] as const)("moves the focus from %s with step %s to %s", (id, step, to) =>
    expect(focusTarget(week, id, step)).toBe(to),
  );
});
