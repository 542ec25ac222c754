import type { Accounts } from "@uola/accounts";
import { type CryptoKey, exportPKCS8, exportSPKI, generateKeyPair, importPKCS8 } from "jose";
import { ttlCache } from "./ttl-cache.ts";

/** The signature algorithm of all our key pairs. */
export const algorithm = "RS256";

export type KeyPairs = {
  /** Creates a new pair: the public key as SPKI PEM, the private key encrypted. */
  make(): Promise<{ publicKey: string; sealedPrivateKey: Buffer }>;
  privateKey(sealed: Buffer): Promise<CryptoKey>;
};

/** Manages key pairs for one purpose, with encrypted private keys. */
export function createKeyPairs(accounts: Accounts, purpose: string): KeyPairs {
  const sealer = accounts.sealer(purpose);
  const keys = ttlCache<string, CryptoKey>(
    (sealed) => importPKCS8(sealer.open(Buffer.from(sealed, "base64")), algorithm),
    { ttlMs: 600_000, sizeMax: 100 },
  );
  return {
    async make() {
      const pair = await generateKeyPair(algorithm, { modulusLength: 2048, extractable: true });
      const [publicKey, privateKey] = await Promise.all([exportSPKI(pair.publicKey), exportPKCS8(pair.privateKey)]);
      return { publicKey, sealedPrivateKey: sealer.close(privateKey) };
    },
    privateKey: (sealed) => keys.get(sealed.toString("base64")),
  };
}
