import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import { Refusal } from "../../kernel/errors.ts";
import type { Provider } from "./store.ts";

const toleranceSeconds = 60;
const ageMax = "10m";
const keysTimeoutMs = 5000;

/** What an identity provider says of a person who has just signed in with it. */
export type Vouched = {
  token: string;
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  firstName: string | undefined;
  lastName: string | undefined;
  expires: Date;
};

export type Providers = {
  /** Read a token of a provider; refuses with INVALID_IDP_TOKEN, or UNAVAILABLE when its keys cannot be fetched. */
  verify(provider: Provider, tokenParams: Record<string, string>): Promise<Vouched>;
};

/** Reads tokens of identity providers: signed by RS256 with a key they publish, for us, and made just now. */
export function createProviders(now: () => Date): Providers {
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();
  const keysOf = (uri: string) => {
    const known = keySets.get(uri) ?? createRemoteJWKSet(new URL(uri), { timeoutDuration: keysTimeoutMs });
    keySets.set(uri, known);
    return known;
  };

  return {
    async verify({ issuer, audiences, jwksUri }, params) {
      const token = params.access_token ?? params.accessToken ?? params.id_token ?? params.idToken;
      if (!token) throw invalidToken("tokenParams needs access_token or id_token.");
      const { payload } = await jwtVerify(token, keysOf(jwksUri), {
        issuer,
        audience: audiences,
        algorithms: ["RS256"],
        clockTolerance: toleranceSeconds,
        maxTokenAge: ageMax,
        requiredClaims: ["sub", "exp"],
        currentDate: now(),
      }).catch((error: unknown) => {
        throw isTheirs(error) ? invalidToken("The identity token is not valid.") : unreachable();
      });
      return vouched(token, issuer, payload);
    },
  };
}

function vouched(token: string, issuer: string, payload: JWTPayload): Vouched {
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
    expires: new Date(((payload.exp as number) + toleranceSeconds) * 1000),
  };
}

/** Whether the token is at fault, rather than the way to the provider's keys. */
const isTheirs = (error: unknown) =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid || error.code === "ERR_JOSE_GENERIC");

export const invalidToken = (message: string) => new Refusal("INVALID_IDP_TOKEN", message, 400);
const unreachable = () => new Refusal("UNAVAILABLE", "The identity provider cannot be reached just now.", 503);
