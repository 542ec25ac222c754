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

export type FieldErrors = Partial<Record<Field, FieldMessage>>;

/**
 * Why a form is shown again: errors of its fields, or a message above it if the error belongs to no
 * field.
 */
export type FormError = {
  status: 400 | 403 | 429;
  fields?: FieldErrors;
  formMessage?:
    | "wrongCredentials"
    | "blocked"
    | "paused"
    | "busy"
    | "passwordExpired"
    | "passkeyRefused"
    | "workNeeded";
  /** A link to the page where the person can fix the error. */
  action?: { href: string; label: string };
  retryAfterSeconds?: number;
};

const formErrors: Partial<Record<AccountRefusalCode, FormError>> = {
  EMAIL_INVALID: { status: 400, fields: { email: "emailInvalid" } },
  EMAIL_TAKEN: { status: 400, fields: { email: "emailTaken" } },
  PASSWORD_TOO_SHORT: { status: 400, fields: { password: "passwordTooShort" } },
  PASSWORD_TOO_LONG: { status: 400, fields: { password: "passwordTooLong" } },
  PASSWORD_TOO_COMMON: { status: 400, fields: { password: "passwordTooCommon" } },
  WRONG_CREDENTIALS: { status: 400, formMessage: "wrongCredentials" },
  ACCOUNT_NOT_FOUND: { status: 400, formMessage: "wrongCredentials" },
  PASSKEY_REFUSED: { status: 400, formMessage: "passkeyRefused" },
  WRONG_CODE: { status: 400, fields: { code: "codeWrong" } },
  PASSWORD_EXPIRED: { status: 403, formMessage: "passwordExpired" },
  TOO_MANY_REGISTRATIONS: { status: 429, formMessage: "busy" },
  TOO_MANY_MAILS: { status: 429, formMessage: "busy" },
  BLOCKED: { status: 403, formMessage: "blocked" },
  PAUSED: { status: 429, formMessage: "paused" },
};

/** Converts a refusal to a form error. Throws the refusal itself if no page can cause it. */
export function formErrorOf(refusal: AccountRefusal): FormError {
  const { code, retryAfterSeconds } = refusal;
  const formError = formErrors[code];
  if (!formError) throw refusal;
  return retryAfterSeconds === undefined ? formError : { ...formError, retryAfterSeconds };
}

/** Returns the message above the form. */
export function formMessageText(words: IdentityWords, { formMessage, retryAfterSeconds = 0 }: FormError): string {
  if (formMessage === "busy")
    return words("tooManyRequests", { minutes: Math.max(1, Math.ceil(retryAfterSeconds / 60)) });
  if (formMessage === "paused") {
    return retryAfterSeconds < 60
      ? words("pausedSeconds", { count: retryAfterSeconds })
      : words("pausedMinutes", { count: Math.ceil(retryAfterSeconds / 60) });
  }
  return formMessage ? words(formMessage) : "";
}
