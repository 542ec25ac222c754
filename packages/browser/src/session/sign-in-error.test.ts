import { PlatformError } from "@uola/client";
import { ChunkGone } from "@uola/page-loader/browser/chunk.ts";
import { words } from "@uola/words/site";
import { expect, test } from "vitest";
import { signInErrorCodes, signInErrorOf, signInErrorOfState } from "./sign-in-error.ts";

const timeout = new DOMException("The call took too long.", "TimeoutError");

test.each<[unknown, string]>([
  ["thrown by nobody", "login_failed"],
  [undefined, "login_failed"],
  [new Error("Login failed"), "login_failed"],
  [new Error("Issuer (iss) claim mismatch in the ID token"), "login_failed"],
  [new Error("Get access token failed"), "token_failed"],
  [{ error: "state_mismatch", message: "Invalid state" }, "state_mismatch"],
  [{ error: "missing_transaction", message: "Invalid state" }, "missing_transaction"],
  [{ error: "mfa_required", error_description: "Multifactor authentication required" }, "mfa_required"],
  [{ error: "login_required", error_description: "Multifactor authentication required" }, "mfa_required"],
  [{ error: "missing_refresh_token", message: "Missing Refresh Token" }, "missing_refresh_token"],
  [{ error: "login_required", error_description: "Login required" }, "login_required"],
  [{ error: "timeout", message: "Timeout" }, "timeout"],
  [{ error: "timeout", message: "Timeout", popup: {} }, "timeout_popup"],
  [new Error("Timeout when executing 'fetch'"), "timeout"],
  [new Error("OAuth flow timed out"), "timeout"],
  [{ error: "cancelled", message: "Popup closed" }, "cancelled"],
  [{ error: "popup_open", message: "Unable to open a popup" }, "popup_blocked"],
  [{ error: "access_denied", error_description: "The person said no" }, "access_denied"],
  [{ error: "request_error", error_description: "HTTP error. Unable to fetch" }, "request_error"],
  [{ error: "server_error" }, "request_error"],
  [{ error: "constructor", error_description: "Not a code of ours" }, "provider"],
  [{ error: "invalid_grant", error_description: "user is blocked" }, "blocked"],
  [new TypeError("Failed to fetch"), "offline"],
  [new TypeError("Failed to fetch dynamically imported module: /assets/x.js"), "offline"],
  [new ChunkGone("A script of this page is gone."), "outdated"],
  [new Error("Invalid _state"), "state_mismatch"],
  [new Error("Missing code or _state"), "token_failed"],
  [new Error("Failed to get member tokens"), "token_failed"],
  [new PlatformError("No.", { kind: "application", status: 403, code: "MEMBER_BLOCKED" }), "blocked"],
  [new PlatformError("System error occurred", { kind: "system", status: 0 }), "offline"],
  [new PlatformError("System error occurred", { kind: "system", status: 0, cause: timeout }), "timeout"],
  [new PlatformError("System error occurred", { kind: "system", status: 500 }), "login_failed"],
])("maps the sign-in error %o to the code %s", (thrown, code) => {
  expect(signInErrorOf(thrown).code).toBe(code);
});

test("an unknown sign-in error gets the code of the attempted step", () => {
  expect(signInErrorOf(new Error("?"), "token_failed")).toEqual({ code: "token_failed" });
});

test("passes on the provider's description of its own error", () => {
  const thrown = { error: "temporarily_unavailable", error_description: "Tvarkome duomenų bazę" };
  expect(signInErrorOf(thrown)).toEqual({ code: "provider", description: "Tvarkome duomenų bazę" });
});

test("keeps the return path of a failed sign-in only if it is a path on this site", () => {
  const denied = (returnTo: string) => signInErrorOf({ error: "access_denied", appState: { returnTo } }).returnTo;
  expect(denied("/account/?booking=1#top")).toBe("/account/?booking=1#top");
  expect(denied("https://evil.example/")).toBeUndefined();
});

test("maps unsuccessful login states of the platform to sign-in error codes", () => {
  expect(signInErrorOfState({ loginState: "OWNER_APPROVAL_REQUIRED" })).toEqual({ code: "approval" });
  expect(signInErrorOfState({ loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken: "t" } })).toEqual({
    code: "verification",
    stateToken: "t",
  });
  expect(signInErrorOfState({ loginState: "FAILURE", error: "Unknown _state" })).toEqual({ code: "login_failed" });
});

test.each(["lt", "en"] as const)("every sign-in error code has a distinct message (%s)", (locale) => {
  const say = words(locale);
  const texts = signInErrorCodes.map((code) =>
    code === "provider" ? say("signIn.failed.provider", { description: "…" }) : say(`signIn.failed.${code}`),
  );
  expect(new Set(texts).size).toBe(signInErrorCodes.length);
});
