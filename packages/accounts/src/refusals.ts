/** Every error code of this package. */
export type AccountRefusalCode =
  | "EMAIL_INVALID"
  | "EMAIL_TAKEN"
  | "PASSWORD_TOO_SHORT"
  | "PASSWORD_TOO_LONG"
  | "PASSWORD_TOO_COMMON"
  | "WRONG_CREDENTIALS"
  | "PASSWORD_EXPIRED"
  | "PAUSED"
  | "BLOCKED"
  | "TOO_MANY_REGISTRATIONS"
  | "TOO_MANY_MAILS"
  | "PROOF_INVALID"
  | "REVISION_CONFLICT"
  | "LAST_OWNER"
  | "WRONG_CODE"
  | "SECOND_FACTOR_REQUIRED"
  | "PASSKEY_REFUSED"
  | "PASSKEY_NOT_FOUND"
  | "LAST_WAY_IN"
  | "DEVICE_NOT_FOUND"
  | "APP_NOT_FOUND"
  | "ACCOUNT_NOT_FOUND";

/**
 * An error that the person can act on. `retryAfterSeconds` is set for PAUSED and the two TOO_MANY_…
 * codes.
 */
export class AccountRefusal extends Error {
  readonly code: AccountRefusalCode;
  readonly retryAfterSeconds: number | undefined;
  constructor(code: AccountRefusalCode, message: string, retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
