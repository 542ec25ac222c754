import { get } from "node:http";
import { json } from "node:stream/consumers";
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { identityForFile } from "./file-identity.fixture.ts";
import {
  audience,
  browser,
  callback,
  codeGrant,
  landed,
  loggedOutAt,
  newPerson,
  password,
  run,
  siteOrigin,
  type Tokens,
  tokenRequest,
  tokensFor,
} from "./identity.fixture.ts";

const on = identityForFile();

const keys = async () =>
  createLocalJWKSet((await (await fetch(`${on.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet);

test("discovery returns the issuer with its trailing slash and the paths for the SDKs, whatever the Host header", async () => {
  const headers = { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
  const found = await new Promise<object>((resolve, reject) => {
    get(`${on.url}/.well-known/openid-configuration`, { headers }, (response) =>
      resolve(json(response) as Promise<object>),
    ).on("error", reject);
  });
  expect(found).toMatchObject({
    issuer: on.issuer,
    authorization_endpoint: `${on.url}/authorize`,
    token_endpoint: `${on.url}/oauth/token`,
    jwks_uri: `${on.url}/.well-known/jwks.json`,
    response_types_supported: ["code"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
  });
});

test("signs a person in with an id token that has the profile and e-mail and is signed with the published key", async () => {
  const { id, email } = await newPerson(on.accounts);
  const person = browser(on);
  const landing = await person.signIn(email);
  expect(landing.href.startsWith(callback)).toBe(true);
  expect(Object.fromEntries(landing.searchParams)).toMatchObject({ state: "some=state", iss: on.issuer });
  const response = await tokenRequest(on, codeGrant(landing, person));
  expect(response.headers.get("cache-control")).toContain("no-store");
  expect(response.headers.get("access-control-allow-origin")).toBe(siteOrigin);
  const tokens = (await response.json()) as Tokens;
  expect(tokens).not.toHaveProperty("refresh_token");
  const { payload } = await jwtVerify(tokens.id_token, await keys(), {
    issuer: on.issuer,
    audience: on.clientId,
    algorithms: ["RS256"],
  });
  expect(payload).toMatchObject({ sub: id, email, email_verified: false, name: "Ona Onaitė", nonce: "some=nonce" });
  expect(decodeProtectedHeader(tokens.id_token).kid).toBeTruthy();

  const userinfo = await fetch(`${on.url}/userinfo`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  expect(await userinfo.json()).toMatchObject({ sub: id, email });
});

test("a second sign-in needs no input, and a silent sign-in sends its response to the requesting page", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  await person.signIn(email);
  expect(landed(await person.request(person.ask())).searchParams.get("code")).toBeTruthy();
  const silentResponse = await person.request(person.ask({ prompt: "none", response_mode: "web_message" }));
  expect(silentResponse.status).toBe(200);
  expect(silentResponse.headers.get("x-frame-options")).toBeNull();
  expect(silentResponse.headers.get("cross-origin-opener-policy")).toBeNull();
  expect(silentResponse.headers.get("content-security-policy")).toMatch(
    /script-src 'sha256-[^']+'; frame-ancestors http:\/\/localhost:3000$/,
  );
  const message = /type="application\/json" id="answer">([^<]+)</.exec(await silentResponse.text())?.[1] ?? "";
  expect(JSON.parse(message)).toMatchObject({
    origin: siteOrigin,
    response: { code: expect.any(String), state: "some=state" },
  });
});

test("a silent sign-in without a session returns login_required and escapes the state in the page", async () => {
  const state = "</script><script>alert(1)</script>";
  const silentResponse = await browser(on).request(
    browser(on).ask({ prompt: "none", response_mode: "web_message", state }),
  );
  expect(silentResponse.status).toBe(400);
  const page = await silentResponse.text();
  expect(page.match(/<script/g)).toHaveLength(2);
  const message = /id="answer">([^<]+)</.exec(page)?.[1] ?? "";
  expect(JSON.parse(message).response).toMatchObject({ error: "login_required", state });
  const redirected = landed(await browser(on).request(browser(on).ask({ prompt: "none" })));
  expect(redirected.searchParams.get("error")).toBe("login_required");
});

test("redeems a code only once in fifty concurrent requests, and the replay revokes the tokens", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  // The first round opens the connections, so that all fifty requests of the later rounds arrive at
  // the same time.
  for (const _round of [1, 2, 3]) {
    const grant = codeGrant(await person.signIn(email, { scope: "openid offline_access", prompt: "login" }), person);
    const answers = await Promise.all(Array.from({ length: 50 }, () => tokenRequest(on, grant)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
    const tokens = (await answers.find(({ status }) => status === 200)?.json()) as Tokens;
    const refresh = { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" };
    expect((await tokenRequest(on, refresh)).status).toBe(403);
  }
});

test("rotates refresh tokens, allows a retry after a lost response, and revokes the family on later reuse", async () => {
  let clock = Date.now();
  const own = await run({ now: () => new Date(clock) });
  try {
    const { email } = await newPerson(own.accounts);
    const first = await tokensFor(own, browser(own), email, { scope: "openid profile email offline_access" });
    const refresh = (token: string | undefined) =>
      tokenRequest(own, { grant_type: "refresh_token", refresh_token: token ?? "" });
    const second = (await (await refresh(first.refresh_token)).json()) as Tokens;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(second.id_token).toBeTruthy();
    clock += 3000;
    expect((await refresh(first.refresh_token)).status).toBe(200);
    clock += 3000;
    const reused = await refresh(first.refresh_token);
    expect(reused.status).toBe(403);
    expect(await reused.json()).toEqual({
      error: "invalid_grant",
      error_description: "Unknown or invalid refresh token.",
    });
    expect((await refresh(second.refresh_token)).status).toBe(403);
    expect((await refresh("never issued")).status).toBe(403);
  } finally {
    await own.stop();
  }
});

test("issues a JWT for a known audience and rejects an unknown one", async () => {
  const { id, email } = await newPerson(on.accounts);
  const person = browser(on);
  const scope = "openid profile email offline_access";
  const tokens = await tokensFor(on, person, email, { audience, scope });
  const { payload } = await jwtVerify(tokens.access_token, await keys(), { issuer: on.issuer, audience });
  expect(payload.sub).toBe(id);
  expect(tokens).toMatchObject({ expires_in: 3600, refresh_token: expect.any(String) });
  const refreshed = await tokenRequest(on, { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" });
  await jwtVerify(((await refreshed.json()) as Tokens).access_token, await keys(), { audience });
  const unknown = landed(await person.request(person.ask({ audience: "https://elsewhere.example/" })));
  expect(unknown.searchParams.get("error")).toBe("invalid_target");
});

test("refuses API tokens to third-party clients in interactive, silent and renewal requests", async () => {
  const { email } = await newPerson(on.accounts);
  const client = { name: "Klubas", callbacks: ["https://club.example/cb"], logouts: [] };
  const foreign = await on.identity.addClient(client);
  const person = browser({ ...on, clientId: foreign });
  const theirs = { client_id: foreign, redirect_uri: "https://club.example/cb", audience };
  await browser(on).signIn(email);
  for (const more of [{}, { prompt: "none" }, { resource: audience }, { audience: "", resource: audience }]) {
    const refused = landed(await person.request(person.ask({ ...theirs, ...(more as object) })));
    expect([refused.searchParams.get("error"), refused.searchParams.get("code")]).toEqual(["invalid_target", null]);
  }

  // The client was a first-party client when it got its tokens, but no longer is one.
  const ours = await on.identity.addClient({ ...client, firstParty: true });
  const visitor = browser({ ...on, clientId: ours });
  const landing = await visitor.signIn(email, { ...theirs, client_id: ours, scope: "openid offline_access" });
  const origin = { origin: "https://club.example" };
  const grant = { ...codeGrant(landing, visitor), client_id: ours, redirect_uri: theirs.redirect_uri };
  const tokens = (await (await tokenRequest(on, grant, origin)).json()) as Tokens;
  await jwtVerify(tokens.access_token, await keys(), { audience });
  await on.identity.ensureClient(ours, client);
  const renewal = { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "", client_id: ours };
  const renewed = await tokenRequest(on, renewal, origin);
  expect([renewed.status, (await renewed.json()).error]).toEqual([400, "invalid_target"]);
});

test("the token endpoint accepts JSON too, and reports invalid JSON", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  const given = { client_id: on.clientId, ...codeGrant(await person.signIn(email), person) };
  const send = (body: string) =>
    fetch(`${on.url}/oauth/token`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", origin: siteOrigin },
    });
  const response = await send(JSON.stringify(given));
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ token_type: "Bearer" });
  for (const bad of ["", "{", "[]", "null", '"text"', '{"code":{"a":1}}', '{"code":[1]}', '{"code":null}']) {
    const refused = await send(bad);
    expect([bad, refused.status, await refused.json()]).toMatchObject([bad, 400, { error: "invalid_request" }]);
  }
  expect((await send(JSON.stringify({ code: "x".repeat(60_000) }))).status).toBe(413);
  expect((await send(JSON.stringify({ ...given, code: "\u0000\ud800" }))).status).toBe(400);
});

test("requires PKCE with the right verifier", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  const without = landed(await person.request(person.ask({ code_challenge: "", code_challenge_method: "" })));
  expect(without.searchParams.get("error")).toBe("invalid_request");
  const grant = codeGrant(await person.signIn(email), person);
  const wrong = await tokenRequest(on, { ...grant, code_verifier: "x".repeat(43) });
  expect(await wrong.json()).toMatchObject({ error: "invalid_grant" });
});

test("only the client's own origins may read token responses", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  const grant = codeGrant(await person.signIn(email), person);
  const foreign = await tokenRequest(on, grant, { origin: "https://evil.example" });
  expect(foreign.status).toBe(400);
  expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
  expect((await tokenRequest(on, grant)).status).toBe(200);
});

test("logging out ends the session and its tokens and redirects only to registered URLs", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  const tokens = await tokensFor(on, person, email, { scope: "openid offline_access" });
  const logout = (returnTo: string, client = on.clientId) =>
    person.request(`/v2/logout?${new URLSearchParams({ client_id: client, returnTo })}&federated`);
  for (const bad of [
    `${siteOrigin}`,
    `${loggedOutAt}?`,
    `${loggedOutAt}x`,
    "https://evil.example/",
    "//evil.example",
  ]) {
    const refused = await logout(bad);
    expect([bad, refused.status, refused.headers.get("location")]).toEqual([bad, 400, null]);
  }
  expect((await logout(loggedOutAt, "nobody")).status).toBe(400);
  expect(landed(await person.request(person.ask({ prompt: "none" }))).searchParams.get("code")).toBeTruthy();

  const done = await logout(loggedOutAt);
  expect([done.status, done.headers.get("location")]).toEqual([302, loggedOutAt]);
  expect(landed(await person.request(person.ask({ prompt: "none" }))).searchParams.get("error")).toBe("login_required");
  const refresh = { grant_type: "refresh_token", refresh_token: tokens.refresh_token ?? "" };
  expect((await tokenRequest(on, refresh)).status).toBe(403);
  const userinfo = await fetch(`${on.url}/userinfo`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  expect(userinfo.status).toBe(401);
  expect((await person.request("/v2/logout")).status).toBe(200);
});

test("blocking an account ends its session and tokens, and prevents a new sign-in", async () => {
  const { id, email } = await newPerson(on.accounts);
  const person = browser(on);
  const { refresh_token = "" } = await tokensFor(on, person, email, { scope: "openid offline_access" });
  // The account is blocked directly in the database, so no session is ended.
  const block = on.fresh.db.updateTable("account").set({ status: "BLOCKED" }).where("id", "=", id);
  await block.execute();
  const refused = await tokenRequest(on, { grant_type: "refresh_token", refresh_token });
  expect(await refused.json()).toMatchObject({ error: "invalid_grant", error_description: "user is blocked" });
  expect(landed(await person.request(person.ask({ prompt: "none" }))).searchParams.get("error")).toBe("login_required");
  const page = await person.start();
  const answer = await person.post(`${page}/login`, { email, password });
  expect([answer.status, (await answer.text()).includes("užblokuota")]).toEqual([403, true]);

  await on.accounts.unblock(id);
  await on.accounts.block(id);
  const dead = await tokenRequest(on, { grant_type: "refresh_token", refresh_token });
  expect(await dead.json()).toMatchObject({ error_description: "Unknown or invalid refresh token." });
});

test("a revoked refresh token is refused", async () => {
  const { email } = await newPerson(on.accounts);
  const { refresh_token = "" } = await tokensFor(on, browser(on), email, { scope: "openid offline_access" });
  const body = JSON.stringify({ client_id: on.clientId, token: refresh_token, token_type_hint: "refresh_token" });
  const headers = { "content-type": "application/json", origin: siteOrigin };
  const revoked = await fetch(`${on.url}/oauth/revoke`, { method: "POST", body, headers });
  expect([revoked.status, await revoked.text()]).toEqual([200, ""]);
  expect((await tokenRequest(on, { grant_type: "refresh_token", refresh_token })).status).toBe(403);
});

test("a third-party site needs consent, and a silent request returns consent_required", async () => {
  const { id, email } = await newPerson(on.accounts);
  const client = { name: "Kita <svetainė>", callbacks: ["https://other.example/cb"], logouts: [] };
  const other = await on.identity.addClient(client);
  const theirs = { client_id: other, redirect_uri: "https://other.example/cb" };
  const person = browser({ ...on, clientId: other });
  await browser(on).signIn(email);
  const page = await person.start(theirs);
  const asked = await person.follow(await person.post(`${page}/login`, { email, password }));
  const text = await asked.text();
  expect(text).toContain("Kita &lt;svetainė&gt;");
  expect(text).toContain("matyti jūsų el. pašto adresą");
  expect(text).toContain("nieko nerezervuos");
  const silentResult = landed(await person.request(person.ask({ ...theirs, prompt: "none" })));
  expect(silentResult.searchParams.get("error")).toBe("consent_required");

  const consent = /action="([^"]+consent)"/.exec(text)?.[1] ?? "";
  const refused = landed(await person.follow(await person.post(consent, { answer: "refuse" })));
  expect(refused.searchParams.get("error")).toBe("access_denied");
  const again = await person.start(theirs);
  const allowed = landed(await person.follow(await person.post(`${again}/consent`, { answer: "allow" })));
  const form = { ...codeGrant(allowed, person), client_id: other, redirect_uri: "https://other.example/cb" };
  const tokens = await tokenRequest(on, form, { origin: "https://other.example" });
  const { payload } = await jwtVerify(((await tokens.json()) as Tokens).id_token, await keys(), { audience: other });
  expect(payload).toMatchObject({ sub: id, email });
});
