import { newId } from "@uola/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, openHouse, outcomes, password, person } from "./accounts.testing.ts";
import type { AccountRefusalCode } from "./index.ts";

const refused = (code: AccountRefusalCode) => expect.objectContaining({ code });
let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const another = "another good one 5";
const templates = async (id: string) => (await house.mails(id)).map(({ template }) => template);

/** One of each other way in, set by whoever registered. */
async function addWaysIn(accountId: string) {
  const row = { siteId: house.siteId, accountId, createdDate: house.now() };
  const key = { ...row, id: newId(), credentialId: newId(), publicKey: Buffer.of(1), signCount: 0, name: "Raktas" };
  await house.db.insertInto("passkey").values(key).execute();
  const app = { ...row, sealedSecret: Buffer.of(1), confirmedDate: house.now() };
  await house.db.insertInto("authenticator").values(app).execute();
  await house.db
    .insertInto("recoveryCode")
    .values({ ...row, hash: Buffer.of(1) })
    .execute();
  const linked = { ...row, issuer: "https://other.example/", subject: newId() };
  await house.db.insertInto("externalIdentity").values(linked).execute();
}
async function waysIn(accountId: string): Promise<number> {
  const tables = ["passkey", "authenticator", "recoveryCode", "externalIdentity"] as const;
  const counts = tables.map((table) =>
    house.db
      .selectFrom(table as "passkey")
      .select("accountId")
      .where("accountId", "=", accountId)
      .execute(),
  );
  return (await Promise.all(counts)).flat().length;
}

test("a forgotten password is replaced by the mailed link: out everywhere, told by mail, the link good once", async () => {
  const { id, email } = await house.accounts().register({ ...person(), emailVerified: true });
  await addWaysIn(id);
  const stay = await house.stay(id);
  await house.accounts().requestPasswordReset(` ${email.toUpperCase()} `, { language: "en", returnTo: "/toliau" });
  const secret = await house.secretFor(id);
  await expect(house.accounts().resetPassword(secret, "1234567890")).rejects.toEqual(refused("PASSWORD_TOO_COMMON"));
  const tries = await outcomes([another, another].map((chosen) => house.accounts().resetPassword(secret, chosen)));
  expect(tries.sort()).toEqual(["PROOF_INVALID", "done"]);
  expect(await house.ended(stay)).toEqual(house.now());
  expect(await waysIn(id)).toBe(4);
  await expect(house.accounts().authenticate({ email, password })).rejects.toEqual(refused("WRONG_CREDENTIALS"));
  await expect(house.accounts().authenticate({ email, password: another })).resolves.toMatchObject({ id });
  expect(await templates(id)).toEqual(["account-reset-password", "account-password-changed"]);
});

test("whoever registers another's address in advance is out when its owner proves it", async () => {
  const { id } = await house.accounts().register({ ...person(), mustVerify: true });
  await addWaysIn(id);
  const stay = await house.stay(id);
  await house.accounts().changeEmail(id, `${newId()}@thief.example`);
  const theft = await house.secretFor(id);
  await house.accounts().sendActivation(id);
  const owner = await house.accounts().activate(await house.secretFor(id), another);
  expect(owner).toMatchObject({ status: "ACTIVE", statusReasons: [], emailVerified: true });
  expect(await waysIn(id)).toBe(0);
  expect(await house.ended(stay)).toEqual(house.now());
  await expect(house.accounts().confirmEmailChange(theft)).rejects.toEqual(refused("PROOF_INVALID"));
});

test("a claimed address leaves nothing of who had it unverified; a verified one is left as it is", async () => {
  const { id, email } = await house.accounts().register(person());
  await addWaysIn(id);
  const stay = await house.stay(id);
  expect(await house.accounts().claimEmail(id)).toMatchObject({ emailVerified: true });
  expect(await waysIn(id)).toBe(0);
  expect(await house.ended(stay)).toEqual(house.now());
  await expect(house.accounts().authenticate({ email, password })).rejects.toEqual(refused("WRONG_CREDENTIALS"));
  await house.accounts().setPassword(id, password);
  await house.accounts().claimEmail(id);
  await expect(house.accounts().authenticate({ email, password })).resolves.toMatchObject({ id });
});

