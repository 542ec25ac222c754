import type { KeyObject } from "node:crypto";
import { type Context, createKeyring, rememberSecret } from "@uola/kernel";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Captcha, CaptchaKind } from "./provider.ts";

const settingName = "captcha_key";
const validForMs = 10 * 60_000;
const cost = 1000;
/**
 * Number of keys a browser derives until one matches: about half a second on a phone for
 * `INVISIBLE`, or two seconds for `VISIBLE`.
 */
const keyDerivationsByKind: Record<CaptchaKind, [min: number, max: number]> = {
  INVISIBLE: [400, 1200],
  VISIBLE: [1600, 4800],
};

const bytes = z.string().regex(/^([0-9a-f]{2}){1,64}$/);
/** A solution as the ALTCHA widget sends it: this JSON, encoded as base64. */
const Solved = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal("PBKDF2/SHA-256"),
      nonce: bytes,
      salt: bytes,
      cost: z.literal(cost),
      keyLength: z.literal(32),
      keyPrefix: bytes,
      keySignature: bytes,
      data: z.object({ expires: z.int(), kind: z.enum(["INVISIBLE", "VISIBLE"]) }),
    }),
    signature: bytes,
  }),
  solution: z.object({ counter: z.int().min(0), derivedKey: bytes }),
});

/** Built-in proof of work. Challenges are signed, so nothing is stored until a solution is used. */
export function altcha(place: Pick<Context, "db" | "siteId" | "accounts" | "now">): Captcha {
  const { db, siteId, now } = place;
  const ring = createKeyring(place, settingName);
  const secretsOf = (key: KeyObject) => {
    const text = key.export().toString("base64url");
    return { hmacSignatureSecret: `${text}.challenge`, hmacKeySignatureSecret: `${text}.key` };
  };

  return {
    provider: "ALTCHA",
    invisibleSiteKey: "altcha-invisible",
    visibleSiteKey: "altcha-visible",

    async challenge(kind) {
      const challenge = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost,
        counter: randomInt(...keyDerivationsByKind[kind]),
        deriveKey,
        // The expiry uses the platform's clock and is covered by the signature.
        data: { expires: now().getTime() + validForMs, kind },
        ...secretsOf(await ring.signing()),
      });
      return JSON.parse(JSON.stringify(challenge));
    },

    async verify({ kind, token }) {
      const solved = Solved.safeParse(fromBase64(token)).data;
      if (!solved) return false;
      const { challenge, solution } = solved;
      const { expires, kind: made } = challenge.parameters.data;
      if (kind === "VISIBLE" && made !== "VISIBLE") return false;
      if (expires <= now().getTime()) return false;
      const checks = (await ring.all()).map((key) =>
        verifySolution({ challenge, solution, deriveKey, ...secretsOf(key) }),
      );
      if (!(await Promise.all(checks)).some(({ verified }) => verified)) return false;
      const used = { now: now(), expires: new Date(expires) };
      return rememberSecret(db, { siteId, purpose: "captcha" }, challenge.signature, used);
    },
  };
}

function fromBase64(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64").toString());
  } catch {
    return undefined;
  }
}
