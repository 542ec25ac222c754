import { newId } from "@uola/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  countingStatements,
  openTestAccounts,
  outcomes,
  password,
  person,
  type TestAccounts,
} from "./accounts.testing.ts";

let harness: TestAccounts;
beforeAll(async () => {
  harness = await openTestAccounts();
});
afterAll(() => harness.close());

test("few of ten thousand guesses at one account per day are compared, and its owner is not locked out", {
  // Takes half a minute on an idle machine, and several minutes when all tests run at once.
  timeout: 600_000,
}, async () => {
  const { id, email } = await harness.accounts().register(person());
  const accounts = harness.accounts();
  let compared = 0;
  // One guess every 8.64 s. A guess during a lockout costs the database two reads.
  for (let round = 0; round < 200; round++) {
    const guesses = Array.from({ length: 50 }, () => accounts.authenticate({ email, password: "wrong guess" }));
    compared += (await outcomes(guesses)).filter((code) => code === "WRONG_CREDENTIALS").length;
    harness.advance(50 * 8.64);
  }
  // Guesses in progress when a lockout begins are still compared; there are more of them on a busy
  // machine.
  expect(compared).toBeLessThan(500);
  expect((await harness.accounts().failures({ email })).account).toBe(compared);
  const lockout = (await harness.auditEntries(id)).filter(({ action }) => action === "account.pause");
  expect(lockout).toHaveLength(1);
  harness.advance(900);
  await expect(accounts.authenticate({ email, password })).resolves.toMatchObject({ id });
  expect(await harness.accounts().failures({ email, network: "10.0.0.1" })).toEqual({ account: 0, network: 0 });
});

test("audits each wrong password with the account and the coarse network", async () => {
  const { id, email } = await harness.accounts().register(person());
  const wrong = { password: "wrong guess", network: "203.0.113.77" };
  await expect(harness.accounts().authenticate({ email, ...wrong })).rejects.toMatchObject({
    code: "WRONG_CREDENTIALS",
  });
  const failed = async (entityId: string) =>
    (await harness.auditEntries(entityId)).filter(({ action }) => action === "account.signInFailed");
  const line = { actor: { kind: "system", id: "accounts" }, after: { methods: ["pwd"], network: "203.0.113.*" } };
  expect(await failed(id)).toMatchObject([line]);
  await expect(harness.accounts().authenticate({ email, password })).resolves.toMatchObject({ id });
  expect(await failed(id)).toHaveLength(1);
  const unknownAccountId = "00000000-0000-0000-0000-000000000000";
  const before = (await failed(unknownAccountId)).length;
  await harness
    .accounts()
    .authenticate({ email: "nobody@example.lt", ...wrong })
    .catch(() => {});
  expect(await failed(unknownAccountId)).toHaveLength(before + 1);
});

const anywhere = (n: number) => `198.${18 + Math.floor(n / 60_000)}.${Math.floor(n / 250) % 240}.${n % 250}`;

test("the owner can sign in while hundreds of networks guess at the account for a day", {
  timeout: 600_000,
}, async () => {
  const accounts = harness.accounts();
  const { id, email } = await accounts.register(person());
  const home = { network: "203.0.113.7", browser: "the laptop" };
  await accounts.recordSignIn(id, { methods: ["pwd"], ...home });
  let [free, worked] = [0, 0];
  for (let round = 0; round < 24; round++) {
    harness.advance(3600);
    const guesses = Array.from({ length: 10 }, async (_, n) => {
      const network = anywhere(round * 100 + n);
      if (await accounts.requiresProofOfWork({ email, network })) worked++;
      else free++;
      return accounts.authenticate({ email, password: "wrong guess", network });
    });
    expect(new Set(await outcomes(guesses))).toEqual(new Set(["WRONG_CREDENTIALS"]));
    for (const place of [home, { network: home.network }, { network: "192.0.2.50", browser: home.browser }]) {
      expect(await accounts.requiresProofOfWork({ email, ...place })).toBe(false);
      await expect(accounts.authenticate({ email, password, ...place })).resolves.toMatchObject({ id });
    }
  }
  // An unfamiliar origin must do a proof of work and is then admitted: only guessing origins are
  // locked out.
  const strange = { network: "192.0.2.99", browser: "a library's" };
  expect(await accounts.requiresProofOfWork({ email, ...strange })).toBe(true);
  await expect(accounts.authenticate({ email, password, ...strange })).resolves.toMatchObject({ id });
  // The first attempts, including simultaneous ones, need no proof of work; the next two hundred
  // do.
  expect(free).toBeLessThanOrEqual(20);
  expect(worked).toBeGreaterThanOrEqual(220);
});

