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

test("an empty search finds every group", () => {
  expect(found("")).toEqual(["small", "large", "course", "family"]);
  expect(isEmpty(groupSearchOf(new URLSearchParams("year=2200x&level=best&day=1")))).toBe(true);
});

describe("filtering groups by year of birth", () => {
  // A child who turns eight this year may still be seven: a booking accepts both ages.
  test.each([
    [2021, ["small", "family"]],
    [2019, ["small", "family"]],
    [2018, ["small", "large", "course", "family"]],
    [2017, ["large", "course", "family"]],
    [2013, ["course", "family"]],
    [2012, ["family"]],
  ])("finds the groups for the year of birth %i", (year, names) => expect(found(`year=${year}`)).toEqual(names));

  test("computes the age in the year in which a group meets or a course begins", () => {
    const after = [{ ...course, course: { first: "2027-01-04T13:00:00Z" } as WholeCourse }];
    const named = (year: number) => groupsFor(after, { year, days: [], level: null }, now).length;
    expect([2013, 2014].map(named)).toEqual([0, 1]);
    const atNewYear = new Date("2026-12-31T23:00:00Z");
    // In Vilnius, the year 2027 has already begun.
    expect(
      groupsFor(
        [group("none yet", { ages: { min: 8, max: 10 } })],
        groupSearchOf(new URLSearchParams("year=2015")),
        atNewYear,
      ),
    ).toEqual([]);
  });
});

describe("filtering groups by days", () => {
  test("a class on at least one of the chosen days fits, and only those days are shown", () => {
    const [only] = groupsFor(all, { year: null, days: [4, 5], level: null }, now);
    expect([only?.name, only?.times.map(({ weekday }) => weekday)]).toEqual(["small", [4]]);
  });
  test("a course fits only if all of its days are chosen", () => {
    expect(found("mon=1")).toEqual(["small"]);
    expect(found("mon=1&wed=1")).toEqual(["small", "course"]);
  });
});

test("filters groups by climbing level; a group without a level accepts everybody", () => {
  expect(found("level=new")).toEqual(["small", "large", "family"]);
  expect(found("level=regular&year=2017")).toEqual(["large", "course", "family"]);
});

test("converts a search to a URL query and back without loss", () => {
  const search = "?year=2018&mon=1&sat=1&level=some";
  expect(searchOf(groupSearchOf(new URLSearchParams(search)))).toBe(search);
  expect(searchOf({ year: null, days: [], level: null })).toBe("");
  expect(dayNames).toHaveLength(7);
});

test("offers the years of birth of children who turn 3 to 17 this year", () => {
  const years = birthYears(now);
  expect([years[0], years.at(-1)]).toEqual([
    { year: 2023, turns: 3 },
    { year: 2009, turns: 17 },
  ]);
});
