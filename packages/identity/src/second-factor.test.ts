import type { Account } from "@uola/accounts";
import { newId } from "@uola/database";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { codeOf } from "./factors.fixture.ts";
import { identityForFile } from "./file-identity.fixture.ts";
import {
  type Browser,
  browser,
  codeGrant,
  landed,
  newPerson,
  password,
  run,
  siteOrigin,
  type Tokens,
  tokenRequest,
  tokensFor,
} from "./identity.fixture.ts";

const start = Date.now();
let clock = start;
const now = () => new Date(clock);
const on = identityForFile({ now }, { now });

const offline = { scope: "openid profile email offline_access" };
const otpGrant = "http://auth0.com/oauth/grant-type/mfa-otp";
const code = (secret: string) => codeOf(secret, clock);
/** Advances the clock by half a minute, because each code works only once. */
const nextCode = (secret: string) => {
  clock += 30_000;
  return code(secret);
};

/** Creates a person with an authenticator app. */
async function withApp(person?: Account) {
  const account = person ?? (await newPerson(on.accounts));
  const { secret } = await on.accounts.factors.beginAuthenticator(account.id);
  const codes = await on.accounts.factors.confirmAuthenticator(account.id, code(secret));
  return { ...account, secret, codes };
}
const trainer = () =>
  on.accounts.create({ email: `${newId()}@example.lt`, password, firstName: "Rūta", role: "trainer" });

/** Enters the right password and returns the page of the second step. */
async function atSecondStep(person: Browser, email: string, more?: Record<string, string>) {
  const page = await person.start(more);
  const response = await person.follow(await person.post(`${page}/login`, { email, password }));
  const text = await response.text();
  return { response, text, page: pageIn(text) };
}
const pageIn = (text: string) => /action="(\/interaction\/[\w-]+)\//.exec(text)?.[1] ?? "";
const codeFrom = async (person: Browser, response: Response) =>
  landed(await person.follow(response)).searchParams.get("code");
const signInSilently = async (person: Browser) =>
  Object.fromEntries(landed(await person.request(person.ask({ prompt: "none" }))).searchParams);

test("a person with an authenticator app enters a code after the password, and the tokens record the second factor", async () => {
  const { email, secret } = await withApp();
  const person = browser(on);
  const { response, text, page } = await atSecondStep(person, email, offline);
  expect(text).toContain('autocomplete="one-time-code"');
  expect(text).toContain('inputmode="numeric"');
  expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  const wrong = await person.post(`${page}/code`, { code: "000000" });
  expect([wrong.status, (await wrong.text()).includes("Kodas netinka")]).toEqual([400, true]);
  const landing = landed(await person.follow(await person.post(`${page}/code`, { code: nextCode(secret) })));
  const tokens = (await (await tokenRequest(on, codeGrant(landing, person))).json()) as Tokens;
  expect(decodeJwt(tokens.id_token).amr).toEqual(["pwd", "otp", "mfa"]);
  expect(await signInSilently(person)).toHaveProperty("code");
});

test("a silent sign-in without the second factor fails with the error that the SDKs expect", async () => {
  const { email, secret } = await withApp();
  const person = browser(on);
  const { page } = await atSecondStep(person, email);
  expect(await signInSilently(person)).toMatchObject({
    error: "login_required",
    error_description: "Multifactor authentication required",
  });
  expect(await codeFrom(person, await person.post(`${page}/code`, { code: nextCode(secret) }))).toBeTruthy();
});

test("accepts a code and a recovery code only once", async () => {
  const { email, secret, codes } = await withApp();
  const [first, second, third] = [browser(on), browser(on), browser(on)];
  const used = nextCode(secret);
  const one = await atSecondStep(first, email);
  expect(await codeFrom(first, await first.post(`${one.page}/code`, { code: used }))).toBeTruthy();
  const two = await atSecondStep(second, email);
  expect((await second.post(`${two.page}/code`, { code: used })).status).toBe(400);
  const recovery = { recoveryCode: ` ${codes[0]?.toUpperCase()} ` };
  expect(await codeFrom(second, await second.post(`${two.page}/code`, recovery))).toBeTruthy();
  const three = await atSecondStep(third, email);
  const again = await third.post(`${three.page}/code`, recovery);
  expect([again.status, (await again.text()).includes("<details open>")]).toEqual([400, true]);
});

