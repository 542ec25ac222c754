import type { contract, Output } from "@uola/contract";
import { PlatformError } from "./errors.ts";

export type LoginErrorCode =
  | "invalidEmail"
  | "missingCaptchaToken"
  | "invalidCaptchaToken"
  | "emailAlreadyExists"
  | "invalidPassword"
  | "resetPassword";

/** The progress of a sign-in or a registration. */
export type LoginState =
  | { loginState: "INITIAL" }
  | { loginState: "SUCCESS"; data: { sessionToken: string } }
  | { loginState: "OWNER_APPROVAL_REQUIRED" }
  | { loginState: "EMAIL_VERIFICATION_REQUIRED"; data: { stateToken: string | undefined } }
  /** The platform requires a captcha: a visible one, or one that the page solves silently. */
  | { loginState: "USER_CAPTCHA_REQUIRED" | "SILENT_CAPTCHA_REQUIRED"; errorCode: "missingCaptchaToken"; error: string }
  | { loginState: "FAILURE"; error: string; errorCode?: LoginErrorCode };

type Answer = Output<typeof contract.authentication.loginV2>;

export const unknownState: LoginState = { loginState: "FAILURE", error: "Unknown _state" };

/** Returns the login state for an authentication state of the server. */
export function loginStateOf({ state, sessionToken, stateToken }: Answer): LoginState {
  if (state === "SUCCESS" && sessionToken) return { loginState: "SUCCESS", data: { sessionToken } };
  if (state === "REQUIRE_OWNER_APPROVAL") return { loginState: "OWNER_APPROVAL_REQUIRED" };
  if (state === "REQUIRE_EMAIL_VERIFICATION") {
    return { loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken: stateToken ?? undefined } };
  }
  return unknownState;
}

const registrationErrors: Record<string, LoginErrorCode> = {
  "-19971": "missingCaptchaToken",
  "-19970": "invalidCaptchaToken",
  "-19995": "emailAlreadyExists",
};
const loginErrors: Record<string, LoginErrorCode> = {
  "-19971": "missingCaptchaToken",
  "-19970": "invalidCaptchaToken",
  "-19976": "invalidPassword",
  "-19973": "resetPassword",
};

/**
 * Returns the state after a rejected registration. Other errors (no response, a server fault) are
 * rethrown.
 */
export function registrationFailure(error: unknown): LoginState {
  const refusal = refusalOf(error);
  const email = refusal.fieldViolations.find(({ data }) => data?.type === "EMAIL");
  if (email) return { loginState: "FAILURE", errorCode: "invalidEmail", error: email.description };
  return failure(refusal, registrationErrors[refusal.code ?? ""]);
}

/**
 * Returns the state after a rejected sign-in. A code that is not in the table is reported as
 * `invalidEmail`. Other errors are rethrown.
 */
export function loginFailure(error: unknown): LoginState {
  const refusal = refusalOf(error);
  return failure(refusal, loginErrors[refusal.code ?? ""] ?? "invalidEmail");
}

function failure({ message: error, data }: PlatformError, errorCode: LoginErrorCode | undefined): LoginState {
  if (errorCode === "missingCaptchaToken") {
    if (data.captcha === "VISIBLE") return { loginState: "USER_CAPTCHA_REQUIRED", errorCode, error };
    if (data.captcha === "INVISIBLE") return { loginState: "SILENT_CAPTCHA_REQUIRED", errorCode, error };
  }
  return { loginState: "FAILURE", error, ...(errorCode && { errorCode }) };
}

function refusalOf(error: unknown): PlatformError {
  if (error instanceof PlatformError && error.kind !== "system") return error;
  throw error;
}
