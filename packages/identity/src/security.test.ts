import { createHmac, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createAccounts } from "@uola/accounts";
import { newId } from "@uola/database";
import { decodeProtectedHeader, SignJWT } from "jose";
import pg from "pg";
import { expect, test } from "vitest";
import { identityForFile } from "./file-identity.fixture.ts";
import {
  audience,
  browser,
  callback,
  codeGrant,
  landed,
  newPerson,
  password,
  type Running,
  run,
  type Tokens,
  tokenRequest,
  tokensFor,
} from "./identity.fixture.ts";
import { createIdentity } from "./index.ts";

const on = identityForFile({ overlapSeconds: 0 });

const offline = "openid profile email offline_access";
const evil = "https://evil.example/";
const renewal = ({ refresh_token: token = "" }: Partial<Tokens>) => ({
  grant_type: "refresh_token",
  refresh_token: token,
});
const isNowhereIn = (text: string | null) => expect(text ?? "").not.toContain("evil.example");

test("redirects only to exactly registered addresses (no open redirect)", async () => {
  const person = browser(on);
  await person.signIn((await newPerson(on.accounts)).email);
  const near = [
    evil,
    `${callback}x`,
    callback.slice(0, -1),
    `${callback}?a=b`,
    `${callback}#`,
    "//evil.example",
    "http://localhost:3000@evil.example/callback/",
  ];
  for (const redirect_uri of near)
    for (const more of [{}, { prompt: "none" }, { response_mode: "web_message", prompt: "none" }]) {
      const answer = await person.request(person.ask({ redirect_uri, ...(more as object) }));
      expect([redirect_uri, answer.status, answer.headers.get("location")]).toEqual([redirect_uri, 400, null]);
    }
  for (const returnTo of [evil, `${callback}x`, "javascript:alert(1)", "//evil.example"])
    for (const client_id of [on.clientId, "nobody"]) {
      const answer = await person.request(`/v2/logout?${new URLSearchParams({ client_id, returnTo })}`);
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
      isNowhereIn(await answer.text());
    }
  const after = `/oidc/logout?${new URLSearchParams({ client_id: on.clientId, post_logout_redirect_uri: evil })}`;
  expect((await person.request(after)).status).toBe(400);
  expect(landed(await person.request(person.ask({ prompt: "none" }))).searchParams.get("code")).toBeTruthy();
});

test("PKCE cannot be omitted, weakened or completed with a wrong verifier", async () => {
  const person = browser(on);
  const { email } = await newPerson(on.accounts);
  await person.signIn(email);
  for (const weak of [
    { code_challenge: "", code_challenge_method: "" },
    { code_challenge: "" },
    { code_challenge_method: "plain" },
    { code_challenge_method: "" },
    { code_challenge_method: "none" },
    { code_challenge: "short" },
  ]) {
    const { searchParams } = landed(await person.request(person.ask({ prompt: "none", ...(weak as object) })));
    expect([weak, searchParams.get("error"), searchParams.get("code")]).toEqual([weak, "invalid_request", null]);
  }
  for (const code_verifier of [undefined, "", "short", randomBytes(32).toString("base64url"), "x".repeat(500)]) {
    const grant = codeGrant(landed(await person.request(person.ask({ prompt: "none" }))), person);
    const { code_verifier: _, ...rest } = grant;
    const answer = await tokenRequest(on, code_verifier === undefined ? rest : { ...rest, code_verifier });
    expect([answer.status, (await answer.json()).error]).toEqual([
      400,
      expect.stringMatching(/^invalid_(grant|request)$/),
    ]);
  }
});

test("refuses a reused code or refresh token and revokes the tokens of its first use", async () => {
  const person = browser(on);
  const { email } = await newPerson(on.accounts);
  const grant = codeGrant(await person.signIn(email, { scope: offline }), person);
  const first = (await (await tokenRequest(on, grant)).json()) as Tokens;
  expect((await tokenRequest(on, grant)).status).toBe(400);
  expect((await tokenRequest(on, renewal(first))).status).toBe(403);

  const family = await tokensFor(on, person, email, { scope: offline, prompt: "login" });
  const next = (await (await tokenRequest(on, renewal(family))).json()) as Tokens;
  expect((await tokenRequest(on, renewal(family))).status).toBe(403);
  expect((await tokenRequest(on, renewal(next))).status).toBe(403);
});

