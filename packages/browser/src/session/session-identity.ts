import { Auth0Client } from "@auth0/auth0-spa-js";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { AppData } from "@uola/page-loader/page.ts";
import { language } from "@uola/words/language";
import { callbackPath, type SignInResponse } from "./sign-in-response.ts";
import { restoreTransaction, storeTransaction } from "./sign-in-transactions.ts";

let client: Auth0Client | undefined;

type Way = "again" | "passkey" | "replace";

/**
 * Returns the client of the identity SDK. The SDK is large, so it is loaded only to sign in or out,
 * or for a person who has signed in before. A hosted provider can replace ours through settings
 * alone. The SDK renews tokens in one tab at a time (Web Locks, waits up to 5 s).
 */
export function identityOf(app: AppData) {
  client ??= new Auth0Client({
    domain: app.identityUrl,
    clientId: app.identityClientId,
    authorizationParams: {
      redirect_uri: new URL(callbackPath(), app.siteUrl).href,
      ui_locales: language(),
      scope: "openid profile email",
    },
    cacheLocation: "memory",
    httpTimeoutInSeconds: 10,
    authorizeTimeoutInSeconds: 60,
    sessionCheckExpiryDays: 1,
    // Transactions are stored in the tab's sessionStorage. `sign-in-transactions.ts` stores the
    // transactions of all tabs by state.
    useCookiesForTransactions: false,
    legacySameSiteCookie: false,
    // Tokens are held in memory, so after a reload there is no refresh token; the silent frame then
    // uses the provider's session.
    useRefreshTokens: true,
    useRefreshTokensFallback: true,
  });
  const sdk = client;
  /** The provider's ID token of the signed-in person, including its session id (`sid`). */
  const idToken = async () => {
    const token = (await sdk.getIdTokenClaims())?.__raw;
    if (!token) throw new Error("Get access token failed");
    return token;
  };
  return {
    /** Redirects to the sign-in page. */
    async leave({ returnTo, again, passkey, replace }: { returnTo: string } & Record<Way, boolean>) {
      await sdk.loginWithRedirect({
        appState: { returnTo },
        ...(again && { authorizationParams: { prompt: "login" } }),
        ...(passkey && { authorizationParams: { screen_hint: "passkey", max_age: "600" } }),
        openUrl: (url) => {
          storeTransaction(new URL(url).searchParams.get("state") ?? "", app.identityClientId, returnTo);
          if (replace) location.replace(url);
          else location.assign(url);
        },
      });
    },
    /** Completes a sign-in with the response of the sign-in page. */
    async complete({ state, query }: SignInResponse) {
      restoreTransaction(state, app.identityClientId);
      const url = `${new URL(callbackPath(), app.siteUrl).href}?${query}`;
      const { appState } = await sdk.handleRedirectCallback<{ returnTo?: unknown } | undefined>(url);
      return { idToken: await idToken(), returnTo: appState?.returnTo };
    },
    /** Signs in silently when the provider still has a session for the person. */
    async restore() {
      await sdk.getTokenSilently({ cacheMode: "off" });
      return idToken();
    },
    /** Signs in through a popup window that is already open. */
    async popup(popup: Window) {
      await sdk.loginWithPopup({}, { popup, timeoutInSeconds: 60 });
      return idToken();
    },
    /** Signs out at the provider too, and returns to the site's home page. */
    logout: () => sdk.logout({ logoutParams: { returnTo: new URL(linkTo("/"), app.siteUrl).href } }),
  };
}

export type Identity = ReturnType<typeof identityOf>;