test("too many wrong codes cause a lockout that also refuses the right code", async () => {
  const { email, secret } = await withApp();
  const person = browser(on);
  const { page } = await atSecondStep(person, email);
  let paused: Response | undefined;
  for (let guess = 0; guess < 12 && paused?.status !== 429; guess++)
    paused = await person.post(`${page}/code`, { code: String(100_000 + guess) });
  expect(paused?.status).toBe(429);
  expect(Number(paused?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await person.post(`${page}/code`, { code: code(secret) })).status).toBe(429);
  expect(await signInSilently(person)).toMatchObject({ error: "login_required" });
});

test("a form for another step cannot skip the second step or replace the authenticator", async () => {
  const { id, email, secret } = await withApp();
  const person = browser(on);
  const { page } = await atSecondStep(person, email);
  const before = await on.fresh.db.selectFrom("authenticator").selectAll().where("accountId", "=", id).execute();
  const own = await on.accounts.factors.beginAuthenticator(id);
  const tries = [
    await person.post(`${page}/enrol`, { code: code(own.secret), secret: own.secret, address: own.address }),
    await person.post(`${page}/enrol`, { later: "yes" }),
    await person.post(`${page}/passkey`, { later: "yes" }),
    await person.post(`${page}/passkey`, { response: "{}" }),
    await person.post(`${page}/consent`, { answer: "allow" }),
    await person.post(`${page}/login`, { email, password }),
    await person.post(`${page}/account`, {}),
    await person.post(`${page}/passkey/options`, {}, { origin: "https://evil.example" }),
  ];
  for (const { status } of tries) expect([200, 400]).toContain(status);
  expect(await (await person.request(page)).text()).toContain("one-time-code");
  expect(await on.fresh.db.selectFrom("authenticator").selectAll().where("accountId", "=", id).execute()).toEqual(
    before,
  );
  expect(await signInSilently(person)).toMatchObject({ error: "login_required" });
  expect(await codeFrom(person, await person.post(`${page}/code`, { code: nextCode(secret) }))).toBeTruthy();
});

test("refuses a second-factor form from a foreign page or another browser", async () => {
  const { email, secret } = await withApp();
  const person = browser(on);
  const { page } = await atSecondStep(person, email);
  const form = { code: nextCode(secret) };
  expect((await person.post(`${page}/code`, form, { origin: siteOrigin })).status).toBe(400);
  expect((await browser(on).post(`${page}/code`, form)).status).toBe(400);
  expect(await codeFrom(person, await person.post(`${page}/code`, form))).toBeTruthy();
});

test("a person who needs a second factor sets it up first and sees the recovery codes once", async () => {
  const { id, email } = await trainer();
  const person = browser(on);
  const { text, page } = await atSecondStep(person, email);
  expect(text).toContain('<div class="qr" role="img"');
  const secret = /name="secret" value="([A-Z2-7]+)"/.exec(text)?.[1] ?? "";
  const address = /name="address" value="([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const wrong = await (await person.post(`${page}/enrol`, { code: "12", secret, address })).text();
  expect(wrong).toContain(`value="${secret}"`);
  expect(wrong).toContain("Kodas netinka");
  expect((await on.accounts.factors.of(id)).authenticator.isOn).toBe(false);
  expect(await signInSilently(person)).toMatchObject({ error_description: "Multifactor authentication required" });
  const done = await (await person.post(`${page}/enrol`, { code: code(secret), secret, address })).text();
  expect(done.match(/<li><code>[\w-]+<\/code><\/li>/g)).toHaveLength(10);
  const redirectTo = /class="tape" href="([^"]+)"/.exec(done)?.[1] ?? "";
  expect(await codeFrom(person, await person.request(redirectTo))).toBeTruthy();
  expect(await signInSilently(person)).toHaveProperty("code");
  expect(await (await person.request(page)).text()).not.toContain("<li><code>");
});

