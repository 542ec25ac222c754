import { newId } from "@uola/database";
import { issueSecret, sha256 } from "@uola/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestPlatform, refusalResponse, type TestPlatform, urls } from "../testing.ts";
import { anyCall, tokenCalls } from "./tokens.testing.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());
const { anonymous, grant, later, me } = tokenCalls(() => platform);

test("the owner's key has all permissions; a revoked or wrong key has none", async () => {
  expect((await platform.ask(anyCall, { method: "GET", token: platform.key })).status).toBe(200);
  expect((await platform.ask(anyCall, { method: "GET", token: `${platform.key}x` })).status).toBe(401);
  expect((await platform.ask(anyCall, { method: "GET", token: "x".repeat(5000) })).status).toBe(401);
  expect(await me(platform.key)).toMatchObject(refusalResponse(403, "PERMISSION_DENIED"));
  await platform.db.updateTable("apiKey").set({ revokedDate: platform.clock.now }).execute();
  const neighbour = platform.secondProcess();
  const init = { headers: { authorization: platform.key } };
  expect((await neighbour.fetch(new Request(urls.platform + anyCall, init))).status).toBe(401);
  await platform.db.updateTable("apiKey").set({ revokedDate: null }).execute();
});

describe("a limited API key", () => {
  /** Creates an API key for the platform with these limits. */
  async function keyWith(limits: { readOnly?: boolean; features?: string[]; expiresDate?: Date; revokedDate?: Date }) {
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
    "mails a member": (token: string) => platform.ask("/_api/iam/recovery/v1/activation-email", { body: "{}", token }),
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
    ["no limits", () => ({}), [200, 200, 400, 404, 200]],
    ["read-only access", () => ({ readOnly: true }), [200, 200, 403, 403, 403]],
    ["one feature", () => ({ features: ["members"] }), [403, 200, 403, 404, 403]],
    ["the feature `tokens`", () => ({ features: ["tokens"] }), [403, 403, 403, 403, 403]],
    ["read-only access to one feature", () => ({ readOnly: true, features: ["members"] }), [403, 200, 403, 403, 403]],
    ["no features", () => ({ features: [] }), [403, 403, 403, 403, 403]],
    ["an expiry date in the future", () => ({ expiresDate: day(1) }), [200, 200, 400, 404, 200]],
    ["an expiry date in the past", () => ({ expiresDate: day(-1) }), [401, 401, 401, 401, 401]],
    ["a revocation date in the past", () => ({ revokedDate: day(-1) }), [401, 401, 401, 401, 401]],
  ])("an API key with %s permits exactly the expected calls", async (_, limits, statuses) => {
    const { key } = await keyWith(limits());
    const answers = Object.values(calls).map(async (call) => (await call(key)).status);
    expect(await Promise.all(answers)).toEqual(statuses);
  });

  test("an API key expires on its expiry date, even while it is cached", async () => {
    const { key } = await keyWith({ expiresDate: day(1) });
    expect((await calls["reads by GET"](key)).status).toBe(200);
    later(24 * 3600);
    expect((await calls["reads by GET"](key)).status).toBe(401);
  });

  test("records the last use of an API key to the nearest minute, with a single write", async () => {
    const { key, id } = await keyWith({});
    const used = async () =>
      (await platform.db.selectFrom("apiKey").select("usedDate").where("id", "=", id).executeTakeFirstOrThrow())
        .usedDate;
    expect(await used()).toBeNull();
    await calls["reads by GET"](key);
    const first = platform.clock.now;
    expect(await used()).toEqual(first);
    const there = () =>
      platform.secondProcess().fetch(new Request(urls.platform + anyCall, { headers: { authorization: key } }));
    later(59);
    expect((await there()).status).toBe(200);
    expect(await used()).toEqual(first);
    later(2);
    await there();
    expect(await used()).toEqual(platform.clock.now);
  });
});

test("an API key together with a visitor token signs a member in; neither is sufficient alone", async () => {
  const memberId = await platform.account();
  const visitor = await anonymous();
  const input = { grant_type: "authorized_client", scope: "offline_access", member_id: memberId };
  const { body } = await grant(input, `${visitor.access_token},${platform.key}`);
  expect((await me(body.access_token)).body.identity.id).toBe(memberId);
  for (const token of [visitor.access_token, `${visitor.access_token},wrong`, undefined]) {
    expect(await grant(input, token)).toMatchObject(refusalResponse(401, "UNAUTHENTICATED"));
  }
  const both = `${visitor.access_token},${platform.key}`;
  const expires = new Date(platform.clock.now.getTime() + 60_000);
  const sessionToken = () =>
    issueSecret(platform.db, { siteId: platform.siteId, purpose: "session_token" }, { memberId }, expires);
  const proved = { grant_type: "authorized_client", session_token: await sessionToken() };
  expect((await me((await grant(proved, both)).body.access_token)).body.identity.id).toBe(memberId);
  expect(await grant(proved, both)).toMatchObject(refusalResponse(400, "INVALID_GRANT"));
  const stranger = { ...proved, session_token: await sessionToken(), member_id: await platform.account() };
  expect(await grant(stranger, both)).toMatchObject(refusalResponse(400, "INVALID_GRANT"));
  expect((await grant({ ...input, member_id: undefined }, both)).status).toBe(400);
  expect(await grant({ ...input, member_id: newId() }, both)).toMatchObject(refusalResponse(400, "INVALID_GRANT"));
  expect((await grant({ ...input, member_id: "nobody" }, both)).status).toBe(400);
});
