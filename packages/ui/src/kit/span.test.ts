import { expect, test } from "vitest";
import { minutesOf, spanOf } from "./span.ts";

test.each([
  [1440, "24", "HOURS"],
  [2880, "2", "DAYS"],
  [90, "90", "MINUTES"],
  [120, "2", "HOURS"],
] as const)("converts %i minutes to %s %s and back", (minutes, count, unit) => {
  expect(spanOf(minutes)).toEqual({ count, unit });
  expect(minutesOf({ count, unit })).toBe(minutes);
});

test("returns no duration for text that is not a positive number", () => {
  expect(minutesOf({ count: "1,5", unit: "HOURS" })).toBe(90);
  for (const count of ["", "0", "-3", "daug"]) expect(minutesOf({ count, unit: "HOURS" })).toBeUndefined();
});
