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
])("maps the error code %s to its reason and field", (code, refusal) => {
  expect(refusalOf(application(code))).toEqual(refusal);
});

test("shows a violated password rule at the password field", () => {
  const fieldViolations = [
    { field: "newPassword", description: "", violatedRule: "OTHER", ruleName: "PASSWORD_TOO_COMMON", data: {} },
  ];
  const error = new PlatformError("", { kind: "validation", status: 400, fieldViolations });
  expect(refusalOf(error)).toEqual({ kind: "tooCommon", field: "newPassword" });
});

test("distinguishes a missing response from a server error", () => {
  expect(refusalOf(new PlatformError("", { kind: "system" }))).toEqual({ kind: "offline" });
  expect(refusalOf(new PlatformError("", { kind: "system", status: 500 }))).toEqual({ kind: "broken" });
});
