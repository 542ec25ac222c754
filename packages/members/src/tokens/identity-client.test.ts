import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callback, createTestPlatform, refusalResponse, type TestPlatform, urls } from "../testing.ts";
import { matchesChallenge } from "./rules.ts";
import { challenge, claimsOf, verifier } from "./tokens.testing.ts";

type Provider = Awaited<ReturnType<typeof createProvider>>;
let provider: Provider;
let platform: TestPlatform;
beforeAll(async () => {
  provider = await createProvider();
  platform = await createTestPlatform({ urls: { ...urls, identity: provider.url } });
});
afterAll(async () => {
  provider.close();
  await platform.close();
});

/**
 * A fake of the platform's own identity provider: a JWKS URL, and id tokens with claims set by the
 * test.
 */
async function createProvider() {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const keys = [{ ...(await exportJWK(publicKey)), kid: "k1", alg: "RS256", use: "sig" }];
  let next: Record<string, unknown> = {};
  let resets = 0;
  let lastRequest = new URLSearchParams();
  const server = createServer(async (request, response) => {
    if (request.url !== "/oauth/token") return response.end(JSON.stringify({ keys }));
    if (resets-- > 0) return request.socket.resetAndDestroy();
    lastRequest = new URLSearchParams((await request.setEncoding("utf8").toArray()).join(""));
    const at = Math.floor(platform.clock.now.getTime() / 1000);
    const claims = { iss: `${provider.url}/`, aud: "uola-platform", iat: at, exp: at + 600, ...next };
    const idToken = await new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "k1" }).sign(privateKey);
    response.setHeader("content-type", "application/json").end(JSON.stringify({ id_token: idToken }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setClaims: (claims: Record<string, unknown>, resetsFirst = 0) => {
      next = claims;
      resets = resetsFirst;
    },
    lastRequest: () => lastRequest,
    close: () => server.close(),
  };
}

const query = (more: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: platform.clientId,
    response_type: "code",
    redirect_uri: callback,
    state: "the-state",
    response_mode: "query",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...more,
  });
const visit = (path: string, cookie?: string) =>
  platform.ask(path, { method: "GET", headers: cookie ? { cookie } : {} });

/**
 * Starts a sign-in. Returns the redirect to the provider, and the cookie and state that the browser
 * has to send back.
 */
async function begin(more?: Record<string, string>, cookie?: string) {
  const { status, headers } = await visit(`/oauth2/authorize?${query(more)}`, cookie);
  expect(status).toBe(303);
  const to = new URL(headers.get("location") ?? "");
  const set = headers.get("set-cookie") ?? "";
  return { to, set, cookie: set.split(";")[0] ?? "", state: to.searchParams.get("state") ?? "" };
}
const finish = (state: string, cookie?: string, answer: Record<string, string> = { code: "c" }) =>
  visit(`/oauth2/callback?${new URLSearchParams({ ...answer, state })}`, cookie);
const answerOf = ({ headers }: { headers: Headers }) =>
  Object.fromEntries(new URL(headers.get("location") ?? "").searchParams);

