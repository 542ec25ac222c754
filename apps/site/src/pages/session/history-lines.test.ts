import { say } from "@uola/words/admin";
import { describe, expect, test } from "vitest";
import { actionOf, actorOf, linesOf } from "./history-lines.ts";

const line = (field: string, from: unknown, to: unknown) =>
  linesOf({ changes: [{ field, from: from as string, to: to as string }] })[0];

describe("a change", () => {
  test("is told in words: fields, statuses and times of Vilnius", () => {
    expect(line("status", "PENDING", "CONFIRMED")).toBe("Būsena: Laukia patvirtinimo → Patvirtinta");
    expect(line("startDate", "2026-09-02T15:00:00.000Z", null)).toBe(
      `Pradžia: rugsėjo 2\u00a0d., 18:00 → ${say("session.value.none")}`,
    );
    expect(line("change.capacity", 8, 10)).toBe("Vietos: 8 → 10");
  });
  test("of what only machines know is left out", () => expect(line("revision", 1, 2)).toBeUndefined());
});

test("who did what is told, whoever it was", () => {
  expect(actionOf({ action: "booking.cancel" })).toBe(say("session.history.booking.cancel"));
  expect(actionOf({ action: "waitlist.move" })).toBe(say("session.history.waitlist"));
  expect(actionOf({ action: "booking.something" })).toBe(say("session.history.other"));
  expect(actorOf({ actor: { kind: "member", id: "1", name: "Jurgis" } })).toBe("Jurgis");
  expect(actorOf({ actor: { kind: "system", id: "" } })).toBe(say("session.history.system"));
});
