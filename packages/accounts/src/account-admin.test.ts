import { newId } from "@uola/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, openHouse, outcomes, person } from "./accounts.testing.ts";
import type { AccountRefusalCode } from "./index.ts";

const refused = (code: AccountRefusalCode) => expect.objectContaining({ code });
let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const owners = async () => (await house.accounts().list({ role: "owner", status: "ACTIVE" })).accounts;

test("of two owners who demote, block or remove each other at once, one stays", async () => {
  const act = [
    (id: string) => house.accounts().setRole(id, "member"),
    (id: string) => house.accounts().block(id),
    (id: string) => house.accounts().remove(id),
  ];
  for (const end of act) {
    for (const left of await owners())
      await house.db.updateTable("account").set({ role: "member" }).where("id", "=", left.id).execute();
    const [one, two] = [
      await house.accounts().create({ ...person(), role: "owner" }),
      await house.accounts().create({ ...person(), role: "owner" }),
    ];
    const both = await outcomes([end(one.id), end(two.id)]);
    expect(both.sort()).toEqual(["LAST_OWNER", "done"]);
    expect(await owners()).toHaveLength(1);
  }
});

test("what is removed leaves nobody to be found: no name, no address, no way in, no stay; the address is free", async () => {
  const wish = { ...person(), lastName: "Pavardenytė", profile: { company: "Slapta" }, verifyBy: "link" as const };
  const { id, email } = await house.accounts().register(wish);
  const secret = await house.secretFor(id);
  const stay = await house.stay(id);
  const network = "203.0.113.7";
  await house.accounts().noteSignIn(id, { methods: ["pwd"], network, device: "Mozilla/5.0" });
  await house.accounts().stays.noteIdentitySession({ uid: "uid-1", accountId: id, device: "Mozilla/5.0", network });
  const row = { siteId: house.siteId, accountId: id, createdDate: house.now() };
  await house.db
    .insertInto("externalIdentity")
    .values({ ...row, issuer: "https://x.example/", subject: "s" })
    .execute();

  const gone = await house.accounts().remove(id, { kind: "member", id: newId() });
  expect(gone).toMatchObject({ status: "DELETED", email: `${id}@deleted.invalid`, firstName: null, profile: {} });
  expect(await house.ended(stay)).toEqual(house.now());
  const tables = [
    "account",
    "audit",
    "outbox",
    "emailProof",
    "externalIdentity",
    "identitySession",
    "signInFailure",
  ] as const;
  const left = await Promise.all(tables.map((table) => house.db.selectFrom(table).selectAll().execute()));
  const everything = JSON.stringify(left);
  for (const personal of [email, "Pavardenytė", "Slapta", "Mozilla", "203.0.113"])
    expect(everything).not.toContain(personal);
  const actions = (await house.trail(id)).map(({ action }) => action);
  expect(actions).toEqual(["account.create", "account.signIn", "account.remove"]);
  await expect(house.accounts().verifyEmailByLink(secret)).rejects.toEqual(refused("PROOF_INVALID"));
  const { unblock, setRole, remove } = house.accounts();
  for (const change of [unblock, remove, (gone: string) => setRole(gone, "owner")])
    await expect(change(id)).rejects.toEqual(refused("ACCOUNT_NOT_FOUND"));
  await expect(house.accounts().register(wish)).resolves.toMatchObject({ status: "ACTIVE" });
});

test("unblocking leads back to where the rules want a person", async () => {
  const { id } = await house.accounts().register(person());
  await house.accounts().setSignUpRules({ emailVerification: true });
  await house.accounts().block(id);
  expect(await house.accounts().unblock(id)).toMatchObject({
    status: "PENDING",
    statusReasons: ["PENDING_EMAIL_VERIFICATION_REQUIRED"],
  });
  await house.accounts().setSignUpRules({ emailVerification: false });
  expect(await house.accounts().unblock(id)).toMatchObject({ status: "PENDING" });
});

test("people are listed by status, role and part of a name, whatever is typed, page by page", async () => {
  const marked = `Ž${newId()}`;
  for (const lastName of [`${marked} a`, `${marked} b`, `${marked} 100%`])
    await house.accounts().create({ ...person(), lastName });
  const all = await house.accounts().list({ text: `ona ${marked.toLowerCase()}` });
  expect(all).toMatchObject({ total: 3, accounts: [{}, {}, {}] });
  expect(await house.accounts().list({ text: marked, offset: 2, limit: 2 })).toMatchObject({
    total: 3,
    accounts: [{}],
  });
  expect(await house.accounts().list({ text: "100%" })).toMatchObject({ total: 1 });
  for (const text of ["'", "\\", "_%\0", "ne čia"]) expect((await house.accounts().list({ text })).total).toBe(0);
  expect((await house.accounts().list({ text: marked, role: "owner" })).total).toBe(0);
  expect(JSON.stringify(all)).not.toContain("argon2");
});
