import { type Database, newId } from "@uola/database";
import { freshDatabase } from "@uola/database/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, type AccountRefusal, type Accounts, createAccounts } from "./index.ts";
import { concurrently, createSoftPasskey, type PasskeyQuirks } from "./passkeys.testing.ts";

const place = { rpId: "localhost", origin: "http://localhost:3002" };
const password = "Į viršų lipam 7";
let db: Database;
let siteId: string;
let close: () => Promise<void>;
let accounts: Accounts;
let clock = new Date("2026-09-02T10:00:00Z");

beforeAll(async () => {
  ({ db, siteId, close } = await freshDatabase());
  accounts = createAccounts({ db, siteId, secret: "a secret of the test", now: () => clock });
});
afterAll(() => close());

const refused = (code: AccountRefusal["code"]) => expect.objectContaining({ code });
const person = (input: { password?: string; role?: Account["role"] } = { password }) =>
  accounts.create({ email: `${newId()}@example.lt`, firstName: "Ona", ...input });
const passkeys = () => accounts.factors.passkeys;

/** Creates a person with a passkey. */
async function holder(input?: Parameters<typeof person>[0]) {
  const account = await person(input);
  const key = createSoftPasskey(place);
  const answer = key.register(await passkeys().registrationOptions(account.id, place));
  const passkey = await passkeys().register(account.id, answer, { ...place, name: "  Onos \n telefonas " });
  return { account, key, passkey };
}
const signIn = async (key: ReturnType<typeof createSoftPasskey>, quirks: PasskeyQuirks = {}) =>
  passkeys().signIn(key.signIn(await passkeys().signInOptions(place), quirks), place);

const mailsOf = async ({ id }: Account) => {
  const rows = await db.selectFrom("outbox").select("payload").where("kind", "=", "mail").orderBy("id").execute();
  type Mail = { accountId: string; template: string; facts: Record<string, string> };
  return rows.map(({ payload }) => payload as Mail).filter(({ accountId }) => accountId === id);
};
const actionsOf = async ({ id }: Account) => {
  const rows = await db.selectFrom("audit").select("action").where("entityId", "=", id).orderBy("id").execute();
  return rows.map(({ action }) => action);
};

test("stores a passkey that signs in without a typed e-mail address, and notifies the person", async () => {
  const { account, key, passkey } = await holder();
  expect(passkey).toMatchObject({ name: "Onos telefonas", usedDate: null, backedUp: false });
  expect((await signIn(key)).id).toBe(account.id);
  expect((await signIn(key, { userHandle: account.id })).id).toBe(account.id);
  expect((await passkeys().list(account.id))[0]?.usedDate).toEqual(clock);
  expect(await mailsOf(account)).toMatchObject([
    { template: "account-second-factor-changed", facts: { change: "PASSKEY_ADDED", name: "Onos telefonas" } },
  ]);
  expect(await actionsOf(account)).toEqual(["account.create", "account.addPasskey"]);
});

test("requests a discoverable passkey with user verification and excludes registered ones", async () => {
  const { account, key } = await holder();
  const options = await passkeys().registrationOptions(account.id, place);
  expect(options).toMatchObject({
    rp: { id: "localhost" },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: [{ id: key.id }],
  });
  const signingIn = await passkeys().signInOptions(place);
  expect(signingIn).toMatchObject({ rpId: "localhost", userVerification: "required" });
  expect(signingIn.allowCredentials ?? []).toEqual([]);
});

test.each<[string, PasskeyQuirks]>([
  ["another origin", { origin: "http://localhost:3002.example.com" }],
  ["another port", { origin: "http://localhost:3000" }],
  ["another relying party ID", { rpId: "uola.example" }],
  ["no user verification", { userVerified: false }],
])("rejects a response with %s, for a new passkey and for signing in", async (_, quirks) => {
  const { account, key } = await holder();
  const fresh = createSoftPasskey(place);
  const made = fresh.register(await passkeys().registrationOptions(account.id, place), quirks);
  await expect(passkeys().register(account.id, made, { ...place, name: "x" })).rejects.toEqual(
    refused("PASSKEY_REFUSED"),
  );
  await expect(signIn(key, quirks)).rejects.toEqual(refused("PASSKEY_REFUSED"));
  expect(await passkeys().list(account.id)).toHaveLength(1);
});

