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
import type { AccountRefusalCode } from "./index.ts";

const refused = (code: AccountRefusalCode) => expect.objectContaining({ code });
let harness: TestAccounts;
beforeAll(async () => {
  harness = await openTestAccounts();
});
afterAll(() => harness.close());

const another = "another good one 5";
const templates = async (id: string) => (await harness.mails(id)).map(({ template }) => template);

/** Adds one credential of every other type, created by the person who registered. */
async function addWaysIn(accountId: string) {
  const row = { siteId: harness.siteId, accountId, createdDate: harness.now() };
  const key = { ...row, id: newId(), credentialId: newId(), publicKey: Buffer.of(1), signCount: 0, name: "Raktas" };
  await harness.db.insertInto("passkey").values(key).execute();
  const app = { ...row, sealedSecret: Buffer.of(1), confirmedDate: harness.now() };
  await harness.db.insertInto("authenticator").values(app).execute();
  await harness.db
    .insertInto("recoveryCode")
    .values({ ...row, hash: Buffer.of(1) })
    .execute();
  const linked = { ...row, issuer: "https://other.example/", subject: newId() };
  await harness.db.insertInto("externalIdentity").values(linked).execute();
}
async function waysIn(accountId: string): Promise<number> {
  const tables = ["passkey", "authenticator", "recoveryCode", "externalIdentity"] as const;
  const counts = tables.map((table) =>
    harness.db
      .selectFrom(table as "passkey")
      .select("accountId")
      .where("accountId", "=", accountId)
      .execute(),
  );
  return (await Promise.all(counts)).flat().length;
}

test("a mailed link replaces a forgotten password once, signs out everywhere and sends a confirmation mail", async () => {
  const { id, email } = await harness.accounts().register({ ...person(), emailVerified: true });
  await addWaysIn(id);
  const session = await harness.startSession(id);
  await harness.accounts().requestPasswordReset(` ${email.toUpperCase()} `, { language: "en", returnTo: "/toliau" });
  const secret = await harness.secretFor(id);
  await expect(harness.accounts().resetPassword(secret, "1234567890")).rejects.toEqual(refused("PASSWORD_TOO_COMMON"));
  const tries = await outcomes([another, another].map((chosen) => harness.accounts().resetPassword(secret, chosen)));
  expect(tries.sort()).toEqual(["PROOF_INVALID", "done"]);
  expect(await harness.endedDate(session)).toEqual(harness.now());
  expect(await waysIn(id)).toBe(4);
  await expect(harness.accounts().authenticate({ email, password })).rejects.toEqual(refused("WRONG_CREDENTIALS"));
  await expect(harness.accounts().authenticate({ email, password: another })).resolves.toMatchObject({ id });
  expect(await templates(id)).toEqual(["account-reset-password", "account-password-changed"]);
});

test("a person who registered somebody else's email address loses access when its owner verifies it", async () => {
  const { id } = await harness.accounts().register({ ...person(), mustVerify: true });
  await addWaysIn(id);
  const session = await harness.startSession(id);
  await harness.accounts().changeEmail(id, `${newId()}@thief.example`);
  const theft = await harness.secretFor(id);
  await harness.accounts().sendActivation(id);
  const owner = await harness.accounts().activate(await harness.secretFor(id), another);
  expect(owner).toMatchObject({ status: "ACTIVE", statusReasons: [], emailVerified: true });
  expect(await waysIn(id)).toBe(0);
  expect(await harness.endedDate(session)).toEqual(harness.now());
  await expect(harness.accounts().confirmEmailChange(theft)).rejects.toEqual(refused("PROOF_INVALID"));
});

test("claiming an email address deletes credentials set before verification, but keeps those of a verified address", async () => {
  const { id, email } = await harness.accounts().register(person());
  await addWaysIn(id);
  const session = await harness.startSession(id);
  expect(await harness.accounts().claimEmail(id)).toMatchObject({ emailVerified: true });
  expect(await waysIn(id)).toBe(0);
  expect(await harness.endedDate(session)).toEqual(harness.now());
  await expect(harness.accounts().authenticate({ email, password })).rejects.toEqual(refused("WRONG_CREDENTIALS"));
  await harness.accounts().setPassword(id, password);
  await harness.accounts().claimEmail(id);
  await expect(harness.accounts().authenticate({ email, password })).resolves.toMatchObject({ id });
});

test("a reset request runs as many statements for unknown, blocked and invalid addresses as for known ones", async () => {
  const known = await harness.accounts().register(person());
  const blocked = await harness.accounts().register(person());
  await harness.accounts().block(blocked.id);
  const counted = countingStatements(harness.db);
  const costs: number[] = [];
  for (const email of [known.email, `${newId()}@example.lt`, blocked.email, "ne adresas"]) {
    const accounts = harness.accounts({ db: counted.db });
    const cost = await counted.during(async () =>
      expect(await accounts.requestPasswordReset(email, { network: "10.0.0.1" })).toBeUndefined(),
    );
    costs.push(cost);
  }
  expect(new Set(costs).size).toBe(1);
  expect(costs[0]).toBeGreaterThan(3);
  expect(await templates(known.id)).toEqual(["account-reset-password"]);
  expect(await templates(blocked.id)).toEqual([]);
  expect(await harness.db.selectFrom("outbox").select("id").where("payload", "=", "{}").execute()).toEqual([]);
});

