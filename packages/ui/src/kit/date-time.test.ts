import { expect, test } from "vitest";
import { isClockTime, momentAt, parseClockTime } from "./date-time.ts";

test("parses times in the formats people type", () => {
  expect(["9", "930", "9.30", "18:05", "24", "0"].map(parseClockTime)).toEqual([
    "09:00",
    "09:30",
    "09:30",
    "18:05",
    "24:00",
    "00:00",
  ]);
  expect(["", "25", "24:30", "vakare"].map(parseClockTime)).toEqual(["", "25", "24:30", "vakare"]);
  expect(["09:00", "24:00"].every(isClockTime)).toBe(true);
  expect(["9:00", "24:30", "19:60", "99:99"].some(isClockTime)).toBe(false);
});

test("converts a day and a time in the gym's time zone to a moment, in winter and in summer", () => {
  expect(momentAt("2026-01-15", "9")?.toISOString()).toBe("2026-01-15T07:00:00.000Z");
  expect(momentAt("2026-07-15", "9:30")?.toISOString()).toBe("2026-07-15T06:30:00.000Z");
  expect(momentAt("2026-01-15", "24:00")?.toISOString()).toBe("2026-01-15T22:00:00.000Z");
});

test("returns no moment if the day or the time is missing or invalid", () => {
  expect(momentAt("", "09:00")).toBeUndefined();
  expect(momentAt("2026-01-15", "")).toBeUndefined();
  expect(momentAt("2026-01-15", "99:99")).toBeUndefined();
});
