import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const period = 30;
const app = (secret: string, issuer = "", label = "") =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period });

/** Generates a secret for an authenticator app, in base32. */
export const newAppSecret = (): string => new Secret({ size: 20 }).base32;

/**
 * Returns the `otpauth://` URI that the app reads from a QR code. It contains the names of the
 * account and the gym.
 */
export const otpauthUri = (secret: string, email: string, gym: string): string => app(secret, gym, email).toString();

/**
 * Returns the 30-second step of a valid code; the steps just before and after the current one are
 * also accepted. Undefined for a wrong code.
 */
export function totpStep(secret: string, code: string, at: Date): number | undefined {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = at.getTime();
  const delta = app(secret).validate({ token, timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta;
}

// No letters that look like digits, so that a misread code can be corrected.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Generates ten recovery codes of 60 bits each, for a person who has lost the authenticator app. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () =>
    [...randomBytes(12)]
      .map((byte) => alphabet[byte & 31])
      .join("")
      .replace(/(.{4})(?=.)/g, "$1-"),
  );

/**
 * Returns the stored hash of a recovery code, regardless of case, separators and look-alike
 * characters.
 */
export function recoveryHash(accountId: string, code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replace(/o/g, "0")
    .replace(/[il]/g, "1");
  return createHash("sha256").update(`${accountId}:${plain}`).digest();
}
