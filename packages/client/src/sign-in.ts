import { beginSignIn, storeMemberTokens } from "./authorize.ts";
import type { Client } from "./client.ts";
import { type Frame, hiddenFrame } from "./frame.ts";
import { type LoginState, loginStateOf } from "./login-state.ts";
import type { TokenStore } from "./token-store.ts";

export {
  beginSignIn,
  type OAuthData,
  parseFromUrl,
  type SignInResult as Returned,
  storeMemberTokens,
} from "./authorize.ts";
export { type Frame, hiddenFrame } from "./frame.ts";
export { type LoginState, loginStateOf } from "./login-state.ts";
export { createPkce } from "./pkce.ts";

export type SignIn = { client: Client; tokens: TokenStore; frame?: Frame };

/**
 * Signs a person in on the platform after a sign-in at the identity provider. Afterwards `tokens`
 * holds the person's tokens. Rejects like `useSessionToken`, or with the `PlatformError` of the
 * failed call.
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
 * Exchanges a session token for member tokens without leaving the page. Rejects with 'OAuth flow timed out' after two
 * minutes, or like `storeMemberTokens`.
 */
export async function useSessionToken({
  client,
  tokens,
  clientId,
  sessionToken,
  frame = hiddenFrame,
}: SignIn & { clientId: string; sessionToken: string }): Promise<void> {
  const input = { client, clientId, sessionToken, responseMode: "web_message", prompt: "none" } as const;
  const { url, oauthData } = await beginSignIn(input);
  const returned = await frame(url, oauthData.state);
  await storeMemberTokens({ tokens, returned, ...oauthData });
}

/** Signs out on the platform. Deletes the tokens immediately. Returns the URL to open next. */
export async function signOut({
  client,
  tokens,
  clientId,
  postFlowUrl,
}: SignIn & { clientId: string; postFlowUrl: string }): Promise<string> {
  try {
    const input = { logout: { clientId }, callbacks: { postFlowUrl } };
    return (await client.tokens.createRedirectSession(input)).redirectSession.fullUrl;
  } finally {
    tokens.clear();
  }
}
