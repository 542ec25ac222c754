import { type CryptoKey, exportPKCS8, exportSPKI, generateKeyPair, importPKCS8, SignJWT } from "jose";
import type { Context } from "../../kernel/context.ts";
import { recent } from "../../kernel/recent.ts";

const algorithm = "RS256";
/** Existing clients that look at the issuer expect this one. */
const issuer = "wix.com";
const lifetimeSeconds = 300;

/** Each webhook signs with a key of its own; the private half is kept sealed. */
export function createSignatures({ accounts, now }: Pick<Context, "accounts" | "now">) {
  const sealer = accounts.sealer("uola webhooks");
  const keys = recent<string, CryptoKey>(
    (sealed) => importPKCS8(sealer.open(Buffer.from(sealed, "base64")), algorithm),
    { ttlMs: 600_000, sizeMax: 100 },
  );
  return {
    /** A new pair: SPKI in PEM, and the other half sealed. */
    async newKeys(): Promise<{ publicKey: string; sealedPrivateKey: Buffer }> {
      const pair = await generateKeyPair(algorithm, { modulusLength: 2048, extractable: true });
      const [publicKey, privateKey] = await Promise.all([exportSPKI(pair.publicKey), exportPKCS8(pair.privateKey)]);
      return { publicKey, sealedPrivateKey: sealer.close(privateKey) };
    },
    /** What is posted: a JWT whose `data` is the given text. */
    async sign(webhookId: string, sealedPrivateKey: Buffer, data: string): Promise<string> {
      const key = await keys.get(sealedPrivateKey.toString("base64"));
      const at = Math.floor(now().getTime() / 1000);
      return new SignJWT({ data })
        .setProtectedHeader({ alg: algorithm, kid: webhookId })
        .setIssuer(issuer)
        .setAudience(webhookId)
        .setIssuedAt(at)
        .setExpirationTime(at + lifetimeSeconds)
        .sign(key);
    },
  };
}