test("accepts a challenge response only once, in time, for its purpose and from the right person", async () => {
  const { account, key } = await holder();
  const options = await passkeys().signInOptions(place);
  await passkeys().signIn(key.signIn(options), place);
  await expect(passkeys().signIn(key.signIn(options), place)).rejects.toEqual(refused("PASSKEY_REFUSED"));

  const late = await passkeys().signInOptions(place);
  clock = new Date(clock.getTime() + 5 * 60_000 + 1);
  await expect(passkeys().signIn(key.signIn(late), place)).rejects.toEqual(refused("PASSKEY_REFUSED"));

  const forRegistering = await passkeys().registrationOptions(account.id, place);
  await expect(passkeys().signIn(key.signIn(forRegistering), place)).rejects.toEqual(refused("PASSKEY_REFUSED"));
  const invented = { challenge: Buffer.from("invented").toString("base64url") };
  await expect(passkeys().signIn(key.signIn(invented), place)).rejects.toEqual(refused("PASSKEY_REFUSED"));

  const other = await person();
  const fresh = createSoftPasskey(place);
  const ofOther = fresh.register(await passkeys().registrationOptions(other.id, place));
  await expect(passkeys().register(account.id, ofOther, { ...place, name: "x" })).rejects.toEqual(
    refused("PASSKEY_REFUSED"),
  );
});

test("only one of many simultaneous uses of a passkey response signs in", async () => {
  const { key } = await holder();
  const answer = key.signIn(await passkeys().signInOptions(place), { counter: 0 });
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => passkeys().signIn(answer, place)));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("rejects an unknown passkey and one used with another person's id", async () => {
  const { key } = await holder();
  const other = await person();
  await expect(signIn(createSoftPasskey(place))).rejects.toEqual(refused("PASSKEY_REFUSED"));
  await expect(signIn(key, { userHandle: other.id })).rejects.toEqual(refused("PASSKEY_REFUSED"));
  // Another key with the id of this passkey.
  const forger = createSoftPasskey(place);
  const forged = { ...forger.signIn(await passkeys().signInOptions(place)), id: key.id, rawId: key.id };
  await expect(passkeys().signIn(forged, place)).rejects.toEqual(refused("PASSKEY_REFUSED"));
});

test("rejects and audits a passkey whose counter did not increase, which indicates a copy", async () => {
  const { account, key } = await holder();
  await signIn(key, { counter: 7 });
  for (const counter of [7, 6, 0]) {
    await expect(signIn(key, { counter })).rejects.toEqual(refused("PASSKEY_REFUSED"));
  }
  expect((await signIn(key, { counter: 8 })).id).toBe(account.id);
  expect((await actionsOf(account)).filter((action) => action === "account.refusePasskey")).toHaveLength(3);
});

test("a passkey whose counter is always 0 keeps working", async () => {
  const { account, key } = await holder();
  await signIn(key, { counter: 0 });
  expect((await signIn(key, { counter: 0 })).id).toBe(account.id);
});

test("a passkey can be registered only once and by one person", async () => {
  const { account, key } = await holder();
  const other = await person();
  for (const { id } of [account, other]) {
    const again = key.register(await passkeys().registrationOptions(id, place));
    await expect(passkeys().register(id, again, { ...place, name: "x" })).rejects.toEqual(refused("PASSKEY_REFUSED"));
  }
  expect((await signIn(key)).id).toBe(account.id);
});

test.each([undefined, null, {}, { response: {} }, { response: { clientDataJSON: "%" } }, { id: "\0", response: 7 }])(
  "rejects %j as a passkey response without crashing",
  async (nonsense) => {
    const { id } = await person();
    await expect(passkeys().signIn(nonsense as never, place)).rejects.toEqual(refused("PASSKEY_REFUSED"));
    await expect(passkeys().register(id, nonsense as never, { ...place, name: "x" })).rejects.toEqual(
      refused("PASSKEY_REFUSED"),
    );
  },
);

