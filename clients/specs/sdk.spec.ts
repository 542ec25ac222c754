import { expect, type Page, test } from "@playwright/test";
import { authentication, recovery } from "@wix/identity";
import { createClient, OAuthStrategy } from "@wix/sdk";
import { ownerKey } from "../../e2e/harness/addresses.ts";
import { callback, foreign, issuer, platform } from "../harness/addresses.ts";
import { austeja, clients, codeFor, resetLinkOf, signIn, somebody } from "./people.ts";
import { asOwner } from "./platform.ts";

const visitor = () =>
  createClient({ modules: { authentication, recovery }, auth: OAuthStrategy({ clientId: clients().app }) });

type Members = { members: { identity: { id: string } }[] };

/** Sets the sign-up rules for the duration of `work`. */
async function withRules<Result>(rules: object, work: () => Promise<Result>): Promise<Result> {
  const set = (to: object) => asOwner("/v1/members/sign-up-rules", { rules: to }, "PATCH");
  await set(rules);
  try {
    return await work();
  } finally {
    await set({ emailVerification: false, ownerApproval: false });
  }
}

test("issues visitor tokens, keeps them while valid, and renews the access token without rotating", async () => {
  const { auth } = visitor();
  const first = await auth.generateVisitorTokens();
  expect(first.refreshToken.role).toBe("visitor");
  expect(await auth.generateVisitorTokens(first)).toBe(first);
  const renewed = await auth.generateVisitorTokens({ ...first, accessToken: { value: "", expiresAt: 0 } });
  expect(renewed.refreshToken).toEqual(first.refreshToken);
  expect(renewed.accessToken).toEqual({ value: expect.any(String), expiresAt: expect.any(Number) });
  const other = await auth.generateVisitorTokens({
    accessToken: { value: "", expiresAt: 0 },
    refreshToken: { value: "no such token", role: first.refreshToken.role },
  });
  expect(other.refreshToken.value).not.toBe(first.refreshToken.value);
  await expect(auth.renewToken({ value: "no such token", role: first.refreshToken.role })).rejects.toThrow(
    "something went wrong",
  );
});

test("registers and logs in by e-mail and password, and returns an error code for each failure", async () => {
  const { auth } = visitor();
  const one = somebody();
  const profile = {
    firstName: "Ona",
    nickname: "onute",
    addresses: [{ address: { city: "Vilnius" }, tag: "HOME" as never }],
  };
  expect(await auth.register({ ...one, profile })).toMatchObject({
    loginState: "SUCCESS",
    data: { sessionToken: expect.any(String) },
  });
  expect(await auth.register(one)).toMatchObject({ loginState: "FAILURE", errorCode: "emailAlreadyExists" });
  expect(await auth.register({ ...one, email: "no address" })).toMatchObject({
    loginState: "FAILURE",
    errorCode: "invalidEmail",
  });
  expect(await auth.register({ ...somebody(), password: "short" })).toMatchObject({ loginState: "FAILURE" });
  expect(await auth.login(one)).toMatchObject({ loginState: "SUCCESS" });
  const wrong = { loginState: "FAILURE", errorCode: "invalidPassword" };
  expect(await auth.login({ ...one, password: "another one of ours" })).toMatchObject(wrong);
  expect(await auth.login(somebody())).toMatchObject(wrong);
  for (const email of ["no address", "ona@", "@pastas.example", ""]) {
    expect(await auth.login({ ...one, email })).toMatchObject({ loginState: "FAILURE", errorCode: "invalidEmail" });
  }
});

test("requires a captcha after repeated wrong passwords", async () => {
  const { auth } = visitor();
  const one = somebody();
  await auth.register(one);
  const answers: unknown[] = [];
  for (let guess = 0; guess < 8; guess++) {
    const answer = await auth.login({ ...one, password: `wrong guess ${guess}` });
    answers.push("errorCode" in answer && answer.errorCode);
  }
  expect(answers[0]).toBe("invalidPassword");
  expect(answers.at(-1)).toBe("missingCaptchaToken");
  const bot = { captchaTokens: { recaptchaToken: "made up" } };
  expect(await auth.login({ ...one, ...bot })).toMatchObject({ errorCode: "invalidCaptchaToken" });
});

