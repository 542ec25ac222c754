import type { AccountRefusal, AccountRefusalCode } from "@uola/accounts";
import type { IdentityWords } from "@uola/words/identity";

export type Field = "email" | "password" | "firstName" | "lastName" | "code" | "recoveryCode" | "passkeyName";
type FieldMessage =
  | "emailMissing"
  | "emailInvalid"
  | "emailTaken"
  | "passwordMissing"
  | "passwordTooShort"
  | "passwordTooLong"
  | "passwordTooCommon"
  | "firstNameMissing"
  | "codeMissing"
  | "codeWrong"
  | "recoveryCodeWrong";

export type FieldFlaws = Partial<Record<Field, FieldMessage>>;

/** Why a form came back: what to say at its fields, or over it when no field is to blame. */
export type Flaw = {
  status: 400 | 403 | 429;
  fields?: FieldFlaws;
  whole?: "wrongCredentials" | "blocked" | "paused" | "busy" | "passwordExpired" | "passkeyRefused" | "workNeeded";
  /** Where the person can put it right. */
  remedy?: { href: string; label: string };
  retryAfterSeconds?: number;
};

const flaws: Partial<Record<AccountRefusalCode, Flaw>> = {
  EMAIL_INVALID: { status: 400, fields: { email: "emailInvalid" } },
  EMAIL_TAKEN: { status: 400, fields: { email: "emailTaken" } },
  PASSWORD_TOO_SHORT: { status: 400, fields: { password: "passwordTooShort" } },
  PASSWORD_TOO_LONG: { status: 400, fields: { password: "passwordTooLong" } },
  PASSWORD_TOO_COMMON: { status: 400, fields: { password: "passwordTooCommon" } },
  WRONG_CREDENTIALS: { status: 400, whole: "wrongCredentials" },
  ACCOUNT_NOT_FOUND: { status: 400, whole: "wrongCredentials" },
  PASSKEY_REFUSED: { status: 400, whole: "passkeyRefused" },
  WRONG_CODE: { status: 400, fields: { code: "codeWrong" } },
  PASSWORD_EXPIRED: { status: 403, whole: "passwordExpired" },
  TOO_MANY_REGISTRATIONS: { status: 429, whole: "busy" },
  TOO_MANY_MAILS: { status: 429, whole: "busy" },
  BLOCKED: { status: 403, whole: "blocked" },
  PAUSED: { status: 429, whole: "paused" },
};

/** Errors: the refusal itself, when no page could have brought it about. */
export function flawOf(refusal: AccountRefusal): Flaw {
  const { code, retryAfterSeconds } = refusal;
  const flaw = flaws[code];
  if (!flaw) throw refusal;
  return retryAfterSeconds === undefined ? flaw : { ...flaw, retryAfterSeconds };
}

/** The sentence over the form. */
export function wholeMessage(words: IdentityWords, { whole, retryAfterSeconds = 0 }: Flaw): string {
  if (whole === "busy") return words("tooManyRequests", { minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)) });
  if (whole === "paused") {
    return retryAfterSeconds < 60
      ? words("pausedSeconds", { count: retryAfterSeconds })
      : words("pausedMinutes", { count: Math.ceil(retryAfterSeconds / 60) });
  }
  return whole ? words(whole) : "";
}
