import { createHash } from "node:crypto";
import { createSoftPasskey } from "@uola/accounts/testing";
import { newId } from "@uola/database";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPlatform, refusalResponse, type TestPlatform } from "../testing.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

const at = (path: string) => `/v1/members/me/security${path}`;
const post = (path: string, token: string, body: object = {}) =>
  platform.ask(at(path), { token, body: JSON.stringify(body) });
const read = (token: string) => platform.ask(at(""), { method: "GET", token });
const password = "trys raudoni kibirai";
const minutes = (count: number) => {
  platform.clock.now = new Date(platform.clock.now.getTime() + count * 60_000);
};

/** Creates a member with a password who is signed in. */
async function withPassword(input?: Parameters<TestPlatform["member"]>[0]) {
  const member = await platform.member(input);
  await platform.accounts.setPassword(member.id, password, { kind: "member", id: member.id }, member.sessionId);
  return member;
}
const place = { rpId: "localhost", origin: "http://localhost:3002" };
async function addPasskey(id: string) {
  const { passkeys } = platform.accounts.factors;
  const made = createSoftPasskey(place).register(await passkeys.registrationOptions(id, place));
  return (await passkeys.register(id, made, { ...place, name: "Telefonas" })).id;
}
async function addApp(id: string) {
  const { factors } = platform.accounts;
  const { secret } = await factors.beginAuthenticator(id);
  const timestamp = platform.clock.now.getTime();
  return factors.confirmAuthenticator(id, TOTP.generate({ secret: Secret.fromBase32(secret), timestamp }));
}
type Mail = { template: string; accountId: string; to: string; proofId?: string };
const mailsTo = async (to: string) => {
  const rows = await platform.db
    .selectFrom("outbox")
    .select("payload")
    .where("kind", "=", "mail")
    .orderBy("id")
    .execute();
  return rows.map(({ payload }) => payload as Mail).filter((mail) => mail.to === to);
};
const linkIn = async (mail: Mail | undefined) =>
  (await platform.accounts.issueVerificationSecret(mail?.proofId as string))?.secret as string;

test("the first code activates an authenticator app, and each code works only once", async () => {
  const { id, token } = await platform.member();
  const started = await post("/authenticator/begin", token);
  expect(started).toMatchObject({ status: 200, body: { qrCode: expect.stringContaining("<svg") } });
  expect(await post("/authenticator/confirm", token, { code: "abcdef" })).toMatchObject(
    refusalResponse(400, "WRONG_CODE"),
  );
  const code = TOTP.generate({
    secret: Secret.fromBase32(started.body.secret),
    timestamp: platform.clock.now.getTime(),
  });
  const on = await post("/authenticator/confirm", token, { code });
  expect(on.body.recoveryCodes).toHaveLength(10);
  expect(on.body.security.authenticator).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
  expect(await platform.accounts.factors.checkCode(id, code)).toBe(false);
  const recovery = on.body.recoveryCodes[0].toUpperCase().replaceAll("-", " ");
  expect(await platform.accounts.factors.checkCode(id, recovery)).toBe(true);
  expect(await platform.accounts.factors.checkCode(id, recovery)).toBe(false);
});

test("a new password keeps the session that set it; a weak password or a wrong current one is rejected", async () => {
  const { id, token } = await platform.member();
  expect(await post("/password", token, { newPassword: "short" })).toMatchObject({ status: 400 });
  expect((await post("/password", token, { newPassword: "trys raudoni kibirai" })).status).toBe(200);
  expect(await post("/password", token, { newPassword: "katinas duona kalnas mokykla" })).toMatchObject(
    refusalResponse(403, "WRONG_PASSWORD"),
  );
  expect((await read(token)).body.security.devices).toMatchObject([{ current: true }]);
  expect((await platform.accounts.factors.of(id)).hasPassword).toBe(true);
});

test("blocking a member ends the session in other processes too", async () => {
  const { id, token } = await platform.member();
  const neighbour = platform.secondProcess();
  await neighbour.start();
  const there = async () => {
    const init = { headers: { authorization: token } };
    return (await neighbour.fetch(new Request(`http://localhost:3001${at("")}`, init))).status;
  };
  expect(await there()).toBe(200);
  await platform.accounts.block(id);
  await expect.poll(there).toBe(401);
  await neighbour.stop();
});

