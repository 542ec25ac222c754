import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { addApiKey, hashOf, listApiKeys } from "@uola/members";
import { afterEach, beforeEach, expect, test } from "vitest";
import { replaceApiKey } from "./api-keys.ts";

const now = new Date("2026-05-04T08:00:00Z");

let fresh: FreshDatabase;
beforeEach(async () => {
  fresh = await freshDatabase();
});
afterEach(() => fresh.close());

test("replacing an API key from the environment revokes the previous key with its name and no other key", async () => {
  const { db, siteId } = fresh;
  await addApiKey(db, siteId, { key: "till", name: "till" }, now);
  await replaceApiKey(db, siteId, { key: "first", name: "env" }, now);
  await replaceApiKey(db, siteId, { key: "second", name: "env" }, now);
  const valid = await db.selectFrom("apiKey").select("keyHash").where("revokedDate", "is", null).execute();
  const hash = (key: string) => hashOf(key).toString("hex");
  expect(valid.map(({ keyHash }) => keyHash.toString("hex")).sort()).toEqual([hash("till"), hash("second")].sort());
  await replaceApiKey(db, siteId, { key: "first", name: "env" }, now);
  expect(await db.selectFrom("apiKey").select("id").where("revokedDate", "is", null).execute()).toHaveLength(2);
  // Removing a key from the environment revokes it.
  await replaceApiKey(db, siteId, { key: undefined, name: "env" }, now);
  expect((await listApiKeys(db, siteId)).filter(({ revokedDate }) => !revokedDate).map(({ name }) => name)).toEqual([
    "till",
  ]);
});
