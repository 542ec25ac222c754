import { describe, expect, test } from "vitest";
import type { Group, GroupTime, WholeCourse } from "../../features/groups.ts";
import { birthYears, dayNames, groupSearchOf, groupsFor, isEmpty, searchOf } from "./finder.ts";

const now = new Date("2026-11-23T10:00:00Z");
const at = (weekday: number, next: string) => ({ weekday, next }) as GroupTime;
const group = (name: string, part: Partial<Group>): Group =>
  ({ name, ages: null, levels: [], times: [], course: null, ...part }) as Group;

const small = group("small", {
  ages: { min: 5, max: 7 },
  levels: ["new", "some"],
  times: [at(1, "2026-11-30T14:30:00Z"), at(4, "2026-11-26T14:30:00Z")],
});
const large = group("large", { ages: { min: 8, max: 10 }, times: [at(2, "2026-11-24T14:00:00Z")] });
const course = group("course", {
  ages: { min: 8, max: 12 },
  levels: ["regular"],
  times: [at(1, "2026-12-07T13:00:00Z"), at(3, "2026-12-09T12:30:00Z")],
  course: { first: "2026-12-07T13:00:00Z" } as WholeCourse,
});
const family = group("family", { times: [at(6, "2026-11-28T08:00:00Z")] });
const all = [small, large, course, family];
const found = (query: string, when = now) =>
  groupsFor(all, groupSearchOf(new URLSearchParams(query)), when).map(({ name }) => name);

test("who asks nothing sees every group", () => {
  expect(found("")).toEqual(["small", "large", "course", "family"]);
  expect(isEmpty(groupSearchOf(new URLSearchParams("year=2200x&level=best&day=1")))).toBe(true);
});

describe("by the year of birth", () => {
  // Who turns eight this year may still be seven: a booking takes both.
  test.each([
    [2021, ["small", "family"]],
    [2019, ["small", "family"]],
    [2018, ["small", "large", "course", "family"]],
    [2017, ["large", "course", "family"]],
    [2013, ["course", "family"]],
    [2012, ["family"]],
  ])("%i", (year, names) => expect(found(`year=${year}`)).toEqual(names));

  test("what counts is the year in which the group meets, of a course that in which it begins", () => {
    const after = [{ ...course, course: { first: "2027-01-04T13:00:00Z" } as WholeCourse }];
    const named = (year: number) => groupsFor(after, { year, days: [], level: null }, now).length;
    expect([2013, 2014].map(named)).toEqual([0, 1]);
    const atNewYear = new Date("2026-12-31T23:00:00Z");
    // In Vilnius it is 2027 already.
    expect(
      groupsFor(
        [group("none yet", { ages: { min: 8, max: 10 } })],
        groupSearchOf(new URLSearchParams("year=2015")),
        atNewYear,
      ),
    ).toEqual([]);
  });
});

describe("by the days", () => {
  test("a class on one of them fits, and shows those alone", () => {
    const [only] = groupsFor(all, { year: null, days: [4, 5], level: null }, now);
    expect([only?.name, only?.times.map(({ weekday }) => weekday)]).toEqual(["small", [4]]);
  });
  test("a course fits when every one of its days does", () => {
    expect(found("mon=1")).toEqual(["small"]);
    expect(found("mon=1&wed=1")).toEqual(["small", "course"]);
  });
});

test("by how much somebody has climbed; a group that says nothing takes everybody", () => {
  expect(found("level=new")).toEqual(["small", "large", "family"]);
  expect(found("level=regular&year=2017")).toEqual(["large", "course", "family"]);
});

test("a search is one address and back", () => {
  const search = "?year=2018&mon=1&sat=1&level=some";
  expect(searchOf(groupSearchOf(new URLSearchParams(search)))).toBe(search);
  expect(searchOf({ year: null, days: [], level: null })).toBe("");
  expect(dayNames).toHaveLength(7);
});

test("years are offered from those who turn three to those who turn seventeen", () => {
  const years = birthYears(now);
  expect([years[0], years.at(-1)]).toEqual([
    { year: 2023, turns: 3 },
    { year: 2009, turns: 17 },
  ]);
});
