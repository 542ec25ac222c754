import { createHash } from "node:crypto";
import { type Database, newId } from "@uola/database";
import { freshDatabase } from "@uola/database/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccountRefusal, type Accounts, createAccounts, shortNetwork } from "./index.ts";

let db: Database;
let siteId: string;
let close: () => Promise<void>;
let accounts: Accounts;
let clock = new Date("2026-09-02T10:00:00Z");
const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};
const inDays = (days: number) => new Date(clock.getTime() + days * 86_400_000);
const sha256 = (text: string) => createHash("sha256").update(text).digest();
const refused = (code: AccountRefusal["code"]) => expect.objectContaining({ code });

beforeAll(async () => {
  ({ db, siteId, close } = await freshDatabase());
  accounts = createAccounts({ db, siteId, secret: "a secret of the test", now: () => clock });
  for (const [id, firstParty] of [
    ["site", true],
    ["club", false],
    ["shop", false],
  ] as const) {
    const dates = { createdDate: clock, updatedDate: clock };
    await db
      .insertInto("identityClient")
      .values({ siteId, id, name: `The ${id}`, redirectUris: ["https://example.lt/"], firstParty, ...dates })
      .execute();
  }
});
afterAll(() => close());

const person = async () => (await accounts.create({ email: `${newId()}@example.lt`, firstName: "Ona" })).id;

type Payload = { accountId: string; grantId?: string; uid?: string } & Record<string, unknown>;
/** Inserts a row like the storage of the identity provider. */
const keep = (model: string, id: string, payload: Payload, expiresDate = inDays(14)) =>
  db
    .insertInto("identityPayload")
    .values({
      siteId,
      model,
      idHash: sha256(id),
      payload: JSON.stringify(payload),
      grantId: payload.grantId ?? null,
      uid: payload.uid ?? null,
      accountId: payload.accountId,
      expiresDate,
    })
    .execute();

async function grant(accountId: string, clientId: string, scope = "openid email") {
  const grantId = newId();
  await keep("Grant", grantId, { accountId, clientId, openid: { scope }, iat: Math.floor(clock.getTime() / 1000) });
  return grantId;
}

async function startSession(
  accountId: string,
  input: { identitySession?: string; endedDate?: Date; days?: number } = {},
) {
  const { days = 30, ...rest } = input;
  const id = newId();
  const row = { siteId, id, accountId, createdDate: clock, expiresDate: inDays(days), device: "A phone", ...rest };
  await db.insertInto("memberSession").values(row).execute();
  return id;
}

/**
 * Creates a sign-in in a browser: a session at the provider, a site's refresh token and a platform
 * session.
 */
async function browser(accountId: string, { client = "site", device = "A browser" } = {}) {
  const uid = newId();
  const grantId = await grant(accountId, client);
  await keep("Session", newId(), { accountId, uid, authorizations: { [client]: { sid: newId(), grantId } } });
  await keep("RefreshToken", newId(), { accountId, clientId: client, grantId, sessionUid: uid });
  await keep("AuthorizationCode", newId(), { accountId, clientId: client, grantId, sessionUid: uid });
  await accounts.sessions.recordIdentitySession({ uid, accountId, device, network: "203.0.113.77", methods: ["pwd"] });
  return { uid, grantId, sessionId: await startSession(accountId, { identitySession: uid }) };
}
const storedModelsOf = async (accountId: string) => {
  const rows = await db.selectFrom("identityPayload").select("model").where("accountId", "=", accountId).execute();
  return rows.map(({ model }) => model).sort();
};
const runningOf = async (accountId: string) => {
  const sessions = db.selectFrom("memberSession").select("id").where("accountId", "=", accountId);
  return (await sessions.where("endedDate", "is", null).execute()).map(({ id }) => id);
};
const all = ["AuthorizationCode", "Grant", "RefreshToken", "Session"];

test("lists a browser's provider session and its platform sessions as one device, newest first", async () => {
  const id = await person();
  const old = await browser(id, { device: "An old laptop" });
  later(60);
  const fresh = await browser(id);
  await startSession(id, { identitySession: fresh.uid });
  const devices = await accounts.sessions.list(id, { memberSession: old.sessionId });
  expect(devices).toMatchObject([
    { id: fresh.uid, userAgent: "A browser", network: "203.0.113.*", current: false },
    { id: old.uid, userAgent: "An old laptop", current: true, createdDate: new Date(clock.getTime() - 60_000) },
  ]);
});

test("lists platform sessions without a provider session, but no expired or foreign sessions", async () => {
  const [id, other] = [await person(), await person()];
  await browser(other);
  await startSession(id, { endedDate: clock });
  await startSession(id, { days: -1 });
  const gone = newId();
  await keep("Session", newId(), { accountId: id, uid: gone }, inDays(-1));
  await accounts.sessions.recordIdentitySession({ uid: gone, accountId: id });
  expect(await accounts.sessions.list(id)).toEqual([]);
  const alone = await startSession(id);
  expect(await accounts.sessions.list(id, { memberSession: alone })).toMatchObject([{ id: alone, current: true }]);
  const only = newId();
  await keep("Session", newId(), { accountId: id, uid: only });
  await accounts.sessions.recordIdentitySession({ uid: only, accountId: id });
  expect((await accounts.sessions.list(id)).map((device) => device.id).sort()).toEqual([alone, only].sort());
});

