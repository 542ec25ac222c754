import { algorithm, type Context, createKeyPairs } from "@uola/kernel";
import { SignJWT } from "jose";

/** Existing clients that check the issuer expect this one. */
const issuer = "wix.com";
const lifetimeSeconds = 300;

/** Each webhook has its own key; the private key is stored encrypted. */
export function createSignatures({ accounts, now }: Pick<Context, "accounts" | "now">) {
  const pairs = createKeyPairs(accounts, "uola webhooks");
  return {
    newKeys: pairs.make,
    /** The request body: a JWT with the text as `data`. */
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
