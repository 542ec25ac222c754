import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { browser, newPerson, type Running, run, tokenRequest, tokensFor } from "./identity.fixture.ts";
import { createIdentity } from "./identity.ts";
import { type KeyOptions, listKeys, loadKeys, rotateKeys, sweepKeys } from "./keys.ts";

const hourMs = 3_600_000;
let clock = Date.now();
const now = () => new Date(clock);
beforeEach(() => {
  clock = Date.now();
});

let fresh: FreshDatabase;
let options: KeyOptions;
beforeAll(async () => {
  fresh = await freshDatabase();
  options = { db: fresh.db, siteId: fresh.siteId, secret: "right", now };
});
afterAll(() => fresh.close());
afterEach(() => fresh.db.deleteFrom("identityKey").execute());

const kidsOf = async () => (await loadKeys(options)).jwks.keys.map(({ kid }) => kid);

test("processes that start at the same time use the same keys, and a wrong secret neither decrypts nor adds keys", async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => loadKeys(options)));
  const ids = all.map(({ jwks, cookies }) => [jwks.keys.map(({ kid }) => kid), cookies]);
  expect(new Set(ids.map((keys) => JSON.stringify(keys))).size).toBe(1);
  expect(all[0]?.jwks.keys[0]).toMatchObject({ kty: "RSA", alg: "RS256", use: "sig", d: expect.any(String) });
  await expect(loadKeys({ ...options, secret: "wrong" })).rejects.toThrow("secret does not open");
  await expect(rotateKeys({ ...options, secret: "wrong" }, "TOKENS")).rejects.toThrow("secret does not open");
  expect(await kidsOf()).toHaveLength(1);
});

test("publishes a new key an hour before signing with it, and removes the old key when its signatures expired", async () => {
  const [old] = await kidsOf();
  expect(await rotateKeys(options, "TOKENS")).toBe(true);
  const [first, next, ...more] = await kidsOf();
  expect([first, more]).toEqual([old, []]);
  clock += hourMs - 1;
  expect(await kidsOf()).toEqual([old, next]);
  clock += 1;
  expect(await kidsOf()).toEqual([next, old]);
  clock += 11 * hourMs - 1;
  expect(await kidsOf()).toEqual([next, old]);
  clock += 1;
  expect(await kidsOf()).toEqual([next]);
  await sweepKeys(options);
  clock += 1;
  await sweepKeys(options);
  expect(await fresh.db.selectFrom("identityKey").select("position").where("purpose", "=", "TOKENS").execute()).toEqual(
    [{ position: 1 }],
  );
});

test("when the keys are too old, only one of many processes adds a new key", async () => {
  await loadKeys(options);
  const all = () => Promise.all(Array.from({ length: 6 }, () => rotateKeys(options, "COOKIES", { onlyAfterDays: 90 })));
  expect(await all()).not.toContain(true);
  clock += 90 * 24 * hourMs;
  expect((await all()).filter(Boolean)).toHaveLength(1);
  expect(await all()).not.toContain(true);
  expect((await listKeys(options)).map(({ purpose, signs }) => [purpose, signs])).toEqual([
    ["TOKENS", true],
    ["COOKIES", true],
    ["COOKIES", false],
  ]);
});

test("the list of keys contains no secrets", async () => {
  const { jwks, cookies } = await loadKeys(options);
  const listed = JSON.stringify(await listKeys(options));
  expect(listed).toContain(jwks.keys[0]?.kid);
  expect([jwks.keys[0]?.d, cookies[0]].filter((secret) => listed.includes(String(secret)))).toEqual([]);
});

test("a key rotation keeps sessions and tokens valid in two processes", async () => {
  const on: Running = await run({ now });
  const second = createIdentity({
    connection: on.fresh.connection,
    siteId: on.fresh.siteId,
    accounts: on.accounts,
    issuer: on.issuer,
    siteUrl: "http://localhost:3000",
    secret: "a secret of the test",
    now,
  });
  try {
    await second.ready();
    const jwks = async () => (await (await fetch(`${on.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
    const verifies = async (token: string, published: JSONWebKeySet) =>
      jwtVerify(token, createLocalJWKSet(published), { issuer: on.issuer }).then(
        () => true,
        () => false,
      );
    const { email } = await newPerson(on.accounts);
    const person = browser(on);
    const before = await tokensFor(on, person, email, { scope: "openid offline_access" });
    const cookies = [...person.jar.values()];

    expect(await on.identity.rotateKeys()).toBe(true);
    const ahead = await jwks();
    expect(ahead.keys).toHaveLength(2);
    expect(await verifies(before.id_token, ahead)).toBe(true);
    const refreshed = async (token: string | undefined) => {
      const answer = await tokenRequest(on, { grant_type: "refresh_token", refresh_token: token ?? "" });
      expect(answer.status).toBe(200);
      return (await answer.json()) as { id_token: string; refresh_token: string };
    };
    const during = await refreshed(before.refresh_token);
    expect(decodeProtectedHeader(during.id_token).kid).toBe(decodeProtectedHeader(before.id_token).kid);

    clock += hourMs;
    await Promise.all([on.identity.refreshKeys(), second.refreshKeys()]);
    const after = await refreshed(during.refresh_token);
    expect(decodeProtectedHeader(after.id_token).kid).not.toBe(decodeProtectedHeader(before.id_token).kid);
    // The new key was published in advance, so a client that fetched the keys at that time already
    // has it.
    expect(await verifies(after.id_token, ahead)).toBe(true);
    expect(await verifies(before.id_token, await jwks())).toBe(true);
    const silentResponse = await person.request(person.ask({ prompt: "none" }));
    expect(new URL(silentResponse.headers.get("location") ?? "").searchParams.get("code")).toBeTruthy();
    expect(cookies.length).toBeGreaterThan(0);
    const [own, theirs] = [await on.identity.listKeys(), await second.listKeys()];
    expect(own).toEqual(theirs);

    clock += 11 * hourMs;
    await on.identity.refreshKeys();
    const late = await jwks();
    expect(late.keys).toHaveLength(1);
    expect([await verifies(before.id_token, late), await verifies(after.id_token, late)]).toEqual([false, true]);
    expect(on.errors).toEqual([]);
  } finally {
    await second.stop();
    await on.stop();
  }
});