describe("a sign-in at the identity provider", () => {
  test("a sign-in returns a platform code, and its session stores the provider's session", async () => {
    const memberId = await platform.account();
    const { to, set, cookie, state } = await begin({ prompt: "login" });
    expect(to.origin + to.pathname).toBe(`${provider.url}/authorize`);
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      client_id: "uola-platform",
      redirect_uri: `${urls.platform}/oauth2/callback`,
      prompt: "login",
      max_age: "0",
    });
    expect(set).toMatch(/^uola_authorize=[\w-]{43}; Path=\/oauth2\/; Max-Age=3600; HttpOnly; SameSite=Lax$/);
    provider.setClaims({ sub: memberId, nonce: to.searchParams.get("nonce"), sid: "uid-7", amr: ["pwd"] }, 1);
    const back = await finish(state, cookie);
    expect(answerOf(back)).toEqual({ code: expect.any(String), state: "the-state" });
    const proof = provider.lastRequest().get("code_verifier") ?? "";
    expect(matchesChallenge(proof, to.searchParams.get("code_challenge") ?? "")).toBe(true);
    const input = { grantType: "authorization_code", clientId: platform.clientId, redirectUri: callback };
    const body = JSON.stringify({ ...input, code: answerOf(back).code, codeVerifier: verifier });
    expect((await platform.ask("/oauth2/token", { body })).status).toBe(200);
    const sessions = platform.db
      .selectFrom("memberSession")
      .select("identitySession")
      .where("accountId", "=", memberId);
    expect(await sessions.execute()).toEqual([{ identitySession: "uid-7" }]);
    expect(await finish(state, cookie)).toMatchObject(refusalResponse(400, "INVALID_STATE"));
  });

  test("only the browser that started a sign-in can finish it, even with two in progress", async () => {
    const memberId = await platform.account();
    const [own, other] = [await begin(), await begin()];
    const nonce = own.to.searchParams.get("nonce");
    provider.setClaims({ sub: memberId, nonce });
    expect(await finish(own.state)).toMatchObject(refusalResponse(400, "INVALID_STATE"));
    expect(await finish(own.state, other.cookie)).toMatchObject(refusalResponse(400, "INVALID_STATE"));
    expect(await finish("", other.cookie)).toMatchObject(refusalResponse(400, "INVALID_STATE"));
    const first = await begin();
    const second = await begin({}, first.cookie);
    expect(second.cookie).toBe(first.cookie);
    provider.setClaims({ sub: memberId, nonce: first.to.searchParams.get("nonce") });
    expect(answerOf(await finish(first.state, second.cookie))).toHaveProperty("code");
  });

  test.each([{ nonce: "another sign-in's" }, { aud: "uola-site" }, { iss: "https://evil.example/" }, { exp: 1 }])(
    "a sign-in with %o in the id token returns no code",
    async (wrong) => {
      const { to, cookie, state } = await begin();
      provider.setClaims({ sub: await platform.account(), nonce: to.searchParams.get("nonce"), ...wrong });
      expect(answerOf(await finish(state, cookie))).toMatchObject({ error: "temporarily_unavailable" });
    },
  );

  test("a sign-in links only the visitor who started it to the member", async () => {
    const visitor = await platform.visitor().access();
    const { subject } = claimsOf(visitor);
    const authRequest = Object.fromEntries(
      [...query().entries()].map(([name, value]) => [name.replace(/_(.)/g, (_, c) => c.toUpperCase()), value]),
    );
    const visitTokenOf = async (token: string) =>
      new URL(
        (await platform.ask("/v1/redirect-session", { body: JSON.stringify({ auth: { authRequest } }), token })).body
          .redirectSession.fullUrl,
      ).searchParams.get("visit") ?? "";
    const visit = await visitTokenOf(visitor);
    const forged = `${Buffer.from(JSON.stringify({ use: "visit", subject })).toString("base64url")}.${visit.split(".")[1]}`;
    expect(await visitTokenOf(platform.key)).toBe("");
    expect((await platform.ask("/v1/members/me", { method: "GET", token: visit })).status).toBe(401);
    for (const [carried, claimed] of [
      [visit, subject],
      [forged, undefined],
      [visitor, undefined],
    ]) {
      const memberId = await platform.account();
      const { to, cookie, state } = await begin({ visit: carried });
      provider.setClaims({ sub: memberId, nonce: to.searchParams.get("nonce") });
      const { code } = answerOf(await finish(state, cookie));
      const input = { grantType: "authorization_code", clientId: platform.clientId, redirectUri: callback };
      const body = JSON.stringify({ ...input, code, codeVerifier: verifier });
      const { access_token: token } = (await platform.ask("/oauth2/token", { body })).body;
      const claims = claimsOf(token);
      expect(claims).toMatchObject({ subject: memberId });
      expect(claims.visitor).toBe(claimed);
    }
  });

  test("a sign-in returns the reason for a blocked or pending person and passes on known provider errors", async () => {
    const pending = await platform.account({ status: "PENDING", reasons: ["PENDING_ADMIN_APPROVAL_REQUIRED"] });
    const blocked = await platform.account({ status: "BLOCKED" });
    for (const [sub, why] of [
      [pending, "PENDING_ADMIN_APPROVAL_REQUIRED"],
      [blocked, "may not sign in"],
    ] as const) {
      const { to, cookie, state } = await begin();
      provider.setClaims({ sub, nonce: to.searchParams.get("nonce") });
      expect(answerOf(await finish(state, cookie))).toEqual({
        error: "access_denied",
        error_description: expect.stringContaining(why),
        state: "the-state",
      });
    }
    for (const [error, forwarded] of [
      ["consent_required", "consent_required"],
      ["invalid_request", "server_error"],
    ]) {
      const { cookie, state } = await begin();
      expect(answerOf(await finish(state, cookie, { error: error as string }))).toMatchObject({ error: forwarded });
    }
  });

  test("a sign-in with prompt=none responds to the frame of the client's page, and no other page may frame it", async () => {
    const { to, cookie, state } = await begin({ prompt: "none", response_mode: "web_message" });
    expect(to.searchParams.get("prompt")).toBe("none");
    const { headers, text } = await finish(state, cookie, { error: "login_required" });
    expect(headers.get("content-security-policy")).toContain("frame-ancestors http://localhost:3000");
    expect(text).toContain('"error":"login_required"');
  });

  test("a sign-in uses the configured URLs and ignores the Host header", async () => {
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
    const request = new Request(`http://evil.example/oauth2/authorize?${query()}`, { headers });
    const to = new URL((await platform.api.fetch(request)).headers.get("location") ?? "");
    expect([to.origin, to.searchParams.get("redirect_uri")]).toEqual([
      provider.url,
      `${urls.platform}/oauth2/callback`,
    ]);
  });

  test("rejects a finished sign-in if the client is no longer registered for the redirect URI", async () => {
    const { to, cookie, state } = await begin();
    provider.setClaims({ sub: await platform.account(), nonce: to.searchParams.get("nonce") });
    const registered = (redirectUris: string[]) =>
      platform.db.updateTable("appClient").set({ redirectUris }).where("id", "=", platform.clientId).execute();
    await registered(["https://moved.example/"]);
    expect(await finish(state, cookie)).toMatchObject(refusalResponse(400, "INVALID_REDIRECT_URI"));
    await registered([callback]);
  });
});
