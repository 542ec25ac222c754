import { type Database, newId } from "@uola/database";
import { freshDatabase } from "@uola/database/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccountRefusal, createAccounts } from "./index.ts";

let db: Database;
let siteId: string;
let close: () => Promise<void>;
let clock = new Date("2026-09-02T10:00:00Z");
const now = () => clock;
const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};

beforeAll(async () => {
  ({ db, siteId, close } = await freshDatabase());
});
afterAll(() => close());

const accounts = () => createAccounts({ db, siteId, secret, now });
const refused = (code: AccountRefusal["code"]) => expect.objectContaining({ code });
const secret = "a secret of the test";
const password = "Į viršų lipam 7";
const person = () => ({ email: `${newId()}@example.lt`, password, firstName: "Ona" });

test("registers a person, accepts any letter case of the address and stores the password nowhere in plain text", async () => {
  const input = { ...person(), email: `  ONA.${newId()}@Example.LT `, lastName: "  Ona \n Onaitė " };
  const made = await accounts().register(input);
  expect(made).toMatchObject({ role: "member", status: "ACTIVE", emailVerified: false, language: "lt", revision: 1 });
  expect(made).toMatchObject({ email: input.email.trim().toLowerCase(), lastName: "Ona Onaitė" });
  expect(await accounts().authenticate({ email: input.email, password })).toEqual(made);
  // The same characters entered with another keyboard: decomposed instead of composed.
  expect(await accounts().authenticate({ email: input.email, password: password.normalize("NFD") })).toEqual(made);
  expect(JSON.stringify(made)).not.toContain("argon2");
  const auditEntries = await db.selectFrom("audit").selectAll().where("entityId", "=", made.id).execute();
  expect(auditEntries.map(({ action }) => action)).toEqual(["account.create"]);
  expect(JSON.stringify(auditEntries)).not.toContain("argon2");
});

