import { newId } from "@uola/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, openHouse, outcomes, password, person } from "./house.testing.ts";

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
  expect(compared).toBeLessThan(250);
  expect((await house.accounts().failures({ email })).account).toBe(compared);
  const pauses = (await house.trail(id)).filter(({ action }) => action === "account.pause");
  expect(pauses).toHaveLength(1);
  house.later(900);
  await expect(accounts.authenticate({ email, password })).resolves.toMatchObject({ id });
  expect(await house.accounts().failures({ email, network: "10.0.0.1" })).toEqual({ account: 0, network: 0 });
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
