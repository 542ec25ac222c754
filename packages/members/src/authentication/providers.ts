import { authenticatedAt, identityTokens, isTokenError, Refusal, toleranceSeconds } from "@uola/kernel";
import type { JWTPayload } from "jose";

/** What is believed: whose tokens, given to which clients, or to these clients for one of our own APIs. */
export type TrustedIssuer = { issuer: string; jwksUri: string; clients: readonly string[]; apis: readonly string[] };

/** What an identity provider says of a person who has just signed in with it. */
export type VerifiedIdentity = {
  token: string;
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  firstName: string | undefined;
  lastName: string | undefined;
  /** The session at the provider. */
  session: string | undefined;
  /** How the person proved who they are (RFC 8176). */
  methods: string[];
  /** When they did, if the provider says so; a session there that merely goes on is older than its tokens. */
  provedDate: Date | undefined;
  expires: Date;
};

type Providers = {
  /** Read a token of a provider; refuses with INVALID_IDP_TOKEN, or UNAVAILABLE when its keys cannot be fetched. */
  verify(trusted: TrustedIssuer, tokenParams: Record<string, string>): Promise<VerifiedIdentity>;
};

/** Reads what identity providers say of people. */
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
      // A token somebody else's site was given would sign that site in as its person.
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
