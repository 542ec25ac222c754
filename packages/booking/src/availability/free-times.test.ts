import { describe, expect, test } from "vitest";
import {
  assign,
  type Calendar,
  freeTimes,
  hasUnit,
  type Interval,
  intersectIntervals,
  intervalOn,
  leastBusyFirst,
  mergeIntervals,
  subtractIntervals,
  weeklyOpen,
} from "./free-times.ts";
import { wallTimeOf } from "./recurrence.ts";

const zone = "Europe/Vilnius";
const minute = 60_000;
/** Returns an interval on 1 July 2026 in hours of that day: [9, 12.5] is 9:00 to 12:30. */
const noon = Date.parse("2026-07-01T00:00:00Z");
const hours = (from: number, to: number): Interval => ({
  from: noon + from * 60 * minute,
  to: noon + to * 60 * minute,
});
const all = (...pairs: [number, number][]) => pairs.map(([from, to]) => hours(from, to));
const shown = (stretches: readonly Interval[]) =>
  stretches.map(({ from, to }) => [(from - noon) / minute / 60, (to - noon) / minute / 60]);
const calendar = (id: string, open: Interval[], uses: Interval[] = [], units = 1): Calendar => ({
  id,
  open,
  uses,
  units,
});

test("intervals are merged, intersected and subtracted", () => {
  expect(shown(mergeIntervals(all([12, 14], [9, 10], [10, 11], [13, 15])))).toEqual([
    [9, 11],
    [12, 15],
  ]);
  expect(shown(intersectIntervals(all([8, 12], [14, 18]), all([10, 15], [17, 20])))).toEqual([
    [10, 12],
    [14, 15],
    [17, 18],
  ]);
  expect(shown(subtractIntervals(all([8, 18]), all([7, 9], [12, 13], [17.5, 20])))).toEqual([
    [9, 12],
    [13, 17.5],
  ]);
  expect(subtractIntervals(all([8, 9]), all([7, 10]))).toEqual([]);
});

type Case = {
  name: string;
  work?: [number, number][];
  busy?: [number, number][];
  rooms?: { busy: [number, number][]; units?: number; open?: [number, number][] }[][];
  durations?: number[];
  margin?: number;
  within?: [number, number];
  /** Start times in hours, or pairs of start and end if there are several durations. */
  free: (number | [number, number])[];
};
const cases: Case[] = [
  { name: "an hour each, from the start of work", work: [[9, 12]], free: [9, 10, 11] },
  {
    name: "a break is the gap between two stretches",
    work: [
      [9, 11],
      [12, 13],
    ],
    free: [9, 10, 12],
  },
  {
    name: "stretches that touch are one, over midnight too",
    work: [
      [22.5, 24],
      [24, 25.5],
    ],
    free: [22.5, 23.5, 24.5],
  },
  { name: "nothing fits into less than the duration", work: [[9, 9.75]], free: [] },
  { name: "what is free behind a session begins anew", work: [[9, 13]], busy: [[10, 10.5]], free: [9, 10.5, 11.5] },
  { name: "times begin on a quarter", work: [[9, 12]], busy: [[9, 9.1]], free: [9.25, 10.25] },
  { name: "margins are kept on both sides", work: [[9, 14]], busy: [[11, 12]], margin: 30, free: [9, 12.5] },
  {
    name: "a duration that is no number of quarters goes by quarters",
    work: [[9, 10.5]],
    durations: [50],
    free: [9, 9.25, 9.5],
  },
  {
    name: "several durations, each where it fits",
    work: [[9, 11]],
    durations: [60, 90],
    free: [
      [9, 10],
      [9, 10.5],
      [10, 11],
    ],
  },
  { name: "only what begins within the range", work: [[9, 14]], within: [10.5, 12], free: [11] },
  { name: "a room that is used is in the way", work: [[9, 12]], rooms: [[{ busy: [[10, 10.5]] }]], free: [9, 11] },
  {
    name: "any room of a group will do",
    work: [[9, 11]],
    rooms: [[{ busy: [[9, 10]] }, { busy: [[10, 11]] }]],
    free: [9, 10],
  },
  { name: "a room has hours of its own", work: [[9, 12]], rooms: [[{ busy: [], open: [[10, 12]] }]], free: [10, 11] },
  {
    name: "as many at once as there are units",
    work: [[9, 12]],
    rooms: [
      [
        {
          busy: [
            [9, 11],
            [10, 12],
          ],
          units: 2,
        },
      ],
    ],
    free: [9, 11],
  },
  { name: "one of each group", work: [[9, 11]], rooms: [[{ busy: [] }], [{ busy: [[9, 10]] }]], free: [10] },
];

