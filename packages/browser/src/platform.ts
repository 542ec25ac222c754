import type { Client, TokenStore } from "@uola/client";
import type { LoginState } from "@uola/client/sign-in";
import { chunk } from "@uola/page-loader/browser/chunk.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { AppData } from "@uola/page-loader/page.ts";
import { language } from "@uola/words/language";
import type { User } from "./session/user.ts";

let connection: Promise<{ client: Client; tokens: TokenStore }> | undefined;

/**
 * The client and the contract it uses for validation are half the size of React, so they are loaded
 * on the first call.
 */
function connect({ platformUrl: url, clientId }: AppData) {
  connection ??= chunk(() => import("@uola/client")).then(
    ({ crossTab, createClient, createTokenStore, cookieStorage }) => {
      const tokens = createTokenStore({
        url,
        clientId,
        storage: cookieStorage,
        crossTab: crossTab({ name: clientId }),
      });
      return { client: createClient({ url, tokens, language: language() }), tokens };
    },
  );
  connection.catch(() => {
    connection = undefined;
  });
  return connection;
}

const signingIn = () => chunk(() => import("@uola/client/sign-in"));

/**
 * Returns the platform client, authenticated as the current user. The refresh token outlives the
 * page in the cookie `wrefreshToken`.
 */
export const platform = async (app: AppData): Promise<Client> => (await connect(app)).client;

/** Fetches the current user from the platform. */
export async function fetchCurrentUser(app: AppData): Promise<User> {
  const { members } = await platform(app);
  const { identity, role } = await members.me({});
  const { firstName, lastName } = identity.identityProfile ?? {};
  const email = identity.email?.address ?? "";
  return { id: identity.id, firstName: firstName ?? "", lastName: lastName ?? "", email, role };
}

/** Signs in to the platform with an ID token of the identity provider; creates the member if needed. */
export async function signInWith(idToken: string, app: AppData): Promise<LoginState> {
  const [made, { signInWithIdp }] = await Promise.all([connect(app), signingIn()]);
  const { idpConnectionId, clientId } = app;
  return signInWithIdp({ ...made, idpConnectionId, clientId, idToken });
}

/** Continues a sign-in that requires a code sent by e-mail. */
export async function verifyWith(wish: { code: string; stateToken: string }, app: AppData): Promise<LoginState> {
  const [made, { loginStateOf, useSessionToken: signInBy }] = await Promise.all([connect(app), signingIn()]);
  const state = loginStateOf(await made.client.verification.verifyDuringAuthentication(wish));
  if (state.loginState === "SUCCESS") await signInBy({ ...made, clientId: app.clientId, ...state.data });
  return state;
}

/** Sends another code by e-mail; returns the token that goes with it. */
export async function resendCode(stateToken: string, app: AppData): Promise<string> {
  const { verification } = await platform(app);
  return (await verification.resendDuringAuthentication({ stateToken })).stateToken ?? stateToken;
}

export async function signOutOf(app: AppData): Promise<void> {
  const [made, { signOut }] = await Promise.all([connect(app), signingIn()]);
  await signOut({ ...made, clientId: app.clientId, postFlowUrl: new URL(linkTo("/"), app.siteUrl).href });
}
