import type { contract, Input } from "@uola/contract";
import type { Client } from "./client.ts";
import { createPkce } from "./pkce.ts";
import type { TokenStore } from "./token-store.ts";

type Auth = NonNullable<Input<typeof contract.tokens.createRedirectSession>["auth"]>;
type AuthRequest = Auth["authRequest"];

/** The result of a sign-in. */
export type SignInResult = { code?: string; state?: string; error?: string; errorDescription?: string };

/** The data this page must store, inaccessible to other sites, until the sign-in returns. */
export type OAuthData = { codeVerifier: string; codeChallenge: string; state: string; redirectUri?: string };

type BeginSignInInput = {
  client: Client;
  clientId: string;
  /**
   * Must be exactly as registered. Without it, the result is sent as a message to the window that
   * embeds the page.
   */
  redirectUri?: string;
  /** `none` forbids any user interaction. */
  prompt?: NonNullable<Auth["prompt"]>;
  responseMode?: NonNullable<AuthRequest["responseMode"]>;
  sessionToken?: string;
};

/** Starts a sign-in on the platform. Returns the URL to open and the data to store meanwhile. */
export async function beginSignIn({
  client,
  clientId,
  redirectUri,
  prompt,
  responseMode = "fragment",
  sessionToken,
}: BeginSignInInput): Promise<{ url: string; oauthData: OAuthData }> {
  const { codeVerifier, codeChallenge, state } = await createPkce();
  const authRequest: AuthRequest = {
    clientId,
    responseType: "code",
    scope: "offline_access",
    state,
    responseMode,
    codeChallenge,
    codeChallengeMethod: "S256",
    ...(redirectUri && { redirectUri }),
    ...(sessionToken && { sessionToken }),
  };
  const auth = { authRequest, ...(prompt && { prompt }) };
  const { redirectSession } = await client.tokens.createRedirectSession({ auth });
  const oauthData = { codeVerifier, codeChallenge, state, ...(redirectUri && { redirectUri }) };
  return { url: redirectSession.fullUrl, oauthData };
}

/** Parses the result of a sign-in from the fragment or the query of a URL. */
export function parseFromUrl(url: string, responseMode: "fragment" | "query" = "fragment"): SignInResult {
  const { hash, searchParams } = new URL(url);
  const parameters = responseMode === "fragment" ? new URLSearchParams(hash.slice(1)) : searchParams;
  const names = { code: "code", state: "state", error: "error", errorDescription: "error_description" };
  return Object.fromEntries(
    Object.entries(names).flatMap(([field, name]) => (parameters.has(name) ? [[field, parameters.get(name)]] : [])),
  );
}

type MemberTokensInput = {
  tokens: Pick<TokenStore, "signIn">;
  returned: SignInResult;
  /** The state and code verifier from the start of the sign-in. */
  state: string;
  codeVerifier: string;
  redirectUri?: string;
};

/**
 * Completes a sign-in: checks the result against the stored data and exchanges it for member
 * tokens. Rejects with 'Missing code or _state', 'Invalid _state' or 'Failed to get member tokens';
 * `cause` has the reason.
 */
export async function storeMemberTokens(input: MemberTokensInput): Promise<void> {
  const { tokens, returned, state, codeVerifier, redirectUri } = input;
  const { code, error, errorDescription } = returned;
  if (!code || !returned.state) {
    throw new Error("Missing code or _state", error ? { cause: new Error(errorDescription ?? error) } : undefined);
  }
  if (returned.state !== state) throw new Error("Invalid _state");
  const grant = { grantType: "authorization_code" as const, code, codeVerifier, ...(redirectUri && { redirectUri }) };
  await tokens.signIn(grant).catch((cause: unknown) => {
    throw new Error("Failed to get member tokens", { cause });
  });
}
