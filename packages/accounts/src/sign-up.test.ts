import { newId } from "@uola/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestAccounts, outcomes, person, type TestAccounts } from "./accounts.testing.ts";
import type { AccountRefusalCode } from "./index.ts";

const refused = (code: AccountRefusalCode) => expect.objectContaining({ code });
let harness: TestAccounts;
beforeAll(async () => {
  harness = await openTestAccounts();
});
afterAll(() => harness.close());

const waits = { email: "PENDING_EMAIL_VERIFICATION_REQUIRED", approval: "PENDING_ADMIN_APPROVAL_REQUIRED" };
const owner = { kind: "member", id: newId() };

test("a new account stays pending until every sign-up rule is met, and the owners are notified", async () => {
  const boss = await harness.accounts().create({ email: `${newId()}@example.lt`, role: "owner", language: "en" });
  expect(await harness.accounts().signUpRules()).toEqual({ emailVerification: false, ownerApproval: false });
  await harness.accounts().setSignUpRules({ ownerApproval: true }, owner);
  const rules = await harness.accounts().setSignUpRules({ emailVerification: true }, owner);
  expect(rules).toEqual({ emailVerification: true, ownerApproval: true });

  const made = await harness.accounts().register({ ...person(), lastName: "Onaitė", verifyBy: "link", returnTo: "/x" });
  expect(made).toMatchObject({ status: "PENDING", statusReasons: [waits.email, waits.approval] });
  const facts = { memberId: made.id, email: made.email, name: "Ona Onaitė" };
  expect(await harness.mails(boss.id)).toMatchObject([
    { template: "account-waiting", to: boss.email, language: "en", facts },
  ]);

  const secret = await harness.secretFor(made.id);
  expect(await harness.accounts().readVerification(secret)).toMatchObject({ returnTo: "/x", email: made.email });
  const verified = await harness.accounts().verifyEmailByLink(secret);
  expect(verified).toMatchObject({ status: "PENDING", statusReasons: [waits.approval], emailVerified: true });

  const approved = await harness.accounts().approve(made.id, owner);
  expect(approved).toMatchObject({ status: "ACTIVE", statusReasons: [] });
  // The second call has nothing left to approve, audit or mail.
  expect(await harness.accounts().approve(made.id, owner)).toEqual(approved);
  const sent = await harness.mails(made.id);
  expect(sent.map(({ template }) => template)).toEqual(["account-verify-link", "account-approved"]);
  const actions = (await harness.auditEntries(made.id)).map(({ action }) => action);
  expect(actions).toEqual(["account.create", "account.verifyEmail", "account.approve"]);
  await harness.accounts().setSignUpRules({ emailVerification: false, ownerApproval: false });
});

test("sends a verification code instead of a link on request, and no mail for an already verified email address", async () => {
  const byCode = await harness.accounts().register({ ...person(), verifyBy: "code" });
  expect(await harness.mails(byCode.id)).toMatchObject([{ template: "account-verify-code" }]);
  const vouched = await harness
    .accounts()
    .register({ ...person(), emailVerified: true, verifyBy: "code", mustVerify: true });
  expect(vouched).toMatchObject({ status: "ACTIVE", emailVerified: true });
  expect(await harness.mails(vouched.id)).toEqual([]);
  const must = await harness.accounts().register({ ...person(), mustVerify: true });
  expect(must).toMatchObject({ status: "PENDING", statusReasons: [waits.email] });
});

test("registers no owner accounts, and stores nothing for a rejected registration", async () => {
  const input = { ...person(), role: "owner" as const, verifyBy: "link" as const };
  const made = await harness.accounts().register(input);
  expect(made.role).toBe("member");
  const before = await harness.db.selectFrom("outbox").select("id").execute();
  await expect(harness.accounts().register(input)).rejects.toEqual(refused("EMAIL_TAKEN"));
  expect(await harness.db.selectFrom("outbox").select("id").execute()).toEqual(before);
});

test("strips null characters and lone surrogates from a profile and stores the rest unchanged", async () => {
  const profile = { nickname: "On\0a", customFields: [{ name: "š\ud800", value: { strValue: "x\0" } }], company: null };
  const made = await harness.accounts().register({ ...person(), firstName: "On\0a\n", profile });
  expect(made).toMatchObject({ firstName: "On a" });
  expect(made.profile).toEqual({ nickname: "Ona", customFields: [{ name: "š\ufffd", value: { strValue: "x" } }] });
});

test("a profile update sets given fields, clears null ones, keeps missing ones and rejects an old revision", async () => {
  const made = await harness
    .accounts()
    .register({ ...person(), lastName: "Onaitė", profile: { nickname: "O", company: "U" } });
  const changed = await harness
    .accounts()
    .updateProfile(made.id, { lastName: null, profile: { company: null, position: "p" } }, { expectedRevision: 1 });
  expect(changed).toMatchObject({
    firstName: "Ona",
    lastName: null,
    revision: 2,
    profile: { nickname: "O", position: "p" },
  });
  expect(changed.profile).not.toHaveProperty("company");
  const late = harness.accounts().updateProfile(made.id, { firstName: "Kita" }, { expectedRevision: 1 });
  await expect(late).rejects.toEqual(refused("REVISION_CONFLICT"));
  const both = [1, 2].map(() =>
    harness.accounts().updateProfile(made.id, { firstName: "Kita" }, { expectedRevision: 2 }),
  );
  expect((await outcomes(both)).sort()).toEqual(["REVISION_CONFLICT", "done"]);
});

test("100 people can register and sign in from one IP address within a minute, but more registrations are limited", async () => {
  const network = "10.1.2.3";
  const hundred = Array.from({ length: 100 }, person);
  const made = await outcomes(hundred.map((input) => harness.accounts().register({ ...input, network })));
  expect(made).toEqual(Array(100).fill("done"));
  const came = await outcomes(
    hundred.map(({ email, password }) => harness.accounts().authenticate({ email, password, network })),
  );
  expect(came).toEqual(Array(100).fill("done"));

  const strict = harness.accounts({ limits: { registrations: { per: 60, atMost: 3 } } });
  const flood = await outcomes(Array.from({ length: 5 }, () => strict.register({ ...person(), network: "10.9.9.9" })));
  expect(flood.sort()).toEqual(["TOO_MANY_REGISTRATIONS", "TOO_MANY_REGISTRATIONS", "done", "done", "done"]);
  await expect(strict.register({ ...person(), network: "10.9.9.8" })).resolves.toBeDefined();
  harness.advance(60);
  await expect(strict.register({ ...person(), network: "10.9.9.9" })).resolves.toBeDefined();
});
