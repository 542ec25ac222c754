import type { CaptchaToken } from "@uola/contract";
import type { z } from "zod";
import type { Client } from "./client.ts";

export type CaptchaKind = "VISIBLE" | "INVISIBLE";

/** An ALTCHA challenge: find the counter whose derived key begins with `keyPrefix`. Texts are hexadecimal. */
type Work = { parameters: { algorithm: string; nonce: string; salt: string; cost: number; keyPrefix: string } };

const keyBits = 256;
/** Above any challenge that the platform sets. The search must end even without a solution. */
const counterMax = 100_000;

/**
 * The captcha solution that a refused request asked for, found by computing. Rejects where the platform uses reCAPTCHA
 * for this purpose.
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

/** Tries one counter after the other. The password of PBKDF2 is `nonce` and four bytes of counter. */
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
