import type { contract, Input } from "@uola/contract";
import type { Client } from "./client.ts";
import { createPkce } from "./pkce.ts";
import type { TokenStore } from "./token-store.ts";

type Auth = NonNullable<Input<typeof contract.tokens.createRedirectSession>["auth"]>;
type AuthRequest = Auth["authRequest"];

/** What a sign-in brings back. */
export type Returned = { code?: string; state?: string; error?: string; errorDescription?: string };

/** What has to be kept, where only this page finds it, until the sign-in comes back. */
export type OAuthData = { codeVerifier: string; codeChallenge: string; state: string; redirectUri?: string };

type Wish = {
  client: Client;
  clientId: string;
  /** Exactly as registered; without one the answer comes as a message to the window that framed the page. */
  redirectUri?: string;
  /** `none` forbids asking the person anything. */
  prompt?: NonNullable<Auth["prompt"]>;
  responseMode?: NonNullable<AuthRequest["responseMode"]>;
  sessionToken?: string;
};

/** Begin a sign-in on the platform: the address to go to, and what to keep meanwhile. */
export async function beginSignIn({
  client,
  clientId,
  redirectUri,
  prompt,
  responseMode = "fragment",
  sessionToken,
}: Wish): Promise<{ url: string; oauthData: OAuthData }> {
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

/** What a sign-in brought back in an address, in its fragment or its query. */
export function parseFromUrl(url: string, responseMode: "fragment" | "query" = "fragment"): Returned {
  const { hash, searchParams } = new URL(url);
  const parameters = responseMode === "fragment" ? new URLSearchParams(hash.slice(1)) : searchParams;
  const names = { code: "code", state: "state", error: "error", errorDescription: "error_description" };
  return Object.fromEntries(
    Object.entries(names).flatMap(([field, name]) => (parameters.has(name) ? [[field, parameters.get(name)]] : [])),
  );
}

/**
 * The last step of a sign-in: what came back, checked against what was kept, for member tokens. Rejects with
 * 'Missing code or _state', 'Invalid _state' or 'Failed to get member tokens'; why, is in `cause`.
 */
export async function keepMemberTokens(wish: {
  tokens: Pick<TokenStore, "signIn">;
  returned: Returned;
  /** The state and verifier the sign-in began with. */
  state: string;
  codeVerifier: string;
  redirectUri?: string;
}): Promise<void> {
  const { tokens, returned, state, codeVerifier, redirectUri } = wish;
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