test("trainers sign in with a password alone if no second factor is required", async () => {
  const easy = await run({}, { secondFactorRequired: false });
  try {
    const { email } = await easy.accounts.create({ email: "ruta@example.lt", password, role: "trainer" });
    expect((await browser(easy).signIn(email)).searchParams.get("code")).toBeTruthy();
  } finally {
    await easy.stop();
  }
});

test("a first-party site may offer to set up a second factor, and the person may skip it", async () => {
  const { id, email } = await newPerson(on.accounts);
  const person = browser(on);
  await person.signIn(email);
  const hint = { screen_hint: "second-factor" };
  const later = await person.start(hint);
  expect(await codeFrom(person, await person.post(`${later}/enrol`, { later: "yes" }))).toBeTruthy();
  const page = await person.start(hint);
  const text = await (await person.request(page)).text();
  const secret = /name="secret" value="([A-Z2-7]+)"/.exec(text)?.[1] ?? "";
  const done = await (await person.post(`${page}/enrol`, { code: code(secret) })).text();
  const redirectTo = /class="tape" href="([^"]+)"/.exec(done)?.[1] ?? "";
  expect(await codeFrom(person, await person.request(redirectTo))).toBeTruthy();
  expect((await on.accounts.factors.of(id)).authenticator.isOn).toBe(true);
  expect(landed(await person.request(person.ask(hint))).searchParams.get("code")).toBeTruthy();
});

test("requires a code to renew tokens issued before the second factor was set up", async () => {
  const account = await newPerson(on.accounts);
  const before = await tokensFor(on, browser(on), account.email, offline);
  const renew = (token = "") => tokenRequest(on, { grant_type: "refresh_token", refresh_token: token });
  const second = (await (await renew(before.refresh_token)).json()) as Tokens;
  expect(second.refresh_token).toBeTruthy();
  const { secret } = await withApp(account);
  const refused = await renew(second.refresh_token);
  const { mfa_token, ...error } = (await refused.json()) as { mfa_token: string };
  expect([refused.status, error]).toEqual([
    403,
    {
      error: "mfa_required",
      error_description: "Multifactor authentication required",
      mfa_requirements: { challenge: [{ type: "otp" }] },
    },
  ]);
  expect(refused.headers.get("access-control-allow-origin")).toBe(siteOrigin);
  const prove = (otp: string, token = mfa_token) => tokenRequest(on, { grant_type: otpGrant, mfa_token: token, otp });
  const wrong = await prove("000000");
  expect([wrong.status, await wrong.json()]).toMatchObject([403, { error: "invalid_grant" }]);
  expect(wrong.headers.get("access-control-allow-origin")).toBe(siteOrigin);
  const otp = nextCode(secret);
  const response = await prove(otp);
  expect(response.status).toBe(200);
  const third = (await response.json()) as Tokens;
  expect(decodeJwt(third.id_token).amr).toEqual(["pwd", "otp", "mfa"]);
  const again = await prove(nextCode(secret));
  expect([again.status, await again.json()]).toMatchObject([403, { error: "expired_token" }]);
  expect((await renew(((await (await renew(third.refresh_token)).json()) as Tokens).refresh_token)).status).toBe(200);
});