test("ending a device ends only its session, its tokens and its platform sessions", async () => {
  const [id, other] = [await person(), await person()];
  const [lost, remaining, foreign] = [await browser(id), await browser(id), await browser(other)];
  for (const deviceId of [foreign.uid, foreign.sessionId, "", "x", newId()]) {
    await expect(accounts.sessions.end(id, deviceId)).rejects.toEqual(refused("DEVICE_NOT_FOUND"));
  }
  expect(await accounts.sessions.end(id, lost.uid)).toEqual([lost.sessionId]);
  expect(await storedModelsOf(id)).toEqual(all);
  expect(await storedModelsOf(other)).toEqual(all);
  expect(await runningOf(id)).toEqual([remaining.sessionId]);
  expect((await accounts.sessions.list(id)).map((device) => device.id)).toEqual([remaining.uid]);
  await expect(accounts.sessions.end(id, lost.uid)).rejects.toEqual(refused("DEVICE_NOT_FOUND"));
  const auditEntries = db.selectFrom("audit").select("after").where("entityId", "=", id);
  expect(await auditEntries.where("action", "=", "account.endDevice").execute()).toEqual([
    { after: { deviceId: lost.uid } },
  ]);
});

test("a platform session without a provider session is ended by its own id", async () => {
  const id = await person();
  const [alone, remaining] = [await startSession(id), await startSession(id)];
  expect(await accounts.sessions.end(id, alone)).toEqual([alone]);
  expect(await runningOf(id)).toEqual([remaining]);
});

test("signing out everywhere ends all sessions of one person and of nobody else", async () => {
  const [id, other] = [await person(), await person()];
  const sessions = [
    (await browser(id)).sessionId,
    (await browser(id, { client: "club" })).sessionId,
    await startSession(id),
  ];
  await browser(other);
  expect((await accounts.sessions.endAll(id)).sort()).toEqual(sessions.sort());
  expect(await storedModelsOf(id)).toEqual([]);
  expect(await runningOf(id)).toEqual([]);
  expect(await accounts.sessions.list(id)).toEqual([]);
  expect(await storedModelsOf(other)).toEqual(all);
  expect(await runningOf(other)).toHaveLength(1);
});

test("a new password keeps the session of the device that set it and ends the others", async () => {
  const id = await person();
  const [here, there] = [await browser(id), await browser(id)];
  await accounts.setPassword(id, "arkliui-patinka-sagos", { kind: "member", id }, here.sessionId);
  expect(await runningOf(id)).toEqual([here.sessionId]);
  expect((await accounts.sessions.list(id)).map((device) => device.id)).toEqual([here.uid]);
  expect(await storedModelsOf(id)).toEqual(all);
  expect(there.uid).not.toBe(here.uid);
});

test("ends all of a person's sessions when the id to keep belongs to another person", async () => {
  const [id, other] = [await person(), await person()];
  await browser(id);
  const { sessionId } = await browser(other);
  await accounts.setPassword(id, "arkliui-patinka-sagos", { kind: "member", id }, sessionId);
  expect(await runningOf(id)).toEqual([]);
  expect(await storedModelsOf(id)).toEqual([]);
  expect(await runningOf(other)).toEqual([sessionId]);
});

test("lists third-party sites with their scopes and dates, but no first-party sites", async () => {
  const [id, other] = [await person(), await person()];
  const since = clock;
  await browser(id);
  await grant(id, "shop", "openid");
  later(60);
  await grant(id, "shop", "openid email");
  await grant(id, "club", "openid profile");
  await grant(other, "club", "openid phone");
  expect(await accounts.sessions.apps(id)).toEqual([
    { clientId: "club", name: "The club", scopes: ["openid", "profile"], connectedDate: clock },
    { clientId: "shop", name: "The shop", scopes: ["openid", "email"], connectedDate: since },
  ]);
  later(15 * 86_400);
  expect(await accounts.sessions.apps(id)).toEqual([]);
});

test("disconnecting a site revokes all its access, but not other sites or the person's devices", async () => {
  const [id, other] = [await person(), await person()];
  const { sessionId } = await browser(id, { client: "club" });
  await browser(id, { client: "shop" });
  await browser(other, { client: "club" });
  await accounts.sessions.disconnect(id, "club");
  expect((await accounts.sessions.apps(id)).map(({ clientId }) => clientId)).toEqual(["shop"]);
  expect(await storedModelsOf(id)).toEqual([...all, "Session"]);
  expect(await runningOf(id)).toContain(sessionId);
  expect(await storedModelsOf(other)).toEqual(all);
  for (const clientId of ["club", "site", "nobody", ""]) {
    await expect(accounts.sessions.disconnect(id, clientId)).rejects.toEqual(refused("APP_NOT_FOUND"));
  }
});

test("deletes only browsers that have not been seen for a month", async () => {
  const id = await person();
  const [old, fresh] = [newId(), newId()];
  await accounts.sessions.recordIdentitySession({ uid: old, accountId: id });
  await accounts.sessions.recordIdentitySession({ uid: fresh, accountId: id });
  later(20 * 86_400);
  await accounts.sessions.recordIdentitySession({ uid: fresh, accountId: id });
  later(11 * 86_400);
  await accounts.sweep();
  const left = await db.selectFrom("identitySession").select("uid").where("accountId", "=", id).execute();
  expect(left).toEqual([{ uid: fresh }]);
});

test.each([
  ["203.0.113.77", "203.0.113.*"],
  ["::ffff:203.0.113.77", "203.0.113.*"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
])("shortens the IP address %s to %s for display", (address, publicAccount) => {
  expect(shortNetwork(address)).toBe(publicAccount);
});