test("returns 404 for an unknown device or app; signing out everywhere ends the current session too", async () => {
  const { token } = await platform.member();
  expect(await post("/devices/x/end", token)).toMatchObject(refusalResponse(404, "DEVICE_NOT_FOUND"));
  expect(await post("/apps/x/disconnect", token)).toMatchObject(refusalResponse(404, "APP_NOT_FOUND"));
  expect((await post("/devices/end-all", token)).status).toBe(200);
  expect((await read(token)).status).toBe(401);
});

/** Calls that require reauthentication, with bodies that are otherwise valid. */
const protectedCalls: [path: string, body: object][] = [
  ["/password", { newPassword: "katinas duona kalnas mokykla" }],
  ["/email", { email: "nauja@example.lt" }],
  ["/authenticator/begin", {}],
  ["/authenticator/remove", {}],
  ["/recovery-codes", {}],
  [`/passkeys/${newId()}/remove`, {}],
];

test.each(protectedCalls)("%s requires the current password", async (path, body) => {
  const { id, token } = await withPassword();
  for (const proof of [{}, { currentPassword: null }, { currentPassword: "" }, { currentPassword: "ne tas visai" }]) {
    expect(await post(path, token, { ...body, ...proof })).toMatchObject(refusalResponse(403, "WRONG_PASSWORD"));
  }
  expect((await post(path, token, { ...body, currentPassword: password })).status).not.toBe(403);
  expect(await platform.accounts.factors.of(id)).toMatchObject({ authenticator: { isOn: false } });
});

test.each(protectedCalls)(
  "%s requires a sign-in within the last ten minutes if the person has no password",
  async (path, body) => {
    const { token } = await platform.member();
    minutes(10);
    expect((await post(path, token, body)).body).not.toMatchObject(
      refusalResponse(403, "REAUTHENTICATION_NEEDED").body,
    );
    const other = await platform.member();
    minutes(11);
    const answer = await post(path, other.token, { ...body, currentPassword: password });
    expect(answer).toMatchObject(refusalResponse(403, "REAUTHENTICATION_NEEDED"));
  },
);

test("repeated wrong current passwords cause a lockout that also rejects the right one", async () => {
  const { token } = await withPassword();
  const guess = (currentPassword: string) => post("/authenticator/begin", token, { currentPassword });
  for (let count = 0; count < 10; count++) expect((await guess("ne tas visai")).status).toBe(403);
  const paused = await guess(password);
  expect(paused).toMatchObject(refusalResponse(429, "RESOURCE_EXHAUSTED"));
  expect(paused.body.details.applicationError.data.retryAfterSeconds).toBe(5);
});

test("repeated wrong codes while activating an authenticator app cause a lockout", async () => {
  const { token } = await platform.member();
  await post("/authenticator/begin", token);
  const guess = () => post("/authenticator/confirm", token, { code: "abcdef" });
  for (let count = 0; count < 5; count++) expect(await guess()).toMatchObject(refusalResponse(400, "WRONG_CODE"));
  expect(await guess()).toMatchObject(refusalResponse(429, "RESOURCE_EXHAUSTED"));
});

test("accepts an expired password as proof for setting a new one", async () => {
  const { id, token } = await withPassword();
  await platform.db.updateTable("account").set({ passwordExpired: true }).where("id", "=", id).execute();
  const body = { currentPassword: password, newPassword: "katinas duona kalnas mokykla" };
  expect((await post("/password", token, body)).status).toBe(200);
  expect((await platform.accounts.find(id))?.passwordExpired).toBe(false);
});

test("a new e-mail address replaces the old one when its link is opened", async () => {
  const { id, token } = await withPassword();
  const email = `${newId()}@example.lt`;
  const answer = await post("/email", token, { email: email.toUpperCase(), currentPassword: password });
  expect(answer.body.security.email).toMatchObject({ address: `${id}@example.lt`, pendingAddress: email });
  const mails = await mailsTo(email);
  expect(mails).toMatchObject([{ template: "account-change-email", accountId: id }]);
  await platform.accounts.confirmEmailChange(await linkIn(mails[0]));
  const { security } = (await read(token)).body;
  expect(security.email).toEqual({ address: email, isVerified: true });
  expect(await mailsTo(`${id}@example.lt`)).toMatchObject([
    { template: "account-password-changed" },
    { template: "account-email-changed" },
  ]);
});

