import { expect, test } from "vitest";
import { crowdLevelAt } from "./occupancy.ts";

const hours = (...counts: [hour: number, people: number, places: number][]) =>
  counts.map(([hour, people, places]) => ({ hour, people, places }));

test.each([
  ["nothing is on", 12, hours(), "calm"],
  ["a session is on at another hour", 12, hours([18, 30, 40]), "calm"],
  ["few people are in a session that is full", 18, hours([18, 9, 9]), "calm"],
  ["a third of the day's most places is taken", 18, hours([10, 14, 20], [18, 2, 42]), "calm"],
  ["half of them are", 18, hours([18, 20, 40]), "medium"],
  ["three quarters of them are", 18, hours([18, 30, 40]), "full"],
  ["a morning fills half of what the evening has", 10, hours([10, 20, 20], [18, 5, 40]), "medium"],
] as const)("computes the crowd level when %s, at hour %i with sessions %j", (_, hour, today, crowd) =>
  expect(crowdLevelAt(hour, today)).toBe(crowd),
);
