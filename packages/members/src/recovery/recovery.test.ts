import { newId } from "@uola/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callback, createTestPlatform, refusalResponse, type TestPlatform, urls } from "../testing.ts";

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  token = await platform.visitor().access();
  await platform.db.deleteFrom("rateWindow").execute();
});

const password = "keturi-zodziai-viename-4";
const post = (path: string, body: object, as = token) => platform.ask(path, { token: as, body: JSON.stringify(body) });
const recover = (recoveryToken: string, given: string | null = password) =>
  post("/v1/recover", { recoveryToken, password: given });
const mails = async (to: string) =>
  (await platform.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").orderBy("id").execute())
    .map(({ payload }) => payload as { to: string; template: string; language: string })
    .filter((mail) => mail.to === to);
const people = { forgotten: "forgotten@example.lt", blocked: "blocked@example.lt", unknown: "unknown@example.lt" };

describe("a forgotten password", () => {
  test("password recovery gives the same response for every address and sends a link only to active accounts", async () => {
    await platform.account({ email: people.forgotten });
    await platform.account({ email: people.blocked, status: "BLOCKED" });
    for (const email of Object.values(people)) {
      const { status, body } = await post("/_api/iam/recovery/v1/send-email", { email, language: "en" });
      expect({ status, body }).toEqual({ status: 200, body: {} });
    }
    expect(await mails(people.forgotten)).toMatchObject([{ template: "account-reset-password", language: "en" }]);
    expect([...(await mails(people.blocked)), ...(await mails(people.unknown))]).toEqual([]);
    const wrong = await post("/v1/send-email", { email: "no" });
    expect(wrong.body.details.validationError.fieldViolations).toMatchObject([
      { field: "email", data: { type: "EMAIL" } },
    ]);
  });

  test("the recovery link returns only to a page of the client's registered site or of the platform's own site", async () => {
    const email = "back@example.lt";
    await platform.account({ email });
    const send = (redirect: object) => post("/v1/send-email", { email, redirect });
    for (const redirect of [
      { url: "https://evil.example/", clientId: platform.clientId },
      { url: "javascript:alert(1)", clientId: platform.clientId },
      { url: "//evil.example/", clientId: platform.clientId },
      { url: `${urls.site}.evil.example/`, clientId: platform.clientId },
      { url: "https://evil.example/", clientId: newId() },
      { url: "https://evil.example/" },
    ]) {
      expect(await send(redirect), redirect.url).toMatchObject(refusalResponse(400, "INVALID_REDIRECT_URI"));
    }
    expect(await mails(email)).toEqual([]);
    expect((await send({ url: `${new URL(callback).origin}/account/`, clientId: platform.clientId })).status).toBe(200);
    const proof = platform.db.selectFrom("emailProof").select("returnTo").where("email", "=", email);
    expect(await proof.execute()).toEqual([{ returnTo: `${urls.site}/account/` }]);
  });

  test("a recovery link works once: it sets the password, verifies the address, ends sessions and signs in", async () => {
    const email = "recovers@example.lt";
    const { id, token: before } = await platform.member({ email, emailVerified: false });
    await post("/v1/send-email", { email });
    const link = await platform.mailedLink(email, "account-reset-password");
    const weak = await recover(link, "short");
    expect(weak.body.details.validationError.fieldViolations).toMatchObject([
      { field: "password", data: { rule: "PASSWORD_TOO_SHORT" } },
    ]);
    expect((await recover(link, null)).body.details.validationError.fieldViolations).toMatchObject([
      { field: "password" },
    ]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => recover(link)));
    const entered = answers.filter(({ status }) => status === 200);
    expect(entered).toHaveLength(1);
    expect(entered[0]?.body).toMatchObject({
      state: "SUCCESS",
      sessionToken: expect.any(String),
      identity: { id, email: { isVerified: true } },
    });
    expect(await recover(link)).toMatchObject(refusalResponse(400, "INVALID_RECOVERY_TOKEN"));
    expect(await recover("no")).toMatchObject(refusalResponse(400, "INVALID_RECOVERY_TOKEN"));
    const sessions = platform.db.selectFrom("memberSession").select("endedDate").where("accountId", "=", id);
    expect((await sessions.execute()).every(({ endedDate }) => endedDate !== null)).toBe(true);
    expect((await platform.ask("/v1/members/me", { method: "GET", token: before })).status).toBe(401);
    expect((await post("/v2/login", { loginId: { email }, password })).body.state).toBe("SUCCESS");
  });

  test("recovery sets the new password but starts no session without a required second factor", async () => {
    const email = "second@example.lt";
    await platform.account({ email, role: "owner" });
    await post("/v1/send-email", { email });
    const { body } = await recover(await platform.mailedLink(email, "account-reset-password"));
    expect(body.state).toBe("STATUS_CHECK");
    expect(body.additionalData).toEqual({ reason: { strValue: "SECOND_FACTOR_REQUIRED" } });
    expect(body.sessionToken).toBeUndefined();
    const login = await post("/v2/login", { loginId: { email }, password });
    expect(login).toMatchObject(refusalResponse(403, "SECOND_FACTOR_REQUIRED"));
  });

  test("rejects the recovery link of a person who has since been blocked", async () => {
    const email = "blocked-later@example.lt";
    const id = await platform.account({ email });
    await post("/v1/send-email", { email });
    const link = await platform.mailedLink(email, "account-reset-password");
    await platform.accounts.block(id);
    expect(await recover(link)).toMatchObject(refusalResponse(403, "MEMBER_BLOCKED"));
  });
});

