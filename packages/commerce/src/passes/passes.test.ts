import type { Client } from "@uola/client";
import type { PassKind } from "@uola/contract";
import { newId } from "@uola/database";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";
import { createPassLedger } from "./ledger.ts";
import { holder, issuePass, passKind, tenEntries } from "./passes.testing.ts";

let gym: TestGym;
let owner: Client;
let kind: PassKind;
beforeAll(async () => {
  gym = await createTestGym();
  owner = gym.as(gym.key);
  await gym.api.background.drain("business: follow the lists");
  kind = await passKind(owner);
});
beforeEach(() => {
  gym.clock.now = new Date("2026-09-01T09:00:00Z");
});
afterAll(() => gym.close());

const reason = "taip sutarta";
const seen = ({ id: passId, revision }: { id: string; revision: string }) => ({ passId, revision, reason });

test("a repeated or concurrent desk sale issues one pass and records its payment once", async () => {
  const requestId = newId();
  const payment = { method: "CASH", receiptNumber: "7" } as const;
  const sell = () => owner.passes.issue({ requestId, kindId: kind.id, holder, language: "lt", payment });
  const sold = await Promise.all([sell(), sell(), sell()]);
  sold.push(await sell());
  const [first] = sold;
  expect(sold.map(({ pass }) => pass.id)).toEqual(Array(4).fill(first?.pass.id));
  const taken = gym.db.selectFrom("deskMoney").select("amount").where("kind", "=", "PASS");
  expect(await taken.where("about", "=", String(first?.pass.number)).execute()).toEqual([{ amount: 9000 }]);
});

describe("a kind of pass", () => {
  test("the name and price of a pass type come from the price list, in both languages", async () => {
    expect(kind).toMatchObject({ name: "10 kartų abonementas", price: 9000, taxClass: "STANDARD", onSale: true });
    const english = await gym.as(gym.visitor(), "en").passes.kinds({});
    expect(english.kinds).toContainEqual(expect.objectContaining({ id: kind.id, name: "Ten visits", price: 9000 }));
  });

  test("shows a pass type that is not on sale or has no price only to staff", async () => {
    const hidden = await passKind(owner);
    await owner.passes.updateKind({ kind: { id: hidden.id, revision: hidden.revision, onSale: false } });
    const visible = async (client: Client) => (await client.passes.kinds({})).kinds.map(({ id }) => id);
    expect(await visible(gym.as(gym.visitor()))).not.toContain(hidden.id);
    expect(await visible(owner)).toContain(hidden.id);
    const payment = { method: "TRANSFER" } as const;
    await expect(owner.passes.issue({ kindId: hidden.id, holder, language: "lt", payment })).rejects.toMatchObject({
      code: "NOT_FOR_SALE",
    });
  });

  test("a pass type requires its own line in the price list", async () => {
    const another = { terms: tenEntries, onSale: true };
    await expect(owner.passes.createKind({ kind: { ...another, priceId: "none" } })).rejects.toMatchObject({
      code: "PRICE_NOT_FOUND",
    });
    await expect(owner.passes.createKind({ kind: { ...another, priceId: kind.priceId } })).rejects.toMatchObject({
      code: "PRICE_IN_USE",
    });
  });

  test("changing a pass type does not change sold passes", async () => {
    const changing = await passKind(owner);
    const pass = await issuePass(owner, changing);
    const { id, revision } = changing;
    await owner.passes.updateKind({ kind: { id, revision, terms: { ...tenEntries, entries: 5 } } });
    expect((await owner.passes.get({ passId: pass.id })).pass.terms.entries).toBe(10);
  });
});