/** Creates a token with a header chosen by the test. */
function forged(token: string, header: object, key?: string | KeyObject): Promise<string> | string {
  const [, payload = ""] = token.split(".");
  if (typeof key === "object") {
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    return new SignJWT(claims).setProtectedHeader(header as { alg: string }).sign(key);
  }
  const text = `${Buffer.from(JSON.stringify(header)).toString("base64url")}.${payload}`;
  return `${text}.${key === undefined ? "" : createHmac("sha256", key).update(text).digest("base64url")}`;
}

test("refuses tokens that are unsigned, signed with the public key as a secret, or with another key", async () => {
  const person = browser(on);
  const { email } = await newPerson(on.accounts);
  const { id_token, access_token } = await tokensFor(on, person, email, { audience });
  const { kid = "" } = decodeProtectedHeader(id_token);
  const { keys } = await (await fetch(`${on.url}/.well-known/jwks.json`)).json();
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const forgeries = (token: string) =>
    Promise.all([
      forged(token, { alg: "none" }),
      forged(token, { alg: "none", kid }),
      forged(token, { alg: "HS256", kid }, JSON.stringify(keys[0])),
      forged(token, { alg: "HS256", kid }, keys[0].n),
      forged(token, { alg: "RS256", kid }, privateKey),
    ]);
  const hinted = async (id_token_hint: string) =>
    landed(await person.request(person.ask({ prompt: "none", id_token_hint }))).searchParams;
  expect((await hinted(id_token)).get("code")).toBeTruthy();
  for (const hint of await forgeries(id_token)) {
    expect((await hinted(hint)).get("error")).toBe("invalid_request");
    const logout = `/oidc/logout?${new URLSearchParams({ id_token_hint: hint })}`;
    expect((await person.request(logout)).status).toBe(400);
  }
  for (const token of [access_token, ...(await forgeries(access_token))]) {
    const answer = await fetch(`${on.url}/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
  }
});

test("no page may be framed, except that the requesting site may frame the silent response", async () => {
  const person = browser(on);
  const at = await person.start();
  const pages = [
    at,
    `${at}/register`,
    "/password/forgot",
    "/password/reset?token=x",
    "/email/verify",
    "/nowhere",
    "/%00",
    "/v2/logout?client_id=nobody",
    "/oidc/logout/success",
    "/authorize",
    person.ask({ client_id: "nobody" }),
    person.ask({ redirect_uri: evil }),
    "/interaction/none",
    "/v2/logout",
  ];
  for (const page of pages) {
    const { headers } = await person.request(page);
    expect([page, headers.get("content-security-policy")]).toEqual([
      page,
      expect.stringContaining("frame-ancestors 'none'"),
    ]);
    expect([page, headers.get("content-security-policy")]).toEqual([
      page,
      expect.stringContaining("form-action 'self'"),
    ]);
    expect([page, headers.get("x-frame-options")]).toEqual([page, "DENY"]);
  }
  const silentResponse = await person.request(person.ask({ prompt: "none", response_mode: "web_message" }));
  expect(silentResponse.headers.get("content-security-policy")).toMatch(/frame-ancestors http:\/\/localhost:3000$/);
});

test("cookies have the __Host- prefix when TLS is used", async () => {
  const behind = await run({ issuer: "https://id.uola.example/" });
  const person = browser(behind);
  const given = async (answer: Response) =>
    answer.headers.getSetCookie().map((line) => [line.slice(0, line.indexOf("=")), /; secure/i.test(line)]);
  const begun = await given(await person.request(person.ask()));
  expect(begun.length).toBeGreaterThan(0);
  for (const [name, isSecure] of begun)
    expect([name, isSecure]).toEqual([expect.stringMatching(/^__Secure-uola_idp_/), true]);
  const form = await given(await person.request("/password/forgot"));
  expect(form).toEqual([
    ["__Host-uola_idp_f", true],
    ["__Host-uola_idp_f.sig", true],
  ]);
  const { email } = await newPerson(behind.accounts);
  const at = await person.start();
  const origin = { origin: "https://id.uola.example" };
  const entered = await given(await person.post(`${at}/login`, { email, password }, origin));
  expect(entered).toContainEqual(["__Host-uola_idp_b", true]);
  await behind.stop();
});

test("never derives a URL, page, cookie or e-mail from the Host header", async () => {
  const { id, email } = await newPerson(on.accounts);
  const headers = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    forwarded: "host=evil.example;proto=https",
    "x-original-host": "evil.example",
    accept: "text/html",
  };
  const ask = (path: string, cookie = "", form?: Record<string, string>) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const body = form && new URLSearchParams(form).toString();
      const type = body ? { "content-type": "application/x-www-form-urlencoded", origin: on.url } : {};
      const call = request(
        `${on.url}${path}`,
        { method: body ? "POST" : "GET", headers: { ...headers, ...type, cookie } },
        async (answer) => {
          let text = JSON.stringify(answer.headers);
          for await (const chunk of answer) text += chunk;
          resolve({ status: answer.statusCode ?? 0, text });
        },
      ).on("error", reject);
      call.end(body);
    });
  const { ask: authorize } = browser(on);
  const paths = [
    "/",
    authorize(),
    authorize({ prompt: "none" }),
    authorize({ client_id: "x" }),
    "/password/forgot",
    "/v2/logout",
  ];
  for (const path of [
    ...paths,
    "/nowhere",
    "/oidc/logout",
    "/.well-known/openid-configuration",
    "/password/reset?token=x",
  ])
    isNowhereIn((await ask(path)).text);

  const own = browser(on);
  const proof = /name="proof" value="([^"]+)"/.exec(await (await own.request("/password/forgot")).text())?.[1] ?? "";
  const cookie = [...own.jar].map(([key, { value }]) => `${key.split(" ")[0]}=${value}`).join("; ");
  const sent = await ask("/password/forgot", cookie, { proof, email });
  expect(sent.status).toBe(200);
  isNowhereIn(sent.text);
  const orders = await on.fresh.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").execute();
  expect(JSON.stringify(orders)).toContain(id);
  isNowhereIn(JSON.stringify(orders));
});

test("refuses a form from a foreign page or without the cookie of its page", async () => {
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  const at = await person.start();
  const forms: [string, Record<string, string>][] = [
    [`${at}/login`, { email, password }],
    [`${at}/register`, { email: `${newId()}@example.lt`, password, firstName: "Ona" }],
    ["/password/forgot", { email }],
    ["/password/reset?token=x", { password }],
    ["/account/activate?token=x", { password }],
    ["/email/verify?token=x", {}],
    ["/email/change?token=x", {}],
    ["/oidc/logout/confirm", { logout: "yes", xsrf: "guessed" }],
  ];
  const before = await on.fresh.db.selectFrom("account").select("id").execute();
  for (const [path, form] of forms) {
    const answers = [
      await person.post(path, form, { origin: "https://evil.example" }),
      await browser(on).post(path, form),
    ];
    for (const answer of answers) {
      expect([path, answer.status]).toEqual([path, expect.toSatisfy((status) => status === 400 || status === 403)]);
      expect(answer.headers.get("location")).toBeNull();
    }
  }
  expect(await on.fresh.db.selectFrom("account").select("id").execute()).toHaveLength(before.length);
  expect(landed(await person.request(person.ask({ prompt: "none" }))).searchParams.get("error")).toBe("login_required");
});

/**
 * Measures the cost of a request: the number of database statements and password hashes, which take
 * longer than everything else.
 */
async function measureCost(work: () => Promise<unknown>): Promise<{ statements: number; hashes: number }> {
  const { prototype } = pg.Client;
  const { query } = prototype;
  let statements = 0;
  prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    statements++;
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  let hashes = 0;
  const countHash = () => {
    hashes++;
  };
  subscribe("uola.accounts.hash", countHash);
  try {
    await work();
  } finally {
    prototype.query = query;
    unsubscribe("uola.accounts.hash", countHash);
  }
  return { statements, hashes };
}

test("neither the text nor the cost of a response reveals whether an account exists", async () => {
  const { email } = await newPerson(on.accounts);
  const stranger = `${newId()}@example.lt`;
  const blank = (text: string, who: string) =>
    text
      .replaceAll(who, "…")
      .replaceAll(encodeURIComponent(who), "…")
      .replace(/\/interaction\/[\w-]+/g, "…")
      .replace(/name="proof" value="[^"]+"/, "");

  async function signIn(who: string) {
    const person = browser(on);
    const page = await person.start();
    let answer: Response | undefined;
    const cost = await measureCost(async () => {
      answer = await person.post(`${page}/login`, { email: who, password: "ne tas slaptažodis" });
    });
    return { ...cost, status: answer?.status, text: blank((await answer?.text()) ?? "", who) };
  }
  async function forgot(who: string) {
    const person = browser(on);
    const proof =
      /name="proof" value="([^"]+)"/.exec(await (await person.request("/password/forgot")).text())?.[1] ?? "";
    let answer: Response | undefined;
    const cost = await measureCost(async () => {
      answer = await person.post("/password/forgot", { proof, email: who });
    });
    return { ...cost, status: answer?.status, text: blank((await answer?.text()) ?? "", who) };
  }
  for (const way of [signIn, forgot]) {
    // The first wrong password also creates the dummy hash that is used for people without an
    // account.
    await way(stranger);
    const [known, unknown] = [await way(email), await way(`x${stranger}`)];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect([way.name, known.statements]).toEqual([way.name, unknown.statements]);
    const hashes = way === signIn ? 1 : 0;
    expect([way.name, known.hashes, unknown.hashes]).toEqual([way.name, hashes, hashes]);
  }
});

test("codes and tokens of one client are refused for another client", async () => {
  const client = { name: "Kita", callbacks: [callback], logouts: [], firstParty: true };
  const other: Running = { ...on, clientId: await on.identity.addClient(client) };
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  const grant = codeGrant(await person.signIn(email, { scope: offline }), person);
  expect((await tokenRequest(other, grant)).status).toBe(400);
  const tokens = (await (await tokenRequest(on, grant)).json()) as Tokens;
  expect((await tokenRequest(other, renewal(tokens))).status).toBe(403);
  const revoke = (token: string) =>
    fetch(`${on.url}/oauth/revoke`, {
      method: "POST",
      body: new URLSearchParams({ client_id: other.clientId, token }),
    });
  expect((await revoke(tokens.refresh_token ?? "")).status).toBeGreaterThanOrEqual(200);
  expect((await tokenRequest(on, renewal(tokens))).status).toBe(200);
});

test("codes and tokens of one site are refused by another site on the same database", async () => {
  const siteId = newId();
  const { connection, db } = on.fresh;
  await db.insertInto("site").values({ id: siteId, name: "Kita", createdDate: new Date() }).execute();
  const secret = "a secret of the test";
  const accounts = createAccounts({ db, siteId, secret });
  const server = createServer((incoming, answer) => identity.handler(incoming, answer));
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const identity = createIdentity({
    connection,
    siteId,
    accounts,
    issuer: `${url}/`,
    siteUrl: "http://localhost:3000",
    secret,
  });
  try {
    await identity.ready();
    const client = { name: "Svetainė", callbacks: [callback], logouts: [], firstParty: true };
    await identity.ensureClient(on.clientId, client);
    const other: Running = { ...on, url, identity, accounts };
    const { email } = await newPerson(on.accounts);
    const person = browser(on);
    const grant = codeGrant(await person.signIn(email, { scope: offline }), person);
    expect((await tokenRequest(other, grant)).status).toBe(400);
    const tokens = (await (await tokenRequest(on, grant)).json()) as Tokens;
    expect((await tokenRequest(other, renewal(tokens))).status).toBe(403);
    const visitor = browser(other);
    for (const [key, cookie] of person.jar) visitor.jar.set(key, cookie);
    const silentResult = landed(await visitor.request(visitor.ask({ prompt: "none" })));
    expect(silentResult.searchParams.get("error")).toBe("login_required");
    expect((await tokenRequest(on, renewal(tokens))).status).toBe(200);
  } finally {
    await identity.stop();
    server.close();
    server.closeAllConnections();
  }
});

test("header injection, NUL and very long values never cause a 5xx or an injected header", async () => {
  const bad = [
    "\r\nX-Evil: yes",
    "\0",
    "a\0b",
    "x".repeat(9000),
    "\u2028",
    "%0d%0aX-Evil:%20yes",
    "‮",
    "[object Object]",
  ];
  const { email } = await newPerson(on.accounts);
  const person = browser(on);
  await person.signIn(email);
  const names = [
    "state",
    "nonce",
    "scope",
    "login_hint",
    "audience",
    "organization",
    "ui_locales",
    "prompt",
    "max_age",
    "client_id",
  ];
  const more = [
    "redirect_uri",
    "response_mode",
    "response_type",
    "code_challenge",
    "screen_hint",
    "acr_values",
    "claims",
    "resource",
  ];
  for (const value of bad) {
    for (const name of [...names, ...more]) {
      const address = person.ask({ [name]: value });
      for (const who of [person, browser(on)]) {
        const { status, headers } = await who.request(address);
        expect([name, value.slice(0, 20), status]).toEqual([
          name,
          value.slice(0, 20),
          expect.toSatisfy((code) => code < 500),
        ]);
        expect(headers.get("x-evil")).toBeNull();
      }
    }
    for (const name of ["code", "code_verifier", "redirect_uri", "client_id", "refresh_token", "grant_type", "scope"])
      for (const grant_type of ["authorization_code", "refresh_token"]) {
        const given = {
          grant_type,
          code: "c",
          code_verifier: "v".repeat(43),
          redirect_uri: callback,
          refresh_token: "r",
        };
        expect((await tokenRequest(on, { ...given, [name]: value })).status).toBeLessThan(500);
      }
    for (const path of [
      "/password/forgot?return_to=",
      "/email/verify?token=",
      "/v2/logout?returnTo=",
      "/v2/logout?client_id=",
      "/interaction/",
    ])
      expect((await person.request(`${path}${encodeURIComponent(value)}`)).status).toBeLessThan(500);
  }
}, 60_000);

test("limits the sign-ins started from one network, not counting silent and finished ones", async () => {
  const few = await run({ signInsPerMinute: 5 });
  try {
    const { email } = await newPerson(few.accounts);
    const person = browser(few);
    await person.signIn(email);
    for (let time = 0; time < 10; time++)
      expect(landed(await person.request(person.ask())).searchParams.get("code")).toBeTruthy();
    const begun = async () => (await browser(few).request(browser(few).ask())).status;
    expect([await begun(), await begun(), await begun(), await begun()]).toEqual([303, 303, 303, 303]);
    const refused = await browser(few).request(browser(few).ask());
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    const plain = await browser(few).request(browser(few).ask(), { headers: { accept: "application/json" } });
    expect([plain.status, (await plain.json()).error]).toEqual([429, "temporarily_unavailable"]);
    const silentResponse = await browser(few).request(browser(few).ask({ prompt: "none" }));
    expect(landed(silentResponse).searchParams.get("error")).toBe("login_required");
    const rows = await few.fresh.db
      .selectFrom("identityPayload")
      .select("model")
      .where("model", "=", "Interaction")
      .execute();
    expect(rows).toHaveLength(4);
  } finally {
    await few.stop();
  }
});
