import type { Page } from "@playwright/test";
import { callback, foreign, issuer } from "../harness/addresses.ts";
import { austeja, clients, type Somebody, signIn } from "./people.ts";

/** `@auth0/auth0-spa-js`, unchanged, in a page of another origin. */
export type Options = Record<string, unknown>;

/** Opens the page and creates the client in it. */
export async function open(page: Page, options: Options = {}, path = "/") {
  await page.goto(`${foreign}${path}`);
  await page.locator("html[data-ready]").waitFor();
  await make(page, options);
}

export const make = (page: Page, options: Options) =>
  page.evaluate(
    ([domain, clientId, redirect_uri, given]) => {
      const { authorizationParams, ...more } = given as { authorizationParams?: object };
      const params = { redirect_uri, ...authorizationParams } as { redirect_uri: string };
      window.client = new window.auth0.Auth0Client({ domain, clientId, authorizationParams: params, ...more });
    },
    [issuer.slice(0, -1), clients().firstParty, callback, options] as [string, string, string, Options],
  );

export type Failed = { error?: string; message?: string; mfa_token?: string };

/** Returns the SDK's return value or the error it threw. */
export const outcome = <Value>(page: Page, act: () => Promise<Value>) =>
  page.evaluate(
    `(${act.toString()})().then((value) => ({ value }), ({ error, message, mfa_token }) => ({ error, message, mfa_token }))`,
  ) as Promise<{ value?: Value } & Failed>;

/** Signs in by redirect. `further` runs after the password, for pages that require another step. */
export async function signInByRedirect(
  page: Page,
  options: Options = {},
  who: Somebody = austeja,
  further: () => Promise<void> = async () => {},
) {
  await open(page, options);
  await page.evaluate(() => window.client.loginWithRedirect({ appState: { returnTo: "/back" } }));
  await page.waitForURL((url) => url.href.startsWith(issuer));
  await signIn(page, who);
  await further();
  await page.waitForURL((url) => url.href.startsWith(callback));
  await page.locator("html[data-ready]").waitFor();
  await make(page, options);
  return outcome(page, () => window.client.handleRedirectCallback());
}
