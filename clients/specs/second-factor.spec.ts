import { expect, type Page, test } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { ownerKey } from "../../e2e/harness/addresses.ts";
import { platform } from "../harness/addresses.ts";
import { open, outcome, signInByRedirect } from "./browser-client.ts";
import { clients, type Somebody, somebody } from "./people.ts";

/** The codes of an authenticator app, for now and for 30 seconds later. */
const codes = (secret: string) => {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return { now: () => app.generate(), next: () => app.generate({ timestamp: Date.now() + 30_000 }) };
};

async function call(path: string, body: object, token: string) {
  const headers = { authorization: token, "content-type": "application/json" };
  const response = await fetch(`${platform}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json();
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return answer;
}

/** Creates a new member with a platform token. */
async function member(): Promise<Somebody & { token: string }> {
  const one = somebody();
  const { access_token: visitor } = await call(
    "/oauth2/token",
    { grantType: "anonymous", clientId: clients().app },
    "",
  );
  const registered = { loginId: { email: one.email }, password: one.password };
  const { identity } = await call("/v2/register", registered, visitor);
  const grant = { grant_type: "authorized_client", member_id: identity.id };
  const { access_token: token } = await call("/oauth2/token", grant, `${visitor},${ownerKey}`);
  return { ...one, token };
}

/** Turns on the authenticator app in the same way as the account page. */
async function enrol({ token, password }: Somebody & { token: string }) {
  const path = "/v1/members/me/security/authenticator";
  const { secret } = await call(`${path}/begin`, { currentPassword: password }, token);
  const app = codes(secret);
  const { recoveryCodes } = await call(`${path}/confirm`, { code: app.now() }, token);
  return { app, recoveryCodes: recoveryCodes as string[] };
}

const options = {
  useRefreshTokens: true,
  cacheLocation: "localstorage",
  authorizationParams: { scope: "openid profile email offline_access" },
};
const renewed = (page: Page) => outcome(page, () => window.client.getTokenSilently({ cacheMode: "off" }));

test("after an authenticator app is turned on, renewal fails with mfa_required until a code is entered", async ({
  page,
}) => {
  const one = await member();
  await signInByRedirect(page, options, one);
  expect((await renewed(page)).value).toEqual(expect.any(String));
  const { app, recoveryCodes } = await enrol(one);

  const stopped = await renewed(page);
  expect(stopped).toMatchObject({ error: "mfa_required", mfa_token: expect.any(String) });
  const verify = (mfaToken: string, code: { otp?: string; recoveryCode?: string }) =>
    page.evaluate(
      ([mfaToken, code]) =>
        window.client.mfa.verify({ mfaToken, ...code } as never).then(
          (tokens) => ({ token: tokens.access_token }),
          ({ error }) => ({ error: error as string }),
        ),
      [mfaToken, code] as const,
    );
  expect(await verify(stopped.mfa_token as string, { otp: "000000" })).toEqual({ error: expect.any(String) });
  expect(await verify(stopped.mfa_token as string, { otp: app.next() })).toEqual({ token: expect.any(String) });
  expect(await verify(stopped.mfa_token as string, { otp: app.next() })).toEqual({ error: expect.any(String) });
  expect(recoveryCodes.length).toBeGreaterThan(5);
});

test("the sign-in page asks for the second factor, and a silent frame cannot skip it", async ({ page }) => {
  const one = await member();
  await signInByRedirect(page, {}, one);
  const { recoveryCodes } = await enrol(one);
  await open(page, {}, "/later");
  expect(await outcome(page, () => window.client.getTokenSilently())).toMatchObject({
    error: "login_required",
    message: "Multifactor authentication required",
  });
  await page.context().clearCookies();
  const done = await signInByRedirect(page, {}, one, async () => {
    await page.locator("#code").fill(recoveryCodes[0] as string);
    await page.locator("#code").press("Enter");
  });
  expect(done.value).toBeDefined();
  await open(page, {}, "/later");
  expect((await outcome(page, () => window.client.getTokenSilently())).value).toEqual(expect.any(String));
});
