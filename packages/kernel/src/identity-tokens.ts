import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";

/**
 * The expected signer and audience of tokens; `jwksUri` is the URL at which the provider publishes
 * its keys.
 */
export type TokenIssuer = { issuer: string; audience: string | string[]; jwksUri: string };
export type IdentityToken = {
  claims: JWTPayload & { sub: string; exp: number };
  /**
   * The client that the token was issued to: the audience of an id token, or the client that an
   * access token names in addition to the API (RFC 9068).
   */
  client: string | undefined;
  isAccessToken: boolean;
};
export type IdentityTokenReader = (token: string, tokenIssuer: TokenIssuer) => Promise<IdentityToken>;

/** The tolerated difference between our clock and a provider's clock. */
export const toleranceSeconds = 60;
const ageMax = "10m";
const keysTimeoutMs = 5000;

/**
 * Verifies tokens of identity providers: signed by RS256 with a published key, for our audience,
 * and not expired. Throws jose's errors.
 */
export function identityTokens(now: () => Date): IdentityTokenReader {
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();
  const keysOf = (uri: string) => {
    const keySet = keySets.get(uri) ?? createRemoteJWKSet(new URL(uri), { timeoutDuration: keysTimeoutMs });
    keySets.set(uri, keySet);
    return keySet;
  };
  return async (token, { issuer, audience, jwksUri }) => {
    const { payload, protectedHeader } = await jwtVerify(token, keysOf(jwksUri), {
      issuer,
      audience,
      algorithms: ["RS256"],
      clockTolerance: toleranceSeconds,
      maxTokenAge: ageMax,
      requiredClaims: ["sub", "exp"],
      currentDate: now(),
    });
    const claims = payload as IdentityToken["claims"];
    const isAccessToken = /^(application\/)?at\+jwt$/i.test(protectedHeader.typ ?? "");
    return { claims, client: clientOf(claims, isAccessToken), isAccessToken };
  };
}

function clientOf({ aud, azp, client_id }: JWTPayload, isAccessToken: boolean): string | undefined {
  const audiences = [aud ?? []].flat();
  const client = isAccessToken ? client_id : (azp ?? (audiences.length === 1 ? audiences[0] : undefined));
  return typeof client === "string" ? client : undefined;
}

/**
 * Returns when the person last authenticated with the provider, which may be long before the token
 * was issued.
 */
export const authenticatedAt = ({ auth_time }: JWTPayload): Date | undefined =>
  typeof auth_time === "number" && auth_time > 0 ? new Date(auth_time * 1000) : undefined;

/** Whether the error means that the token is invalid, as opposed to an unreachable key endpoint. */
export const isTokenError = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === "ERR_JOSE_GENERIC");
