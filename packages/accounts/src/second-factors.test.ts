import { type Database, newId } from "@uola/database";
import { freshDatabase } from "@uola/database/testing";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, type AccountRefusal, type Accounts, createAccounts } from "./index.ts";
import { concurrently, createSoftPasskey } from "./passkeys.testing.ts";

const secret = "a secret of the test";
const password = "Į viršų lipam 7";
let db: Database;
let siteId: string;
let close: () => Promise<void>;
let accounts: Accounts;
let clock = new Date("2026-09-02T10:00:10Z");
const now = () => clock;
const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};

beforeAll(async () => {
  ({ db, siteId, close } = await freshDatabase());
  accounts = createAccounts({ db, siteId, secret, now });
});
afterAll(() => close());

const refused = (code: AccountRefusal["code"]) => expect.objectContaining({ code });
const person = (role: Account["role"] = "member") =>
  accounts.create({ email: `${newId()}@example.lt`, password, firstName: "Ona", role });
const factors = () => accounts.factors;
/** Returns the code that the app shows a given number of 30-second steps from now. */
const shown = (appSecret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(appSecret), timestamp: clock.getTime() + steps * 30_000 });

/**
 * Creates a person with an authenticator app that was enabled with the code of the previous
 * 30-second step.
 */
async function holder(role?: Account["role"]) {
  const account = await person(role);
  const { secret: appSecret, address } = await factors().beginAuthenticator(account.id);
  const codes = await factors().confirmAuthenticator(account.id, shown(appSecret));
  later(60);
  return { id: account.id, account, appSecret, address, codes };
}
const changesOf = async (accountId: string) => {
  const rows = await db.selectFrom("outbox").select("payload").where("kind", "=", "mail").orderBy("id").execute();
  return rows
    .map(({ payload }) => payload as { accountId: string; template: string; facts: { change: string } })
    .filter((letter) => letter.accountId === accountId && letter.template === "account-second-factor-changed")
    .map(({ facts }) => facts.change);
};

test("labels the authenticator entry with the name that the gym has at set-up time", async () => {
  const { id } = await person();
  const rename = (name: string) => db.updateTable("site").set({ name }).execute();
  await rename("Siena Nr. 1");
  const { address } = await factors().beginAuthenticator(id);
  await rename("Uola");
  expect(new URL(address).searchParams.get("issuer")).toBe("Siena Nr. 1");
});

test("the first code enables an authenticator app, and the app's secret is stored encrypted", async () => {
  const { id } = await person();
  const { secret: appSecret, address } = await factors().beginAuthenticator(id);
  expect(address).toMatch(/^otpauth:\/\/totp\/Uola:.+issuer=Uola/);
  expect((await factors().of(id)).authenticator).toEqual({ isOn: false, since: undefined });
  expect(await factors().checkCode(id, shown(appSecret))).toBe(false);
  await expect(factors().confirmAuthenticator(id, shown(appSecret, 5))).rejects.toEqual(refused("WRONG_CODE"));
  const codes = await factors().confirmAuthenticator(id, shown(appSecret));
  expect(new Set(codes).size).toBe(10);
  expect(await factors().of(id)).toMatchObject({ authenticator: { isOn: true, since: clock }, recoveryCodesLeft: 10 });
  expect(await changesOf(id)).toEqual(["AUTHENTICATOR_ADDED"]);
  const stored = await Promise.all([
    db.selectFrom("authenticator").selectAll().where("accountId", "=", id).execute(),
    db.selectFrom("recoveryCode").selectAll().where("accountId", "=", id).execute(),
    db.selectFrom("audit").selectAll().where("entityId", "=", id).execute(),
    db.selectFrom("outbox").selectAll().execute(),
    db.selectFrom("oneTimeSecret").selectAll().execute(),
  ]);
  const readable = JSON.stringify(stored, (_, value) =>
    value?.type === "Buffer" ? Buffer.from(value.data).toString("latin1") : value,
  );
  for (const word of [appSecret, ...codes]) expect(readable).not.toContain(word);
});

