import type { AccountRefusal, AccountRefusalCode } from "@uola/accounts";
import type { IdentityWords } from "@uola/words/identity";

export type Field = "email" | "password" | "firstName" | "lastName";
type FieldMessage =
  | "emailMissing"
  | "emailInvalid"
  | "emailTaken"
  | "passwordMissing"
  | "passwordTooShort"
  | "passwordTooLong"
  | "passwordTooCommon"
  | "firstNameMissing";

export type FieldFlaws = Partial<Record<Field, FieldMessage>>;

/** Why a form came back: what to say at its fields, or over it when no field is to blame. */
export type Flaw = {
  status: 400 | 403 | 429;
  fields?: FieldFlaws;
  whole?: "wrongCredentials" | "blocked" | "paused";
  retryAfterSeconds?: number;
};

const flaws: Record<AccountRefusalCode, Flaw> = {
  EMAIL_INVALID: { status: 400, fields: { email: "emailInvalid" } },
  EMAIL_TAKEN: { status: 400, fields: { email: "emailTaken" } },
  PASSWORD_TOO_SHORT: { status: 400, fields: { password: "passwordTooShort" } },
  PASSWORD_TOO_LONG: { status: 400, fields: { password: "passwordTooLong" } },
  PASSWORD_TOO_COMMON: { status: 400, fields: { password: "passwordTooCommon" } },
  WRONG_CREDENTIALS: { status: 400, whole: "wrongCredentials" },
  ACCOUNT_NOT_FOUND: { status: 400, whole: "wrongCredentials" },
  BLOCKED: { status: 403, whole: "blocked" },
  PAUSED: { status: 429, whole: "paused" },
  WRONG_CODE: { status: 400, whole: "wrongCredentials" },
  PASSKEY_REFUSED: { status: 400, whole: "wrongCredentials" },
  PASSKEY_NOT_FOUND: { status: 400, whole: "wrongCredentials" },
  LAST_WAY_IN: { status: 400, whole: "wrongCredentials" },
  SECOND_FACTOR_REQUIRED: { status: 400, whole: "wrongCredentials" },
  DEVICE_NOT_FOUND: { status: 400, whole: "wrongCredentials" },
  APP_NOT_FOUND: { status: 400, whole: "wrongCredentials" },
};

export function flawOf({ code, retryAfterSeconds }: AccountRefusal): Flaw {
  return retryAfterSeconds === undefined ? flaws[code] : { ...flaws[code], retryAfterSeconds };
}

/** The sentence over the form. */
export function wholeMessage(words: IdentityWords, { whole, retryAfterSeconds = 0 }: Flaw): string {
  if (whole === "paused") {
    return retryAfterSeconds < 60
      ? words("pausedSeconds", { count: retryAfterSeconds })
      : words("pausedMinutes", { count: Math.ceil(retryAfterSeconds / 60) });
  }
  return whole ? words(whole) : "";
}
