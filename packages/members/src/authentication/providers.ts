import { authenticatedAt, identityTokens, isTokenError, Refusal, toleranceSeconds } from "@uola/kernel";
import type { JWTPayload } from "jose";

/**
 * An accepted issuer. Its tokens are accepted if they were issued to one of `clients`, also with
 * one of the platform's `apis` as audience.
 */
export type TrustedIssuer = { issuer: string; jwksUri: string; clients: readonly string[]; apis: readonly string[] };

/** The claims of a verified token about a person who has just signed in. */
export type VerifiedIdentity = {
  token: string;
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  firstName: string | undefined;
  lastName: string | undefined;
  /** Id of the session at the provider. */
  session: string | undefined;
  /** Authentication methods the person used (RFC 8176). */
  methods: string[];
  /**
   * When the person authenticated, if the provider reports it. A token issued in a continued
   * session is newer than this date.
   */
  provedDate: Date | undefined;
  expires: Date;
};

type Providers = {
  /**
   * Verifies a token of the issuer. Errors: INVALID_IDP_TOKEN; UNAVAILABLE if the provider's keys
   * cannot be fetched.
   */
  verify(trusted: TrustedIssuer, tokenParams: Record<string, string>): Promise<VerifiedIdentity>;
};

/** Verifies identity providers' tokens. */
export function createProviders(now: () => Date): Providers {
  const readToken = identityTokens(now);
  return {
    async verify({ issuer, jwksUri, clients, apis }, params) {
      const token = params.id_token ?? params.idToken ?? params.access_token ?? params.accessToken;
      if (!token) throw invalidToken("tokenParams needs id_token or access_token.");
      const audience = [...clients, ...apis];
      const { claims, client } = await readToken(token, { issuer, audience, jwksUri }).catch((error: unknown) => {
        throw isTokenError(error) ? invalidToken("The identity token is not valid.") : unreachable();
      });
      // Otherwise a foreign site could sign in here as any person who signed in there.
      if (!client || !clients.includes(client)) throw invalidToken("The identity token was given to another client.");
      return verifiedIdentity(token, issuer, claims);
    },
  };
}

function verifiedIdentity(token: string, issuer: string, payload: JWTPayload): VerifiedIdentity {
  const text = (name: string) => {
    const value = payload[name];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  return {
    token,
    issuer,
    subject: payload.sub as string,
    email: text("email"),
    emailVerified: payload.email_verified === true,
    firstName: text("given_name") ?? text("name"),
    lastName: text("family_name"),
    session: text("sid"),
    methods: Array.isArray(payload.amr) ? payload.amr.filter((each) => typeof each === "string") : ["fed"],
    provedDate: authenticatedAt(payload),
    expires: new Date(((payload.exp as number) + toleranceSeconds) * 1000),
  };
}

export const invalidToken = (message: string) => new Refusal("INVALID_IDP_TOKEN", message, 400);
const unreachable = () => new Refusal("UNAVAILABLE", "The identity provider cannot be reached just now.", 503);
