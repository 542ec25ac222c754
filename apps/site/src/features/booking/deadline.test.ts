import { expect, test } from "vitest";
import { deadlineOf } from "./deadline.ts";

const now = new Date("2026-09-09T13:30:00Z");

test("a deadline has passed at exactly its moment", () => {
  const until = new Date("2026-09-09T18:00:00Z");
  expect(deadlineOf(until.toISOString(), now)).toEqual({ kind: "until", until });
  expect(deadlineOf(until, until)).toEqual({ kind: "passed", until });
});

test("without a deadline the action is forbidden, or allowed if the start is not known yet", () => {
  expect(deadlineOf(null, now)).toEqual({ kind: "never" });
  expect(deadlineOf(undefined, now, true)).toEqual({ kind: "open" });
});
