import { newId } from "@uola/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, openHouse, outcomes, password, person } from "./accounts.testing.ts";

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

test("of ten thousand guesses at one account within a day few are ever compared, and its owner is not locked out", {
  timeout: 180_000,
}, async () => {
  const { id, email } = await house.accounts().register(person());
  const accounts = house.accounts();
  let compared = 0;
  // one guess every 8.64 s; those that meet a pause cost the database two reads
  for (let round = 0; round < 200; round++) {
    const guesses = Array.from({ length: 50 }, () => accounts.authenticate({ email, password: "wrong guess" }));
    compared += (await outcomes(guesses)).filter((code) => code === "WRONG_CREDENTIALS").length;
    house.later(50 * 8.64);
  }
  // Guesses that are under way when a pause begins are compared all the same: more of them on a busy machine.
  expect(compared).toBeLessThan(500);
  expect((await house.accounts().failures({ email })).account).toBe(compared);
  const pauses = (await house.trail(id)).filter(({ action }) => action === "account.pause");
  expect(pauses).toHaveLength(1);
  house.later(900);
  await expect(accounts.authenticate({ email, password })).resolves.toMatchObject({ id });
  expect(await house.accounts().failures({ email, network: "10.0.0.1" })).toEqual({ account: 0, network: 0 });
});

test("each wrong password is written down, with whose it was not and from where, shortened", async () => {
  const { id, email } = await house.accounts().register(person());
  const wrong = { password: "wrong guess", network: "203.0.113.77" };
  await expect(house.accounts().authenticate({ email, ...wrong })).rejects.toMatchObject({ code: "WRONG_CREDENTIALS" });
  const failed = async (entityId: string) =>
    (await house.trail(entityId)).filter(({ action }) => action === "account.signInFailed");
  const line = { actor: { kind: "system", id: "accounts" }, after: { methods: ["pwd"], network: "203.0.113.*" } };
  expect(await failed(id)).toMatchObject([line]);
  await expect(house.accounts().authenticate({ email, password })).resolves.toMatchObject({ id });
  expect(await failed(id)).toHaveLength(1);
  const nobody = "00000000-0000-0000-0000-000000000000";
  const before = (await failed(nobody)).length;
  await house
    .accounts()
    .authenticate({ email: "nobody@example.lt", ...wrong })
    .catch(() => {});
  expect(await failed(nobody)).toHaveLength(before + 1);
});

const anywhere = (n: number) => `198.${18 + Math.floor(n / 60_000)}.${Math.floor(n / 250) % 240}.${n % 250}`;

test("nobody keeps anybody out: hundreds of networks guess at an account for a day, and its person signs in all the while", {
  timeout: 180_000,
}, async () => {
  const accounts = house.accounts();
  const { id, email } = await accounts.register(person());
  const home = { network: "203.0.113.7", browser: "the laptop" };
  await accounts.noteSignIn(id, { methods: ["pwd"], ...home });
  let [free, worked] = [0, 0];
  for (let round = 0; round < 24; round++) {
    house.later(3600);
    const guesses = Array.from({ length: 10 }, async (_, n) => {
      const network = anywhere(round * 100 + n);
      if (await accounts.takesWork({ email, network })) worked++;
      else free++;
      return accounts.authenticate({ email, password: "wrong guess", network });
    });
    expect(new Set(await outcomes(guesses))).toEqual(new Set(["WRONG_CREDENTIALS"]));
    for (const place of [home, { network: home.network }, { network: "192.0.2.50", browser: home.browser }]) {
      expect(await accounts.takesWork({ email, ...place })).toBe(false);
      await expect(accounts.authenticate({ email, password, ...place })).resolves.toMatchObject({ id });
    }
  }
  // a strange place is asked for work, and let in for it: no pause is anywhere but where the guesses come from
  const strange = { network: "192.0.2.99", browser: "a library's" };
  expect(await accounts.takesWork({ email, ...strange })).toBe(true);
  await expect(accounts.authenticate({ email, password, ...strange })).resolves.toMatchObject({ id });
  // the first ones are free, also of those that came at the same moment; the two hundred after them all had to work
  expect(free).toBeLessThanOrEqual(20);
  expect(worked).toBeGreaterThanOrEqual(220);
});

