import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const period = 30;
const app = (secret: string, label = "") =>
  new TOTP({ issuer: "Uola", label, secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period });

/** A new secret for an app that shows codes, base32. */
export const newAppSecret = (): string => new Secret({ size: 20 }).base32;

/** `otpauth://`, as such apps read it from a picture. */
export const appAddress = (secret: string, email: string): string => app(secret, email).toString();

/** The 30-second step whose code this is, the ones just before and after now included; undefined for a wrong code. */
export function stepOf(secret: string, code: string, at: Date): number | undefined {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = at.getTime();
  const delta = app(secret).validate({ token, timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ period, timestamp }) + delta;
}

// no letters that look like digits: what is misread can be put right
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Ten codes for a lost app, 60 bits each, to be written down. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () =>
    [...randomBytes(12)]
      .map((byte) => alphabet[byte & 31])
      .join("")
      .replace(/(.{4})(?=.)/g, "$1-"),
  );

/** What is kept of a recovery code: however it is typed, the same. */
export function recoveryHash(accountId: string, code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replace(/o/g, "0")
    .replace(/[il]/g, "1");
  return createHash("sha256").update(`${accountId}:${plain}`).digest();
}
