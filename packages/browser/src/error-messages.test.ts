import { PlatformError } from "@uola/client";
import { describe, expect, test } from "vitest";
import { reasonOf } from "./error-messages.ts";

describe("the reason for a failed task", () => {
  test("maps the same error code to a different reason depending on the task", () => {
    const full = { status: 409, code: "SESSION_CAPACITY_EXCEEDED" };
    expect([reasonOf(full, "move"), reasonOf(full, "book"), reasonOf(full, "cancel")]).toEqual([
      "taken",
      "full",
      "broken",
    ]);
  });

  test("finds the reason by the rule of a field violation", () => {
    const fieldViolations = [
      { field: "newPassword", description: "", violatedRule: "OTHER", ruleName: "PASSWORD_TOO_COMMON", data: {} },
    ];
    const error = new PlatformError("", { kind: "validation", status: 400, fieldViolations });
    expect(reasonOf(error, "security")).toBe("tooCommon");
  });

  test.each(["book", "cart", "wait"] as const)(
    "distinguishes a registration that has not opened from other policy violations (%s)",
    (task) => {
      const violated = (data: object) =>
        new PlatformError("", { kind: "application", status: 409, code, data } as never);
      const code = "BOOKING_POLICY_VIOLATION";
      expect(reasonOf(violated({ tooEarlyToBook: true, registrationOpens: "2026-12-07T10:00:00.000Z" }), task)).toBe(
        "unopened",
      );
      expect(reasonOf(violated({ tooEarlyToBook: true }), task)).toBe(task === "wait" ? "broken" : "closed");
    },
  );

  test("does not look up a reason among inherited object properties", () =>
    expect(reasonOf({ status: 409, code: "toString" }, "wait")).toBe("broken"));
});