describe("a first password", () => {
  test("a person sets their first password through a link sent by the owner", async () => {
    const email = "first@example.lt";
    const identityId = await platform.account({ email });
    const send = (id: string, as?: string) =>
      post("/v1/activation-email", { identityId: id, emailOptions: { language: "en" } }, as);
    expect(await send(identityId)).toMatchObject(refusalResponse(403, "PERMISSION_DENIED"));
    expect(await send(newId(), platform.key)).toMatchObject(refusalResponse(404, "MEMBER_NOT_FOUND"));
    expect((await send(identityId, platform.key)).body).toEqual({});
    expect(await mails(email)).toMatchObject([{ template: "account-activate", language: "en" }]);
    const { body } = await recover(await platform.mailedLink(email, "account-activate"));
    expect(body).toMatchObject({ state: "SUCCESS", identity: { id: identityId } });
  });
});

describe("an e-mail verification code", () => {
  test("mails a verification code to the member or on the owner's request, but not for a visitor", async () => {
    const [own, other] = [
      await platform.member({ email: "own@example.lt" }),
      await platform.account({ email: "other@example.lt" }),
    ];
    const start = (input: object, as: string) =>
      post("/_api/iam/verification/v1/Start", { target: "EMAIL", ...input }, as);
    for (const input of [{}, { identityId: other }]) {
      expect(await start(input, token)).toMatchObject(refusalResponse(403, "PERMISSION_DENIED"));
    }
    expect(await start({ identityId: other }, own.token)).toMatchObject(refusalResponse(403, "PERMISSION_DENIED"));
    expect(await mails("other@example.lt")).toEqual([]);
    for (const input of [{}, { identityId: own.id }]) {
      expect((await start(input, own.token)).body).toEqual({ verificationId: expect.any(String) });
    }
    expect(await mails("own@example.lt")).toHaveLength(2);
    expect((await start({ identityId: other }, platform.key)).status).toBe(200);
    expect(await mails("other@example.lt")).toMatchObject([{ template: "account-verify-code" }]);
    expect(await start({ identityId: newId() }, platform.key)).toMatchObject(refusalResponse(404, "MEMBER_NOT_FOUND"));
    expect((await start({}, platform.key)).status).toBe(400);
    for (let i = 0; i < 5; i++) await start({}, own.token);
    const many = await start({}, own.token);
    expect(many).toMatchObject(refusalResponse(429, "RESOURCE_EXHAUSTED"));
    expect(many.body.details.applicationError.data.retryAfterSeconds).toBeGreaterThan(0);
  });
});
