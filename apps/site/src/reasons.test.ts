import { PlatformError } from "@uola/client";
import { describe, expect, test } from "vitest";
import { reasonOf } from "./reasons.ts";

describe("a reason", () => {
  test("depends on what was to be done", () => {
    const full = { status: 409, code: "SESSION_CAPACITY_EXCEEDED" };
    expect([reasonOf(full, "move"), reasonOf(full, "book"), reasonOf(full, "cancel")]).toEqual([
      "taken",
      "full",
      "broken",
    ]);
  });

  test("is found by a field's own rule", () => {
    const fieldViolations = [
      { field: "newPassword", description: "", violatedRule: "OTHER", ruleName: "PASSWORD_TOO_COMMON", data: {} },
    ];
    const error = new PlatformError("", { kind: "validation", status: 400, fieldViolations });
    expect(reasonOf(error, "security")).toBe("tooCommon");
  });

  test("is never a name that objects inherit", () =>
    expect(reasonOf({ status: 409, code: "toString" }, "wait")).toBe("broken"));
});
