import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { closedStretches, freeHourIn, hourHeight, hoursShown, weekOf, weekToCome } from "./week.ts";

const span = (start: string, end: string) => ({ start: `2026-09-${start}:00Z`, end: `2026-09-${end}:00Z` });

describe("the week grid of the timetable", () => {
  test("puts a session in its day and hour in the Vilnius time zone", () => {
    const [monday] = weekOf("2026-08-31", [{ start: "2026-08-31T15:00:00Z", end: "2026-08-31T16:30:00Z" }]);
    expect(monday?.blocks).toMatchObject([{ from: 18, to: 19.5, crowd: { size: 1 } }]);
  });

  test("groups only sessions that overlap in time", () => {
    const items = [span("02T07:00", "02T09:00"), span("02T08:00", "02T10:00"), span("02T10:00", "02T11:00")];
    const wednesday = weekOf("2026-08-31", items)[2];
    expect(wednesday?.blocks.map(({ crowd: { index, size } }) => [index, size])).toEqual([
      [0, 2],
      [1, 2],
      [0, 1],
    ]);
  });

  test("gives overlapping sessions their common hours, with enough height for the text of each", () => {
    const items = [span("02T07:00", "02T08:00"), span("02T07:00", "02T08:30"), span("02T07:30", "02T08:30")];
    const blocks = weekOf("2026-08-31", [...items, span("03T07:00", "03T07:30")]).flatMap((day) => day.blocks);
    expect(blocks.map(({ crowd }) => crowd)).toEqual([
      { from: 10, to: 11.5, size: 3, index: 0 },
      { from: 10, to: 11.5, size: 3, index: 1 },
      { from: 10, to: 11.5, size: 3, index: 2 },
      { from: 10, to: 10.5, size: 1, index: 0 },
    ]);
    expect(hourHeight(blocks, { usual: 72, line: 40 })).toBe(80);
    expect(hourHeight(blocks, { usual: 72, line: 20 })).toBe(72);
  });

  test("never draws one session over another", () => {
    const session = fc
      .tuple(fc.integer({ min: 6 * 60, max: 20 * 60 }), fc.integer({ min: 15, max: 180 }))
      .map(([at, length]) => ({
        start: new Date(Date.UTC(2026, 8, 2, 0, at)).toISOString(),
        end: new Date(Date.UTC(2026, 8, 2, 0, at + length)).toISOString(),
      }));
    fc.assert(
      fc.property(fc.array(session, { maxLength: 12 }), (items) => {
        const blocks = weekOf("2026-08-31", items).flatMap((day) => day.blocks);
        return (
          blocks.length === items.filter(({ start }) => start < "2026-09-02T21:00").length &&
          blocks.every((a) =>
            blocks.every(
              (b) =>
                a === b ||
                a.crowd.to <= b.crowd.from ||
                b.crowd.to <= a.crowd.from ||
                (a.crowd.size === b.crowd.size && a.crowd.index !== b.crowd.index),
            ),
          )
        );
      }),
    );
  });

  test("the week grid covers the usual hours and any sessions outside them", () => {
    expect(hoursShown([], { from: 9, to: 21 })).toEqual({ from: 9, to: 21 });
    expect(hoursShown([span("02T04:30", "02T05:00"), span("02T18:00", "02T19:15")], { from: 9, to: 21 })).toEqual({
      from: 7,
      to: 23,
    });
  });
});

test("shows the next week starting on Sunday at noon", () => {
  expect(weekToCome(new Date("2026-09-06T08:59:00Z"))).toBe("2026-09-06");
  expect(weekToCome(new Date("2026-09-06T09:00:00Z"))).toBe("2026-09-07");
  expect(weekToCome(new Date("2026-09-07T09:00:00Z"))).toBe("2026-09-07");
});

test("marks the hours before opening and after closing as closed, or the whole of a closed day", () => {
  const shown = { from: 9, to: 22 };
  expect(closedStretches(shown, { closed: true })).toEqual([shown]);
  expect(closedStretches(shown, { open: "10:30", close: "20:00" })).toEqual([
    { from: 9, to: 10.5 },
    { from: 20, to: 22 },
  ]);
  expect(closedStretches(shown, { open: "08:00", close: "22:00" })).toEqual([]);
});

test("places the day's label where no session is, if there is space", () => {
  const day = { from: 9, to: 12 };
  expect(freeHourIn(day, [])).toBe(9);
  expect(freeHourIn(day, [{ from: 9, to: 10.5 }])).toBe(10.5);
  expect(freeHourIn(day, [{ from: 9, to: 12 }])).toBe(9);
});
