import { createAccounts } from "@uola/accounts";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createKeyring, type KeyStore, listKeyrings, rotateKeyrings, sealKeys } from "./keyring.ts";
import { linkKeys } from "./link-keys.ts";
import { createTokenSigner } from "./token-signer.ts";

const hours = (count: number) => count * 3600_000;
let fresh: FreshDatabase;
let now: Date;
beforeEach(async () => {
  fresh = await freshDatabase();
  now = new Date("2026-09-01T09:00:00Z");
});
afterEach(() => fresh.close());

const platform = (secret = "a secret of the test"): KeyStore => ({
  db: fresh.db,
  siteId: fresh.siteId,
  accounts: createAccounts({ ...fresh, secret }),
  now: () => now,
});
const bytesOf = async (name: string, place = platform()) =>
  (await createKeyring(place, name).all()).map((key) => key.export().toString("base64url"));
const readSetting = async (name: string) =>
  (await fresh.db.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirstOrThrow()).value;
const writeSetting = (name: string, value: unknown) =>
  fresh.db
    .insertInto("setting")
    .values({ siteId: fresh.siteId, name, value: JSON.stringify(value), updatedDate: now })
    .execute();
const key = (byte: number) => Buffer.alloc(32, byte).toString("base64url");

test("concurrent processes create a key only once and store it encrypted", async () => {
  const made = await Promise.all([1, 2, 3, 4].map(() => bytesOf("token_key")));
  expect(new Set(made.flat()).size).toBe(1);
  expect(await readSetting("token_key")).toEqual({ sealed: expect.any(String) });
  expect(JSON.stringify(await readSetting("token_key"))).not.toContain(made[0]?.[0]);
});

test("encrypts unencrypted keys of older releases in each format, and they stay valid", async () => {
  await writeSetting("token_key", { keys: [key(1), key(2)] });
  await writeSetting("captcha_key", { key: key(3) });
  await writeSetting("calendar-link-secret", key(4));
  await Promise.all([sealKeys(platform()), sealKeys(platform())]);
  for (const name of ["token_key", "captcha_key", "calendar-link-secret"]) {
    expect(await readSetting(name)).toEqual({ sealed: expect.any(String) });
  }
  expect(await bytesOf("token_key")).toEqual([key(1), key(2)]);
  expect((await createKeyring(platform(), "token_key").signing()).export().toString("base64url")).toBe(key(1));
  expect(await bytesOf("captcha_key")).toEqual([key(3)]);
  expect(await bytesOf("calendar-link-secret")).toEqual([key(4)]);
});

test("reports that a different secret cannot decrypt the keys", async () => {
  await bytesOf("token_key");
  await expect(bytesOf("token_key", platform("another secret"))).rejects.toThrow("does not open");
  await expect(rotateKeyrings(platform("another secret"))).rejects.toThrow("does not open");
});

test("a new key is accepted at once and used for signing after an hour; older keys are accepted for another year", async () => {
  const claims = { use: "refresh", kind: "visitor", subject: "x", exp: 4e9 } as const;
  const earlier = createTokenSigner(platform());
  const before = await earlier.sign(claims);
  const link = await linkKeys(platform(), "calendar-link-secret").keyOf("booking");
  await rotateKeyrings(platform());
  const [first] = await bytesOf("token_key");
  // New keyrings simulate processes that start now; running processes reload the keys within a
  // minute.
  expect(await createTokenSigner(platform()).sign(claims)).toBe(before);
  now = new Date(now.getTime() + hours(1));
  const after = await createTokenSigner(platform()).sign(claims);
  expect(after).not.toBe(before);
  expect(await createTokenSigner(platform()).verify(before, "refresh")).toBeDefined();
  expect(await createTokenSigner(platform()).verify(after, "refresh")).toBeDefined();
  expect(await linkKeys(platform(), "calendar-link-secret").opens("booking", link)).toBe(true);
  expect(await linkKeys(platform(), "calendar-link-secret").keyOf("booking")).not.toBe(link);
  expect(await listKeyrings(platform())).toHaveLength(4);

  now = new Date(now.getTime() + hours(367 * 24));
  expect(await createTokenSigner(platform()).verify(before, "refresh")).toBeUndefined();
  expect(await linkKeys(platform(), "calendar-link-secret").opens("booking", link)).toBe(false);
  expect(await createTokenSigner(platform()).sign(claims)).toBe(after);
  expect(await bytesOf("token_key")).toEqual([first]);
  await rotateKeyrings(platform());
  expect(await listKeyrings(platform())).toHaveLength(4);
});