describe("a pass", () => {
  test("the front desk can find a pass by its code, number or holder", async () => {
    const pass = await issuePass(owner, kind, { name: "Žygimantė Ąžuolė" });
    const found = async (text: string) => (await owner.passes.query({ text })).passes.map(({ id }) => id);
    expect(await found("zygimante")).toEqual([pass.id]);
    expect(await found(String(pass.number))).toContain(pass.id);
    const ledger = createPassLedger(gym.context);
    const code = ledger.codes.open((await ledger.read(pass.id)).sealedCode);
    expect((await owner.passes.find({ code: code.toLowerCase() })).pass.id).toBe(pass.id);
    await expect(owner.passes.find({ code: "ABCD-EFGH-JKMN" })).rejects.toMatchObject({ code: "PASS_NOT_FOUND" });
  });

  test("a repeated request uses only one entry", async () => {
    const pass = await issuePass(owner, kind);
    const requestId = newId();
    await owner.passes.use({ passId: pass.id, people: 1, requestId });
    const { pass: again } = await owner.passes.use({ passId: pass.id, people: 1, requestId });
    expect(again).toMatchObject({ balance: 9, visits: 1 });
    const { pass: back } = await owner.passes.giveBack({ ...seen(again), people: 1 });
    expect(back).toMatchObject({ balance: 10, visits: 0 });
    await expect(owner.passes.giveBack({ ...seen(back), people: 1 })).rejects.toMatchObject({ code: "MORE_THAN_USED" });
  });

  test("a pass admits people a second time on the same day only after confirmation", async () => {
    const pass = await issuePass(owner, kind);
    const use = (more: { again?: boolean } = {}) =>
      owner.passes.use({ passId: pass.id, people: 1, requestId: newId(), ...more });
    await use();
    gym.clock.now = new Date("2026-09-01T09:18:00Z");
    const earlier = new Date("2026-09-01T09:00:00Z");
    await expect(use()).rejects.toMatchObject({
      status: 409,
      code: "PASS_ENTERED_THAT_DAY",
      data: { at: earlier.toISOString(), people: 1 },
    });
    const { pass: unchanged, visitsToday } = await owner.passes.get({ passId: pass.id });
    expect(unchanged).toMatchObject({ balance: 9, visits: 1 });
    expect(visitsToday).toEqual([{ at: earlier, people: 1, bookingId: null }]);
    const { pass: twice } = await use({ again: true });
    expect(twice).toMatchObject({ balance: 8, visits: 2 });
    gym.clock.now = new Date("2026-09-02T09:00:00Z");
    expect((await owner.passes.get({ passId: pass.id })).visitsToday).toEqual([]);
    expect((await use()).pass.balance).toBe(7);
  });

  test("a pass admits people without confirmation after the day's visit was returned", async () => {
    const pass = await issuePass(owner, kind);
    const { pass: used } = await owner.passes.use({ passId: pass.id, people: 1, requestId: newId() });
    await owner.passes.giveBack({ ...seen(used), people: 1 });
    const { pass: again } = await owner.passes.use({ passId: pass.id, people: 1, requestId: newId() });
    expect(again).toMatchObject({ balance: 9, visits: 1 });
  });

  test("a pass without counted entries admits people once a day, and again after a correction", async () => {
    const unlimited = await issuePass(owner, await passKind(owner, { entries: null }));
    const use = () => owner.passes.use({ passId: unlimited.id, people: 1, requestId: newId() });
    const { pass } = await use();
    await expect(use()).rejects.toMatchObject({ code: "PASS_USED_TODAY" });
    await owner.passes.giveBack({ ...seen(pass), people: 1 });
    expect((await use()).pass).toMatchObject({ balance: null, visits: 1 });
    gym.clock.now = new Date("2026-09-02T09:00:00Z");
    expect((await use()).pass.visits).toBe(2);
  });

  test("freezes, resumes and extends a pass, and records the changes in the ledger", async () => {
    const pass = await issuePass(owner, kind);
    const freezing = { from: "2026-09-02", until: "2026-09-11" };
    const { pass: frozen } = await owner.passes.freeze({ ...seen(pass), ...freezing });
    expect(frozen).toMatchObject({ validUntil: "2026-12-10", freezeDaysLeft: 20, frozenFrom: "2026-09-02" });
    gym.clock.now = new Date("2026-09-05T09:00:00Z");
    await expect(owner.passes.use({ passId: pass.id, people: 1, requestId: newId() })).rejects.toMatchObject({
      code: "PASS_FROZEN",
      data: { until: "2026-09-11" },
    });
    const { pass: resumed } = await owner.passes.resume(seen(frozen));
    expect(resumed).toMatchObject({ validUntil: "2026-12-03", freezeDaysLeft: 27, status: "ACTIVE", frozenFrom: null });
    const { pass: extended } = await owner.passes.extend({ ...seen(resumed), validUntil: "2027-01-31" });
    expect(extended.validUntil).toBe("2027-01-31");
    const { entries } = await owner.passes.get({ passId: pass.id });
    expect(entries.map(({ kind, days }) => [kind, days])).toEqual([
      ["EXTEND", 59],
      ["RESUME", -7],
      ["FREEZE", 10],
      ["ISSUE", 0],
    ]);
  });

  test("rejects a freeze over a day with a visit, until the visit is returned", async () => {
    const email = `${newId()}@example.lt`;
    const pass = await issuePass(owner, await passKind(owner, { entries: null }), { email });
    const { pass: used } = await owner.passes.use({ passId: pass.id, people: 1, requestId: newId() });
    const days = { from: "2026-09-01", until: "2026-09-05" };
    const refused = { status: 409, code: "FREEZE_OVER_VISIT", data: { day: "2026-09-01" } };
    await expect(owner.passes.freeze({ ...seen(used), ...days })).rejects.toMatchObject(refused);
    const member = gym.as((await gym.member({ email })).token);
    const own = { passId: pass.id, revision: used.revision };
    await expect(member.passes.freezeOwn({ ...own, ...days })).rejects.toMatchObject(refused);
    const { pass: back } = await owner.passes.giveBack({ ...seen(used), people: 1 });
    expect((await owner.passes.freeze({ ...seen(back), ...days })).pass.frozenUntil).toBe("2026-09-05");
  });

  test("canceling a freeze planned for next year does not restore this year's used freeze days", async () => {
    const year = await issuePass(owner, await passKind(owner, { period: { count: 12, unit: "MONTHS" } }));
    const { pass: frozen } = await owner.passes.freeze({ ...seen(year), from: "2026-09-01", until: "2026-09-30" });
    gym.clock.now = new Date("2026-10-01T09:00:00Z");
    const { pass: planned } = await owner.passes.freeze({ ...seen(frozen), from: "2027-01-01", until: "2027-01-02" });
    const { pass: givenUp } = await owner.passes.resume(seen(planned));
    expect(givenUp).toMatchObject({ validUntil: frozen.validUntil, freezeDaysLeft: 0 });
    const again = { ...seen(givenUp), from: "2026-10-02", until: "2026-10-31" };
    await expect(owner.passes.freeze(again)).rejects.toMatchObject({ code: "FREEZE_LIMIT", data: { left: 0 } });
  });

  test("transfers a pass to another person once, with a new code and a mail", async () => {
    const pass = await issuePass(owner, kind);
    const jonas = { name: "Jonas Jonaitis", email: "jonas@example.lt" };
    const { pass: theirs } = await owner.passes.transfer({ ...seen(pass), holder: jonas });
    expect(theirs).toMatchObject({ holder: jonas, transferred: true });
    expect(theirs.last4 === pass.last4).toBe(false);
    await expect(owner.passes.transfer({ ...seen(theirs), holder })).rejects.toMatchObject({
      code: "ALREADY_TRANSFERRED",
    });
  });

  test("the owner corrects the entries of a pass, but never below zero", async () => {
    const pass = await issuePass(owner, kind);
    const { pass: more } = await owner.passes.correct({ ...seen(pass), delta: 2 });
    expect(more.balance).toBe(12);
    await expect(owner.passes.correct({ ...seen(more), delta: -13 })).rejects.toMatchObject({
      code: "PASS_TOO_FEW_ENTRIES",
    });
  });

  test("refunds the unused part of a pass sold at the desk and ends the pass", async () => {
    const pass = await issuePass(owner, kind);
    const { pass: used } = await owner.passes.use({ passId: pass.id, people: 1, requestId: newId() });
    const payment = { method: "CASH", receiptNumber: "77" } as const;
    const { refunded, pass: ended } = await owner.passes.refund({ ...seen(used), payment });
    expect(refunded).toBe(8100);
    expect(ended).toMatchObject({ status: "REFUNDED", balance: 0, unused: 0 });
    await expect(owner.passes.use({ passId: pass.id, people: 1, requestId: newId() })).rejects.toMatchObject({
      code: "PASS_REFUNDED",
    });
  });

  test("the database rejects changes to a pass's ledger", async () => {
    await issuePass(owner, kind);
    await expect(sql`update pass_entry set delta = delta + 1`.execute(gym.db)).rejects.toThrow(/never changed/);
    await expect(sql`delete from pass_entry`.execute(gym.db)).rejects.toThrow(/never changed/);
  });
});

