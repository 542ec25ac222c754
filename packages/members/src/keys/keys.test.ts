import { settingsKeyName } from "@uola/contract";
import { newId } from "@uola/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../testing.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());
const owner = () => platform.as(platform.key);
const everything = { name: "till", readOnly: false };

test("returns a new key once and stores only its hash", async () => {
  const { apiKey, key } = await owner().apiKeys.create({ ...everything, readOnly: true, features: ["members"] });
  expect(key).toMatch(/^uola_[\w-]{43}$/);
  expect(apiKey).toMatchObject({ name: "till", readOnly: true, features: ["members"], usedDate: null });
  await platform.as(key).members.query({});
  await expect(platform.as(key).members.block({ memberId: newId() })).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
  });
  await expect(platform.as(key).apiKeys.list({})).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  const { apiKeys } = await owner().apiKeys.list({});
  expect(apiKeys[0]).toMatchObject({ id: apiKey.id, name: "till" });
  const audit = await platform.db.selectFrom("audit").selectAll().where("entityId", "=", apiKey.id).execute();
  expect(audit).toMatchObject([{ action: "apiKey.create", after: { name: "till", features: ["members"] } }]);
  expect(JSON.stringify([apiKeys, audit])).not.toContain(key.slice(5));
});

test("a revoked key stops working immediately, and revoking it again changes nothing", async () => {
  const { apiKey, key } = await owner().apiKeys.create(everything);
  await platform.as(key).members.query({});
  const first = await owner().apiKeys.revoke({ apiKeyId: apiKey.id });
  expect(first.apiKey.revokedDate).toEqual(platform.clock.now);
  await expect(platform.as(key).members.query({})).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  platform.clock.now = new Date(platform.clock.now.getTime() + 60_000);
  expect(await owner().apiKeys.revoke({ apiKeyId: apiKey.id })).toEqual(first);
  const audit = platform.db.selectFrom("audit").select("action").where("entityId", "=", apiKey.id).orderBy("id");
  expect((await audit.execute()).map(({ action }) => action)).toEqual(["apiKey.create", "apiKey.revoke"]);
  await expect(owner().apiKeys.revoke({ apiKeyId: newId() })).rejects.toMatchObject({ code: "API_KEY_NOT_FOUND" });
});

test("a key with limited permissions cannot create other keys", async () => {
  const { key } = await owner().apiKeys.create({ ...everything, features: ["apiKeys"] });
  await expect(platform.as(key).apiKeys.create(everything)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
});

test.each([
  ["for an unknown feature", { ...everything, features: ["bookings", "constructor"] }, "features[1]"],
  ["with an expiry date in the past", { ...everything, expiresDate: new Date("2020-01-01") }, "expiresDate"],
  ["with the name reserved for the key in the settings", { ...everything, name: settingsKeyName }, "name"],
])("rejects the creation of a key %s", async (_, input, field) => {
  const before = (await owner().apiKeys.list({})).apiKeys.length;
  await expect(owner().apiKeys.create(input)).rejects.toMatchObject({ fieldViolations: [{ field }] });
  expect((await owner().apiKeys.list({})).apiKeys).toHaveLength(before);
});

test("allows at most fifty valid keys, even for simultaneous requests", async () => {
  const asked = Array.from({ length: 55 }, () => owner().apiKeys.create(everything));
  const codes = (await Promise.allSettled(asked)).flatMap((one) => (one.status === "rejected" ? one.reason.code : []));
  expect(new Set(codes)).toEqual(new Set(["TOO_MANY_KEYS"]));
  const { apiKeys } = await owner().apiKeys.list({});
  const good = apiKeys.filter(({ revokedDate }) => !revokedDate);
  expect(good).toHaveLength(50);
  await owner().apiKeys.revoke({ apiKeyId: good[0]?.id ?? "" });
  await owner().apiKeys.create(everything);
});
