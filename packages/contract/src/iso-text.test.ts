import { expect, test } from "vitest";
import { toIsoString } from "./iso-text.ts";

const moments = [
  "2026-09-01T00:00:00.000Z",
  "2026-09-01T23:59:59.999Z",
  "2026-09-02T07:08:09.010Z",
  "1969-12-31T23:59:59.999Z",
  "0001-01-01T00:00:00.000Z",
  "-000001-12-31T12:30:00.000Z",
  "+012026-09-01T01:02:03.004Z",
].map((text) => new Date(text));

test("isoText formats a date exactly like toISOString, in any order of calls", () => {
  for (const before of moments) {
    for (const moment of moments) {
      toIsoString(before);
      expect(toIsoString(moment)).toBe(moment.toISOString());
    }
  }
  for (const end of [8.64e15, -8.64e15]) expect(toIsoString(new Date(end))).toBe(new Date(end).toISOString());
});

test("isoText throws for an invalid date and still formats later dates correctly", () => {
  const [moment] = moments as [Date, ...Date[]];
  toIsoString(moment);
  expect(() => toIsoString(new Date(Number.NaN))).toThrow(RangeError);
  expect(toIsoString(moment)).toBe(moment.toISOString());
});