test("creates only one account per email address, even when two people register it at the same time", async () => {
  const input = person();
  const both = await Promise.allSettled([accounts().register(input), accounts().register(input)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(accounts().register(input)).rejects.toEqual(refused("EMAIL_TAKEN"));
});

test.each([
  ["aZ9-ąčęėį", "PASSWORD_TOO_SHORT"],
  ["ą".repeat(129), "PASSWORD_TOO_LONG"],
  ["Slaptažodis1!", "PASSWORD_TOO_COMMON"],
  ["p4ssw0rd2026", "PASSWORD_TOO_COMMON"],
  ["qwertyuiop12", "PASSWORD_TOO_COMMON"],
  ["1234567890", "PASSWORD_TOO_COMMON"],
  ["labaslabaslabas", "PASSWORD_TOO_COMMON"],
  ["Vilnius.Kaunas.1990", "PASSWORD_TOO_COMMON"],
  ["mylimasis-jonas", "PASSWORD_TOO_COMMON"],
  ["vardenis123", "PASSWORD_TOO_COMMON"],
])("rejects the password %s", async (weak, code) => {
  const input = { ...person(), email: "vardenis@example.lt", password: weak };
  await expect(accounts().register(input)).rejects.toEqual(refused(code as AccountRefusal["code"]));
});

test.each([
  "arkliui-patinka-sagos",
  "gx7Qw-29 vbR",
  "trys raudoni kibirai",
  "katinas duona kalnas mokykla",
  "8203746195",
  "9283746x5610",
  "ąąąąąb7kd2",
])("accepts the password %s", async (strong) => {
  await expect(accounts().register({ ...person(), password: strong })).resolves.toMatchObject({ status: "ACTIVE" });
});

test.each(["", "ona", "ona@localhost", "ona@@a.lt", "o na@a.lt", "ona\0@a.lt", `${"a".repeat(250)}@a.lt`])(
  "rejects %j as an e-mail address",
  async (email) => {
    await expect(accounts().register({ ...person(), email })).rejects.toEqual(refused("EMAIL_INVALID"));
  },
);

test("gives the same error for an unknown person, a wrong password, a deleted and a passwordless account", async () => {
  const known = await accounts().register(person());
  const passwordless = await accounts().create({ email: `${newId()}@example.lt` });
  const gone = await accounts().register(person());
  await db.updateTable("account").set({ status: "DELETED" }).where("id", "=", gone.id).execute();
  const tries = [
    { email: `${newId()}@example.lt`, password },
    { email: "not\0an address", password },
    { email: known.email, password: "not this one" },
    { email: known.email, password: "x".repeat(100_000) },
    { email: passwordless.email, password },
    { email: gone.email, password },
  ];
  const answers = await Promise.allSettled(tries.map((credentials) => accounts().authenticate(credentials)));
  const messages = new Set(answers.map((answer) => answer.status === "rejected" && answer.reason.message));
  expect(messages.size).toBe(1);
  expect(answers[0]).toMatchObject({ reason: { code: "WRONG_CREDENTIALS" } });
});

test("lockouts start at the tenth wrong guess, become longer, also reject the right password, and reset on success", async () => {
  const { email } = await accounts().register(person());
  const guess = (attempt = "wrong guess") => accounts().authenticate({ email, password: attempt });
  const lockedOut = (retryAfterSeconds: number) => expect.objectContaining({ code: "PAUSED", retryAfterSeconds });
  for (let count = 1; count <= 10; count++) await expect(guess()).rejects.toEqual(refused("WRONG_CREDENTIALS"));
  await expect(guess(password)).rejects.toEqual(lockedOut(5));
  later(5);
  await expect(guess()).rejects.toEqual(refused("WRONG_CREDENTIALS"));
  await expect(guess(password)).rejects.toEqual(lockedOut(10));
  later(10);
  await expect(guess(password)).resolves.toMatchObject({ email });
  await expect(guess()).rejects.toEqual(refused("WRONG_CREDENTIALS"));
  await expect(guess(password)).resolves.toMatchObject({ email });
});

test("simultaneous guesses do not bypass the lockout", async () => {
  const { email } = await accounts().register(person());
  const one = accounts();
  const guesses = Array.from({ length: 40 }, () => one.authenticate({ email, password: "wrong guess" }));
  const answers = await Promise.allSettled(guesses);
  const tried = answers.filter((answer) => answer.status === "rejected" && answer.reason.code === "WRONG_CREDENTIALS");
  expect(tried.length).toBeGreaterThanOrEqual(10);
  expect(tried.length).toBeLessThan(30);
});

test("locks out a network that guesses at many accounts, but not legitimate users who share an IP address", async () => {
  const network = "2001:db8:1:2::7";
  const few = {
    account: { after: 10, firstSeconds: 5, maxSeconds: 900 },
    network: { after: 4, firstSeconds: 5, maxSeconds: 900 },
  };
  const strict = createAccounts({ db, siteId, secret, now, lockout: few });
  const honest = await accounts().register(person());
  for (let count = 1; count <= 12; count++) {
    const first = strict.authenticate({ email: honest.email, password: "mistyped it", network });
    await expect(first).rejects.toEqual(refused("WRONG_CREDENTIALS"));
    await strict.authenticate({ email: honest.email, password, network });
  }
  for (let count = 1; count <= 4; count++) {
    const guess = strict.authenticate({ email: `${newId()}@example.lt`, password, network });
    await expect(guess).rejects.toEqual(refused("WRONG_CREDENTIALS"));
  }
  const neighbour = { email: honest.email, password, network: "2001:0db8:0001:2:ffff::1" };
  await expect(strict.authenticate(neighbour)).rejects.toEqual(refused("PAUSED"));
  const elsewhere = { ...neighbour, network: "2001:db8:1:3::7" };
  await expect(strict.authenticate(elsewhere)).resolves.toMatchObject({ id: honest.id });
});

test("a hundred legitimate sign-ins from one IP address succeed", async () => {
  const { email } = await accounts().register(person());
  const all = Array.from({ length: 100 }, () => accounts().authenticate({ email, password, network: "10.0.0.1" }));
  await expect(Promise.all(all)).resolves.toHaveLength(100);
});

test("blocking ends every session and is disclosed only to a person who knows the password", async () => {
  const { id, email } = await accounts().register(person());
  const session = { siteId, id: newId(), accountId: id, createdDate: now(), expiresDate: now() };
  await db.insertInto("memberSession").values(session).execute();
  const blocked = await accounts().block(id, { kind: "member", id: newId() }, ["SPAM"]);
  expect(blocked).toMatchObject({ status: "BLOCKED", statusReasons: ["SPAM"], revision: 2 });
  const ended = db.selectFrom("memberSession").select("endedDate").where("id", "=", session.id);
  expect(await ended.executeTakeFirstOrThrow()).toEqual({ endedDate: now() });
  await expect(accounts().authenticate({ email, password: "a wrong one" })).rejects.toEqual(
    refused("WRONG_CREDENTIALS"),
  );
  await expect(accounts().authenticate({ email, password })).rejects.toEqual(refused("BLOCKED"));
  await accounts().unblock(id);
  await expect(accounts().authenticate({ email, password })).resolves.toMatchObject({ status: "ACTIVE" });
});

test("a new password replaces the old one; a hash with outdated costs is renewed at the next sign-in", async () => {
  const { id, email } = await accounts().register(person());
  await accounts().setPassword(id, "another good one 5");
  await expect(accounts().authenticate({ email, password })).rejects.toEqual(refused("WRONG_CREDENTIALS"));
  // A hash of "another good one 5" with m=8 MiB, t=1.
  const { hash } = await import("@node-rs/argon2");
  const weak = await hash("another good one 5", { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await db.updateTable("account").set({ passwordHash: weak }).where("id", "=", id).execute();
  await accounts().authenticate({ email, password: "another good one 5" });
  const { passwordHash } = await db
    .selectFrom("account")
    .select("passwordHash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await expect(accounts().authenticate({ email, password: "another good one 5" })).resolves.toMatchObject({ id });
});

test("does not find an account of another site", async () => {
  const { id, email } = await accounts().register(person());
  const otherSite = { id: newId(), name: "Kita salė", createdDate: now() };
  await db.insertInto("site").values(otherSite).execute();
  const elsewhere = createAccounts({ db, siteId: otherSite.id, secret, now });
  expect(await elsewhere.find(id)).toBeUndefined();
  await expect(elsewhere.authenticate({ email, password })).rejects.toEqual(refused("WRONG_CREDENTIALS"));
  await expect(elsewhere.block(id)).rejects.toEqual(refused("ACCOUNT_NOT_FOUND"));
  expect(await accounts().find("nobody")).toBeUndefined();
});
