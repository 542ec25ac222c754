import { say } from "@uola/words/admin";
import { expect, test } from "vitest";
import { storedLabel, storedText } from "./stored.ts";

test("a stored value is told in words: statuses, times of Vilnius and what is not there", () => {
  expect([storedText("PENDING"), storedText("CANCELLED")]).toEqual([say("status.PENDING"), say("status.CANCELED")]);
  expect(storedText("2026-09-02T15:00:00.000Z")).toBe("rugsėjo 2\u00a0d., 18:00");
  expect(storedText(null)).toBe(say("session.value.none"));
  expect(storedText(8)).toBe("8");
});

test("a stored field has its name wherever it stands, and one that only machines know has none", () => {
  expect(storedLabel("change.capacity")).toBe(say("session.field.capacity"));
  expect(storedLabel("revision")).toBeUndefined();
});
