import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";

/** Who signs, and for whom; `jwksUri` is where the provider publishes its keys. */
export type Issuing = { issuer: string; audience: string | string[]; jwksUri: string };
export type ReadIdentityToken = (token: string, issuing: Issuing) => Promise<JWTPayload & { sub: string; exp: number }>;

/** How far a provider's clock may be off. */
export const toleranceSeconds = 60;
const ageMax = "10m";
const keysTimeoutMs = 5000;

/** Reads tokens of identity providers: signed by RS256 with a key they publish, for us, and made just now. Throws jose's errors. */
export function identityTokens(now: () => Date): ReadIdentityToken {
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();
  const keysOf = (uri: string) => {
    const known = keySets.get(uri) ?? createRemoteJWKSet(new URL(uri), { timeoutDuration: keysTimeoutMs });
    keySets.set(uri, known);
    return known;
  };
  return async (token, { issuer, audience, jwksUri }) => {
    const { payload } = await jwtVerify(token, keysOf(jwksUri), {
      issuer,
      audience,
      algorithms: ["RS256"],
      clockTolerance: toleranceSeconds,
      maxTokenAge: ageMax,
      requiredClaims: ["sub", "exp"],
      currentDate: now(),
    });
    return payload as JWTPayload & { sub: string; exp: number };
  };
}

/** Whether the token is at fault, rather than the way to the provider's keys. */
export const isTokensFault = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === "ERR_JOSE_GENERIC");
