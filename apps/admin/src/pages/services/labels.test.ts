import { expect, test } from "vitest";
import { showStored } from "./labels.ts";

test("shows empty texts, not keys, as the previous values of a new service", () => {
  const show = showStored(new Map());
  expect([show("type", undefined), show("type", "COURSE")]).toEqual(["", "Kursas"]);
  expect(show("name", undefined)).toBe("");
});
