import { expect, test } from "@playwright/test";
import { callback, foreign, issuer, platform } from "../harness/addresses.ts";
import { make, open, outcome, signInByRedirect } from "./browser-client.ts";
import { austeja, clients, ruta, signIn, somebody } from "./people.ts";

test("redirect sign-in returns the user, an ID token, an access token and the return path", async ({ page }) => {
  expect(await signInByRedirect(page)).toMatchObject({ value: { appState: { returnTo: "/back" } } });
  const user = await page.evaluate(() => window.client.getUser());
  expect(user).toMatchObject({ email: austeja.email, name: "Austėja Kazlaitė", sub: expect.any(String) });
  expect(await page.evaluate(() => window.client.isAuthenticated())).toBe(true);
});

test("a new page finds the session through a silent frame until logout", async ({ page }) => {
  await signInByRedirect(page);
  await open(page, {}, "/later");
  const { value } = await outcome(page, () => window.client.getTokenSilently({ detailedResponse: true }));
  expect(value).toMatchObject({ access_token: expect.any(String), id_token: expect.any(String) });
  await page.evaluate(() => window.client.logout({ logoutParams: { returnTo: `${location.origin}/` } }));
  await page.waitForURL(`${foreign}/`);
  await open(page);
  expect(await outcome(page, () => window.client.getTokenSilently())).toMatchObject({ error: "login_required" });
});

test("popup sign-in works from a click, and reports a closed popup", async ({ page }) => {
  await open(page);
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate(() => {
      (window as { done?: Promise<void> }).done = window.client.loginWithPopup();
    }),
  ]);
  await popup.locator("#email").waitFor();
  const size = await popup.evaluate(() => [innerWidth, innerHeight]);
  expect(size).toEqual([400, 600]);
  await signIn(popup, austeja);
  await page.evaluate(() => (window as { done?: Promise<void> }).done);
  expect(await page.evaluate(() => window.client.getUser())).toMatchObject({ email: austeja.email });

  const [second] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate(() => {
      const login = window.client.loginWithPopup({ authorizationParams: { prompt: "login" } });
      (window as { done?: Promise<unknown> }).done = login.catch(({ error, message }) => ({ error, message }));
    }),
  ]);
  await second.close();
  expect(await page.evaluate(() => (window as { done?: Promise<unknown> }).done)).toEqual({
    error: "cancelled",
    message: "Popup closed",
  });
});

test("refresh tokens work in a worker and with JSON requests, rotate, and fall back to the frame when invalid", async ({
  page,
}) => {
  const options = {
    useRefreshTokens: true,
    useRefreshTokensFallback: true,
    useFormData: false,
    cacheLocation: "localstorage",
    authorizationParams: { scope: "openid profile email offline_access" },
  };
  await signInByRedirect(page, options);
  const tokens = () =>
    outcome(page, () => window.client.getTokenSilently({ cacheMode: "off", detailedResponse: true }));
  const first = await tokens();
  const second = await tokens();
  expect(first.value?.access_token).toEqual(expect.any(String));
  expect(second.value?.access_token).not.toBe(first.value?.access_token);

  await page.evaluate(() => {
    for (const [key, text] of Object.entries(localStorage)) {
      if (text.includes("refresh_token"))
        localStorage.setItem(key, text.replace(/"refresh_token":"[^"]+"/, '"refresh_token":"dead"'));
    }
  });
  await open(page, options);
  expect((await tokens()).value?.access_token).toEqual(expect.any(String));
});

test("reports a missing refresh token, a wrong state, a missing transaction and a denied sign-in", async ({ page }) => {
  await open(page, { useRefreshTokens: true });
  expect(await outcome(page, () => window.client.getTokenSilently())).toMatchObject({ error: "missing_refresh_token" });

  await open(page, {}, "/callback?code=a&state=b");
  expect(await outcome(page, () => window.client.handleRedirectCallback())).toMatchObject({
    error: "missing_transaction",
    message: "Invalid state",
  });

  await open(page);
  await page.evaluate(() => window.client.loginWithRedirect({ openUrl: () => {} }));
  await page.evaluate(() => history.replaceState(null, "", "/callback?code=a&state=another"));
  expect(await outcome(page, () => window.client.handleRedirectCallback())).toMatchObject({
    error: "state_mismatch",
    message: "Invalid state",
  });

  await open(page);
  await page.evaluate(() => window.client.loginWithRedirect({ openUrl: () => {} }));
  await page.evaluate(() => {
    const [key] = Object.keys(sessionStorage).filter((name) => name.startsWith("a0.spajs.txs"));
    const { state } = JSON.parse(sessionStorage.getItem(key as string) as string);
    const response = new URLSearchParams({ error: "access_denied", error_description: "refused", state });
    history.replaceState(null, "", `/callback?${response}`);
  });
  expect(await outcome(page, () => window.client.handleRedirectCallback())).toMatchObject({
    error: "access_denied",
    message: "refused",
  });
});

test("popups and requests to an unresponsive provider time out", async ({ page }) => {
  await open(page);
  const slow = page.evaluate(() =>
    window.client.loginWithPopup({}, { timeoutInSeconds: 1 }).catch(({ error, message }) => ({ error, message })),
  );
  expect(await slow).toEqual({ error: "timeout", message: "Timeout" });
  await page.route(`${issuer}authorize**`, () => {});
  expect(await outcome(page, () => window.client.getTokenSilently({ timeoutInSeconds: 1 }))).toMatchObject({
    error: "timeout",
  });
});

test("a new user can register during the sign-in", async ({ page }) => {
  await open(page);
  await page.evaluate(() => window.client.loginWithRedirect({ authorizationParams: { screen_hint: "signup" } }));
  await page.waitForURL((url) => url.href.startsWith(issuer));
  const { email, password } = somebody();
  await page.locator("#firstName").fill("Ona");
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await page.locator("form button.tape").first().click();
  await page.waitForURL((url) => url.href.startsWith(callback));
  await page.locator("html[data-ready]").waitFor();
  await make(page, {});
  await page.evaluate(() => window.client.handleRedirectCallback());
  expect(await page.evaluate(() => window.client.getUser())).toMatchObject({ email, email_verified: false });
});

test("requesting an audience returns a JWT for that API", async ({ page }) => {
  const audience = platform;
  await signInByRedirect(page, { authorizationParams: { audience } });
  const { value: token = "" } = await outcome(page, () => window.client.getTokenSilently());
  const [head = "", body = ""] = token.split(".").map((part) => Buffer.from(part, "base64url").toString());
  expect(JSON.parse(head)).toMatchObject({ alg: "RS256" });
  expect(JSON.parse(body)).toMatchObject({ iss: issuer, aud: audience });
});

test("signs in to an organization by id or name, also silently, and rejects non-members and unknown organizations", async ({
  page,
}) => {
  const { organization } = clients();
  for (const named of [organization, "lipikai"]) {
    const options = { authorizationParams: { organization: named } };
    await signInByRedirect(page, options);
    expect(await page.evaluate(() => window.client.getUser())).toMatchObject({
      org_id: organization,
      org_name: "lipikai",
    });
    await open(page, options, "/later");
    expect((await outcome(page, () => window.client.getTokenSilently())).value).toEqual(expect.any(String));
    await page.context().clearCookies();
  }
  const nobody = await signInByRedirect(page, { authorizationParams: { organization } }, ruta);
  expect(nobody).toMatchObject({ error: "access_denied" });
  await open(page, { authorizationParams: { organization: "unknown" } });
  expect(await outcome(page, () => window.client.getTokenSilently())).toMatchObject({ error: "invalid_request" });
});
