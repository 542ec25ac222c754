import type { Client, TokenStore } from "@uola/client";
import type { AppData } from "./loader/page.ts";

export type MemberRole = "member" | "trainer" | "owner";

let connection: Promise<{ client: Client; tokens: TokenStore }> | undefined;

/** The client and the contract it checks with weigh as much as half of React, so they come at the first call. */
function connect({ platformUrl: url, clientId }: AppData) {
  connection ??= import("@uola/client").then(({ createClient, createTokenStore, cookieStorage }) => {
    const tokens = createTokenStore({ url, clientId, storage: cookieStorage });
    return { client: createClient({ url, tokens }), tokens };
  });
  connection.catch(() => {
    connection = undefined;
  });
  return connection;
}

/** The platform as the person in this browser; their tokens outlive the page in the cookie `wrefreshToken`. */
export const platform = async (app: AppData): Promise<Client> => (await connect(app)).client;

/** Makes the platform's member of somebody the identity provider has just vouched for. */
export async function signInWith(idToken: string, app: AppData): Promise<void> {
  const [made, { signInWithIdp }] = await Promise.all([connect(app), import("@uola/client/sign-in")]);
  const { idpConnectionId, clientId } = app;
  const state = await signInWithIdp({ ...made, idpConnectionId, clientId, idToken });
  if (state.loginState !== "SUCCESS") throw new Error(state.loginState);
}

export async function signOutOf(app: AppData): Promise<void> {
  const [made, { signOut }] = await Promise.all([connect(app), import("@uola/client/sign-in")]);
  await signOut({ ...made, clientId: app.clientId, postFlowUrl: new URL("/", app.siteUrl).href });
}
