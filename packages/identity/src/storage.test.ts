import { newId } from "@uola/database";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClients } from "./clients.ts";
import { createStorage, deleteGrant, sweepPayloads } from "./storage.ts";

let fresh: FreshDatabase;
let clock = new Date("2026-09-02T10:00:00Z");
const now = () => clock;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

const storage = (model: string, overlapSeconds = 0) => {
  const { connection, db, siteId } = fresh;
  return createStorage({ connection, siteId, clients: createClients(db, siteId, now), now, overlapSeconds })(model);
};
const payloads = () => fresh.db.selectFrom("identityPayload").selectAll().execute();

test("stores and returns data without the bearer's secret", async () => {
  const [id, cookie] = [newId(), newId()];
  const payload = { jti: id, kind: "Interaction", session: { uid: "u", cookie }, exp: 1 };
  await storage("Interaction").upsert(id, payload, 60);
  expect(await storage("Interaction").find(id)).toEqual({
    jti: id,
    kind: "Interaction",
    session: { uid: "u" },
    exp: 1,
  });
  expect(await storage("Session").find(id)).toBeUndefined();
  const text = JSON.stringify(await payloads());
  expect([text.includes(id), text.includes(cookie)]).toEqual([false, false]);
});

test("rejects NUL, which PostgreSQL cannot store in text, as an invalid request", async () => {
  const asked = storage("Interaction").upsert("nul", { jti: "nul", params: { state: "a\0b" } }, 60);
  await expect(asked).rejects.toThrow("invalid_request");
});

test("limits how often the use of a session is written, and never restores an ended session", async () => {
  const of = storage("Session");
  const written = async () => (await payloads()).find(({ uid }) => uid === "used")?.expiresDate.getTime();
  const session = { jti: "used", uid: "used", accountId: newId(), authorizations: { a: { grantId: "1" } } };
  await of.upsert("used", session, 600);
  const first = await written();
  clock = new Date(clock.getTime() + 200_000);
  await of.find("used");
  await of.upsert("used", session, 600);
  expect(await written()).toBe(first);
  await of.upsert("used", { ...session, authorizations: { a: { grantId: "2" } } }, 600);
  expect(await written()).toBe(clock.getTime() + 600_000);
  clock = new Date(clock.getTime() + 300_000);
  await of.upsert("used", { ...session, authorizations: { a: { grantId: "2" } } }, 600);
  expect(await written()).toBe(clock.getTime() + 600_000);
  await fresh.db.deleteFrom("identityPayload").where("uid", "=", "used").execute();
  await of.upsert("used", session, 600);
  expect(await of.find("used")).toBeUndefined();
});

test("finds a session by its uid, and a consumed code stays consumed when it is written again", async () => {
  await storage("Session").upsert("one", { jti: "one", uid: "the-uid", accountId: newId() }, 60);
  expect(await storage("Session").findByUid("the-uid")).toMatchObject({ uid: "the-uid" });
  const codes = storage("AuthorizationCode");
  await codes.upsert("code", { jti: "code", grantId: "g" }, 60);
  await codes.consume("code");
  await codes.upsert("code", { jti: "code", grantId: "g" }, 60);
  expect(await codes.find("code")).toMatchObject({ consumed: clock.getTime() / 1000 });
});

test("only one of many concurrent attempts to consume a code succeeds, and the others revoke the grant", async () => {
  const [codes, grants] = [storage("AuthorizationCode"), storage("Grant")];
  await grants.upsert("grant", { jti: "grant" }, 60);
  await codes.upsert("shared", { jti: "shared", grantId: "grant" }, 60);
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => codes.consume("shared")));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect([await codes.find("shared"), await grants.find("grant")]).toEqual([undefined, undefined]);
});

test("the grace period applies to refresh tokens only and ends after the configured overlap", async () => {
  const tokens = storage("RefreshToken", 5);
  await tokens.upsert("token", { jti: "token", grantId: "g2" }, 60);
  await tokens.consume("token");
  clock = new Date(clock.getTime() + 4000);
  expect(await tokens.find("token")).not.toHaveProperty("consumed");
  await tokens.consume("token");
  clock = new Date(clock.getTime() + 1000);
  expect(await tokens.find("token")).toHaveProperty("consumed");
  await expect(tokens.consume("token")).rejects.toThrow("invalid_grant");
  const codes = storage("AuthorizationCode", 5);
  await codes.upsert("once", { jti: "once" }, 60);
  await codes.consume("once");
  await expect(codes.consume("once")).rejects.toThrow("invalid_grant");
});

test("the sweep deletes expired rows, and a revocation deletes everything issued under the grant", async () => {
  const { db, siteId } = fresh;
  await db.deleteFrom("identityPayload").execute();
  await storage("AccessToken").upsert("old", { jti: "old" }, 10);
  await storage("AccessToken").upsert("mine", { jti: "mine", grantId: "g3" }, 100);
  await storage("AccessToken").upsert("other", { jti: "other", grantId: "g4" }, 100);
  expect(await sweepPayloads(db, siteId, new Date(clock.getTime() + 11_000))).toBe(1);
  await deleteGrant(db, siteId, "g3");
  expect((await payloads()).map(({ grantId }) => grantId)).toEqual(["g4"]);
});

test.each([
  "http://uola.example/",
  "/relative",
  "https://a.example/#x",
  "https://me@a.example/",
  "javascript:alert(1)",
  "",
])("rejects %j as a client address", async (address) => {
  const { addClient } = createClients(fresh.db, fresh.siteId, now);
  const client = { name: "Svetainė", callbacks: [address], logouts: [] };
  await expect(addClient(client)).rejects.toThrow("an address is https");
});

test("ensureClient is idempotent, and changes apply at once", async () => {
  const { ensureClient, metadata } = createClients(fresh.db, fresh.siteId, now);
  const client = {
    name: "Svetainė",
    callbacks: ["http://localhost:3000/callback/"],
    logouts: ["http://localhost:3000/"],
  };
  expect(await ensureClient("site", { ...client, firstParty: true })).toBe("site");
  await ensureClient("site", { ...client, callbacks: ["https://uola.example/callback/"] });
  expect(await metadata("site")).toMatchObject({
    redirect_uris: ["https://uola.example/callback/"],
    first_party: false,
  });
  expect(await metadata("site\0")).toBeUndefined();
});
