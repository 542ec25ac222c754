import type { LoginState } from "@uola/client/sign-in";
import { localPath } from "./sign-in-response.ts";

/** Codes for the reasons a sign-in failed. The messages are `signIn.failed.*`. */
export const signInErrorCodes = [
  "login_failed",
  "token_failed",
  "state_mismatch",
  "missing_transaction",
  "mfa_required",
  "missing_refresh_token",
  "login_required",
  "timeout",
  "timeout_popup",
  "cancelled",
  "access_denied",
  "popup_blocked",
  "request_error",
  "provider",
  "approval",
  "verification",
  "blocked",
  "offline",
  "outdated",
] as const;

export type SignInError = {
  code: (typeof signInErrorCodes)[number];
  /** For `provider`: the provider's description of its own error. */
  description?: string;
  /** For `verification`: identifies the sign-in that is waiting for an emailed code. */
  stateToken?: string;
  /** The page that the person was going to. */
  returnTo?: string;
  /** The entry of the tab's history at which the error occurred. */
  entry?: string | undefined;
};

/** The key of the tab's current history entry; it stays the same when the page is rendered again. */
export const currentEntry = (): string | undefined =>
  "navigation" in globalThis ? navigation.currentEntry?.key : undefined;

type Code = SignInError["code"];

/**
 * Maps error names of the SDK, the provider and the client to codes, grouped by what the user can
 * do about them.
 */
const codes = new Map<string, Code>([
  ["state_mismatch", "state_mismatch"],
  ["missing_transaction", "missing_transaction"],
  ["invalid_grant", "missing_transaction"],
  ["mfa_required", "mfa_required"],
  ["missing_refresh_token", "missing_refresh_token"],
  ["login_required", "login_required"],
  ["consent_required", "login_required"],
  ["interaction_required", "login_required"],
  ["account_selection_required", "login_required"],
  ["timeout", "timeout"],
  ["cancelled", "cancelled"],
  ["access_denied", "access_denied"],
  ["popup_open", "popup_blocked"],
  ["request_error", "request_error"],
]);

/** Errors that can be recognized only by their message. */
const messages: [RegExp, Code][] = [
  [/^Timeout when executing|^OAuth flow timed out$/, "timeout"],
  [/failed to fetch|networkerror|load failed|dynamically imported|importing a module/i, "offline"],
  [/^Invalid _state$/, "state_mismatch"],
  [/^Failed to get member tokens$|^Missing code or _state$|^Get access token failed$/, "token_failed"],
];

type Thrown = {
  name?: string;
  message?: string;
  error?: string;
  error_description?: string;
  popup?: unknown;
  appState?: { returnTo?: unknown } | null;
  /** `PlatformError` */
  status?: number;
  code?: string;
  cause?: { name?: string };
};

/**
 * Converts anything thrown during a sign-in to a `SignInError`; `fallback` is the code for unknown
 * errors.
 */
export function signInErrorOf(
  thrown: unknown,
  fallback: "login_failed" | "token_failed" = "login_failed",
): SignInError {
  if (thrown === null || typeof thrown !== "object") return { code: fallback };
  const { error, error_description: description, appState } = thrown as Thrown;
  const returnTo = localPath(appState?.returnTo);
  const code = codeOf(thrown as Thrown) ?? (error ? (description ? "provider" : "request_error") : fallback);
  return { code, ...(code === "provider" && description && { description }), ...(returnTo && { returnTo }) };
}

function codeOf({ name, message = "", error, error_description = "", cause, ...thrown }: Thrown): Code | undefined {
  if (name === "ChunkGone") return "outdated";
  if (name === "PlatformError") {
    if (thrown.code === "MEMBER_BLOCKED") return "blocked";
    return thrown.status ? undefined : cause?.name === "TimeoutError" ? "timeout" : "offline";
  }
  if (/user is blocked/i.test(error_description || message)) return "blocked";
  // The silent frame has no other way to report that a second factor is required.
  if (error === "login_required" && /multifactor/i.test(error_description)) return "mfa_required";
  if (error === "timeout" && thrown.popup) return "timeout_popup";
  return error ? codes.get(error) : messages.find(([said]) => said.test(message))?.[1];
}

/** Returns the error for a sign-in that the platform did not complete. */
export function signInErrorOfState(state: Exclude<LoginState, { loginState: "SUCCESS" }>): SignInError {
  if (state.loginState === "OWNER_APPROVAL_REQUIRED") return { code: "approval" };
  if (state.loginState !== "EMAIL_VERIFICATION_REQUIRED") return { code: "login_failed" };
  const { stateToken } = state.data;
  return { code: "verification", ...(stateToken && { stateToken }) };
}