test("somebody in the same network holds up strangers there, not the browser its person has signed in with", async () => {
  const accounts = house.accounts();
  const { id, email } = await accounts.register(person());
  const hall = "203.0.113.80";
  await accounts.noteSignIn(id, { methods: ["pwd"], network: hall, browser: "the till" });
  for (let guess = 0; guess < 12; guess++)
    await outcomes([accounts.authenticate({ email, password: "wrong guess", network: hall, browser: "a phone" })]);
  const from = (browser: string) => accounts.authenticate({ email, password, network: hall, browser });
  await expect(from("a phone")).rejects.toMatchObject({ code: "PAUSED" });
  await expect(from("the till")).resolves.toMatchObject({ id });
  await expect(accounts.authenticate({ email, password, network: hall, stay: "a stay" })).resolves.toMatchObject({
    id,
  });
  // its own guesses count for it as anybody's do
  for (let guess = 0; guess < 10; guess++)
    await outcomes([accounts.authenticate({ email, password: "wrong guess", network: hall, browser: "the till" })]);
  await expect(from("the till")).rejects.toMatchObject({ code: "PAUSED" });
  // another's browser is nothing to this account
  const other = await accounts.register(person());
  await accounts.noteSignIn(other.id, { methods: ["pwd"], browser: "a phone" });
  await expect(from("a phone")).rejects.toMatchObject({ code: "PAUSED" });
});

test("a finished reset forgets what was guessed, and from where the old password was used", async () => {
  const accounts = house.accounts();
  const { id, email } = await accounts.register(person());
  const [thief, owner] = [{ network: "192.0.2.1" }, { network: "192.0.2.2" }];
  await accounts.noteSignIn(id, { methods: ["pwd"], ...thief });
  for (let guess = 0; guess < 12; guess++)
    await outcomes([accounts.authenticate({ email, password: "wrong guess", ...owner })]);
  await expect(accounts.authenticate({ email, password, ...owner })).rejects.toMatchObject({ code: "PAUSED" });
  await accounts.requestPasswordReset(email);
  await accounts.resetPassword(await house.secretFor(id), "keturi nauji kibirai");
  expect(await accounts.failures({ email })).toEqual({ account: 0, network: 0 });
  const again = accounts.authenticate({ email, password: "keturi nauji kibirai", ...owner });
  await expect(again).resolves.toMatchObject({ id });
  for (let guess = 0; guess < 10; guess++)
    await outcomes([accounts.authenticate({ email, password: "wrong guess", network: anywhere(guess) })]);
  expect(await accounts.takesWork({ email, ...thief })).toBe(true);
});

test("a known and an unknown address cost the same statements, guess by guess, pause and all", async () => {
  const { email } = await house.accounts().register(person());
  let statements = 0;
  const counted = house.db.withPlugin({
    transformQuery: ({ node }) => {
      statements++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const accounts = house.accounts({ db: counted });
  async function costsOf(address: string) {
    const costs: number[] = [];
    for (let count = 1; count <= 11; count++) {
      statements = 0;
      await outcomes([accounts.authenticate({ email: address, password: "wrong guess", network: "10.0.0.2" })]);
      costs.push(statements);
    }
    return costs;
  }
  expect(await costsOf(email)).toEqual(await costsOf(`${newId()}@example.lt`));
});

test("a sign-in is written down with a shortened address", async () => {
  const { id } = await house.accounts().register(person());
  await house.accounts().noteSignIn(id, { methods: ["pwd", "otp"], network: "203.0.113.7", device: "x".repeat(2000) });
  const [, signIn] = await house.trail(id);
  expect(signIn).toMatchObject({ action: "account.signIn", actor: { kind: "member", id } });
  expect(signIn?.after).toEqual({ methods: ["pwd", "otp"], network: "203.0.113.*", device: "x".repeat(500) });
});