test("rejects an invalid passkey response with the right challenge without crashing", async () => {
  const { account, key } = await holder();
  const broken: ((good: ReturnType<typeof key.signIn>) => unknown)[] = [
    (good) => ({ ...good, id: "\0" }),
    (good) => ({ ...good, id: { $: 1 } }),
    (good) => ({ ...good, response: { ...good.response, signature: 5 } }),
    (good) => ({ ...good, response: { ...good.response, userHandle: 5 } }),
    (good) => ({ ...good, response: { clientDataJSON: good.response.clientDataJSON } }),
  ];
  for (const breakIt of broken) {
    const answer = breakIt(key.signIn(await passkeys().signInOptions(place)));
    await expect(passkeys().signIn(answer as never, place)).rejects.toEqual(refused("PASSKEY_REFUSED"));
    const { response, ...rest } = createSoftPasskey(place).register(
      await passkeys().registrationOptions(account.id, place),
    );
    const made = { ...rest, response: { clientDataJSON: response.clientDataJSON } };
    await expect(passkeys().register(account.id, made as never, { ...place, name: "x" })).rejects.toEqual(
      refused("PASSKEY_REFUSED"),
    );
  }
});

test("stores only passkey transports that consist of letters and hyphens", async () => {
  const { id } = await person();
  const key = createSoftPasskey(place);
  const { response, ...rest } = key.register(await passkeys().registrationOptions(id, place));
  const made = { ...rest, response: { ...response, transports: ["hybrid", "\0", 5, {}] } };
  await passkeys().register(id, made as never, { ...place, name: "x" });
  const { excludeCredentials } = await passkeys().registrationOptions(id, place);
  expect(excludeCredentials).toMatchObject([{ id: key.id, transports: ["hybrid"] }]);
});

test("reports BLOCKED for a blocked person's passkey and lets only its owner rename or remove it", async () => {
  const { account, key, passkey } = await holder();
  const other = await person();
  for (const act of [
    () => passkeys().rename(other.id, passkey.id, "mano"),
    () => passkeys().remove(other.id, passkey.id),
    () => passkeys().remove(account.id, newId()),
  ]) {
    await expect(act()).rejects.toEqual(refused("PASSKEY_NOT_FOUND"));
  }
  await passkeys().rename(account.id, passkey.id, "");
  expect(await passkeys().list(account.id)).toMatchObject([{ name: "Passkey" }]);
  await accounts.block(account.id);
  await expect(signIn(key)).rejects.toEqual(refused("BLOCKED"));
  await passkeys().remove(account.id, passkey.id);
  await expect(signIn(key)).rejects.toEqual(refused("PASSKEY_REFUSED"));
  expect((await mailsOf(account)).map(({ facts }) => facts.change)).toEqual(["PASSKEY_ADDED", "PASSKEY_REMOVED"]);
});

test("refuses to remove the last credential, or the last second factor of a person who must have one", async () => {
  const bare = await holder({});
  await expect(passkeys().remove(bare.account.id, bare.passkey.id)).rejects.toEqual(refused("LAST_WAY_IN"));
  const owner = await holder({ password, role: "owner" });
  await expect(passkeys().remove(owner.account.id, owner.passkey.id)).rejects.toEqual(
    refused("SECOND_FACTOR_REQUIRED"),
  );
  for (const { account, key } of [bare, owner]) expect((await signIn(key)).id).toBe(account.id);
});

test("keeps one of the last two passkeys when both are removed at the same time", async () => {
  const { account, passkey } = await holder({});
  const second = createSoftPasskey(place).register(await passkeys().registrationOptions(account.id, place));
  const other = await passkeys().register(account.id, second, { ...place, name: "kitas" });
  const removals = [passkey, other].map(
    ({ id }) =>
      () =>
        passkeys().remove(account.id, id),
  );
  const both = await concurrently(db, account.id, removals);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await passkeys().list(account.id)).toHaveLength(1);
});