test("verifies an e-mail address by code: rejects a wrong code, accepts the right one, sends a new one", async () => {
  await withRules({ emailVerification: true }, async () => {
    const { auth } = visitor();
    const one = somebody();
    const waiting = await auth.register(one);
    expect(waiting).toMatchObject({
      loginState: "EMAIL_VERIFICATION_REQUIRED",
      data: { stateToken: expect.any(String) },
    });
    await expect(auth.processVerification({ verificationCode: "000000" })).rejects.toThrow();
    expect(await auth.processVerification({ verificationCode: await codeFor(one.email) })).toMatchObject({
      loginState: "SUCCESS",
    });
    expect(await visitor().auth.processVerification({ verificationCode: "123456" })).toEqual({
      loginState: "FAILURE",
      error: "Unknown _state",
    });
  });
});

test("a member's login is pending until the owner approves the member", async () => {
  await withRules({ ownerApproval: true }, async () => {
    const client = visitor();
    const one = somebody();
    expect(await client.auth.register(one)).toEqual({ loginState: "OWNER_APPROVAL_REQUIRED" });
    expect(await client.auth.login(one)).toEqual({ loginState: "OWNER_APPROVAL_REQUIRED" });
    const { members } = await asOwner<Members>("/v1/members/query", { query: { filter: { email: one.email } } });
    await asOwner(`/v1/members/${members[0]?.identity.id}/approve`, {});
    expect(await client.auth.login(one)).toMatchObject({ loginState: "SUCCESS" });
  });
});

test("the token of an emailed password reset link sets a new password only once", async () => {
  const client = visitor();
  const one = somebody();
  await client.auth.register(one);
  await client.auth.sendPasswordResetEmail(one.email, `${foreign}/`);
  await client.auth.sendPasswordResetEmail(somebody().email, `${foreign}/`);
  const link = await resetLinkOf(one.email);
  expect(link.origin).toBe(new URL(issuer).origin);
  const token = link.searchParams.get("token") as string;
  const password = "keturi nauji kibirai";
  expect(await client.recovery.recover(token, { password })).toMatchObject({ state: "SUCCESS" });
  await expect(client.recovery.recover(token, { password })).rejects.toThrow();
  expect(await client.auth.login({ ...one, password })).toMatchObject({ loginState: "SUCCESS" });
  expect(await client.auth.login(one)).toMatchObject({ errorCode: "invalidPassword" });
});

test("registers and logs in with the SDK's older authentication calls", async () => {
  const { authentication: calls } = visitor();
  const one = somebody();
  const identity = { identifiers: [{ email: one.email }], identityProfile: { firstName: "Ona" } };
  expect(await calls.register(identity, { inputs: { password: one.password } })).toMatchObject({ state: "SUCCESS" });
  const logged = await calls.login({ email: one.email }, { inputs: { password: one.password } });
  expect(logged).toMatchObject({ state: "SUCCESS", identity: { identityProfile: { firstName: "Ona" } } });
  await expect(calls.changePassword("nauji geri kibirai")).rejects.toThrow();
});

test("allows a password change after a password login, but not in a session started with the owner's key", async ({
  page,
}) => {
  const one = somebody();
  await open(page);
  const changed = await page.evaluate(
    async ([clientId, email, password]) => {
      const { createClient, OAuthStrategy } = window.wix;
      const { auth } = createClient({ auth: OAuthStrategy({ clientId }) });
      const state = await auth.register({ email, password });
      if (state.loginState !== "SUCCESS") throw new Error(state.loginState);
      auth.setTokens(await auth.getMemberTokensForDirectLogin(state.data.sessionToken));
      return auth.getTokens();
    },
    [clients().app, one.email, one.password] as const,
  );
  const client = visitor();
  client.auth.setTokens(changed);
  await client.authentication.changePassword("nauji geri kibirai");
  expect(await client.auth.login({ ...one, password: "nauji geri kibirai" })).toMatchObject({ loginState: "SUCCESS" });

  const { members } = await asOwner<Members>("/v1/members/query", { query: { filter: { email: one.email } } });
  client.auth.setTokens(await client.auth.generateVisitorTokens());
  client.auth.setTokens(await client.auth.getMemberTokensForExternalLogin(members[0]?.identity.id as string, ownerKey));
  await expect(client.authentication.changePassword("kiti geri kibirai")).rejects.toMatchObject({
    details: { applicationError: { code: "REAUTHENTICATION_NEEDED" } },
  });
});

