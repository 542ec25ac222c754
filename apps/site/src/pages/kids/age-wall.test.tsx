import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AgeWall } from "./age-wall.tsx";
import type { KidsGroup } from "./kids.data.ts";

const now = new Date("2026-11-24T10:00:00Z");
const group = (id: string, ages: KidsGroup["ages"]) =>
  ({ id, name: id, ages, times: [], course: null }) as unknown as KidsGroup;
const groups = [
  group("lizards", { min: 8, max: 10 }),
  group("teenagers", { min: 11, max: 17 }),
  group("families", null),
];
const tapesFor = (year: number | null) =>
  [
    ...renderToStaticMarkup(<AgeWall {...{ groups, year, now }} />).matchAll(
      /class="(tape[^"]*)" style="grid-column:([^"]+)">(\w+)/g,
    ),
  ].map(([, look = "", columns, name]) => ({ name, columns, lit: !look.includes("left-out") }));

test("a group's bar spans its years of birth, and a group for everybody spans all years", () => {
  expect(tapesFor(null)).toEqual([
    { name: "lizards", columns: "6 / 10", lit: true },
    { name: "teenagers", columns: "9 / 16", lit: true },
    { name: "families", columns: "1 / 16", lit: true },
  ]);
});

test("choosing a year of birth highlights the bars of the groups that accept it", () => {
  expect(tapesFor(2018).map(({ lit }) => lit)).toEqual([true, false, true]);
  expect(tapesFor(2012).map(({ lit }) => lit)).toEqual([false, true, true]);
});