test("a code is valid once, in its 30-second step and the neighbouring ones", async () => {
  const { id, appSecret } = await holder();
  for (const steps of [-2, 2]) expect(await factors().checkCode(id, shown(appSecret, steps))).toBe(false);
  expect(await factors().checkCode(id, shown(appSecret, -1))).toBe(true);
  expect(await factors().checkCode(id, ` ${shown(appSecret).replace(/(...)/, "$1 ")}`)).toBe(true);
  for (const steps of [-1, 0]) expect(await factors().checkCode(id, shown(appSecret, steps))).toBe(false);
  expect(await factors().checkCode(id, shown(appSecret, 1))).toBe(true);
  expect(await factors().checkCode(id, shown(appSecret, 1))).toBe(false);
});

test("the code that enabled the authenticator app cannot be used again", async () => {
  const { id } = await person();
  const { secret: appSecret } = await factors().beginAuthenticator(id);
  const code = shown(appSecret);
  await factors().confirmAuthenticator(id, code);
  expect(await factors().checkCode(id, code)).toBe(false);
});

test("a code is valid only for the person it belongs to", async () => {
  const [one, other] = [await holder(), await holder()];
  expect(await factors().checkCode(other.id, shown(one.appSecret))).toBe(false);
  expect(await factors().checkCode(other.id, one.codes[0] as string)).toBe(false);
});

test.each(["", " ", "\0", "12345", "1234567", "１２３４５６", "a".repeat(10_000), "-1-1-1"])(
  "rejects %j as a wrong code without crashing",
  async (nonsense) => {
    const { id } = await holder();
    expect(await factors().checkCode(id, nonsense)).toBe(false);
  },
);

test("a recovery code works once, regardless of formatting, and its owner is notified", async () => {
  const { id, codes } = await holder();
  const [first, second] = codes as [string, string];
  expect(await factors().checkCode(id, ` ${first.toUpperCase().replaceAll("-", " ")} `)).toBe(true);
  expect(await factors().checkCode(id, first)).toBe(false);
  const misread = second.replaceAll("0", "O").replaceAll("1", "l");
  expect(await factors().checkCode(id, misread)).toBe(true);
  expect((await factors().of(id)).recoveryCodesLeft).toBe(8);
  expect(await changesOf(id)).toEqual(["AUTHENTICATOR_ADDED", "RECOVERY_CODE_USED", "RECOVERY_CODE_USED"]);
});

test("new recovery codes invalidate the old ones", async () => {
  const { id, codes } = await holder();
  const fresh = await factors().renewRecoveryCodes(id);
  expect(await factors().checkCode(id, codes[0] as string)).toBe(false);
  expect(await factors().checkCode(id, fresh[0] as string)).toBe(true);
  expect((await factors().of(id)).recoveryCodesLeft).toBe(9);
});

test("only one of twenty simultaneous uses of a code succeeds", async () => {
  const { id, appSecret, codes } = await holder();
  for (const code of [shown(appSecret), codes[0] as string]) {
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => factors().checkCode(id, code)));
    const won = all.filter((each) => each.status === "fulfilled" && each.value);
    expect(won).toHaveLength(1);
    const quirks = all.filter((each) => each.status === "rejected" && each.reason.code !== "PAUSED");
    expect(quirks).toEqual([]);
    later(1000);
  }
});

test("five consecutive wrong codes lock out even the right code, and a right code resets the count", async () => {
  const { id, appSecret } = await holder();
  const wrong = () => factors().checkCode(id, shown(appSecret, 50));
  for (let guess = 0; guess < 5; guess++) expect(await wrong()).toBe(false);
  await expect(factors().checkCode(id, shown(appSecret))).rejects.toMatchObject({
    code: "PAUSED",
    retryAfterSeconds: 5,
  });
  await expect(factors().confirmAuthenticator(id, shown(appSecret))).rejects.toEqual(refused("PAUSED"));
  later(5);
  expect(await wrong()).toBe(false);
  await expect(wrong()).rejects.toMatchObject({ code: "PAUSED", retryAfterSeconds: 10 });
  later(10);
  expect(await factors().checkCode(id, shown(appSecret))).toBe(true);
  for (let guess = 0; guess < 5; guess++) expect(await wrong()).toBe(false);
});