test("issues member tokens for an external login", async () => {
  const client = visitor();
  const one = somebody();
  await client.auth.register(one);
  const { members } = await asOwner<Members>("/v1/members/query", { query: { filter: { email: one.email } } });
  client.auth.setTokens(await client.auth.generateVisitorTokens());
  const tokens = await client.auth.getMemberTokensForExternalLogin(members[0]?.identity.id as string, ownerKey);
  client.auth.setTokens(tokens);
  expect(client.auth.loggedIn()).toBe(true);
  const me = await fetch(`${platform}/v1/members/me`, { headers: { authorization: tokens.accessToken.value } });
  expect(await me.json()).toMatchObject({ identity: { email: { address: one.email } }, role: "member" });
});

test("redirect sign-in responds in the fragment or the query, and logout ends the session", async ({ page }) => {
  for (const responseMode of ["fragment", "query"] as const) {
    const client = visitor();
    const data = client.auth.generateOAuthData(callback, `${foreign}/`);
    const { authUrl } = await client.auth.getAuthUrl(data, { prompt: "login", responseMode });
    await page.goto(authUrl);
    await page.waitForURL((url) => url.href.startsWith(issuer));
    await signIn(page, austeja);
    await page.waitForURL((url) => url.href.startsWith(callback));
    const { code, state } = client.auth.parseFromUrl(page.url(), responseMode);
    await expect(client.auth.getMemberTokens("", state as string, data)).rejects.toThrow("Missing code or _state");
    await expect(client.auth.getMemberTokens(code as string, "other", data)).rejects.toThrow("Invalid _state");
    client.auth.setTokens(await client.auth.getMemberTokens(code as string, state as string, data));
    await expect(client.auth.getMemberTokens(code as string, state as string, data)).rejects.toThrow(
      "Failed to get member tokens",
    );
    expect(client.auth.loggedIn()).toBe(true);
    const { logoutUrl } = await client.auth.logout(`${foreign}/`);
    expect(client.auth.loggedIn()).toBe(false);
    await page.goto(logoutUrl);
    await page.waitForURL(`${foreign}/`);
  }
});

test("prompt=none without a session returns login_required", async ({ page }) => {
  const client = visitor();
  const data = client.auth.generateOAuthData(callback);
  const { authUrl } = await client.auth.getAuthUrl(data, { prompt: "none" });
  await page.goto(authUrl);
  await page.waitForURL((url) => url.href.startsWith(callback));
  expect(client.auth.parseFromUrl(page.url())).toMatchObject({ error: "login_required", state: data.state });
});

/** Opens a page on another origin. */
async function open(page: Page) {
  await page.addInitScript((to) => {
    window.settings = { platform: to };
  }, platform);
  await page.goto(`${foreign}/`);
  await page.locator("html[data-ready]").waitFor();
}

test("a direct login in a browser works through a hidden frame", async ({ page }) => {
  await open(page);
  const one = somebody();
  const login = await page.evaluate(
    async ([clientId, email, password]) => {
      const { auth } = window.wix.createClient({ auth: window.wix.OAuthStrategy({ clientId }) });
      const state = await auth.register({ email, password });
      if (state.loginState !== "SUCCESS") return state;
      auth.setTokens(await auth.getMemberTokensForDirectLogin(state.data.sessionToken));
      return { role: auth.getTokens().refreshToken.role, frames: document.querySelectorAll("iframe").length };
    },
    [clients().app, one.email, one.password] as const,
  );
  expect(login).toEqual({ role: "member", frames: 0 });
});