test("an mfa_token is limited to five attempts, ten minutes and its own client, and stored as a hash", async () => {
  const account = await newPerson(on.accounts);
  const { refresh_token = "" } = await tokensFor(on, browser(on), account.email, offline);
  const { secret } = await withApp(account);
  const ask = async () => {
    const answer = await tokenRequest(on, { grant_type: "refresh_token", refresh_token });
    return ((await answer.json()) as { mfa_token: string }).mfa_token;
  };
  const prove = async (mfa_token: string, otp: string, more = {}) => {
    const answer = await tokenRequest(on, { grant_type: otpGrant, mfa_token, otp, ...more });
    return [answer.status, ((await answer.json()) as { error?: string }).error];
  };
  const worn = await ask();
  for (let count = 0; count < 5; count++) expect(await prove(worn, "1")).toEqual([403, "invalid_grant"]);
  expect(await prove(worn, nextCode(secret))).toEqual([403, "expired_token"]);
  const old = await ask();
  clock += 10 * 60_000 + 1000;
  expect(await prove(old, nextCode(secret))).toEqual([403, "expired_token"]);
  const fresh = await ask();
  const other = await on.identity.addClient({ name: "Kita", callbacks: ["https://other.example/cb"], logouts: [] });
  const theirs = { client_id: other };
  const stolen = await tokenRequest(
    on,
    { grant_type: otpGrant, mfa_token: fresh, otp: nextCode(secret), ...theirs },
    { origin: "https://other.example" },
  );
  expect(stolen.status).toBe(403);
  expect(await prove("never given", nextCode(secret))).toEqual([403, "expired_token"]);
  expect((await prove(fresh, nextCode(secret)))[0]).toBe(200);
  const rows = await on.fresh.db.selectFrom("oneTimeSecret").selectAll().where("purpose", "=", "mfa_token").execute();
  const stored = JSON.stringify(rows);
  for (const secretText of [fresh, worn, refresh_token]) expect(stored).not.toContain(secretText);
});

test("a token renewal accepts recovery codes and JSON bodies, and refuses invalid input", async () => {
  const account = await newPerson(on.accounts);
  const { refresh_token = "" } = await tokensFor(on, browser(on), account.email, offline);
  const { codes } = await withApp(account);
  const answer = await tokenRequest(on, { grant_type: "refresh_token", refresh_token });
  const { mfa_token } = (await answer.json()) as { mfa_token: string };
  for (const bad of [{ mfa_token: "\0" }, { mfa_token, otp: "\0" }, { otp: "1" }, {}]) {
    const refused = await tokenRequest(on, { grant_type: otpGrant, ...bad } as Record<string, string>);
    expect([JSON.stringify(bad), refused.status]).toEqual([JSON.stringify(bad), 403]);
  }
  const body = JSON.stringify({
    client_id: on.clientId,
    grant_type: "http://auth0.com/oauth/grant-type/mfa-recovery-code",
    mfa_token,
    recovery_code: codes[0],
    scope: "openid",
  });
  const headers = { "content-type": "application/json", origin: siteOrigin };
  const renewed = await fetch(`${on.url}/oauth/token`, { method: "POST", body, headers });
  expect([renewed.status, ((await renewed.json()) as Tokens).scope]).toEqual([200, offline.scope]);
});

test("a reused refresh token revokes its family, even if the second factor is missing", async () => {
  const account = await newPerson(on.accounts);
  const first = await tokensFor(on, browser(on), account.email, offline);
  const renew = (token = "") => tokenRequest(on, { grant_type: "refresh_token", refresh_token: token });
  const second = (await (await renew(first.refresh_token)).json()) as Tokens;
  clock += 6000;
  await withApp(account);
  const reused = await renew(first.refresh_token);
  expect(await reused.json()).toMatchObject({ error: "invalid_grant" });
  expect(await (await renew(second.refresh_token)).json()).toMatchObject({ error: "invalid_grant" });
});

test("the fixture generates the codes of RFC 6238", () => {
  // The key of the RFC's test vectors: "12345678901234567890".
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  expect([59, 1111111109, 20000000000].map((seconds) => codeOf(secret, seconds * 1000))).toEqual([
    "287082",
    "081804",
    "353130",
  ]);
});