test("checks at most five of many simultaneous wrong codes across two processes", async () => {
  const { id, appSecret } = await holder();
  const neighbour = createAccounts({ db, siteId, secret, now });
  const guesses = Array.from({ length: 20 }, (_, index) =>
    (index % 2 ? accounts : neighbour).factors.checkCode(id, shown(appSecret, 50)),
  );
  const looked = (await Promise.allSettled(guesses)).filter(({ status }) => status === "fulfilled");
  expect(looked).toHaveLength(5);
});

test("wrong codes at the set-up of a new app also cause a lockout", async () => {
  const { id } = await person();
  const { secret: appSecret } = await factors().beginAuthenticator(id);
  const guess = () => factors().confirmAuthenticator(id, shown(appSecret, 50));
  for (let count = 0; count < 5; count++) await expect(guess()).rejects.toEqual(refused("WRONG_CODE"));
  await expect(guess()).rejects.toEqual(refused("PAUSED"));
});

test("a new app replaces the old one only after its first code, which must be entered within half an hour", async () => {
  const { id, appSecret, codes } = await holder();
  const next = await factors().beginAuthenticator(id);
  expect(await factors().checkCode(id, shown(next.secret))).toBe(false);
  expect(await factors().checkCode(id, shown(appSecret))).toBe(true);
  later(30 * 60);
  await expect(factors().confirmAuthenticator(id, shown(next.secret))).rejects.toEqual(refused("WRONG_CODE"));
  const last = await factors().beginAuthenticator(id);
  await factors().confirmAuthenticator(id, shown(last.secret));
  later(60);
  expect(await factors().checkCode(id, codes[0] as string)).toBe(false);
  expect(await factors().checkCode(id, shown(appSecret))).toBe(false);
  expect(await factors().checkCode(id, shown(last.secret))).toBe(true);
});

test("a removed app and its recovery codes no longer work", async () => {
  const { id, appSecret, codes } = await holder();
  await factors().removeAuthenticator(id);
  expect(await factors().checkCode(id, shown(appSecret))).toBe(false);
  expect(await factors().checkCode(id, codes[0] as string)).toBe(false);
  expect(await factors().of(id)).toMatchObject({ authenticator: { isOn: false }, recoveryCodesLeft: 0 });
  expect(await changesOf(id)).toEqual(["AUTHENTICATOR_ADDED", "AUTHENTICATOR_REMOVED"]);
});

test("team members cannot remove their last second factor, unless none is required", async () => {
  for (const role of ["owner", "trainer", "desk", "editor", "accountant"] as const) {
    const { id, appSecret } = await holder(role);
    await expect(factors().removeAuthenticator(id)).rejects.toEqual(refused("SECOND_FACTOR_REQUIRED"));
    expect((await factors().of(id)).recoveryCodesLeft).toBe(10);
    expect(await factors().checkCode(id, shown(appSecret))).toBe(true);
  }
  const { id } = await holder("owner");
  const place = { rpId: "localhost", origin: "http://localhost:3002" };
  const made = createSoftPasskey(place).register(await factors().passkeys.registrationOptions(id, place));
  await factors().passkeys.register(id, made, { ...place, name: "x" });
  await factors().removeAuthenticator(id);
  expect((await factors().of(id)).authenticator.isOn).toBe(false);

  const easy = createAccounts({ db, siteId, secret, now, secondFactorRequired: false }).factors;
  const lax = await holder("owner");
  await easy.removeAuthenticator(lax.id);
  expect(await easy.of(lax.id)).toMatchObject({ required: false, authenticator: { isOn: false } });
});

test("requires a second factor for a person with an app or with a team role", async () => {
  const asked = async (id: string) => factors().areRequiredFor(id);
  expect(await asked((await person()).id)).toBe(false);
  expect(await asked((await person("trainer")).id)).toBe(true);
  expect(await asked((await holder()).id)).toBe(true);
});

test("an owner who removes the app and the last passkey at the same time keeps one of them", async () => {
  const { id } = await holder("owner");
  const place = { rpId: "localhost", origin: "http://localhost:3002" };
  const made = createSoftPasskey(place).register(await factors().passkeys.registrationOptions(id, place));
  const passkey = await factors().passkeys.register(id, made, { ...place, name: "x" });
  const removals = [() => factors().removeAuthenticator(id), () => factors().passkeys.remove(id, passkey.id)];
  const both = await concurrently(db, id, removals);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