test("guesses from a network lock out its unfamiliar browsers, but not a browser that the person has used before", async () => {
  const accounts = harness.accounts();
  const { id, email } = await accounts.register(person());
  const hall = "203.0.113.80";
  await accounts.recordSignIn(id, { methods: ["pwd"], network: hall, browser: "the till" });
  for (let guess = 0; guess < 12; guess++)
    await outcomes([accounts.authenticate({ email, password: "wrong guess", network: hall, browser: "a phone" })]);
  const from = (browser: string) => accounts.authenticate({ email, password, network: hall, browser });
  await expect(from("a phone")).rejects.toMatchObject({ code: "PAUSED" });
  await expect(from("the till")).resolves.toMatchObject({ id });
  await expect(
    accounts.authenticate({ email, password, network: hall, sessionId: "a session" }),
  ).resolves.toMatchObject({
    id,
  });
  // Wrong guesses in the familiar browser count like those in any other.
  for (let guess = 0; guess < 10; guess++)
    await outcomes([accounts.authenticate({ email, password: "wrong guess", network: hall, browser: "the till" })]);
  await expect(from("the till")).rejects.toMatchObject({ code: "PAUSED" });
  // A browser familiar to another account is not familiar to this one.
  const other = await accounts.register(person());
  await accounts.recordSignIn(other.id, { methods: ["pwd"], browser: "a phone" });
  await expect(from("a phone")).rejects.toMatchObject({ code: "PAUSED" });
});

test("a password reset clears the wrong guesses and the familiar origins", async () => {
  const accounts = harness.accounts();
  const { id, email } = await accounts.register(person());
  const [thief, owner] = [{ network: "192.0.2.1" }, { network: "192.0.2.2" }];
  await accounts.recordSignIn(id, { methods: ["pwd"], ...thief });
  for (let guess = 0; guess < 12; guess++)
    await outcomes([accounts.authenticate({ email, password: "wrong guess", ...owner })]);
  await expect(accounts.authenticate({ email, password, ...owner })).rejects.toMatchObject({ code: "PAUSED" });
  await accounts.requestPasswordReset(email);
  await accounts.resetPassword(await harness.secretFor(id), "keturi nauji kibirai");
  expect(await accounts.failures({ email })).toEqual({ account: 0, network: 0 });
  const again = accounts.authenticate({ email, password: "keturi nauji kibirai", ...owner });
  await expect(again).resolves.toMatchObject({ id });
  for (let guess = 0; guess < 10; guess++)
    await outcomes([accounts.authenticate({ email, password: "wrong guess", network: anywhere(guess) })]);
  expect(await accounts.requiresProofOfWork({ email, ...thief })).toBe(true);
});

test("guesses at a known and an unknown email address run equally many statements, even during a lockout", async () => {
  const { email } = await harness.accounts().register(person());
  const counted = countingStatements(harness.db);
  const accounts = harness.accounts({ db: counted.db });
  async function costsOf(address: string) {
    const costs: number[] = [];
    for (let count = 1; count <= 11; count++) {
      const guess = { email: address, password: "wrong guess", network: "10.0.0.2" };
      costs.push(await counted.during(() => outcomes([accounts.authenticate(guess)])));
    }
    return costs;
  }
  expect(await costsOf(email)).toEqual(await costsOf(`${newId()}@example.lt`));
});

test("audits a sign-in with a shortened IP address", async () => {
  const { id } = await harness.accounts().register(person());
  await harness
    .accounts()
    .recordSignIn(id, { methods: ["pwd", "otp"], network: "203.0.113.7", device: "x".repeat(2000) });
  const [, signIn] = await harness.auditEntries(id);
  expect(signIn).toMatchObject({ action: "account.signIn", actor: { kind: "member", id } });
  expect(signIn?.after).toEqual({ methods: ["pwd", "otp"], network: "203.0.113.*", device: "x".repeat(500) });
});
