import { newId } from "@uola/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestPlatform, refusalResponse, type TestPlatform, urls } from "../testing.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

const bye = `${urls.site}/bye/`;
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const path = (query: Record<string, string>, prefix = "") => `${prefix}/v1/logout?${new URLSearchParams(query)}`;
const own = () => ({ clientId: platform.clientId, postLogoutRedirectUri: bye });
const visit = (to: string, cookie?: string, headers: object = browser) =>
  platform.ask(to, { method: "GET", headers: { ...headers, ...(cookie && { cookie }) } });
const statusOf = async (token: string) => (await platform.ask("/v1/members/me", { method: "GET", token })).status;

describe("a sign-out by an API client", () => {
  test("signing out through the API ends the session and returns the next page as JSON", async () => {
    for (const prefix of ["", "/_api/iam/authentication"]) {
      const { token } = await platform.member();
      const { status, body } = await platform.ask(path(own(), prefix), { method: "GET", token });
      expect([status, body]).toEqual([200, { statusCode: 302, headers: [{ key: "Location", value: bye }], body: "" }]);
      expect(await statusOf(token)).toBe(401);
    }
    expect((await platform.ask("/v1/logout", { method: "GET" })).status).toBe(200);
  });

  test("rejects a sign-out to a URL that does not belong to the client, and the session continues", async () => {
    const { token } = await platform.member();
    const ask = (query: Record<string, string>) => platform.ask(path(query), { method: "GET", token });
    const postLogoutRedirectUri = "https://evil.example/";
    expect(await ask({ ...own(), postLogoutRedirectUri })).toMatchObject(refusalResponse(400, "INVALID_REDIRECT_URI"));
    expect(await ask({ clientId: newId() })).toMatchObject(refusalResponse(400, "INVALID_CLIENT"));
    expect(await statusOf(token)).toBe(200);
  });

  test("a sign-out by redirect session ends the session and returns the URL for the browser", async () => {
    const { token } = await platform.member();
    const ask = (input: object) => platform.ask("/v1/redirect-session", { body: JSON.stringify(input), token });
    const logout = { clientId: platform.clientId };
    const evil = { postFlowUrl: "https://evil.example/" };
    expect(await ask({ logout, callbacks: evil })).toMatchObject(refusalResponse(400, "INVALID_REDIRECT_URI"));
    expect(await ask({ logout: { clientId: newId() } })).toMatchObject(refusalResponse(400, "INVALID_CLIENT"));
    expect(await statusOf(token)).toBe(200);
    const { fullUrl } = (await ask({ logout, callbacks: { postFlowUrl: bye } })).body.redirectSession;
    expect(fullUrl).toBe(`${urls.platform}${path(own())}`);
    expect(await statusOf(token)).toBe(401);
    expect((await ask({ logout, callbacks: { postFlowUrl: bye } })).body.redirectSession.fullUrl).toBe(fullUrl);
    expect(await ask({ login: {} })).toMatchObject(refusalResponse(401, "UNAUTHENTICATED"));
  });
});

describe("a sign-out by a browser", () => {
  const goOut = async (query: Record<string, string>) => {
    const { status, headers } = await visit(path(query));
    const set = headers.get("set-cookie") ?? "";
    return { status, to: headers.get("location"), set, cookie: set.split(";")[0] ?? "" };
  };
  const back = async (cookie?: string) => (await visit("/oauth2/signed-out", cookie)).headers.get("location");

  test("a browser sign-out redirects to the provider and from there to the client's page", async () => {
    const { status, to, set, cookie } = await goOut(own());
    expect(status).toBe(302);
    expect((await visit(path(own(), "/_api/iam/authentication"))).status).toBe(302);
    const returnTo = encodeURIComponent(`${urls.platform}/oauth2/signed-out`);
    expect(to).toBe(`${urls.identity}/v2/logout?client_id=uola-platform&returnTo=${returnTo}`);
    expect(set).toMatch(/^uola_signed_out=[\w-]+; Max-Age=600; Path=\/oauth2\/; HttpOnly; SameSite=Lax$/);
    const { status: returned, headers } = await visit("/oauth2/signed-out", cookie);
    expect([returned, headers.get("location")]).toEqual([303, bye]);
    expect(headers.get("set-cookie")).toMatch(/^uola_signed_out=; Max-Age=0;/);
    expect(await back((await goOut({})).cookie)).toBe(`${urls.site}/`);
    expect(await back()).toBe(`${urls.site}/`);
  });

  test("a browser sign-out never redirects to a foreign page, neither by parameter nor by forged cookie", async () => {
    for (const postLogoutRedirectUri of ["https://evil.example/", "//evil.example", "javascript:alert(1)", "x"]) {
      const input = { ...own(), postLogoutRedirectUri };
      expect(await visit(path(input))).toMatchObject(refusalResponse(400, "INVALID_REDIRECT_URI"));
      const planted = Buffer.from(JSON.stringify({ clientId: platform.clientId, returnTo: postLogoutRedirectUri }));
      expect(await back(`uola_signed_out=${planted.toString("base64url")}`)).toBe(`${urls.site}/`);
    }
    for (const planted of ["x", "e30", "bnVsbA"])
      expect(await back(`uola_signed_out=${planted}`)).toBe(`${urls.site}/`);
    expect(await visit(path({ clientId: newId() }))).toMatchObject(refusalResponse(400, "INVALID_CLIENT"));
    expect((await visit(path({ ...own(), postLogoutRedirectUri: `${bye}?${"x".repeat(3000)}` }))).status).toBe(400);
  });

  test("a browser sign-out uses the configured URLs and ignores the Host header", async () => {
    const headers = { ...browser, host: "evil.example", "x-forwarded-host": "evil.example" };
    const answer = await platform.api.fetch(new Request(`http://evil.example${path(own())}`, { headers }));
    const to = answer.headers.get("location") ?? "";
    expect(to).toContain(`${urls.identity}/v2/logout`);
    expect(to).not.toContain("evil");
  });

  test("a browser sign-out does not end a platform session, because a link carries no token", async () => {
    const { token } = await platform.member();
    await visit(path(own()), undefined, { ...browser, authorization: token });
    expect(await statusOf(token)).toBe(200);
  });
});
