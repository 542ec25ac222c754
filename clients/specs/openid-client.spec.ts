import { expect, type Page, test } from "@playwright/test";
import * as oidc from "openid-client";
import { callback, foreign, issuer, platform } from "../harness/addresses.ts";
import { allow, austeja, clients, signIn } from "./people.ts";

/**
 * Tests with the certified generic OpenID Connect client, to check conformance with an independent
 * implementation.
 */
const discover = (clientId: string) =>
  oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), { execute: [oidc.allowInsecureRequests] });

async function authorize(page: Page, config: oidc.Configuration, more: Record<string, string> = {}) {
  const codeVerifier = oidc.randomPKCECodeVerifier();
  const checks = {
    pkceCodeVerifier: codeVerifier,
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
  };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: "openid profile email",
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    ...more,
  });
  await page.goto(url.href);
  return { url, checks };
}

const arrived = async (page: Page) => {
  await page.waitForURL((url) => url.href.startsWith(callback));
  return new URL(page.url());
};

test("the code flow returns a verified ID token and userinfo, and rejects a reused code", async ({ page }) => {
  const config = await discover(clients().firstParty);
  const { checks } = await authorize(page, config);
  await signIn(page, austeja);
  const landing = await arrived(page);
  expect(landing.searchParams.get("iss")).toBe(issuer);
  const tokens = await oidc.authorizationCodeGrant(config, landing, checks);
  expect(tokens.claims()).toMatchObject({ iss: issuer, email: austeja.email, aud: clients().firstParty });
  const subject = tokens.claims()?.sub as string;
  expect(await oidc.fetchUserInfo(config, tokens.access_token, subject)).toMatchObject({ email: austeja.email });
  await expect(oidc.authorizationCodeGrant(config, landing, checks)).rejects.toMatchObject({ error: "invalid_grant" });
  // A second use of a code suggests that the code was stolen, so the tokens from the first use are
  // revoked.
  await expect(oidc.fetchUserInfo(config, tokens.access_token, subject)).rejects.toThrow();
});

test("rotates refresh tokens, and revokes the token family on late reuse", async ({ page }) => {
  test.setTimeout(60_000);
  const config = await discover(clients().firstParty);
  const { checks } = await authorize(page, config, { scope: "openid offline_access" });
  await signIn(page, austeja);
  const first = await oidc.authorizationCodeGrant(config, await arrived(page), checks);
  const second = await oidc.refreshTokenGrant(config, first.refresh_token as string);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  // Waits until the grace period for a lost response has passed.
  await new Promise((resolve) => setTimeout(resolve, 5500));
  await expect(oidc.refreshTokenGrant(config, first.refresh_token as string)).rejects.toMatchObject({
    error: "invalid_grant",
  });
  await expect(oidc.refreshTokenGrant(config, second.refresh_token as string)).rejects.toMatchObject({
    error: "invalid_grant",
  });
});

test("rejects a revoked refresh token", async ({ page }) => {
  const config = await discover(clients().firstParty);
  const { checks } = await authorize(page, config, { scope: "openid offline_access" });
  await signIn(page, austeja);
  const { refresh_token } = await oidc.authorizationCodeGrant(config, await arrived(page), checks);
  await oidc.tokenRevocation(config, refresh_token as string);
  await expect(oidc.refreshTokenGrant(config, refresh_token as string)).rejects.toMatchObject({
    error: "invalid_grant",
  });
});

test("a third-party site requires the user's consent, and gets access_denied if it is refused", async ({ page }) => {
  const config = await discover(clients().thirdParty);
  const refused = await authorize(page, config);
  await signIn(page, austeja);
  await page.locator("button[value=refuse]").click();
  await expect(oidc.authorizationCodeGrant(config, await arrived(page), refused.checks)).rejects.toMatchObject({
    error: "access_denied",
  });
  const allowed = await authorize(page, config);
  await allow(page);
  const tokens = await oidc.authorizationCodeGrant(config, await arrived(page), allowed.checks);
  expect(tokens.claims()?.email).toBe(austeja.email);
});

test("a third-party site gets no token for the platform, even with consent", async ({ page }) => {
  const config = await discover(clients().thirdParty);
  for (const name of ["audience", "resource"]) {
    const { checks } = await authorize(page, config, { [name]: platform });
    await expect(oidc.authorizationCodeGrant(config, await arrived(page), checks)).rejects.toMatchObject({
      error: "invalid_target",
    });
  }
});

test("supports prompt=none and max_age, and rejects a wrong verifier, state or nonce", async ({ page }) => {
  const config = await discover(clients().firstParty);
  const silent = await authorize(page, config, { prompt: "none" });
  await expect(oidc.authorizationCodeGrant(config, await arrived(page), silent.checks)).rejects.toMatchObject({
    error: "login_required",
  });
  const { checks } = await authorize(page, config, { max_age: "600" });
  await signIn(page, austeja);
  const landing = await arrived(page);
  const other = { ...checks, expectedState: "another" };
  await expect(oidc.authorizationCodeGrant(config, landing, other)).rejects.toMatchObject({
    code: "OAUTH_INVALID_RESPONSE",
  });
  const wrong = { ...checks, pkceCodeVerifier: oidc.randomPKCECodeVerifier() };
  await expect(oidc.authorizationCodeGrant(config, landing, wrong)).rejects.toMatchObject({ error: "invalid_grant" });

  const again = await authorize(page, config, { max_age: "600" });
  const tokens = await oidc.authorizationCodeGrant(config, await arrived(page), { ...again.checks, maxAge: 600 });
  expect(tokens.claims()?.auth_time).toEqual(expect.any(Number));
});

test("never redirects to an unregistered redirect URI", async ({ page }) => {
  const config = await discover(clients().firstParty);
  await authorize(page, config, { redirect_uri: `${foreign}/elsewhere` });
  expect(page.url().startsWith(issuer)).toBe(true);
  await authorize(page, config, { code_challenge_method: "plain" });
  expect(new URL(page.url()).searchParams.get("error")).toBe("invalid_request");
});
