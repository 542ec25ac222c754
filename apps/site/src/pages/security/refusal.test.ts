import { PlatformError } from "@uola/client";
import { expect, test } from "vitest";
import { refusalOf } from "./refusal.ts";

const application = (code: string, status = 403) => new PlatformError("", { kind: "application", status, code });

test.each([
  ["WRONG_PASSWORD", { kind: "wrongPassword", field: "currentPassword" }],
  ["WRONG_CODE", { kind: "wrongCode", field: "code" }],
  ["REAUTHENTICATION_NEEDED", { kind: "signInAgain" }],
  ["DEVICE_NOT_FOUND", { kind: "gone" }],
  ["SOMETHING_NEW", { kind: "broken" }],
])("%s", (code, refusal) => {
  expect(refusalOf(application(code))).toEqual(refusal);
});

test("a password's own rule is told at its field", () => {
  const fieldViolations = [
    { field: "newPassword", description: "", violatedRule: "OTHER", ruleName: "PASSWORD_TOO_COMMON", data: {} },
  ];
  const error = new PlatformError("", { kind: "validation", status: 400, fieldViolations });
  expect(refusalOf(error)).toEqual({ kind: "tooCommon", field: "newPassword" });
});

test("no answer is not a fault of ours", () => {
  expect(refusalOf(new PlatformError("", { kind: "system" }))).toEqual({ kind: "offline" });
  expect(refusalOf(new PlatformError("", { kind: "system", status: 500 }))).toEqual({ kind: "broken" });
});
