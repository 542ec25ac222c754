import type { CaptchaToken } from "@uola/contract";
import type { z } from "zod";
import type { Client } from "./client.ts";

export type CaptchaKind = "VISIBLE" | "INVISIBLE";

/**
 * An ALTCHA challenge: find the counter whose derived key begins with `keyPrefix`. Strings are
 * hexadecimal.
 */
type Work = { parameters: { algorithm: string; nonce: string; salt: string; cost: number; keyPrefix: string } };

const keyBits = 256;
/** Higher than any challenge the platform sets. The search must end even if there is no solution. */
const counterMax = 100_000;

/**
 * Computes the captcha solution that the platform required when it rejected a request. Rejects if
 * the platform uses reCAPTCHA for this purpose.
 */
export async function solveCaptcha(
  client: Client,
  kind: CaptchaKind,
  purpose: "ACCOUNT" | "BOOKING",
): Promise<z.infer<typeof CaptchaToken>[]> {
  const { provider, challenge } = await client.authentication.captcha({ kind, purpose });
  if (provider !== "ALTCHA" || !challenge) throw new Error(`No work is set: proofs come from ${provider}.`);
  const solution = await solve(challenge as unknown as Work);
  const token = btoa(JSON.stringify({ challenge, solution }));
  return [kind === "VISIBLE" ? { Recaptcha: token } : { InvisibleRecaptcha: token }];
}

/**
 * Tries one counter after another. The PBKDF2 password is `nonce` followed by the counter in four
 * bytes.
 */
async function solve({ parameters: { algorithm, nonce, salt, cost, keyPrefix } }: Work) {
  if (algorithm !== "PBKDF2/SHA-256") throw new Error(`Work of the kind ${algorithm} is not known.`);
  const name = "PBKDF2";
  const start = bytesOf(nonce);
  const password = new Uint8Array(start.length + 4);
  password.set(start);
  const view = new DataView(password.buffer);
  const rules = { name, hash: "SHA-256", salt: bytesOf(salt), iterations: cost };
  for (let counter = 0; counter < counterMax; counter++) {
    view.setUint32(start.length, counter);
    const key = await crypto.subtle.importKey("raw", password, name, false, ["deriveBits"]);
    const derivedKey = hexOf(new Uint8Array(await crypto.subtle.deriveBits(rules, key, keyBits)));
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey };
  }
  throw new Error("This work has no solution.");
}

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