test("an address change does not reveal whether the address has an account, and sends its owner no mail", async () => {
  const owner = await platform.account({ email: `${newId()}@example.lt` });
  const taken = (await platform.accounts.find(owner))?.email as string;
  const { id, token } = await withPassword();
  const other = await withPassword();
  const free = `${newId()}@example.lt`;
  const shape = ({ status, body }: Awaited<ReturnType<typeof post>>, me: string, email: string) =>
    JSON.stringify([status, body.security?.email ?? body.details])
      .replaceAll(me, "me")
      .replaceAll(email, "new");
  for (let count = 0; count < 6; count++) {
    const answers = [
      shape(await post("/email", token, { email: taken, currentPassword: password }), id, taken),
      shape(await post("/email", other.token, { email: free, currentPassword: password }), other.id, free),
    ];
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).toContain(count < 5 ? '"pendingAddress":"new"' : "RESOURCE_EXHAUSTED");
  }
  expect(await mailsTo(taken)).toEqual([]);
  expect(await mailsTo(free)).toHaveLength(5);
  const proof = await platform.db.selectFrom("emailProof").select("secretHash").where("accountId", "=", id).execute();
  expect(proof).toEqual([{ secretHash: null }]);
});

test("changing to one's current address has no effect, and an invalid address is rejected", async () => {
  const { id, token } = await withPassword();
  const email = `${id}@example.lt`;
  const same = await post("/email", token, { email: email.toUpperCase(), currentPassword: password });
  expect(same.body.security.email).toEqual({ address: email, isVerified: true });
  for (const wrong of ["", "ona", "ona@localhost", "o\0na@example.lt", `${"a".repeat(250)}@a.lt`, null, 5]) {
    expect((await post("/email", token, { email: wrong, currentPassword: password })).status).toBe(400);
  }
});

test("mails at most five links to an unverified address and none to a verified one", async () => {
  const { id, token } = await platform.member({ emailVerified: false });
  expect((await post("/email/verify", token)).body.security.email.isVerified).toBe(false);
  for (let count = 1; count < 5; count++) expect((await post("/email/verify", token)).status).toBe(200);
  const many = await post("/email/verify", token);
  expect(many).toMatchObject(refusalResponse(429, "RESOURCE_EXHAUSTED"));
  expect(many.body.details.applicationError.data.retryAfterSeconds).toBeGreaterThan(0);
  const mails = await mailsTo(`${id}@example.lt`);
  expect(mails.map(({ template }) => template)).toEqual(Array(5).fill("account-verify-link"));
  await platform.accounts.verifyEmailByLink(await linkIn(mails.at(-1)));
  expect((await post("/email/verify", token)).body.security.email.isVerified).toBe(true);
  expect(await mailsTo(`${id}@example.lt`)).toHaveLength(5);
});

test("a member can rename and remove their own passkeys, except the last credential", async () => {
  const { id, token } = await platform.member();
  const [passkey, foreign] = [await addPasskey(id), await addPasskey((await platform.member()).id)];
  const name = (passkeyId: string, text: string) =>
    platform.ask(at(`/passkeys/${passkeyId}`), { method: "PATCH", token, body: JSON.stringify({ name: text }) });
  expect((await name(passkey, " Mano ")).body.security.passkeys).toMatchObject([{ id: passkey, name: "Mano" }]);
  expect((await name(passkey, " ")).status).toBe(400);
  for (const passkeyId of [foreign, newId()]) {
    expect(await name(passkeyId, "x")).toMatchObject(refusalResponse(404, "PASSKEY_NOT_FOUND"));
    expect(await post(`/passkeys/${passkeyId}/remove`, token)).toMatchObject(refusalResponse(404, "PASSKEY_NOT_FOUND"));
  }
  expect(await post(`/passkeys/${passkey}/remove`, token)).toMatchObject(refusalResponse(409, "LAST_WAY_IN"));
  const second = await addPasskey(id);
  const left = await post(`/passkeys/${passkey}/remove`, token);
  expect(left.body.security.passkeys).toMatchObject([{ id: second }]);
});

