import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export type IssuedToken = {
  algorithm?: string;
  secondsAgo?: number;
  issuer?: string;
  audience?: string;
  stranger?: boolean;
  /** The `typ` header: `at+jwt` for an access token. */
  type?: string;
};
export type Provider = {
  jwksUri: string;
  /** Returns the number of times the platform has fetched the keys. */
  fetched(): number;
  token(claims: Record<string, unknown>, now: Date, how?: IssuedToken): Promise<string>;
  close(): void;
};

/** A fake identity provider for the platform: a JWKS URL and tokens signed with its keys. */
export async function createProvider(issuer: string, audience: string): Promise<Provider> {
  const [own, stranger] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: "k1", alg: "RS256", use: "sig" }];
  let fetched = 0;
  const server = createServer((_, response) => {
    fetched += 1;
    response.setHeader("content-type", "application/json").end(JSON.stringify({ keys }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    jwksUri: `http://127.0.0.1:${port}/jwks.json`,
    fetched: () => fetched,
    token(claims, now, how = {}) {
      const issued = Math.floor(now.getTime() / 1000) - (how.secondsAgo ?? 0);
      const alg = how.algorithm ?? "RS256";
      const token = new SignJWT({ jti: crypto.randomUUID(), ...claims })
        .setProtectedHeader({ alg, kid: "k1", ...(how.type && { typ: how.type }) })
        .setIssuer(how.issuer ?? issuer)
        .setAudience(how.audience ?? audience)
        .setIssuedAt(issued)
        .setExpirationTime(issued + 36_000);
      const key = alg === "HS256" ? new TextEncoder().encode(JSON.stringify(keys[0])) : own.privateKey;
      return token.sign(how.stranger ? stranger.privateKey : key);
    },
    close: () => server.close(),
  };
}
