import { beginSignIn, keepMemberTokens } from "./authorize.ts";
import type { Client } from "./client.ts";
import { type Frame, hiddenFrame } from "./frame.ts";
import { type LoginState, loginStateOf } from "./login-state.ts";
import type { TokenStore } from "./token-store.ts";

export { beginSignIn, keepMemberTokens, type OAuthData, parseFromUrl, type Returned } from "./authorize.ts";
export { type Frame, hiddenFrame } from "./frame.ts";
export { type LoginState, loginStateOf } from "./login-state.ts";
export { createPkce } from "./pkce.ts";

export type SignIn = { client: Client; tokens: TokenStore; frame?: Frame };

/**
 * Sign in on the platform a person who has just signed in at the identity provider; afterwards `tokens` are theirs.
 * Rejects as `useSessionToken` does, or with the `PlatformError` of the call that failed.
 */
export async function signInWithIdp({
  idpConnectionId,
  clientId,
  idToken,
  accessToken,
  ...signIn
}: SignIn & {
  idpConnectionId: string;
  clientId: string;
  idToken?: string;
  accessToken?: string;
}): Promise<LoginState> {
  const tokenParams = { ...(accessToken && { access_token: accessToken }), ...(idToken && { id_token: idToken }) };
  const state = loginStateOf(await signIn.client.authentication.loginWithIdpToken({ idpConnectionId, tokenParams }));
  if (state.loginState === "SUCCESS") await useSessionToken({ ...signIn, clientId, ...state.data });
  return state;
}

/**
 * Turn a session token into member tokens, without the person leaving the page. Rejects with 'OAuth flow timed out'
 * after two minutes, or as `keepMemberTokens` does.
 */
export async function useSessionToken({
  client,
  tokens,
  clientId,
  sessionToken,
  frame = hiddenFrame,
}: SignIn & { clientId: string; sessionToken: string }): Promise<void> {
  const wish = { client, clientId, sessionToken, responseMode: "web_message", prompt: "none" } as const;
  const { url, oauthData } = await beginSignIn(wish);
  const returned = await frame(url, oauthData.state);
  await keepMemberTokens({ tokens, returned, ...oauthData });
}

/** Sign out on the platform. The tokens are forgotten at once; returns the address to go to next. */
export async function signOut({
  client,
  tokens,
  clientId,
  postFlowUrl,
}: SignIn & { clientId: string; postFlowUrl: string }): Promise<string> {
  try {
    const wish = { logout: { clientId }, callbacks: { postFlowUrl } };
    return (await client.tokens.createRedirectSession(wish)).redirectSession.fullUrl;
  } finally {
    tokens.clear();
  }
}