test("a reset request after the fifth mail gets the same response but sends no mail", async () => {
  const { id, email } = await harness.accounts().register(person());
  for (let count = 1; count <= 8; count++) expect(await harness.accounts().requestPasswordReset(email)).toBeUndefined();
  expect(await templates(id)).toHaveLength(5);
});

test("verifies a new email address first, notifies the old one and invalidates its links", async () => {
  const { id, email } = await harness.accounts().register({ ...person(), emailVerified: true });
  await harness.accounts().requestPasswordReset(email);
  const reset = await harness.secretFor(id);
  const next = `${newId()}@example.lt`;
  await harness.accounts().changeEmail(id, next.toUpperCase());
  expect(await harness.accounts().pendingEmail(id)).toBe(next);
  expect(await harness.accounts().find(id)).toMatchObject({ email });
  const changed = await harness.accounts().confirmEmailChange(await harness.secretFor(id));
  expect(changed).toMatchObject({ email: next, emailVerified: true });
  const [, asked, facts] = await harness.mails(id);
  expect(asked).toMatchObject({ template: "account-change-email", to: next });
  expect(facts).toMatchObject({ template: "account-email-changed", to: email });
  expect(await harness.accounts().pendingEmail(id)).toBeUndefined();
  await expect(harness.accounts().resetPassword(reset, another)).rejects.toEqual(refused("PROOF_INVALID"));
});

test("when two people change to the same email address, one succeeds and the other gets EMAIL_TAKEN", async () => {
  const next = `${newId()}@example.lt`;
  const secrets = await Promise.all(
    [1, 2].map(async () => {
      const { id } = await harness.accounts().register(person());
      await harness.accounts().changeEmail(id, next);
      return harness.secretFor(id);
    }),
  );
  const both = await outcomes(secrets.map((secret) => harness.accounts().confirmEmailChange(secret)));
  expect(both.sort()).toEqual(["EMAIL_TAKEN", "done"]);
  const third = await harness.accounts().register(person());
  await expect(harness.accounts().changeEmail(third.id, next)).rejects.toEqual(refused("EMAIL_TAKEN"));
});

test("limits attempts to find out which email addresses exist by changing to them", async () => {
  const { id } = await harness.accounts().register(person());
  const { email } = await harness.accounts().register(person());
  const tries = [];
  for (let count = 1; count <= 7; count++) tries.push(...(await outcomes([harness.accounts().changeEmail(id, email)])));
  expect(tries).toEqual([...Array(5).fill("EMAIL_TAKEN"), "TOO_MANY_MAILS", "TOO_MANY_MAILS"]);
});

test("a new password keeps the session that set it and ends the others", async () => {
  const { id } = await harness.accounts().register(person());
  const [own, other] = [await harness.startSession(id), await harness.startSession(id)];
  await harness.accounts().setPassword(id, another, { kind: "member", id }, own);
  expect(await harness.endedDate(own)).toBeNull();
  expect(await harness.endedDate(other)).toEqual(harness.now());
  expect(JSON.stringify(await harness.auditEntries(id))).not.toContain("argon2");
});

test("an expired password is recognized but rejected until a mailed link sets a new one", async () => {
  const { id, email } = await harness.accounts().register(person());
  const session = await harness.startSession(id);
  await harness.accounts().requireNewPassword(id);
  expect(await harness.endedDate(session)).toEqual(harness.now());
  await expect(harness.accounts().authenticate({ email, password })).rejects.toEqual(refused("PASSWORD_EXPIRED"));
  await expect(harness.accounts().authenticate({ email, password: another })).rejects.toEqual(
    refused("WRONG_CREDENTIALS"),
  );
  await harness.accounts().resetPassword(await harness.secretFor(id), another);
  await expect(harness.accounts().authenticate({ email, password: another })).resolves.toMatchObject({ id });
});

test("a blocked person cannot use mailed links", async () => {
  const { id, email } = await harness.accounts().register(person());
  await harness.accounts().requestPasswordReset(email);
  const secret = await harness.secretFor(id);
  await harness.accounts().block(id);
  await expect(harness.accounts().resetPassword(secret, another)).rejects.toEqual(refused("BLOCKED"));
  expect(await harness.accounts().find(id)).toMatchObject({ status: "BLOCKED", emailVerified: false });
});

test("a password reset by mail revokes the secret calendar URLs, and the confirmation mail says so", async () => {
  const accounts = harness.accounts();
  const { id, email } = await accounts.register(person());
  const feed = { siteId: harness.siteId, accountId: id, kind: "PERSON" as const, createdDate: harness.now() };
  const feeds = () => harness.db.selectFrom("calendarFeed").select("id").where("accountId", "=", id).execute();
  await harness.db
    .insertInto("calendarFeed")
    .values([1, 2].map((n) => ({ ...feed, id: newId(), keyHash: Buffer.from(`${id} ${n}`) })))
    .execute();
  await accounts.setPassword(id, "trys nauji kibirai");
  expect(await feeds()).toHaveLength(2);
  await accounts.requestPasswordReset(email);
  await accounts.resetPassword(await harness.secretFor(id), "keturi nauji kibirai");
  expect(await feeds()).toEqual([]);
  const facts = (await harness.mails(id)).filter(({ template }) => template === "account-password-changed");
  expect(facts.map(({ facts }) => facts)).toEqual([{}, { calendars: "2" }]);
});