test("rejects removing an owner's last second factor but allows it for a member", async () => {
  const proof = { currentPassword: password };
  const owner = await withPassword({ role: "owner" });
  const passkey = await addPasskey(owner.id);
  const removal = () => post(`/passkeys/${passkey}/remove`, owner.token, proof);
  expect(await removal()).toMatchObject(refusalResponse(409, "SECOND_FACTOR_REQUIRED"));
  await addApp(owner.id);
  expect((await removal()).body.security).toMatchObject({ passkeys: [], secondFactorRequired: true });
  const off = (token: string) => post("/authenticator/remove", token, proof);
  expect(await off(owner.token)).toMatchObject(refusalResponse(409, "SECOND_FACTOR_REQUIRED"));
  const member = await withPassword();
  const codes = await addApp(member.id);
  const renewed = await post("/recovery-codes", member.token, proof);
  expect(renewed.body.recoveryCodes).toHaveLength(10);
  expect(renewed.body.recoveryCodes).not.toContain(codes[0]);
  expect((await off(member.token)).body.security.authenticator).toEqual({ isOn: false, recoveryCodesLeft: 0 });
});

test("signing out a device ends its session immediately, but no session of another person", async () => {
  const { id, token } = await platform.member();
  const visitor = await platform.visitor().access();
  const body = JSON.stringify({ grant_type: "authorized_client", scope: "offline_access", member_id: id });
  const there = (await platform.ask("/oauth2/token", { body, token: `${visitor},${platform.key}` })).body.access_token;
  const foreign = await platform.member();
  const { devices } = (await read(token)).body.security;
  expect(devices).toHaveLength(2);
  const lost = devices.find(({ current }: { current: boolean }) => !current).id;
  expect(await post(`/devices/${foreign.sessionId}/end`, token)).toMatchObject(
    refusalResponse(404, "DEVICE_NOT_FOUND"),
  );
  expect((await read(there)).status).toBe(200);
  expect((await post(`/devices/${lost}/end`, token)).body.security.devices).toMatchObject([{ current: true }]);
  expect((await read(there)).status).toBe(401);
  expect((await read(foreign.token)).status).toBe(200);
});

test("lists a connected app and lets only its own user disconnect it", async () => {
  const { id, token } = await platform.member();
  const { db, siteId, clock } = platform;
  const dates = { createdDate: clock.now, updatedDate: clock.now };
  await db
    .insertInto("identityClient")
    .values({ siteId, id: "club", name: "The club", redirectUris: ["https://example.lt/"], ...dates })
    .execute();
  const payload = JSON.stringify({
    accountId: id,
    clientId: "club",
    openid: { scope: "openid email" },
    iat: 1_700_000_000,
  });
  const idHash = createHash("sha256").update("grant").digest();
  const expiresDate = new Date(clock.now.getTime() + 86_400_000);
  await db
    .insertInto("identityPayload")
    .values({ siteId, model: "Grant", idHash, payload, accountId: id, expiresDate })
    .execute();
  expect((await read(token)).body.security.apps).toEqual([
    { clientId: "club", name: "The club", scopes: ["openid", "email"], connectedDate: "2023-11-14T22:13:20.000Z" },
  ]);
  const foreign = await platform.member();
  expect(await post("/apps/club/disconnect", foreign.token)).toMatchObject(refusalResponse(404, "APP_NOT_FOUND"));
  expect((await post("/apps/club/disconnect", token)).body.security.apps).toEqual([]);
});

test("rejects an API key, a visitor and a caller without a token", async () => {
  const visitor = await platform.visitor().access();
  for (const [token, status] of [
    [platform.key, 403],
    [visitor, 403],
    [undefined, 401],
  ] as const) {
    const init = token === undefined ? {} : { token };
    expect((await platform.ask(at(""), { method: "GET", ...init })).status).toBe(status);
    expect((await platform.ask(at("/devices/end-all"), { body: "{}", ...init })).status).toBe(status);
  }
});

test.each(["/devices/%00/end", "/apps/%00/disconnect", `/devices/${"x".repeat(201)}/end`])(
  "returns 400 for %s instead of a server error",
  async (path) => {
    const { token } = await platform.member();
    expect((await post(path, token)).status).toBe(400);
  },
);
