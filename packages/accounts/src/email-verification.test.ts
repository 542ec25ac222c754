import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestAccounts, outcomes, person, type TestAccounts } from "./accounts.testing.ts";
import type { AccountRefusalCode } from "./index.ts";

const refused = (code: AccountRefusalCode) => expect.objectContaining({ code });
let harness: TestAccounts;
beforeAll(async () => {
  harness = await openTestAccounts();
});
afterAll(() => harness.close());

const opened = async (purpose: "VERIFY_LINK" | "VERIFY_CODE" | "RESET_PASSWORD" = "VERIFY_LINK") => {
  const account = await harness.accounts().register(person());
  const { id: accountId, email } = account;
  const open = () =>
    harness.db.transaction().execute((tx) => harness.accounts().openVerification(tx, { accountId, purpose, email }));
  return { account, proofId: await open(), open };
};

test("only one of fifty simultaneous uses of a link succeeds", async () => {
  const { proofId, account } = await opened();
  const { secret } = (await harness.accounts().issueVerificationSecret(proofId)) as { secret: string };
  const uses = await outcomes(
    Array.from({ length: 50 }, () => harness.accounts().useVerification(secret, ["VERIFY_LINK"])),
  );
  expect(uses.filter((use) => use === "done")).toHaveLength(1);
  expect(uses.filter((use) => use === "PROOF_INVALID")).toHaveLength(49);
  expect(await harness.accounts().readVerification(secret)).toBeUndefined();
  expect(account.emailVerified).toBe(false);
});

test("neither the database nor the queued mail contains the secret", async () => {
  const { proofId, account } = await opened();
  expect(await harness.mails(account.id)).toMatchObject([
    { template: "account-verify-link", to: account.email, proofId },
  ]);
  const { secret } = (await harness.accounts().issueVerificationSecret(proofId)) as { secret: string };
  expect(secret).toMatch(/^[\w-]{43}$/);
  const row = await harness.db.selectFrom("emailProof").selectAll().where("id", "=", proofId).executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(row.secretHash?.toString("base64url")).not.toBe(secret);
});

test("a link can be read repeatedly, is valid for one purpose only and expires after a day", async () => {
  const { proofId, account } = await opened();
  const { secret } = (await harness.accounts().issueVerificationSecret(proofId)) as { secret: string };
  for (let count = 0; count < 3; count++)
    expect(await harness.accounts().readVerification(secret)).toMatchObject({
      accountId: account.id,
      purpose: "VERIFY_LINK",
    });
  await expect(harness.accounts().useVerification(secret, ["RESET_PASSWORD"])).rejects.toEqual(
    refused("PROOF_INVALID"),
  );
  await expect(harness.accounts().resetPassword(secret, "another good one 5")).rejects.toEqual(
    refused("PROOF_INVALID"),
  );
  harness.advance(86_400);
  await expect(harness.accounts().verifyEmailByLink(secret)).rejects.toEqual(refused("PROOF_INVALID"));
  expect(await harness.accounts().issueVerificationSecret(proofId)).toBeUndefined();
});

test("a newer link invalidates the older one, and a new secret invalidates the previous one", async () => {
  const { proofId, open } = await opened();
  const first = (await harness.accounts().issueVerificationSecret(proofId))?.secret as string;
  const again = (await harness.accounts().issueVerificationSecret(proofId))?.secret as string;
  expect(await harness.accounts().readVerification(first)).toBeUndefined();
  expect(await harness.accounts().readVerification(again)).toBeDefined();
  await open();
  expect(await harness.accounts().readVerification(again)).toBeUndefined();
  expect(await harness.accounts().issueVerificationSecret(proofId)).toBeUndefined();
});

test("a six-digit code allows five tries, even simultaneous ones, and is then rejected even if right", async () => {
  const { proofId, account } = await opened("VERIFY_CODE");
  const code = (await harness.accounts().issueVerificationSecret(proofId))?.secret as string;
  expect(code).toMatch(/^\d{6}$/);
  const wrong = code === "000000" ? "111111" : "000000";
  await outcomes(Array.from({ length: 20 }, () => harness.accounts().useCode(account.id, wrong)));
  const { tries } = await harness.db
    .selectFrom("emailProof")
    .select("tries")
    .where("id", "=", proofId)
    .executeTakeFirstOrThrow();
  expect(tries).toBe(5);
  await expect(harness.accounts().useCode(account.id, code)).rejects.toEqual(refused("PROOF_INVALID"));
});

test("a right code verifies only its own person, once, within a quarter of an hour", async () => {
  const { proofId, account, open } = await opened("VERIFY_CODE");
  const other = await opened("VERIFY_CODE");
  const code = (await harness.accounts().issueVerificationSecret(proofId))?.secret as string;
  await expect(harness.accounts().verifyEmailByCode(other.account.id, code)).rejects.toEqual(refused("PROOF_INVALID"));
  const uses = await outcomes(Array.from({ length: 10 }, () => harness.accounts().verifyEmailByCode(account.id, code)));
  expect(uses.filter((use) => use === "done")).toHaveLength(1);
  expect(await harness.accounts().find(account.id)).toMatchObject({ emailVerified: true });
  const late = (await harness.accounts().issueVerificationSecret(await open()))?.secret as string;
  harness.advance(900);
  await expect(harness.accounts().useCode(account.id, late)).rejects.toEqual(refused("PROOF_INVALID"));
});

test("sends at most five mails per purpose and email address in a quarter of an hour and then returns the waiting time", async () => {
  harness.advance(900);
  const { open, account } = await opened();
  for (let count = 2; count <= 5; count++) await open();
  await expect(open()).rejects.toMatchObject({ code: "TOO_MANY_MAILS", retryAfterSeconds: expect.any(Number) });
  expect(await harness.mails(account.id)).toHaveLength(5);
  harness.advance(900);
  await open();
});

test("deletes expired verifications", async () => {
  const { proofId } = await opened();
  harness.advance(30 * 86_400);
  await harness.accounts().sweep();
  expect(await harness.db.selectFrom("emailProof").select("id").where("id", "=", proofId).execute()).toEqual([]);
  expect(await harness.db.selectFrom("rateWindow").selectAll().execute()).toEqual([]);
});
