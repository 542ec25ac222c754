import { createHash } from "node:crypto";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addApiKey, listApiKeys, replaceApiKey, revokeApiKey } from "./api-keys.ts";

const now = new Date("2026-05-04T08:00:00Z");

let fresh: FreshDatabase;
beforeEach(async () => {
  fresh = await freshDatabase();
});
afterEach(() => fresh.close());

test("a new key in the environment revokes the previous one and no other", async () => {
  const { db, siteId } = fresh;
  await addApiKey(db, siteId, { key: "till", name: "till" }, now);
  await replaceApiKey(db, siteId, { key: "first", name: "env" }, now);
  await replaceApiKey(db, siteId, { key: "second", name: "env" }, now);
  const valid = await db.selectFrom("apiKey").select("keyHash").where("revokedDate", "is", null).execute();
  const hash = (key: string) => createHash("sha256").update(key).digest("hex");
  expect(valid.map(({ keyHash }) => keyHash.toString("hex")).sort()).toEqual([hash("till"), hash("second")].sort());
  await replaceApiKey(db, siteId, { key: "first", name: "env" }, now);
  expect(await db.selectFrom("apiKey").select("id").where("revokedDate", "is", null).execute()).toHaveLength(2);
  // A key removed from the environment is revoked.
  await replaceApiKey(db, siteId, { key: undefined, name: "env" }, now);
  expect((await listApiKeys(db, siteId)).filter(({ revokedDate }) => !revokedDate).map(({ name }) => name)).toEqual([
    "till",
  ]);
});

test("a key is revoked by its id, and only once", async () => {
  const { db, siteId } = fresh;
  await addApiKey(db, siteId, { key: "till", name: "till" }, now);
  const [{ id = "" } = {}] = await listApiKeys(db, siteId);
  for (const unknownId of ["", "x", "0190a000-0000-7000-8000-00000000dead", "' or true --"]) {
    expect(await revokeApiKey(db, siteId, unknownId, now)).toBe(false);
  }
  expect(await revokeApiKey(db, siteId, id, now)).toBe(true);
  expect(await revokeApiKey(db, siteId, id, now)).toBe(false);
  expect(await listApiKeys(db, siteId)).toMatchObject([{ id, revokedDate: now }]);
});

test("a key for an unknown feature is not created", async () => {
  const { db, siteId } = fresh;
  const input = { key: "x", name: "x", features: ["bookings", "constructor"] };
  await expect(addApiKey(db, siteId, input, now)).rejects.toThrow("There is no constructor.");
  expect(await listApiKeys(db, siteId)).toEqual([]);
});
