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

const owners = () =>
  harness.db.selectFrom("account").select("id").where("role", "=", "owner").where("status", "=", "ACTIVE").execute();

test("when two owners demote, block or delete each other at the same time, one owner remains", async () => {
  const act = [
    (id: string) => harness.accounts().setRole(id, "member"),
    (id: string) => harness.accounts().block(id),
    (id: string) => harness.accounts().remove(id),
  ];
  for (const end of act) {
    for (const left of await owners())
      await harness.db.updateTable("account").set({ role: "member" }).where("id", "=", left.id).execute();
    const [one, two] = [
      await harness.accounts().create({ ...person(), role: "owner" }),
      await harness.accounts().create({ ...person(), role: "owner" }),
    ];
    const both = await outcomes([end(one.id), end(two.id)]);
    expect(both.sort()).toEqual(["LAST_OWNER", "done"]);
    expect(await owners()).toHaveLength(1);
  }
});

test("deleting an account removes its name, credentials and sessions, and frees its e-mail address", async () => {
  const input = { ...person(), lastName: "Pavardenytė", profile: { company: "Slapta" }, verifyBy: "link" as const };
  const { id, email } = await harness.accounts().register(input);
  const secret = await harness.secretFor(id);
  const session = await harness.startSession(id);
  const network = "203.0.113.7";
  await harness.accounts().recordSignIn(id, { methods: ["pwd"], network, device: "Mozilla/5.0" });
  await harness
    .accounts()
    .sessions.recordIdentitySession({ uid: "uid-1", accountId: id, device: "Mozilla/5.0", network });
  const row = { siteId: harness.siteId, accountId: id, createdDate: harness.now() };
  await harness.db
    .insertInto("externalIdentity")
    .values({ ...row, issuer: "https://x.example/", subject: "s" })
    .execute();

  const gone = await harness.accounts().remove(id, { kind: "member", id: newId() });
  expect(gone).toMatchObject({ status: "DELETED", email: `${id}@deleted.invalid`, firstName: null, profile: {} });
  expect(await harness.endedDate(session)).toEqual(harness.now());
  const tables = [
    "account",
    "audit",
    "outbox",
    "emailProof",
    "externalIdentity",
    "identitySession",
    "signInFailure",
  ] as const;
  const left = await Promise.all(tables.map((table) => harness.db.selectFrom(table).selectAll().execute()));
  const everything = JSON.stringify(left);
  for (const personal of [email, "Pavardenytė", "Slapta", "Mozilla", "203.0.113"])
    expect(everything).not.toContain(personal);
  const actions = (await harness.auditEntries(id)).map(({ action }) => action);
  expect(actions).toEqual(["account.create", "account.signIn", "account.remove"]);
  await expect(harness.accounts().verifyEmailByLink(secret)).rejects.toEqual(refused("PROOF_INVALID"));
  const { unblock, setRole, remove } = harness.accounts();
  for (const change of [unblock, remove, (gone: string) => setRole(gone, "owner")])
    await expect(change(id)).rejects.toEqual(refused("ACCOUNT_NOT_FOUND"));
  await expect(harness.accounts().register(input)).resolves.toMatchObject({ status: "ACTIVE" });
});

test("unblocking a person restores the status that the sign-up rules require", async () => {
  const { id } = await harness.accounts().register(person());
  await harness.accounts().setSignUpRules({ emailVerification: true });
  await harness.accounts().block(id);
  expect(await harness.accounts().unblock(id)).toMatchObject({
    status: "PENDING",
    statusReasons: ["PENDING_EMAIL_VERIFICATION_REQUIRED"],
  });
  await harness.accounts().setSignUpRules({ emailVerification: false });
  expect(await harness.accounts().unblock(id)).toMatchObject({ status: "PENDING" });
});
