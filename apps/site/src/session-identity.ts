import { Auth0Client } from "@auth0/auth0-spa-js";
import { language } from "@uola/words/language";
import { linkTo } from "./loader/locale.ts";
import type { AppData } from "./loader/page.ts";
import { callbackPath, type SignInResponse } from "./sign-in-task.ts";
import { keepTransaction, restoreTransaction } from "./sign-in-transactions.ts";

let client: Auth0Client | undefined;

type Way = "again" | "passkey" | "replace";

/**
 * The identity SDK, a heavy thing that is brought in only to sign in or out, or for somebody who was here before. A hosted
 * provider can stand in for ours by settings alone. It lets one tab at a time renew tokens (Web Locks, 5 s of waiting).
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
    // In the tab's sessionStorage; `sign-in-transactions.ts` keeps those of all tabs, by their state.
    useCookiesForTransactions: false,
    legacySameSiteCookie: false,
    // With the tokens in memory a reload has no refresh token: then the silent frame asks the provider's session.
    useRefreshTokens: true,
    useRefreshTokensFallback: true,
  });
  const sdk = client;
  /** The provider's word for who signed in, with the session it stands in (`sid`). */
  const idToken = async () => {
    const token = (await sdk.getIdTokenClaims())?.__raw;
    if (!token) throw new Error("Get access token failed");
    return token;
  };
  return {
    /** Leaves for the sign-in page. */
    async leave({ returnTo, again, passkey, replace }: { returnTo: string } & Record<Way, boolean>) {
      await sdk.loginWithRedirect({
        appState: { returnTo },
        ...(again && { authorizationParams: { prompt: "login" } }),
        ...(passkey && { authorizationParams: { screen_hint: "passkey", max_age: "600" } }),
        openUrl: (url) => {
          keepTransaction(new URL(url).searchParams.get("state") ?? "", app.identityClientId, returnTo);
          if (replace) location.replace(url);
          else location.assign(url);
        },
      });
    },
    /** Takes over what the sign-in page sent back. */
    async complete({ state, query }: SignInResponse) {
      restoreTransaction(state, app.identityClientId);
      const url = `${new URL(callbackPath(), app.siteUrl).href}?${query}`;
      const { appState } = await sdk.handleRedirectCallback<{ returnTo?: unknown } | undefined>(url);
      return { idToken: await idToken(), returnTo: appState?.returnTo };
    },
    /** Signs in without a word when the provider still knows the person. */
    async restore() {
      await sdk.getTokenSilently({ cacheMode: "off" });
      return idToken();
    },
    /** Signs in by a window that is open already. */
    async popup(popup: Window) {
      await sdk.loginWithPopup({}, { popup, timeoutInSeconds: 60 });
      return idToken();
    },
    /** Leaves the provider too, and comes back to the site's first page. */
    logout: () => sdk.logout({ logoutParams: { returnTo: new URL(linkTo("/"), app.siteUrl).href } }),
  };
}

export type Identity = ReturnType<typeof identityOf>;
