import type { contract, Output } from "@uola/contract";
import type { Client } from "./client.ts";
import { createPkce } from "./pkce.ts";
import type { TokenStore } from "./tokens.ts";

export { createPkce } from "./pkce.ts";

/** How far a sign-in got. */
export type LoginState =
  | { loginState: "SUCCESS"; data: { sessionToken: string } }
  | { loginState: "OWNER_APPROVAL_REQUIRED" }
  | { loginState: "EMAIL_VERIFICATION_REQUIRED"; data: { stateToken: string | undefined } }
  | { loginState: "FAILURE"; error: string };

type Answer = Output<typeof contract.authentication.loginWithIdpToken>;

export function loginStateOf({ state, sessionToken, stateToken }: Answer): LoginState {
  if (state === "SUCCESS" && sessionToken) return { loginState: "SUCCESS", data: { sessionToken } };
  if (state === "REQUIRE_OWNER_APPROVAL") return { loginState: "OWNER_APPROVAL_REQUIRED" };
  if (state === "REQUIRE_EMAIL_VERIFICATION") {
    return { loginState: "EMAIL_VERIFICATION_REQUIRED", data: { stateToken: stateToken ?? undefined } };
  }
  return { loginState: "FAILURE", error: "Unknown _state" };
}

/** What a sign-in brings back. */
export type Returned = { code?: string; state?: string; error?: string; errorDescription?: string };

/** Loads a page where nobody sees it and waits for what it says about the sign-in of this `state`. */
export type Frame = (url: string, state: string) => Promise<Returned>;

type SignIn = { client: Client; tokens: TokenStore; frame?: Frame };

/**
 * Sign in on the platform a person who has just signed in at the identity provider; afterwards `tokens` are theirs.
 * Rejects with 'OAuth flow timed out', 'Missing code or _state', 'Invalid _state', 'Failed to get member tokens', or
 * the `PlatformError` of the call that failed.
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

/** Turn a session token into member tokens, without the person leaving the page. */
export async function useSessionToken({
  client,
  tokens,
  clientId,
  sessionToken,
  frame = hiddenFrame,
}: SignIn & { clientId: string; sessionToken: string }): Promise<void> {
  const { codeVerifier, codeChallenge, state } = await createPkce();
  const authRequest = {
    clientId,
    responseType: "code" as const,
    scope: "offline_access",
    state,
    responseMode: "web_message" as const,
    codeChallenge,
    codeChallengeMethod: "S256" as const,
    sessionToken,
  };
  const { redirectSession } = await client.tokens.createRedirectSession({ auth: { authRequest, prompt: "none" } });
  const returned = await frame(redirectSession.fullUrl, state);
  await keepMemberTokens({ tokens, returned, state, codeVerifier });
}

/** The last step of a sign-in: what came back, checked against what was sent, for member tokens. */
export async function keepMemberTokens(wish: {
  tokens: TokenStore;
  returned: Returned;
  /** The state and verifier the sign-in began with. */
  state: string;
  codeVerifier: string;
  redirectUri?: string;
}): Promise<void> {
  const { tokens, returned, state, codeVerifier, redirectUri } = wish;
  const { code, error, errorDescription } = returned;
  if (error) throw new Error("Failed to get member tokens", { cause: new Error(errorDescription ?? error) });
  if (!code || !returned.state) throw new Error("Missing code or _state");
  if (returned.state !== state) throw new Error("Invalid _state");
  const grant = { grantType: "authorization_code" as const, code, codeVerifier, ...(redirectUri && { redirectUri }) };
  await tokens.signIn(grant).catch((cause: unknown) => {
    throw new Error("Failed to get member tokens", { cause });
  });
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

const frameTimeoutMs = 120_000;

/** The `Frame` of browsers. Only the platform's own page is listened to. */
export const hiddenFrame: Frame = (url, state) =>
  new Promise((resolve, reject) => {
    const frame = document.createElement("iframe");
    frame.hidden = true;
    frame.src = url;
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("message", listen);
      frame.remove();
    };
    const listen = ({ origin, data }: MessageEvent) => {
      if (origin !== new URL(url).origin || data?.state !== state) return;
      end();
      const { code, error, error_description: errorDescription } = data;
      resolve({ state, code, error, errorDescription });
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error("OAuth flow timed out"));
    }, frameTimeoutMs);
    window.addEventListener("message", listen);
    document.body.append(frame);
  });