describe("own passes", () => {
  test("lists the passes of one's own account and confirmed address only", async () => {
    const email = `${newId()}@example.lt`;
    const pass = await issuePass(owner, kind, { email });
    const member = gym.as((await gym.member({ email })).token);
    const { passes } = await member.passes.own({});
    expect(passes).toMatchObject([{ pass: { id: pass.id }, code: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/) }]);
    const freezing = { passId: pass.id, revision: pass.revision, from: "2026-09-03", until: "2026-09-04" };
    const stranger = gym.as((await gym.member()).token);
    expect((await stranger.passes.own({})).passes).toEqual([]);
    await expect(stranger.passes.freezeOwn(freezing)).rejects.toMatchObject({ code: "PASS_NOT_FOUND" });
    const { pass: frozen } = await member.passes.freezeOwn(freezing);
    expect(frozen).toMatchObject({ frozenFrom: "2026-09-03", frozenUntil: "2026-09-04" });
    const { pass: resumed } = await member.passes.resumeOwn({ passId: pass.id, revision: frozen.revision });
    expect(resumed).toMatchObject({ frozenFrom: null, validUntil: pass.validUntil });
  });

  test("shows own passes with the price list's name in the reader's language", async () => {
    const email = `${newId()}@example.lt`;
    await issuePass(owner, kind, { email });
    const { token } = await gym.member({ email });
    expect((await gym.as(token, "en").passes.own({})).passes).toMatchObject([{ pass: { name: "Ten visits" } }]);
    expect((await gym.as(token, "lt").passes.own({})).passes).toMatchObject([{ pass: { name: kind.name } }]);
  });

  test("keeps a pass's name from its sale when the price list is renamed later", async () => {
    const email = `${newId()}@example.lt`;
    const renamed = await passKind(owner);
    await issuePass(owner, renamed, { email });
    const data = { name: "Naujas vardas", price: 90, kind: "PASS", _translations: { en: { name: "A new name" } } };
    await owner.items.save({ dataCollectionId: "Prices", dataItem: { id: renamed.priceId, data } });
    const member = gym.as((await gym.member({ email })).token, "en");
    expect((await member.passes.own({})).passes).toMatchObject([{ pass: { name: "10 kartų abonementas" } }]);
  });
});

