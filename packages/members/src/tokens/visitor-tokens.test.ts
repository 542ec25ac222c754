import { newId } from "@uola/database";
import { rotateKeyrings } from "@uola/kernel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPlatform, refusalResponse, type TestPlatform, urls } from "../testing.ts";
import { anyCall, claimsOf, tokenCalls } from "./tokens.testing.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());
const { anonymous, grant, later, me } = tokenCalls(() => platform);

test("every anonymous grant creates a new visitor with an access token valid for four hours", async () => {
  const [first, second] = [await anonymous(), await anonymous()];
  expect(first).toEqual({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_in: 14_400,
    token_type: "Bearer",
  });
  expect(claimsOf(first.access_token).subject).not.toBe(claimsOf(second.access_token).subject);
  expect((await platform.ask(anyCall, { method: "GET", token: first.access_token })).status).toBe(200);
  expect((await platform.ask(anyCall, { method: "GET", token: `Bearer ${first.access_token}` })).status).toBe(200);
  expect(await me(first.access_token)).toMatchObject(refusalResponse(403, "PERMISSION_DENIED"));
});

test("the token endpoint also accepts snake-case fields and a form body", async () => {
  const snake = { grant_type: "anonymous", client_id: platform.clientId };
  expect((await grant(snake)).status).toBe(200);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams(snake).toString();
  expect((await platform.ask("/oauth2/token", { body, headers: form })).status).toBe(200);
});

test("rejects a token request from an unknown client", async () => {
  for (const clientId of [undefined, "", "x", newId(), "' or 1=1"]) {
    expect(await grant({ grantType: "anonymous", clientId })).toMatchObject(refusalResponse(400, "INVALID_CLIENT"));
  }
  expect((await grant({ grantType: "password" })).status).toBe(400);
});

test("renewing a visitor's token keeps the visitor and the refresh token", async () => {
  const before = await anonymous();
  later(14_401);
  expect(await platform.ask(anyCall, { method: "GET", token: before.access_token })).toMatchObject(
    refusalResponse(401, "UNAUTHENTICATED"),
  );
  const after = (await grant({ grantType: "refresh_token", refreshToken: before.refresh_token })).body;
  expect(after.refresh_token).toBe(before.refresh_token);
  expect(claimsOf(after.access_token).subject).toBe(claimsOf(before.access_token).subject);
  expect((await platform.ask(anyCall, { method: "GET", token: after.access_token })).status).toBe(200);
});

test("refuses to renew a forged token, an access token or another client's refresh token", async () => {
  const { access_token, refresh_token } = await anonymous();
  const [body = "", signature = ""] = refresh_token.split(".");
  const forged = Buffer.from(JSON.stringify({ ...claimsOf(refresh_token), subject: newId() })).toString("base64url");
  for (const refreshToken of [undefined, "", access_token, `${forged}.${signature}`, `${body}.${"A".repeat(43)}`]) {
    expect(await grant({ grantType: "refresh_token", refreshToken })).toMatchObject(
      refusalResponse(400, "INVALID_GRANT"),
    );
  }
  const another = { grantType: "refresh_token", refreshToken: refresh_token, clientId: newId() };
  expect(await grant(another)).toMatchObject(refusalResponse(400, "INVALID_GRANT"));
  const token = refresh_token;
  expect(await platform.ask(anyCall, { method: "GET", token })).toMatchObject(refusalResponse(401, "UNAUTHENTICATED"));
});

test("processes that start simultaneously sign with the same key", async () => {
  const site = await createTestPlatform();
  const others = Array.from({ length: 5 }, () => site.secondProcess());
  const body = JSON.stringify({ grantType: "anonymous", clientId: site.clientId });
  const init = { method: "POST", body };
  const answers = await Promise.all(
    others.map((other) => other.fetch(new Request("http://localhost:3001/oauth2/token", init))),
  );
  for (const answer of answers) {
    const token = ((await answer.json()) as { access_token: string }).access_token;
    expect((await site.ask(anyCall, { method: "GET", token })).status).toBe(200);
  }
  await site.close();
});

test("accepts both new tokens and those signed with the old key after a key rotation", async () => {
  const site = await createTestPlatform();
  const old = await site.visitor().access();
  const { db, siteId, accounts, clock } = site;
  await rotateKeyrings({ db, siteId, accounts, now: () => clock.now });
  clock.now = new Date(clock.now.getTime() + 3600_000);
  const neighbour = site.secondProcess();
  const call = (token: string) =>
    neighbour.fetch(new Request(urls.platform + anyCall, { headers: { authorization: token } }));
  expect((await call(old)).status).toBe(200);
  const body = JSON.stringify({ grantType: "anonymous", clientId: site.clientId });
  const answer = await neighbour.fetch(new Request("http://localhost:3001/oauth2/token", { method: "POST", body }));
  const fresh = ((await answer.json()) as { access_token: string }).access_token;
  expect((await call(fresh)).status).toBe(200);
  await site.close();
});

test("rejects a token that the platform did not issue", async () => {
  const { access_token: good } = await anonymous();
  const [body = "", signature = ""] = good.split(".");
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = claimsOf(good);
  const tokens = [
    `${encoded({ ...claims, kind: "member" })}.${signature}`,
    `${encoded({ ...claims, exp: claims.exp + 1 })}.${signature}`,
    `${body}.`,
    `.${signature}`,
    `${body}.${"A".repeat(43)}`,
    `${body}.${signature}.${signature}`,
    `${encoded({ alg: "none" })}.${encoded({ sub: claims.subject })}.`,
    `${encoded({ alg: "HS256" })}.${body}.${signature}`,
    `${body}=.${signature}`,
    "null",
    "Bearer",
    `${good},`,
    `,${platform.key}`,
    `${good},${platform.key}x`,
    "ž".repeat(10),
  ];
  for (const each of tokens) {
    const token = Buffer.from(each).toString("latin1");
    expect([each, (await platform.ask(anyCall, { method: "GET", token })).status]).toEqual([each, 401]);
  }
});