test("asking for a reset costs the same number of statements for known, unknown, blocked and strange addresses", async () => {
  const known = await house.accounts().register(person());
  const blocked = await house.accounts().register(person());
  await house.accounts().block(blocked.id);
  let statements = 0;
  const counted = house.db.withPlugin({
    transformQuery: ({ node }) => {
      statements++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const costs: number[] = [];
  for (const email of [known.email, `${newId()}@example.lt`, blocked.email, "ne adresas"]) {
    statements = 0;
    expect(await house.accounts({ db: counted }).requestPasswordReset(email, { network: "10.0.0.1" })).toBeUndefined();
    costs.push(statements);
  }
  expect(new Set(costs).size).toBe(1);
  expect(costs[0]).toBeGreaterThan(3);
  expect(await templates(known.id)).toEqual(["account-reset-password"]);
  expect(await templates(blocked.id)).toEqual([]);
  expect(await house.db.selectFrom("outbox").select("id").where("payload", "=", "{}").execute()).toEqual([]);
});

test("beyond five mails asking for a reset goes on answering the same, and nothing is mailed", async () => {
  const { id, email } = await house.accounts().register(person());
  for (let count = 1; count <= 8; count++) expect(await house.accounts().requestPasswordReset(email)).toBeUndefined();
  expect(await templates(id)).toHaveLength(5);
});

test("a new address is verified first, the old one is told, and links to the old one are good no more", async () => {
  const { id, email } = await house.accounts().register({ ...person(), emailVerified: true });
  await house.accounts().requestPasswordReset(email);
  const reset = await house.secretFor(id);
  const next = `${newId()}@example.lt`;
  await house.accounts().changeEmail(id, next.toUpperCase());
  expect(await house.accounts().pendingEmail(id)).toBe(next);
  expect(await house.accounts().find(id)).toMatchObject({ email });
  const changed = await house.accounts().confirmEmailChange(await house.secretFor(id));
  expect(changed).toMatchObject({ email: next, emailVerified: true });
  const [, asked, told] = await house.mails(id);
  expect(asked).toMatchObject({ template: "account-change-email", to: next });
  expect(told).toMatchObject({ template: "account-email-changed", to: email });
  expect(await house.accounts().pendingEmail(id)).toBeUndefined();
  await expect(house.accounts().resetPassword(reset, another)).rejects.toEqual(refused("PROOF_INVALID"));
});

test("two who change to one address: one gets it, the other is told it is taken", async () => {
  const next = `${newId()}@example.lt`;
  const secrets = await Promise.all(
    [1, 2].map(async () => {
      const { id } = await house.accounts().register(person());
      await house.accounts().changeEmail(id, next);
      return house.secretFor(id);
    }),
  );
  const both = await outcomes(secrets.map((secret) => house.accounts().confirmEmailChange(secret)));
  expect(both.sort()).toEqual(["EMAIL_TAKEN", "done"]);
  const third = await house.accounts().register(person());
  await expect(house.accounts().changeEmail(third.id, next)).rejects.toEqual(refused("EMAIL_TAKEN"));
});

test("trying out whose addresses are known by changing to them ends soon", async () => {
  const { id } = await house.accounts().register(person());
  const { email } = await house.accounts().register(person());
  const tries = [];
  for (let count = 1; count <= 7; count++) tries.push(...(await outcomes([house.accounts().changeEmail(id, email)])));
  expect(tries).toEqual([...Array(5).fill("EMAIL_TAKEN"), "TOO_MANY_MAILS", "TOO_MANY_MAILS"]);
});

test("a new password keeps the stay it was set from, and ends the others", async () => {
  const { id } = await house.accounts().register(person());
  const [own, other] = [await house.stay(id), await house.stay(id)];
  await house.accounts().setPassword(id, another, { kind: "member", id }, own);
  expect(await house.ended(own)).toBeNull();
  expect(await house.ended(other)).toEqual(house.now());
  expect(JSON.stringify(await house.trail(id))).not.toContain("argon2");
});

test("a password the house accepts no more: right, and refused, until another is chosen by the mailed link", async () => {
  const { id, email } = await house.accounts().register(person());
  const stay = await house.stay(id);
  await house.accounts().requireNewPassword(id);
  expect(await house.ended(stay)).toEqual(house.now());
  await expect(house.accounts().authenticate({ email, password })).rejects.toEqual(refused("PASSWORD_EXPIRED"));
  await expect(house.accounts().authenticate({ email, password: another })).rejects.toEqual(
    refused("WRONG_CREDENTIALS"),
  );
  await house.accounts().resetPassword(await house.secretFor(id), another);
  await expect(house.accounts().authenticate({ email, password: another })).resolves.toMatchObject({ id });
});

test("a blocked person gets nowhere by links", async () => {
  const { id, email } = await house.accounts().register(person());
  await house.accounts().requestPasswordReset(email);
  const secret = await house.secretFor(id);
  await house.accounts().block(id);
  await expect(house.accounts().resetPassword(secret, another)).rejects.toEqual(refused("BLOCKED"));
  expect(await house.accounts().find(id)).toMatchObject({ status: "BLOCKED", emailVerified: false });
});

test("a password chosen by mail ends the secret addresses of calendars, and the mail says so", async () => {
  const accounts = house.accounts();
  const { id, email } = await accounts.register(person());
  const feed = { siteId: house.siteId, accountId: id, kind: "PERSON", createdDate: house.now() };
  const feeds = () => house.db.selectFrom("calendarFeed").select("id").where("accountId", "=", id).execute();
  await house.db
    .insertInto("calendarFeed")
    .values([1, 2].map((n) => ({ ...feed, id: newId(), keyHash: Buffer.from(`${id} ${n}`) })))
    .execute();
  await accounts.setPassword(id, "trys nauji kibirai");
  expect(await feeds()).toHaveLength(2);
  await accounts.requestPasswordReset(email);
  await accounts.resetPassword(await house.secretFor(id), "keturi nauji kibirai");
  expect(await feeds()).toEqual([]);
  const told = (await house.mails(id)).filter(({ template }) => template === "account-password-changed");
  expect(told.map(({ facts }) => facts)).toEqual([{}, { calendars: "2" }]);
});