test("sends holders a reminder a week before the last day of a pass, only once for each last day", async () => {
  const ledger = createPassLedger(gym.context);
  const pass = await issuePass(owner, await passKind(owner, { period: { count: 30, unit: "DAYS" } }));
  const mails = async () =>
    (await gym.db.selectFrom("outbox").select("payload").execute())
      .map(({ payload }) => payload as { about?: string; passId?: string })
      .filter(({ passId, about }) => passId === pass.id && about === "ending").length;
  await ledger.remind(50);
  expect(await mails()).toBe(0);
  gym.clock.now = new Date("2026-09-24T09:00:00Z");
  await ledger.remind(50);
  await ledger.remind(50);
  expect(await mails()).toBe(1);
});

test("a pass that cannot be written does not block the reminders of other holders", async () => {
  const ledger = createPassLedger(gym.context);
  const lasting = async (count: number) => issuePass(owner, await passKind(owner, { period: { count, unit: "DAYS" } }));
  const [broken, whole] = [await lasting(30), await lasting(31)];
  const name = `broken_${broken.id.replaceAll("-", "")}`;
  await sql`create function ${sql.id(name)}() returns trigger language plpgsql as $$ begin raise 'no'; end $$`.execute(
    gym.db,
  );
  const when = sql.raw(`when (new.id = '${broken.id}')`);
  await sql`create trigger ${sql.id(name)} before update on pass for each row ${when} execute function ${sql.id(name)}()`.execute(
    gym.db,
  );
  gym.clock.now = new Date(`${broken.validUntil}T09:00:00Z`);
  await expect(ledger.remind(50)).rejects.toThrow("no");
  const mailed = (await gym.db.selectFrom("outbox").select("payload").execute()).map(({ payload }) => payload);
  expect(mailed).toContainEqual(expect.objectContaining({ passId: whole.id, about: "ending" }));
  await sql`drop trigger ${sql.id(name)} on pass`.execute(gym.db);
});
