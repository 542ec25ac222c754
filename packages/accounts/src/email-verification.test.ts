import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, openHouse, outcomes, person } from "./accounts.testing.ts";
import type { AccountRefusalCode } from "./index.ts";

const refused = (code: AccountRefusalCode) => expect.objectContaining({ code });
let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const opened = async (purpose: "VERIFY_LINK" | "VERIFY_CODE" | "RESET_PASSWORD" = "VERIFY_LINK") => {
  const account = await house.accounts().register(person());
  const { id: accountId, email } = account;
  const open = () =>
    house.db.transaction().execute((tx) => house.accounts().openProof(tx, { accountId, purpose, email }));
  return { account, proofId: await open(), open };
};

test("of fifty simultaneous uses of one link one gets it", async () => {
  const { proofId, account } = await opened();
  const { secret } = (await house.accounts().mintProof(proofId)) as { secret: string };
  const uses = await outcomes(Array.from({ length: 50 }, () => house.accounts().useProof(secret, ["VERIFY_LINK"])));
  expect(uses.filter((use) => use === "done")).toHaveLength(1);
  expect(uses.filter((use) => use === "PROOF_INVALID")).toHaveLength(49);
  expect(await house.accounts().readProof(secret)).toBeUndefined();
  expect(account.emailVerified).toBe(false);
});

test("nothing in the database is the secret, and the order for the mail has none", async () => {
  const { proofId, account } = await opened();
  expect(await house.mails(account.id)).toMatchObject([
    { template: "account-verify-link", to: account.email, proofId },
  ]);
  const { secret } = (await house.accounts().mintProof(proofId)) as { secret: string };
  expect(secret).toMatch(/^[\w-]{43}$/);
  const row = await house.db.selectFrom("emailProof").selectAll().where("id", "=", proofId).executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(row.secretHash?.toString("base64url")).not.toBe(secret);
});

test("a link is read as often as one likes, is good for its purpose only, and ends after a day", async () => {
  const { proofId, account } = await opened();
  const { secret } = (await house.accounts().mintProof(proofId)) as { secret: string };
  for (let count = 0; count < 3; count++)
    expect(await house.accounts().readProof(secret)).toMatchObject({ accountId: account.id, purpose: "VERIFY_LINK" });
  await expect(house.accounts().useProof(secret, ["RESET_PASSWORD"])).rejects.toEqual(refused("PROOF_INVALID"));
  await expect(house.accounts().resetPassword(secret, "another good one 5")).rejects.toEqual(refused("PROOF_INVALID"));
  house.later(86_400);
  await expect(house.accounts().verifyEmailByLink(secret)).rejects.toEqual(refused("PROOF_INVALID"));
  expect(await house.accounts().mintProof(proofId)).toBeUndefined();
});

test("a newer link ends the older one, and a secret made again ends the one before", async () => {
  const { proofId, open } = await opened();
  const first = (await house.accounts().mintProof(proofId))?.secret as string;
  const again = (await house.accounts().mintProof(proofId))?.secret as string;
  expect(await house.accounts().readProof(first)).toBeUndefined();
  expect(await house.accounts().readProof(again)).toBeDefined();
  await open();
  expect(await house.accounts().readProof(again)).toBeUndefined();
  expect(await house.accounts().mintProof(proofId)).toBeUndefined();
});

test("a code of six digits stands five tries, whoever makes them at once, and then even the right one is refused", async () => {
  const { proofId, account } = await opened("VERIFY_CODE");
  const code = (await house.accounts().mintProof(proofId))?.secret as string;
  expect(code).toMatch(/^\d{6}$/);
  const wrong = code === "000000" ? "111111" : "000000";
  await outcomes(Array.from({ length: 20 }, () => house.accounts().useCode(account.id, wrong)));
  const { tries } = await house.db
    .selectFrom("emailProof")
    .select("tries")
    .where("id", "=", proofId)
    .executeTakeFirstOrThrow();
  expect(tries).toBe(5);
  await expect(house.accounts().useCode(account.id, code)).rejects.toEqual(refused("PROOF_INVALID"));
});

test("a right code verifies once, for its own person, within a quarter of an hour", async () => {
  const { proofId, account, open } = await opened("VERIFY_CODE");
  const other = await opened("VERIFY_CODE");
  const code = (await house.accounts().mintProof(proofId))?.secret as string;
  await expect(house.accounts().verifyEmailByCode(other.account.id, code)).rejects.toEqual(refused("PROOF_INVALID"));
  const uses = await outcomes(Array.from({ length: 10 }, () => house.accounts().verifyEmailByCode(account.id, code)));
  expect(uses.filter((use) => use === "done")).toHaveLength(1);
  expect(await house.accounts().find(account.id)).toMatchObject({ emailVerified: true });
  const late = (await house.accounts().mintProof(await open()))?.secret as string;
  house.later(900);
  await expect(house.accounts().useCode(account.id, late)).rejects.toEqual(refused("PROOF_INVALID"));
});

test("five mails of a purpose go to an address in a quarter of an hour; the sixth says how long to wait", async () => {
  house.later(900);
  const { open, account } = await opened();
  for (let count = 2; count <= 5; count++) await open();
  await expect(open()).rejects.toMatchObject({ code: "TOO_MANY_MAILS", retryAfterSeconds: expect.any(Number) });
  expect(await house.mails(account.id)).toHaveLength(5);
  house.later(900);
  await open();
});

test("what is over is forgotten", async () => {
  const { proofId } = await opened();
  house.later(30 * 86_400);
  await house.accounts().sweep();
  expect(await house.db.selectFrom("emailProof").select("id").where("id", "=", proofId).execute()).toEqual([]);
  expect(await house.db.selectFrom("rateWindow").selectAll().execute()).toEqual([]);
});