test.each(cases)(
  "$name",
  ({ work = [], busy = [], rooms = [], durations = [60], margin = 0, within = [0, 48], free }) => {
    const need = {
      trainers: [calendar("ruta", mergeIntervals(all(...work)), all(...busy))],
      groups: rooms.map((group, i) =>
        group.map((room, j) => calendar(`${i}${j}`, all(...(room.open ?? [[0, 48]])), all(...room.busy), room.units)),
      ),
      margin: margin * minute,
    };
    const found = freeTimes(need, durations, hours(...within));
    const times = shown(found).map(([from, to]) => (durations.length > 1 ? [from, to] : from));
    expect(times).toEqual(free);
    for (const { from, to } of found) expect(assign(need, from, to)).toBeDefined();
  },
);

describe("wall time", () => {
  const real = (date: string, start: string, end: string) => {
    const { from, to } = intervalOn(date, start, end, zone);
    return (to - from) / minute / 60;
  };
  test.each([
    ["2026-07-01", "01:00", "06:00", 5],
    ["2027-03-28", "01:00", "06:00", 4],
    ["2026-10-25", "01:00", "06:00", 6],
    ["2026-10-25", "20:00", "24:00", 4],
    ["2027-03-28", "00:00", "24:00", 23],
    ["2026-10-25", "00:00", "24:00", 25],
    // The start lies within the hour skipped by the clock change, so both times move forward by an
    // hour.
    ["2027-03-28", "03:00", "03:30", 0.5],
  ])("the interval on %s from %s to %s lasts %d hours", (date, start, end, long) => {
    expect(real(date, start, end)).toBe(long);
  });

  const nightly = (date: string) => {
    const open = weeklyOpen([{ weekday: 7, start: "01:00", end: "06:00" }], date, date, zone);
    const range = { from: Date.parse(date) - 24 * 60 * minute, to: Date.parse(date) + 48 * 60 * minute };
    const times = freeTimes({ trainers: [calendar("ruta", open)], groups: [], margin: 0 }, [60], range);
    return times.map(({ from }) => wallTimeOf(new Date(from), zone).slice(11, 16));
  };
  test("never offers an hour skipped by a clock change, and offers a repeated hour twice", () => {
    expect(nightly("2027-03-28")).toEqual(["01:00", "02:00", "04:00", "05:00"]);
    expect(nightly("2026-10-25")).toEqual(["01:00", "02:00", "03:00", "03:00", "04:00", "05:00"]);
  });

  test("joins working hours that end at midnight with those that start at midnight", () => {
    const hoursOfNight = [
      { weekday: 6, start: "22:00", end: "24:00" },
      { weekday: 7, start: "00:00", end: "01:00" },
    ];
    const open = weeklyOpen(hoursOfNight, "2026-10-24", "2026-10-25", zone);
    expect(open).toHaveLength(1);
    expect(shown(open).map(([from = 0, to = 0]) => to - from)).toEqual([3]);
  });
});

test("counts units in use only during the requested time", () => {
  const uses = all([8, 9.5], [8, 9], [10.5, 11]);
  const { from, to } = hours(9, 11);
  expect(hasUnit(uses, 2, from, to, 0)).toBe(true);
  expect(hasUnit(uses, 1, from, to, 0)).toBe(false);
  expect(hasUnit(all([9, 10], [9.5, 10.5]), 2, from, to, 0)).toBe(false);
  expect(hasUnit(all([9, 10], [10, 11]), 2, from, to, 0)).toBe(true);
});

test("chooses rooms so that every resource group gets one", () => {
  const [both, only] = [calendar("a", all([9, 11])), calendar("b", all([9, 11]))];
  const trainers = [calendar("ruta", all([9, 11]))];
  const { from, to } = hours(9, 10);
  const need = (groups: Calendar[][]) => assign({ trainers, groups, margin: 0 }, from, to)?.resourceIds;
  expect(need([[both, only], [both]])).toEqual(["b", "a"]);
  expect(need([[both], [both]])).toBeUndefined();
  const two = { ...both, units: 2 };
  expect(need([[two], [two]])).toEqual(["a", "a"]);
});

test("sorts trainers by the least work that day and keeps the order of equally busy ones", () => {
  const trainers = [
    calendar("busy", [], all([9, 12])),
    calendar("free", [], all([-5, -1])),
    calendar("alike", []),
    calendar("some", [], all([9, 10])),
  ];
  expect(leastBusyFirst(trainers, hours(0, 24)).map(({ id }) => id)).toEqual(["free", "alike", "some", "busy"]);
});
