import { expect, test } from "vitest";
import { failureOf } from "./session-identity.tsx";
import { localPath } from "./sign-in-task.ts";

test.each(["/", "/account/", "/booking/?service=virves#laikas"])("%s is a way back", (path) => {
  expect(localPath(path)).toBe(path);
});

test.each([
  "//evil.example/",
  "/\\evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "account/",
  "",
  undefined,
  7,
])("%s is not", (path) => expect(localPath(path)).toBeUndefined());

test.each([
  [{ error: "access_denied", message: "The resource owner denied the request" }, "cancelled"],
  [{ error: "cancelled", message: "Popup closed" }, "cancelled"],
  [{ error: "missing_transaction", message: "Invalid state" }, "expired"],
  [{ error: "state_mismatch", message: "Invalid state" }, "expired"],
  [{ error: "timeout", message: "Timeout" }, "slow"],
  [new Error("Timeout when executing 'fetch'"), "slow"],
  [new TypeError("Failed to fetch"), "slow"],
  [{ error: "invalid_request", message: "user is blocked" }, "blocked"],
  [new Error("Login failed"), "other"],
])("%j is said as %s", (error, failure) => {
  expect(failureOf(error)).toBe(failure);
});
