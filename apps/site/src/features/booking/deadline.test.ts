import { expect, test } from "vitest";
import { deadlineOf } from "./deadline.ts";

const now = new Date("2026-09-09T13:30:00Z");

test("a deadline is ahead or has passed, and at that very moment has passed", () => {
  const until = new Date("2026-09-09T18:00:00Z");
  expect(deadlineOf(until.toISOString(), now)).toEqual({ kind: "until", until });
  expect(deadlineOf(until, until)).toEqual({ kind: "passed", until });
});

test("without a deadline the action is forbidden, or open until the start is known", () => {
  expect(deadlineOf(null, now)).toEqual({ kind: "never" });
  expect(deadlineOf(undefined, now, true)).toEqual({ kind: "open" });
});
