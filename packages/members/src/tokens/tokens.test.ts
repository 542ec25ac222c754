import { createAccounts } from "@uola/accounts";
import { newId } from "@uola/database";
import { createKeyring, issueSecret, rotateKeyrings, sha256 } from "@uola/kernel";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { callback, createPlatform, createTestPlatform, refused, type TestPlatform, urls } from "../testing.ts";
import { coarseNetwork, matchesChallenge, withResponse } from "./rules.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const state = "the-state";

const grant = (wish: object, token?: string) =>
  platform.ask("/oauth2/token", { body: JSON.stringify(wish), ...(token && { token }) });
const anonymous = async () => (await grant({ grantType: "anonymous", clientId: platform.clientId })).body;
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());
/** A call that every caller may make. */
const anyCall = "/v1/captcha";
const me = (token: string) => platform.ask("/v1/members/me", { method: "GET", token });
const later = (seconds: number) => {
  platform.clock.now = new Date(platform.clock.now.getTime() + seconds * 1000);
};

describe("visitors", () => {
  test("every anonymous grant is a new visitor, for four hours", async () => {
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
    expect(await me(first.access_token)).toMatchObject(refused(403, "PERMISSION_DENIED"));
  });

  test("snake case, a form and no content type are understood alike", async () => {
    const snake = { grant_type: "anonymous", client_id: platform.clientId };
    expect((await grant(snake)).status).toBe(200);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams(snake).toString();
    expect((await platform.ask("/oauth2/token", { body, headers: form })).status).toBe(200);
  });

  test("an unknown client gets nothing", async () => {
    for (const clientId of [undefined, "", "x", newId(), "' or 1=1"]) {
      expect(await grant({ grantType: "anonymous", clientId })).toMatchObject(refused(400, "INVALID_CLIENT"));
    }
    expect((await grant({ grantType: "password" })).status).toBe(400);
  });

  test("renewing keeps the visitor and the refresh token", async () => {
    const before = await anonymous();
    later(14_401);
    expect(await platform.ask(anyCall, { method: "GET", token: before.access_token })).toMatchObject(
      refused(401, "UNAUTHENTICATED"),
    );
    const after = (await grant({ grantType: "refresh_token", refreshToken: before.refresh_token })).body;
    expect(after.refresh_token).toBe(before.refresh_token);
    expect(claimsOf(after.access_token).subject).toBe(claimsOf(before.access_token).subject);
    expect((await platform.ask(anyCall, { method: "GET", token: after.access_token })).status).toBe(200);
  });

  test("tokens that were changed, are of the other use or of another client are no grant", async () => {
    const { access_token, refresh_token } = await anonymous();
    const [body = "", signature = ""] = refresh_token.split(".");
    const forged = Buffer.from(JSON.stringify({ ...claimsOf(refresh_token), subject: newId() })).toString("base64url");
    for (const refreshToken of [undefined, "", access_token, `${forged}.${signature}`, `${body}.${"A".repeat(43)}`]) {
      expect(await grant({ grantType: "refresh_token", refreshToken })).toMatchObject(refused(400, "INVALID_GRANT"));
    }
    const another = { grantType: "refresh_token", refreshToken: refresh_token, clientId: newId() };
    expect(await grant(another)).toMatchObject(refused(400, "INVALID_GRANT"));
    const token = refresh_token;
    expect(await platform.ask(anyCall, { method: "GET", token })).toMatchObject(refused(401, "UNAUTHENTICATED"));
  });

  test("every process signs with the same key, even when several start at once", async () => {
    const site = await createTestPlatform();
    const others = Array.from({ length: 5 }, () => site.neighbour());
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

  test("a new key may sign while the old one still verifies", async () => {
    const site = await createTestPlatform();
    const old = await site.visitor().access();
    const { db, siteId, accounts, clock } = site;
    await rotateKeyrings({ db, siteId, accounts, now: () => clock.now });
    clock.now = new Date(clock.now.getTime() + 3600_000);
    const neighbour = site.neighbour();
    const call = (token: string) =>
      neighbour.fetch(new Request(urls.platform + anyCall, { headers: { authorization: token } }));
    expect((await call(old)).status).toBe(200);
    const body = JSON.stringify({ grantType: "anonymous", clientId: site.clientId });
    const answer = await neighbour.fetch(new Request("http://localhost:3001/oauth2/token", { method: "POST", body }));
    const fresh = ((await answer.json()) as { access_token: string }).access_token;
    expect((await call(fresh)).status).toBe(200);
    await site.close();
  });

  test("what is no token of ours is nobody's", async () => {
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
});

describe("two sites in one database", () => {
  test("know nothing of each other's tokens, keys, codes and session tokens", async () => {
    const { db, siteId } = platform;
    const otherId = newId();
    await db.insertInto("site").values({ id: otherId, name: "Another", createdDate: platform.clock.now }).execute();
    const client = { siteId: otherId, id: platform.clientId, name: "site", redirectUris: [callback] };
    await db
      .insertInto("appClient")
      .values({ ...client, createdDate: platform.clock.now })
      .execute();
    const accounts = createAccounts({ db, siteId: otherId, secret: "another secret of the test" });
    const { connection, clock } = platform;
    const other = createPlatform({ connection, siteId: otherId, accounts, urls, now: () => clock.now });
    const ask = async (path: string, init: RequestInit) =>
      (await other.fetch(new Request(`${urls.platform}${path}`, init))).status;
    const askGrant = (wish: object, headers = {}) =>
      ask("/oauth2/token", { method: "POST", headers, body: JSON.stringify({ clientId: platform.clientId, ...wish }) });

    const member = await platform.member();
    const visitor = await anonymous();
    const keysOf = async (id: string, owner: Pick<typeof accounts, "sealer">) =>
      (await createKeyring({ db, siteId: id, accounts: owner, now: () => clock.now }, "token_key").all()).map((key) =>
        key.export().toString("base64url"),
      );
    const shared = await keysOf(siteId, platform.accounts);
    expect(await askGrant({ grantType: "anonymous" })).toBe(200);
    expect(await keysOf(otherId, accounts)).not.toEqual(shared);
    // Even signed by one key, a token says its site.
    await db
      .updateTable("setting")
      .set({ value: JSON.stringify({ keys: shared }) })
      .where("siteId", "=", otherId)
      .where("name", "=", "token_key")
      .execute();
    const restarted = createPlatform({ connection, siteId: otherId, accounts, urls, now: () => clock.now });
    for (const { fetch } of [other, restarted]) {
      for (const authorization of [member.token, visitor.access_token, platform.key]) {
        const request = new Request(urls.platform + anyCall, { headers: { authorization } });
        expect((await fetch(request)).status).toBe(401);
      }
    }
    expect(await askGrant({ grantType: "refresh_token", refreshToken: visitor.refresh_token })).toBe(400);
    const expires = new Date(clock.now.getTime() + 60_000);
    const code = { memberId: member.id, clientId: platform.clientId, codeChallenge: challenge, session: newId() };
    const issued = await issueSecret(db, { siteId, purpose: "sign_in_code" }, code, expires);
    const redeemed = { grantType: "authorization_code", code: issued, codeVerifier: verifier };
    expect(await askGrant(redeemed)).toBe(400);
    expect((await grant({ clientId: platform.clientId, ...redeemed })).status).toBe(200);
  });
});

describe("keys", () => {
  test("an owner's key has every right; a revoked or wrong one none", async () => {
    expect((await platform.ask(anyCall, { method: "GET", token: platform.key })).status).toBe(200);
    expect((await platform.ask(anyCall, { method: "GET", token: `${platform.key}x` })).status).toBe(401);
    expect((await platform.ask(anyCall, { method: "GET", token: "x".repeat(5000) })).status).toBe(401);
    expect(await me(platform.key)).toMatchObject(refused(403, "PERMISSION_DENIED"));
    await platform.db.updateTable("apiKey").set({ revokedDate: platform.clock.now }).execute();
    const neighbour = platform.neighbour();
    const init = { headers: { authorization: platform.key } };
    expect((await neighbour.fetch(new Request(urls.platform + anyCall, init))).status).toBe(401);
    await platform.db.updateTable("apiKey").set({ revokedDate: null }).execute();
  });

  describe("with limits", () => {
    /** A key of the platform with these limits. */
    async function keyWith(limits: {
      readOnly?: boolean;
      features?: string[];
      expiresDate?: Date;
      revokedDate?: Date;
    }) {
      const key = `uola_${newId()}`;
      const row = { siteId: platform.siteId, id: newId(), keyHash: sha256(key), name: "limited", ...limits };
      await platform.db
        .insertInto("apiKey")
        .values({ ...row, createdDate: platform.clock.now })
        .execute();
      return { key, id: row.id };
    }
    const calls = {
      "reads by GET": (token: string) => platform.ask(anyCall, { method: "GET", token }),
      "reads by POST": (token: string) => platform.ask("/v1/members/query", { body: "{}", token }),
      "mails a member": (token: string) =>
        platform.ask("/_api/iam/recovery/v1/activation-email", { body: "{}", token }),
      "changes a member": (token: string) =>
        platform.ask(`/v1/members/${newId()}/block`, { body: '{"reason":"x"}', token }),
      "acts as a member": async (token: string) => {
        const memberId = await platform.account();
        const { access_token: visitor } = await anonymous();
        return grant({ grant_type: "authorized_client", member_id: memberId }, `${visitor},${token}`);
      },
    };
    const day = (days: number) => new Date(platform.clock.now.getTime() + days * 24 * 3600_000);

    test.each([
      ["none", () => ({}), [200, 200, 400, 404, 200]],
      ["only reading", () => ({ readOnly: true }), [200, 200, 403, 403, 403]],
      ["one feature", () => ({ features: ["members"] }), [403, 200, 403, 404, 403]],
      ["the feature of tokens", () => ({ features: ["tokens"] }), [403, 403, 403, 403, 403]],
      ["reading one feature", () => ({ readOnly: true, features: ["members"] }), [403, 200, 403, 403, 403]],
      ["no feature", () => ({ features: [] }), [403, 403, 403, 403, 403]],
      ["a time to come", () => ({ expiresDate: day(1) }), [200, 200, 400, 404, 200]],
      ["a time that is over", () => ({ expiresDate: day(-1) }), [401, 401, 401, 401, 401]],
      ["revoked", () => ({ revokedDate: day(-1) }), [401, 401, 401, 401, 401]],
    ])("%s", async (_, limits, statuses) => {
      const { key } = await keyWith(limits());
      const answers = Object.values(calls).map(async (call) => (await call(key)).status);
      expect(await Promise.all(answers)).toEqual(statuses);
    });

    test("a key ends when its time is over, also where it is known", async () => {
      const { key } = await keyWith({ expiresDate: day(1) });
      expect((await calls["reads by GET"](key)).status).toBe(200);
      later(24 * 3600);
      expect((await calls["reads by GET"](key)).status).toBe(401);
    });

    test("when it was last used is known to a minute, and costs one write", async () => {
      const { key, id } = await keyWith({});
      const used = async () =>
        (await platform.db.selectFrom("apiKey").select("usedDate").where("id", "=", id).executeTakeFirstOrThrow())
          .usedDate;
      expect(await used()).toBeNull();
      await calls["reads by GET"](key);
      const first = platform.clock.now;
      expect(await used()).toEqual(first);
      const there = () =>
        platform.neighbour().fetch(new Request(urls.platform + anyCall, { headers: { authorization: key } }));
      later(59);
      expect((await there()).status).toBe(200);
      expect(await used()).toEqual(first);
      later(2);
      await there();
      expect(await used()).toEqual(platform.clock.now);
    });
  });

  test("a key beside a visitor token signs a member in; neither alone does", async () => {
    const memberId = await platform.account();
    const visitor = await anonymous();
    const wish = { grant_type: "authorized_client", scope: "offline_access", member_id: memberId };
    const { body } = await grant(wish, `${visitor.access_token},${platform.key}`);
    expect((await me(body.access_token)).body.identity.id).toBe(memberId);
    for (const token of [visitor.access_token, `${visitor.access_token},wrong`, undefined]) {
      expect(await grant(wish, token)).toMatchObject(refused(401, "UNAUTHENTICATED"));
    }
    const both = `${visitor.access_token},${platform.key}`;
    const expires = new Date(platform.clock.now.getTime() + 60_000);
    const sessionToken = () =>
      issueSecret(platform.db, { siteId: platform.siteId, purpose: "session_token" }, { memberId }, expires);
    const proved = { grant_type: "authorized_client", session_token: await sessionToken() };
    expect((await me((await grant(proved, both)).body.access_token)).body.identity.id).toBe(memberId);
    expect(await grant(proved, both)).toMatchObject(refused(400, "INVALID_GRANT"));
    const stranger = { ...proved, session_token: await sessionToken(), member_id: await platform.account() };
    expect(await grant(stranger, both)).toMatchObject(refused(400, "INVALID_GRANT"));
    expect((await grant({ ...wish, member_id: undefined }, both)).status).toBe(400);
    expect(await grant({ ...wish, member_id: newId() }, both)).toMatchObject(refused(400, "INVALID_GRANT"));
    expect((await grant({ ...wish, member_id: "nobody" }, both)).status).toBe(400);
  });
});

describe("members", () => {
  async function codeFor(memberId: string, more: object = {}) {
    const payload = { memberId, clientId: platform.clientId, codeChallenge: challenge, session: newId(), ...more };
    const expires = new Date(platform.clock.now.getTime() + 60_000);
    return issueSecret(platform.db, { siteId: platform.siteId, purpose: "sign_in_code" }, payload, expires);
  }
  const redeem = (code: string, more: object = {}) =>
    grant({ grantType: "authorization_code", clientId: platform.clientId, code, codeVerifier: verifier, ...more });

  test("a code works once, also for eight who bring it at the same time; then nobody is signed in by it", async () => {
    const memberId = await platform.account();
    const code = await codeFor(memberId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
    // The seven came before the stay was there or after: either way it has ended.
    const winner = answers.find(({ status }) => status === 200)?.body;
    expect((await me(winner.access_token)).status).toBe(401);
    expect(await grant({ grantType: "refresh_token", refreshToken: winner.refresh_token })).toMatchObject(
      refused(400, "INVALID_GRANT"),
    );
  });

  test("a stay says what a person recognises it by, and when it was last used", async () => {
    const memberId = await platform.account();
    const body = JSON.stringify({
      grantType: "authorization_code",
      clientId: platform.clientId,
      code: await codeFor(memberId, { identitySession: "uid-1" }),
      codeVerifier: verifier,
    });
    const headers = { "user-agent": "Firefox" };
    const request = new Request("http://localhost:3001/oauth2/token", { method: "POST", body, headers });
    const answer = await platform.api.fetch(request, { network: "203.0.113.77" });
    const { refresh_token: refreshToken } = (await answer.json()) as { refresh_token: string };
    const stay = () =>
      platform.db.selectFrom("memberSession").selectAll().where("accountId", "=", memberId).executeTakeFirstOrThrow();
    const began = platform.clock.now;
    expect(await stay()).toMatchObject({
      device: "Firefox",
      network: "203.0.113.0",
      identitySession: "uid-1",
      usedDate: began,
    });
    later(299);
    await grant({ grantType: "refresh_token", refreshToken });
    expect((await stay()).usedDate).toEqual(began);
    later(2);
    await grant({ grantType: "refresh_token", refreshToken });
    expect((await stay()).usedDate).toEqual(platform.clock.now);
  });

  test("a code is bound to its verifier, client, address and minute", async () => {
    const memberId = await platform.account();
    const no = refused(400, "INVALID_GRANT");
    expect(await redeem(await codeFor(memberId), { codeVerifier: verifier.replace("d", "e") })).toMatchObject(no);
    expect(await redeem(await codeFor(memberId), { codeVerifier: undefined })).toMatchObject(no);
    expect(await redeem(await codeFor(memberId, { clientId: newId() }))).toMatchObject(no);
    expect(await redeem(await codeFor(memberId, { redirectUri: callback }))).toMatchObject(no);
    expect(await redeem(await codeFor(memberId), { redirectUri: callback })).toMatchObject(no);
    expect((await redeem(await codeFor(memberId, { redirectUri: callback }), { redirectUri: callback })).status).toBe(
      200,
    );
    expect(await redeem("never-issued")).toMatchObject(no);
    const code = await codeFor(memberId);
    later(61);
    expect(await redeem(code)).toMatchObject(no);
    expect(await redeem(await codeFor(memberId), { clientId: newId() })).toMatchObject(refused(400, "INVALID_CLIENT"));
    expect(await redeem(await codeFor(await platform.account({ status: "BLOCKED" })))).toMatchObject(no);
  });

  test("the role is the account's of now; ending the stay or blocking the account ends the tokens", async () => {
    const memberId = await platform.account();
    const { body } = await redeem(await codeFor(memberId));
    expect((await me(body.access_token)).body.role).toBe("member");
    await platform.db.updateTable("account").set({ role: "owner" }).where("id", "=", memberId).execute();
    const neighbour = platform.neighbour();
    const seen = await neighbour.fetch(
      new Request("http://localhost:3001/v1/members/me", { headers: { authorization: body.access_token } }),
    );
    expect(((await seen.json()) as { role: string }).role).toBe("owner");

    await platform.db.updateTable("account").set({ status: "BLOCKED" }).where("id", "=", memberId).execute();
    expect(await grant({ grantType: "refresh_token", refreshToken: body.refresh_token })).toMatchObject(
      refused(400, "INVALID_GRANT"),
    );
    const init = { headers: { authorization: body.access_token } };
    const request = () => new Request("http://localhost:3001/v1/members/me", init);
    expect((await platform.neighbour().fetch(request())).status).toBe(401);
  });

  test("a blocked person's token is refused at once, in every process that hears of it", async () => {
    const member = await platform.member();
    const neighbour = platform.neighbour();
    await neighbour.start();
    onTestFinished(() => neighbour.stop());
    const there = async () => {
      const headers = { authorization: member.token };
      return (await neighbour.fetch(new Request(`${urls.platform}/v1/members/me`, { headers }))).status;
    };
    expect([(await me(member.token)).status, await there()]).toEqual([200, 200]);
    const body = JSON.stringify({});
    const blocked = await platform.ask(`/v1/members/${member.id}/block`, { body, token: platform.key });
    expect(blocked.status).toBe(200);
    expect((await me(member.token)).status).toBe(401);
    await expect.poll(there, { timeout: 5000 }).toBe(401);
  });

  const renew = (refreshToken: string) => grant({ grantType: "refresh_token", refreshToken });
  const day = 24 * 3600;

  test("a stay lasts thirty days; its refresh token is not changed, its last access token ends with it", async () => {
    const { body } = await redeem(await codeFor(await platform.account()));
    for (let days = 6; days < 30; days += 6) {
      later(6 * day);
      expect((await renew(body.refresh_token)).status).toBe(200);
    }
    later(6 * day - 600);
    expect((await renew(body.refresh_token)).body).toMatchObject({
      refresh_token: body.refresh_token,
      expires_in: 600,
    });
    later(600);
    expect(await renew(body.refresh_token)).toMatchObject(refused(400, "INVALID_GRANT"));
  });

  test.each([
    ["member", 7 * day, 30 * day],
    ["trainer", day / 2, 7 * day],
    ["owner", day / 2, 7 * day],
  ] as const)("a stay of a %s ends unused after %i seconds, and used after %i", async (role, unused, most) => {
    const began = async () => (await redeem(await codeFor(await platform.account({ role })))).body;
    const left = await began();
    later(unused);
    expect(await renew(left.refresh_token)).toMatchObject(refused(400, "INVALID_GRANT"));
    const used = await began();
    for (let gone = unused - 60; gone < most; gone += unused - 60) {
      later(unused - 60);
      expect((await renew(used.refresh_token)).status).toBe(200);
    }
    later(unused - 60);
    expect(await renew(used.refresh_token)).toMatchObject(refused(400, "INVALID_GRANT"));
  });

  test("who becomes an owner meanwhile has an owner's time from the next use on", async () => {
    const memberId = await platform.account();
    const { body } = await redeem(await codeFor(memberId));
    await platform.db.updateTable("account").set({ role: "owner" }).where("id", "=", memberId).execute();
    later(600);
    expect((await renew(body.refresh_token)).status).toBe(200);
    later(day / 2);
    expect(await renew(body.refresh_token)).toMatchObject(refused(400, "INVALID_GRANT"));
  });

  describe("of a client whose refresh tokens are replaced", () => {
    const rotates = (value: boolean) =>
      platform.db.updateTable("appClient").set({ rotates: value }).where("id", "=", platform.clientId).execute();
    beforeAll(() => rotates(true));
    afterAll(() => rotates(false));

    test("each use gives the next one, and the one before is good for a minute more", async () => {
      const { body: first } = await redeem(await codeFor(await platform.account()));
      later(3600);
      const { body: second } = await renew(first.refresh_token);
      expect(second.refresh_token).not.toBe(first.refresh_token);
      expect((await me(second.access_token)).status).toBe(200);
      later(60);
      // Another tab, that has not heard of it, and a third one that has.
      expect((await renew(first.refresh_token)).body.refresh_token).toBe(second.refresh_token);
      expect((await renew(second.refresh_token)).body.refresh_token).toBe(second.refresh_token);
      later(1);
      const { body: third } = await renew(second.refresh_token);
      expect(third.refresh_token).not.toBe(second.refresh_token);
    });

    test("ten tabs that renew at the same moment all go on, with one and the same token", async () => {
      const { body } = await redeem(await codeFor(await platform.account()));
      later(3600);
      const answers = await Promise.all(Array.from({ length: 10 }, () => renew(body.refresh_token)));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1);
      later(61);
      expect((await renew(answers[0]?.body.refresh_token)).status).toBe(200);
    });

    test("one that was replaced more than a minute ago ends the stay, for whoever holds it", async () => {
      const { body: first } = await redeem(await codeFor(await platform.account()));
      const { body: second } = await renew(first.refresh_token);
      expect((await me(second.access_token)).status).toBe(200);
      later(61);
      expect(await renew(first.refresh_token)).toMatchObject(refused(400, "INVALID_GRANT"));
      expect((await me(second.access_token)).status).toBe(401);
      expect(await renew(second.refresh_token)).toMatchObject(refused(400, "INVALID_GRANT"));
    });

    test("one from before they were replaced is taken as the first", async () => {
      await rotates(false);
      const { body } = await redeem(await codeFor(await platform.account()));
      await rotates(true);
      const { body: next } = await renew(body.refresh_token);
      expect(next.refresh_token).not.toBe(body.refresh_token);
      later(61);
      expect((await renew(next.refresh_token)).status).toBe(200);
    });

    test("a visitor's stays what it is: nothing is kept of visitors", async () => {
      const visitor = await anonymous();
      expect((await renew(visitor.refresh_token)).body.refresh_token).toBe(visitor.refresh_token);
    });
  });
});

describe("redirect sessions", () => {
  const authRequest = (more: object = {}) => ({
    clientId: platform.clientId,
    responseType: "code",
    scope: "offline_access",
    state,
    responseMode: "fragment",
    redirectUri: callback,
    codeChallenge: challenge,
    codeChallengeMethod: "S256",
    ...more,
  });
  const sessionTokenOf = (memberId: string, more: { clientId?: string } = {}) =>
    issueSecret(
      platform.db,
      { siteId: platform.siteId, purpose: "session_token" },
      { memberId, ...more },
      new Date(platform.clock.now.getTime() + 600_000),
    );
  const redirect = async (wish: object, token?: string) =>
    platform.ask("/v1/redirect-session", {
      body: JSON.stringify(wish),
      token: token ?? (await anonymous()).access_token,
    });
  const visit = (url: string) => platform.ask(url.replace("http://localhost:3001", ""), { method: "GET" });
  const addressOf = async (wish: object) => (await redirect(wish)).body.redirectSession.fullUrl as string;

  test("a session token becomes a code in the fragment or the query, once", async () => {
    for (const responseMode of ["fragment", "query"]) {
      const sessionToken = await sessionTokenOf(await platform.account());
      const url = await addressOf({ auth: { authRequest: authRequest({ sessionToken, responseMode }) } });
      const { status, headers } = await visit(url);
      expect(status).toBe(303);
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      const back = new URL(headers.get("location") ?? "");
      expect(back.origin + back.pathname).toBe(callback);
      const answer = responseMode === "query" ? back.searchParams : new URLSearchParams(back.hash.slice(1));
      expect(answer.get("state")).toBe(state);
      const wish = { grantType: "authorization_code", clientId: platform.clientId, codeVerifier: verifier };
      const tokens = await grant({ ...wish, code: answer.get("code"), redirectUri: callback });
      expect(tokens.status).toBe(200);
      expect((await visit(url)).headers.get("location")).toContain("error=login_required");
    }
  });

  test("a session token leads on for the client that was given it, and is used up by another's attempt", async () => {
    const asked = async (clientId: string) => {
      const sessionToken = await sessionTokenOf(await platform.account(), { clientId });
      const url = await addressOf({ auth: { authRequest: authRequest({ sessionToken }) } });
      return [(await visit(url)).headers.get("location"), (await visit(url)).headers.get("location")];
    };
    expect(await asked(platform.clientId)).toEqual([
      expect.stringContaining("#code="),
      expect.stringContaining("error=login_required"),
    ]);
    expect(await asked(newId())).toEqual(Array(2).fill(expect.stringContaining("error=login_required")));
  });

  test("the answer as a message goes only to the origins of the client, which alone may frame the page", async () => {
    const sessionToken = await sessionTokenOf(await platform.account());
    const more = { sessionToken, responseMode: "web_message", redirectUri: undefined, state: "</script><b>" };
    const url = await addressOf({ auth: { authRequest: authRequest(more), prompt: "none" } });
    const { status, headers, text } = await visit(url);
    expect(status).toBe(200);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors http://localhost:3000");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(new RegExp(`script-src 'nonce-${/nonce="([^"]+)"/.exec(text)?.[1]}'`));
    expect(headers.get("x-frame-options")).toBeNull();
    expect(headers.get("cross-origin-opener-policy")).toBeNull();
    expect(text).toContain('of ["http://localhost:3000"]');
    expect(text.match(/<\/script>/g)).toHaveLength(1);
  });

  test("a session token that is used up or unknown is answered at once", async () => {
    for (const prompt of ["none", undefined]) {
      const wish = { auth: { authRequest: authRequest({ sessionToken: "unknown" }), ...(prompt && { prompt }) } };
      expect((await visit(await addressOf(wish))).headers.get("location")).toMatch(
        /^http:\/\/localhost:3000\/callback\/#error=login_required&.*state=the-state/,
      );
    }
  });

  test("neither the call nor the page sends anybody to an address that is not the client's", async () => {
    for (const redirectUri of [
      "https://evil.example/",
      `${callback}?x=1`,
      "http://localhost:3000/callback",
      undefined,
    ]) {
      const wish = { auth: { authRequest: authRequest({ redirectUri }) } };
      expect(await redirect(wish)).toMatchObject(refused(400, "INVALID_REDIRECT_URI"));
    }
    const unknown = { auth: { authRequest: authRequest({ clientId: newId() }) } };
    expect(await redirect(unknown)).toMatchObject(refused(400, "INVALID_CLIENT"));
    const good = new URL(await addressOf({ auth: { authRequest: authRequest() } }));
    const changed = async (name: string, value: string) => {
      const url = new URL(good);
      url.searchParams.set(name, value);
      return visit(url.href);
    };
    expect(await changed("redirect_uri", "https://evil.example/")).toMatchObject(refused(400, "INVALID_REDIRECT_URI"));
    expect(await changed("client_id", newId())).toMatchObject(refused(400, "INVALID_CLIENT"));
    expect(await changed("code_challenge_method", "plain")).toMatchObject(refused(400, "INVALID_ARGUMENT"));
    expect(await changed("state", "")).toMatchObject(refused(400, "INVALID_ARGUMENT"));
  });

  test("every kind leads to a page of ours, with nothing of ours overridden", async () => {
    const [resourceId, checkoutId, planId] = [newId(), newId(), newId()];
    const pages: [object, string][] = [
      [{ login: {} }, `http://localhost:3001/oauth2/login?client_id=${platform.clientId}`],
      [{ bookingsCheckout: {} }, "http://localhost:3000/booking/"],
      [{ bookingsBook: { resourceId } }, `http://localhost:3000/booking/?resource=${resourceId}`],
      [{ ecomCheckout: { checkoutId } }, `http://localhost:3000/order/?checkout=${checkoutId}`],
      [{ eventsCheckout: { eventSlug: "atidarymas" } }, "http://localhost:3000/schedule/?event=atidarymas"],
      [{ paidPlansCheckout: { planId } }, `http://localhost:3000/prices/?plan=${planId}`],
      [{ storesProduct: { productSlug: "magnezija" } }, "http://localhost:3000/prices/?product=magnezija"],
    ];
    for (const [wish, address] of pages) {
      const { fullUrl, shortUrl, urlDetails } = (await redirect(wish)).body.redirectSession;
      expect(fullUrl.startsWith(address)).toBe(true);
      expect(shortUrl).toBe(fullUrl);
      const query = new URLSearchParams(urlDetails.searchParams).toString();
      expect(query ? `${urlDetails.endpoint}?${query}` : urlDetails.endpoint).toBe(fullUrl);
      const postFlowUrl = "https://evil.example/";
      expect(await redirect({ ...wish, callbacks: { postFlowUrl } })).toMatchObject(
        refused(400, "INVALID_REDIRECT_URI"),
      );
    }
    const additionalQueryParameters = { plan: "another", lang: "en" };
    const more = { paidPlansCheckout: { planId }, preferences: { additionalQueryParameters } };
    const back = { callbacks: { postFlowUrl: "http://localhost:3000/thanks/" } };
    const address = new URL((await redirect({ ...more, ...back })).body.redirectSession.fullUrl);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      plan: planId,
      lang: "en",
      returnTo: "http://localhost:3000/thanks/",
    });
    const reservationId = newId();
    const event = await redirect({ eventsCheckout: { eventSlug: "atidarymas", reservationId }, callbacks: {} });
    expect(event.body.redirectSession.urlDetails.searchParams).toEqual({
      event: "atidarymas",
      reservation: reservationId,
    });
    const unknown = { bookingsCheckout: { slotAvailability: { slot: { serviceId: newId(), scheduleId: newId() } } } };
    expect(await redirect(unknown)).toMatchObject(refused(404, "SERVICE_NOT_FOUND"));
  });

  test("a booking begins at the time that was chosen, named without its schedule", async () => {
    const serviceId = newId();
    const dates = { createdDate: platform.clock.now, updatedDate: platform.clock.now };
    const policyId = newId();
    const { db, siteId } = platform;
    await db
      .insertInto("bookingPolicy")
      .values({ siteId, id: policyId, name: "p", rules: "{}", ...dates })
      .execute();
    const scheduleId = newId();
    const row = { siteId, id: serviceId, type: "CLASS", name: "s", defaultCapacity: 1, policyId, scheduleId, ...dates };
    await db
      .insertInto("service")
      .values({ ...row, payment: "{}", onlineBooking: "{}" })
      .execute();
    const checkout = (slot: object, more: object = {}) =>
      redirect({ bookingsCheckout: { slotAvailability: { slot }, timezone: "Europe/Paris" }, ...more });
    const resource = { id: newId() };
    const slot = { serviceId, startDate: "2026-09-11T18:00:00", endDate: "2026-09-11T19:00:00", resource };
    expect((await checkout(slot)).body.redirectSession.urlDetails.searchParams).toEqual({
      service: serviceId,
      start: slot.startDate,
      end: slot.endDate,
      resource: resource.id,
      timezone: "Europe/Paris",
    });
    const bySchedule = await checkout({ scheduleId, sessionId: "s-1" });
    expect(bySchedule.body.redirectSession.urlDetails.searchParams).toMatchObject({
      service: serviceId,
      session: "s-1",
    });
    expect(await checkout({ scheduleId: newId() })).toMatchObject(refused(404, "SERVICE_NOT_FOUND"));
  });

  test("the way back to a client's site goes along with whose it is, and is checked again there", async () => {
    const postFlowUrl = "https://app.example/thanks?a=1";
    const clientId = newId();
    await platform.db
      .insertInto("appClient")
      .values({
        siteId: platform.siteId,
        id: clientId,
        name: "App",
        redirectUris: ["https://app.example/callback"],
        createdDate: platform.clock.now,
      })
      .execute();
    const { access_token: token } = (await grant({ grantType: "anonymous", clientId })).body;
    for (const wish of [{ bookingsBook: {} }, { eventsCheckout: {} }, { bookingsCheckout: {} }, { ecomCheckout: {} }]) {
      const { body } = await redirect({ ...wish, callbacks: { postFlowUrl } }, token);
      expect(body.redirectSession.urlDetails.searchParams).toEqual({ returnTo: postFlowUrl, client: clientId });
    }
    const back = (query: Record<string, string>) =>
      platform.ask(`/v1/return-page?${new URLSearchParams(query)}`, { method: "GET", token });
    expect((await back({ clientId, returnTo: postFlowUrl })).body).toEqual({ returnTo: postFlowUrl });
    expect(await back({ clientId, returnTo: "https://evil.example/" })).toMatchObject(
      refused(400, "INVALID_REDIRECT_URI"),
    );
    expect(await back({ returnTo: postFlowUrl })).toMatchObject(refused(400, "INVALID_REDIRECT_URI"));
    expect(await back({ clientId: newId(), returnTo: postFlowUrl })).toMatchObject(refused(400, "INVALID_CLIENT"));
  });

  test("the sign-in page leads on to pages of the client only", async () => {
    const page = (query: object) => visit(`/oauth2/login?${new URLSearchParams({ ...query })}`);
    expect((await page({ client_id: platform.clientId })).status).toBe(303);
    const evil = { client_id: platform.clientId, returnTo: "https://evil.example/" };
    expect(await page(evil)).toMatchObject(refused(400, "INVALID_REDIRECT_URI"));
    expect(await page({ client_id: newId() })).toMatchObject(refused(400, "INVALID_CLIENT"));
  });

  test("exactly one thing is asked for", async () => {
    const logout = { clientId: platform.clientId };
    expect((await redirect({})).status).toBe(400);
    expect((await redirect({ logout, auth: { authRequest: authRequest() } })).status).toBe(400);
  });
});

test("a verifier fits its challenge and no other (RFC 7636, appendix B)", () => {
  expect(matchesChallenge(verifier, challenge)).toBe(true);
  expect(matchesChallenge(`${verifier}A`, challenge)).toBe(false);
  expect(matchesChallenge("short", "Bf8sPcEYnP1xNzhS8sjLnHvCdOnmJHMEdyqMlkc6qJs")).toBe(false);
});

test.each([
  ["203.0.113.77", "203.0.113.0"],
  ["::ffff:203.0.113.77", "203.0.113.0"],
  ["2001:0db8:0001:2::7", "2001:db8:1::"],
  ["::1", "0:0:0::"],
  ["fe80::1%eth0", "fe80:0:0::"],
  ["unknown", null],
  [undefined, null],
])("of %s only %s is kept", (network, kept) => {
  expect(coarseNetwork(network)).toBe(kept);
});

test("an answer is added to what an address has already", () => {
  expect(withResponse("https://a.lt/x?y=1#z", { code: "c" }, "query")).toBe("https://a.lt/x?y=1&code=c#z");
  expect(withResponse("https://a.lt/x?y=1", { code: "c d" }, "fragment")).toBe("https://a.lt/x?y=1#code=c+d");
});
