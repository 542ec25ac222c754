import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createTestPlatform, refusalResponse, type TestPlatform, urls } from "../testing.ts";
import { tokenCalls, verifier } from "./tokens.testing.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());
const { anonymous, codeFor, grant, later, me, redeem, renew } = tokenCalls(() => platform);

/** In seconds. */
const day = 24 * 3600;

test("a session records its device, network and provider session, and its last use to within five minutes", async () => {
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
  const session = () =>
    platform.db.selectFrom("memberSession").selectAll().where("accountId", "=", memberId).executeTakeFirstOrThrow();
  const began = platform.clock.now;
  expect(await session()).toMatchObject({
    device: "Firefox",
    network: "203.0.113.0",
    identitySession: "uid-1",
    usedDate: began,
  });
  later(299);
  await grant({ grantType: "refresh_token", refreshToken });
  expect((await session()).usedDate).toEqual(began);
  later(2);
  await grant({ grantType: "refresh_token", refreshToken });
  expect((await session()).usedDate).toEqual(platform.clock.now);
});

test("uses the account's current role, and blocking the account invalidates its tokens", async () => {
  const memberId = await platform.account();
  const { body } = await redeem(await codeFor(memberId));
  expect((await me(body.access_token)).body.role).toBe("member");
  await platform.db.updateTable("account").set({ role: "owner" }).where("id", "=", memberId).execute();
  const neighbour = platform.secondProcess();
  const seen = await neighbour.fetch(
    new Request("http://localhost:3001/v1/members/me", { headers: { authorization: body.access_token } }),
  );
  expect(((await seen.json()) as { role: string }).role).toBe("owner");

  await platform.db.updateTable("account").set({ status: "BLOCKED" }).where("id", "=", memberId).execute();
  expect(await grant({ grantType: "refresh_token", refreshToken: body.refresh_token })).toMatchObject(
    refusalResponse(400, "INVALID_GRANT"),
  );
  const init = { headers: { authorization: body.access_token } };
  const request = () => new Request("http://localhost:3001/v1/members/me", init);
  expect((await platform.secondProcess().fetch(request())).status).toBe(401);
});

test("rejects a blocked person's token immediately in every notified process", async () => {
  const member = await platform.member();
  const neighbour = platform.secondProcess();
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
  await expect.poll(there).toBe(401);
});

test("a session lasts thirty days with the same refresh token, and its last access token expires with it", async () => {
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
  expect(await renew(body.refresh_token)).toMatchObject(refusalResponse(400, "INVALID_GRANT"));
});

test.each([
  ["member", 7 * day, 30 * day],
  ["trainer", day / 2, 7 * day],
  ["desk", day / 2, 7 * day],
  ["editor", day / 2, 7 * day],
  ["accountant", day / 2, 7 * day],
  ["owner", day / 2, 7 * day],
] as const)(
  "a %s's session expires after %i seconds without use and after %i seconds in any case",
  async (role, unused, most) => {
    const began = async () => (await redeem(await codeFor(await platform.account({ role })))).body;
    const left = await began();
    later(unused);
    expect(await renew(left.refresh_token)).toMatchObject(refusalResponse(400, "INVALID_GRANT"));
    const used = await began();
    for (let gone = unused - 60; gone < most; gone += unused - 60) {
      later(unused - 60);
      expect((await renew(used.refresh_token)).status).toBe(200);
    }
    later(unused - 60);
    expect(await renew(used.refresh_token)).toMatchObject(refusalResponse(400, "INVALID_GRANT"));
  },
);

test("a member who is promoted to owner gets the owner's session lifetime from the next use", async () => {
  const memberId = await platform.account();
  const { body } = await redeem(await codeFor(memberId));
  await platform.db.updateTable("account").set({ role: "owner" }).where("id", "=", memberId).execute();
  later(600);
  expect((await renew(body.refresh_token)).status).toBe(200);
  later(day / 2);
  expect(await renew(body.refresh_token)).toMatchObject(refusalResponse(400, "INVALID_GRANT"));
});

describe("a client with refresh token rotation", () => {
  const rotates = (value: boolean) =>
    platform.db.updateTable("appClient").set({ rotates: value }).where("id", "=", platform.clientId).execute();
  beforeAll(() => rotates(true));
  afterAll(() => rotates(false));

  test("with rotation each use returns a new refresh token, and the previous one works for another minute", async () => {
    const { body: first } = await redeem(await codeFor(await platform.account()));
    later(3600);
    const { body: second } = await renew(first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await me(second.access_token)).status).toBe(200);
    later(60);
    // Renews from another tab that still has the old token, and from a third tab that has the new
    // one.
    expect((await renew(first.refresh_token)).body.refresh_token).toBe(second.refresh_token);
    expect((await renew(second.refresh_token)).body.refresh_token).toBe(second.refresh_token);
    later(1);
    const { body: third } = await renew(second.refresh_token);
    expect(third.refresh_token).not.toBe(second.refresh_token);
  });

  test("ten tabs that renew simultaneously get the same new refresh token", async () => {
    const { body } = await redeem(await codeFor(await platform.account()));
    later(3600);
    const answers = await Promise.all(Array.from({ length: 10 }, () => renew(body.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map((answer) => answer.body.refresh_token)).size).toBe(1);
    later(61);
    expect((await renew(answers[0]?.body.refresh_token)).status).toBe(200);
  });

  test("using a refresh token replaced more than a minute ago ends the session for every holder", async () => {
    const { body: first } = await redeem(await codeFor(await platform.account()));
    const { body: second } = await renew(first.refresh_token);
    expect((await me(second.access_token)).status).toBe(200);
    later(61);
    expect(await renew(first.refresh_token)).toMatchObject(refusalResponse(400, "INVALID_GRANT"));
    expect((await me(second.access_token)).status).toBe(401);
    expect(await renew(second.refresh_token)).toMatchObject(refusalResponse(400, "INVALID_GRANT"));
  });

  test("a refresh token issued before rotation was enabled counts as the first token of its session", async () => {
    await rotates(false);
    const { body } = await redeem(await codeFor(await platform.account()));
    await rotates(true);
    const { body: next } = await renew(body.refresh_token);
    expect(next.refresh_token).not.toBe(body.refresh_token);
    later(61);
    expect((await renew(next.refresh_token)).status).toBe(200);
  });

  test("does not rotate a visitor's refresh token, because nothing is stored about visitors", async () => {
    const visitor = await anonymous();
    expect((await renew(visitor.refresh_token)).body.refresh_token).toBe(visitor.refresh_token);
  });
});
