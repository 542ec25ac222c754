import { expect, test } from "vitest";
import { showStored } from "./labels.ts";

test("a service that is new had nothing before, in words, not in keys", () => {
  const show = showStored(new Map());
  expect([show("type", undefined), show("type", "COURSE")]).toEqual(["", "Kursas"]);
  expect(show("name", undefined)).toBe("");
});
