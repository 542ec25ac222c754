import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Database } from "@uola/database";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";

export type Keys = {
  /** Private keys for tokens; the first signs, all are published. */
  jwks: { keys: JWK[] };
  /** Secrets for signed cookies; the first signs, all verify. */
  cookies: string[];
};

type Options = { db: Database; siteId: string; secret: string; now: () => Date };

/** The site's keys, made at the first call. However many processes start at once, they end with the same ones. */
export async function loadKeys({ db, siteId, secret, now }: Options): Promise<Keys> {
  const seal = sealer(secret, siteId);

  async function ofPurpose(purpose: "TOKENS" | "COOKIES", make: () => Promise<string>): Promise<string[]> {
    const read = () =>
      db
        .selectFrom("identityKey")
        .select("sealed")
        .where("siteId", "=", siteId)
        .where("purpose", "=", purpose)
        .orderBy("position")
        .execute();
    let rows = await read();
    if (rows.length === 0) {
      // who comes second keeps the first one's key
      await db
        .insertInto("identityKey")
        .values({
          siteId,
          purpose,
          position: 0,
          sealed: seal.close(await make()),
          createdDate: now(),
          signsFromDate: now(),
        })
        .onConflict((conflict) => conflict.columns(["siteId", "purpose", "position"]).doNothing())
        .execute();
      rows = await read();
    }
    return rows.map(({ sealed }) => seal.open(sealed));
  }

  const tokens = await ofPurpose("TOKENS", async () => JSON.stringify(await newSigningKey()));
  const cookies = await ofPurpose("COOKIES", async () => randomBytes(32).toString("base64url"));
  return { jwks: { keys: tokens.map((text) => JSON.parse(text)) }, cookies };
}

async function newSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: "RS256", use: "sig" };
}

const ivLength = 12;
const tagLength = 16;

/** AES-256-GCM under a key of this site's own, derived from the secret. */
function sealer(secret: string, siteId: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, siteId, "uola identity keys", 32));
  return {
    close(text: string): Buffer {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed: Buffer): string {
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, ivLength));
      decipher.setAuthTag(sealed.subarray(-tagLength));
      try {
        const text = Buffer.concat([decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()]);
        return text.toString("utf8");
      } catch (cause) {
        throw new Error(
          "The identity secret does not open the keys in the database: it is not the one they were sealed with.",
          {
            cause,
          },
        );
      }
    },
  };
}
