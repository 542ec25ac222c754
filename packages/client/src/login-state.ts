import type { contract, Output } from "@uola/contract";
import { PlatformError } from "./errors.ts";

export type ErrorCode =
  | "invalidEmail"
  | "missingCaptchaToken"
  | "invalidCaptchaToken"
  | "emailAlreadyExists"
  | "invalidPassword"
  | "resetPassword";

/** How far a sign-in got. */
export type LoginState =
  | { loginState: "INITIAL" }
  | { loginState: "SUCCESS"; data: { sessionToken: string } }
  | { loginState: "OWNER_APPROVAL_REQUIRED" }
  | { loginState: "EMAIL_VERIFICATION_REQUIRED"; data: { stateToken: string | undefined } }
  | { loginState: "USER_CAPTCHA_REQUIRED" | "SILENT_CAPTCHA_REQUIRED"; errorCode: "missingCaptchaToken"; error: string }
  | { loginState: "FAILURE"; error: string; errorCode?: ErrorCode };

type Answer = Output<typeof contract.authentication.loginV2>;

export const unknownState: LoginState = { loginState: "FAILURE", error: "Unknown _state" };

export function loginStateOf({ state, sessionToken, stateToken }: Answer): LoginState {
  if (state === "SUCCESS" && sessionToken) return { loginState: "SUCCESS", data: { sessionToken } };
  if (state === "REQUIRE_OWNER_APPROVAL") return { loginState: "OWNER_APPROVAL_REQUIRED" };
  if (state === "REQUIRE_EMAIL_VERIFICATION") {
    return { loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken: stateToken ?? undefined } };
  }
  return unknownState;
}

const registering: Record<string, ErrorCode> = {
  "-19971": "missingCaptchaToken",
  "-19970": "invalidCaptchaToken",
  "-19995": "emailAlreadyExists",
};
const signingIn: Record<string, ErrorCode> = {
  "-19971": "missingCaptchaToken",
  "-19970": "invalidCaptchaToken",
  "-19976": "invalidPassword",
  "-19973": "resetPassword",
};

/** What a refused registration means. Whatever was not a refusal (no answer, our fault) is thrown on. */
export function registrationFailure(error: unknown): LoginState {
  const refused = refusal(error);
  const wrongEmail = refused.fieldViolations.find(({ data }) => data?.type === "EMAIL");
  if (wrongEmail) return { loginState: "FAILURE", errorCode: "invalidEmail", error: wrongEmail.description };
  return failure(refused, registering[refused.code ?? ""]);
}

/** What a refused sign-in means: anything not listed is said to be the address. What was no refusal is thrown on. */
export function loginFailure(error: unknown): LoginState {
  const refused = refusal(error);
  return failure(refused, signingIn[refused.code ?? ""] ?? "invalidEmail");
}

function failure({ message: error, data: { captcha } }: PlatformError, errorCode: ErrorCode | undefined): LoginState {
  if (errorCode === "missingCaptchaToken" && (captcha === "VISIBLE" || captcha === "INVISIBLE")) {
    const loginState = captcha === "VISIBLE" ? "USER_CAPTCHA_REQUIRED" : "SILENT_CAPTCHA_REQUIRED";
    return { loginState, errorCode, error };
  }
  return { loginState: "FAILURE", error, ...(errorCode && { errorCode }) };
}

function refusal(error: unknown): PlatformError {
  if (error instanceof PlatformError && error.kind !== "system") return error;
  throw error;
}
