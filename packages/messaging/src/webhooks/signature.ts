import { algorithm, type Context, createKeyPairs } from "@uola/kernel";
import { SignJWT } from "jose";

/** Existing clients that look at the issuer expect this one. */
const issuer = "wix.com";
const lifetimeSeconds = 300;

/** Each webhook signs with a key of its own; the private half is kept sealed. */
export function createSignatures({ accounts, now }: Pick<Context, "accounts" | "now">) {
  const pairs = createKeyPairs(accounts, "uola webhooks");
  return {
    newKeys: pairs.make,
    /** What is posted: a JWT whose `data` is the given text. */
    async sign(webhookId: string, sealedPrivateKey: Buffer, data: string): Promise<string> {
      const at = Math.floor(now().getTime() / 1000);
      return new SignJWT({ data })
        .setProtectedHeader({ alg: algorithm, kid: webhookId })
        .setIssuer(issuer)
        .setAudience(webhookId)
        .setIssuedAt(at)
        .setExpirationTime(at + lifetimeSeconds)
        .sign(await pairs.privateKey(sealedPrivateKey));
    },
  };
}
