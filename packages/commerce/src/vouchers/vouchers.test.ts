import type { Client } from "@uola/client";
import { readVoucherCode } from "@uola/contract";
import { newId } from "@uola/database";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestGym, seller, type TestGym } from "../testing.ts";
import { createVoucherLedger } from "./vouchers.ts";

let gym: TestGym;
let owner: Client;
let desk: Client;
beforeAll(async () => {
  gym = await createTestGym();
  owner = gym.as(gym.key);
  await owner.documents.setSeller(seller);
});
// Some tests advance the clock by a day, after which the login session has expired.
beforeEach(async () => {
  desk = gym.as((await gym.member({ role: "desk" })).token);
});
afterAll(() => gym.close());

const cash = { method: "CASH", receiptNumber: "0012345" } as const;
const multi = { vatType: "MULTI", design: "ROUTE", language: "lt", payment: cash } as const;
const reason = "taip sutarta";
type Listed = { id: string; revision: string };
const issue = async (more: Partial<Parameters<Client["vouchers"]["issue"]>[0]> = {}) =>
  (await owner.vouchers.issue({ face: 5000, ...multi, ...more })).voucher;
const batchOf = (name: string, count: number) => ({
  requestId: newId(),
  face: 2000,
  ...multi,
  count,
  company: { name, code: "300000014", address: "Uosių g. 1, Kaunas" },
});
const codeOf = async (voucherId: string) => (await owner.vouchers.print({ voucherId })).vouchers[0]?.code as string;
const redeem = (voucherId: string, amount: number, more = {}) =>
  owner.vouchers.redeem({ voucherId, amount, requestId: newId(), ...more });
const mailsOf = async (voucherId: string) => {
  const rows = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").execute();
  return rows.map(({ payload }) => payload as { voucherId?: string }).filter((mail) => mail.voucherId === voucherId);
};
const runTasks = async () => {
  const ledger = createVoucherLedger(gym.context);
  await ledger.sendDue(50);
  await ledger.releaseAllLapsed(50);
};

describe("issuing vouchers", () => {
  test("a voucher sold at the desk has a number, a year of validity, the till receipt and a ledger entry", async () => {
    const first = await desk.vouchers.issue({ face: 5000, ...multi, recipientName: "Gabija", greeting: "Lipk!" });
    const second = await issue();
    expect(first.voucher).toMatchObject({
      status: "ACTIVE",
      face: 5000,
      balance: 5000,
      reserved: 0,
      validUntil: "2027-09-01",
      payment: cash,
      recipientName: "Gabija",
      greeting: "Lipk!",
      vatType: "MULTI",
      vatRate: null,
      sendDate: null,
    });
    expect(second.number).toBe(first.voucher.number + 1);
    const { entries } = await owner.vouchers.get({ voucherId: first.voucher.id });
    expect(entries).toMatchObject([{ kind: "ISSUE", delta: 5000, balance: 5000, payment: cash }]);
    expect(JSON.stringify(first)).not.toContain(await codeOf(first.voucher.id));
  });

  test("a repeated or concurrent request issues one voucher and records its payment once", async () => {
    const requestId = newId();
    const sold = await Promise.all([issue({ requestId }), issue({ requestId }), issue({ requestId })]);
    sold.push(await issue({ requestId }));
    const [first] = sold;
    expect(sold.map(({ id }) => id)).toEqual(Array(4).fill(first?.id));
    const taken = gym.db.selectFrom("deskMoney").select("amount").where("kind", "=", "VOUCHER");
    expect(await taken.where("about", "=", String(first?.number)).execute()).toEqual([{ amount: 5000 }]);
  });

  test("a voucher for a service is worth the service's price at that moment", async () => {
    const { id: serviceId } = await gym.service({ name: "Pirmas kartas" });
    const single = { vatType: "SINGLE", vatRate: 2100 } as const;
    const voucher = await issue({ face: undefined, serviceId, ...single });
    expect(voucher).toMatchObject({ face: 2500, serviceName: "Pirmas kartas", vatType: "SINGLE", vatRate: 2100 });
    await expect(redeem(voucher.id, 2000)).rejects.toMatchObject({ code: "VOUCHER_TAKEN_WHOLE" });
    expect(await redeem(voucher.id, 2500)).toMatchObject({ voucher: { status: "USED_UP", balance: 0 } });
  });

  test.each([
    ["without a till receipt number", { payment: { method: "CASH" as const } }, "payment.receiptNumber"],
    ["without a value", { face: undefined }, "face"],
    ["as single-purpose without a VAT rate", { vatType: "SINGLE" as const }, "vatRate"],
    ["as multi-purpose with a VAT rate", { vatRate: 2100 }, "vatRate"],
    ["valid until a past date", { validUntil: "2026-08-31" }, "validUntil"],
  ])("rejects issuing a voucher %s", async (_, more, field) => {
    await expect(issue(more)).rejects.toMatchObject({ kind: "validation", fieldViolations: [{ field }] });
  });

  test("rejects issuing a voucher for a service without a price", async () => {
    const { id: serviceId } = await gym.service({ payment: { rateType: "NO_FEE", options: { inPerson: true } } });
    await expect(issue({ face: undefined, serviceId })).rejects.toMatchObject({ code: "SERVICE_HAS_NO_PRICE" });
    await expect(issue({ face: undefined, serviceId: newId() })).rejects.toMatchObject({ code: "SERVICE_NOT_FOUND" });
  });

  test("a company's batch provides a list of codes, a printable sheet and individual vouchers", async () => {
    const { batch } = await owner.vouchers.issueBatch(batchOf("UAB Uosis", 12));
    expect(batch).toMatchObject({ company: "UAB Uosis", count: 12, balance: 24_000 });
    const csv = await (await owner.vouchers.batchCodes({ batchId: batch.id })).text();
    const lines = csv.trim().split("\r\n");
    expect(lines).toHaveLength(13);
    expect(lines[1]).toMatch(/^\d+;[A-Z]{4}-[A-Z]{4}-[A-Z]{4};20,00;2027-09-01$/);
    const { vouchers } = await owner.vouchers.print({ batchId: batch.id });
    expect(vouchers.map(({ code }) => code)).toEqual(lines.slice(1).map((line) => line.split(";")[1]));
    await redeem(vouchers[0]?.voucher.id as string, 500);
    const { batches } = await owner.vouchers.batches({});
    expect(batches.find(({ id }) => id === batch.id)).toMatchObject({ balance: 23_500 });
    await expect(owner.vouchers.print({ batchId: newId() })).rejects.toMatchObject({ code: "BATCH_NOT_FOUND" });
  });
});

describe("voucher codes", () => {
  test("the desk finds a voucher by its code, scanned or typed in any format", async () => {
    const { id } = await issue();
    const code = await codeOf(id);
    for (const typed of [
      code,
      code.toLowerCase().replaceAll("-", " "),
      `http://localhost:3000/gift/balance/#${code}`,
    ]) {
      expect((await desk.vouchers.find({ code: typed })).voucher.id).toBe(id);
    }
    await expect(desk.vouchers.find({ code: "ABCD" })).rejects.toMatchObject({ code: "VOUCHER_NOT_FOUND" });
  });

  test("a renewed voucher code invalidates the old one", async () => {
    const voucher = await issue();
    const old = await codeOf(voucher.id);
    await owner.vouchers.renewCode({ voucherId: voucher.id, revision: voucher.revision, reason });
    await expect(desk.vouchers.find({ code: old })).rejects.toMatchObject({ code: "VOUCHER_NOT_FOUND" });
    expect((await desk.vouchers.find({ code: await codeOf(voucher.id) })).voucher.id).toBe(voucher.id);
  });

  test("anyone with the voucher code can read the remaining balance, but no personal data", async () => {
    const { id } = await issue({ recipientName: "Gabija", recipientEmail: "gabija@example.lt" });
    const code = await codeOf(id);
    await redeem(id, 1250);
    const answer = await gym.ask("/v1/vouchers/balance", { body: JSON.stringify({ code }), network: "192.0.2.1" });
    expect(answer.body).toEqual({
      balance: {
        last4: code.slice(-4),
        status: "ACTIVE",
        face: 5000,
        available: 3750,
        serviceName: null,
        validUntil: "2027-09-01",
      },
    });
  });

  test("limits wrong voucher codes to ten in ten minutes per visitor, without blocking others in the network", async () => {
    const { id } = await issue();
    const code = await codeOf(id);
    const strange = "ABCDEFGHJKM";
    // The check letter has to be valid, so that the code is not rejected as mistyped.
    const wrong = [..."ABCDEFGHJKMNPQRSTUVWXYZ"].map((last) => strange + last).find((each) => readVoucherCode(each));
    const network = "192.0.2.7";
    const token = (await gym.visitor().access()) as string;
    const ask = (body: object, by: { token?: string }) =>
      gym.ask("/v1/vouchers/balance", { body: JSON.stringify(body), network, ...by });
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask({ code: wrong }, { token })));
    const codes = answers.map(({ body }) => body.details.applicationError.code);
    expect(codes.filter((each) => each === "VOUCHER_NOT_FOUND")).toHaveLength(10);
    expect(codes.filter((each) => each === "TOO_MANY_GUESSES")).toHaveLength(20);
    expect((await ask({ code }, { token })).status).toBe(429);
    for (let again = 0; again < 20; again++) expect((await ask({ code }, {})).status).toBe(200);
    // Without a token only the network is counted: after 100 wrong codes each request requires a
    // proof of work.
    for (let more = 10; more < 100; more++) expect((await ask({ code: wrong }, {})).status).toBe(404);
    expect((await ask({ code }, {})).body.details.applicationError).toMatchObject({ code: "-19971" });
    gym.clock.now = gym.hours(0.2);
    expect((await ask({ code }, { token })).status).toBe(200);
  });
});

describe("vouchers at the desk", () => {
  test("redeems a voucher for a booking, and counts a repeated request once", async () => {
    const { id } = await issue();
    const service = await gym.service();
    const slot = { sessionId: await gym.session({ service }), serviceId: service.id, scheduleId: service.scheduleId };
    const { booking } = await owner.bookings.create({
      booking: {
        bookedEntity: { slot },
        totalParticipants: 1,
        selectedPaymentOption: "OFFLINE",
        contactDetails: { firstName: "Ona", email: "ona@example.lt" },
      },
    });
    const request = { voucherId: id, amount: 2500, requestId: newId(), bookingId: booking.id, receiptNumber: "77" };
    const [first, again] = await Promise.all([desk.vouchers.redeem(request), desk.vouchers.redeem(request)]);
    expect([first.voucher.balance, again.voucher.balance]).toEqual([2500, 2500]);
    const { entries } = await owner.vouchers.get({ voucherId: id });
    expect(entries).toMatchObject([
      { kind: "REDEEM", delta: -2500, balance: 2500, bookingId: booking.id, about: "77", actor: { kind: "member" } },
      { kind: "ISSUE" },
    ]);
    const audited = gym.db.selectFrom("audit").select("action").where("entityId", "=", booking.id);
    expect((await audited.execute()).map(({ action }) => action)).toContain("booking.voucher");
    await expect(redeem(id, 100, { bookingId: newId() })).rejects.toMatchObject({ code: "BOOKING_NOT_FOUND" });
  });

  test("a voucher reservation holds its amount until it expires", async () => {
    const { id } = await issue();
    const reservationId = newId();
    const reserve = { voucherId: id, amount: 4000, reservationId, minutes: 15 };
    await desk.vouchers.reserve(reserve);
    expect(await desk.vouchers.reserve(reserve)).toMatchObject({ voucher: { balance: 5000, reserved: 4000 } });
    await expect(redeem(id, 1001)).rejects.toMatchObject({ code: "INSUFFICIENT_BALANCE", data: { available: 1000 } });
    expect(await redeem(id, 3000, { reservationId })).toMatchObject({ voucher: { balance: 2000, reserved: 0 } });
    await expect(redeem(id, 1000, { reservationId })).rejects.toMatchObject({ code: "RESERVATION_NOT_FOUND" });

    const second = { voucherId: id, amount: 2000, reservationId: newId(), minutes: 15 };
    await desk.vouchers.reserve(second);
    expect(await desk.vouchers.release(second)).toMatchObject({ voucher: { reserved: 0 } });
    await desk.vouchers.reserve({ ...second, reservationId: newId() });
    gym.clock.now = gym.hours(0.25);
    await runTasks();
    expect((await owner.vouchers.get({ voucherId: id })).voucher).toMatchObject({ balance: 2000, reserved: 0 });
  });

  test("only the team may redeem vouchers, and only the owner may change them", async () => {
    const { id } = await issue();
    const member = gym.as((await gym.member()).token);
    const redeeming = member.vouchers.redeem({ voucherId: id, amount: 1, requestId: newId() });
    await expect(redeeming).rejects.toMatchObject({ status: 403 });
    const blocking = desk.vouchers.setBlocked({ voucherId: id, revision: "1", blocked: true, reason });
    await expect(blocking).rejects.toMatchObject({ status: 403 });
  });
});

describe("the owner's voucher operations", () => {
  test("the owner blocks and extends a voucher and returns an amount to it, each with a reason", async () => {
    const { id } = await issue({ validUntil: "2026-09-02" });
    await redeem(id, 1000);
    const change = async (work: (at: { voucherId: string; revision: string }) => Promise<unknown>) => {
      const { voucher } = await owner.vouchers.get({ voucherId: id });
      return work({ voucherId: id, revision: voucher.revision });
    };
    await change((at) => owner.vouchers.setBlocked({ ...at, blocked: true, reason }));
    await expect(redeem(id, 1)).rejects.toMatchObject({ code: "VOUCHER_BLOCKED" });
    await change((at) => owner.vouchers.setBlocked({ ...at, blocked: false, reason }));
    gym.clock.now = new Date("2026-09-03T09:00:00Z");
    await expect(redeem(id, 1)).rejects.toMatchObject({ code: "VOUCHER_EXPIRED" });
    const shorter = change((at) => owner.vouchers.extend({ ...at, validUntil: "2026-09-02", reason }));
    await expect(shorter).rejects.toMatchObject({ code: "NOT_LATER" });
    await change((at) => owner.vouchers.extend({ ...at, validUntil: "2026-10-01", reason }));
    expect(await redeem(id, 500)).toMatchObject({ voucher: { status: "ACTIVE", balance: 3500 } });
    await change((at) => owner.vouchers.giveBack({ ...at, amount: 500, reason }));
    const more = change((at) => owner.vouchers.giveBack({ ...at, amount: 1001, reason }));
    await expect(more).rejects.toMatchObject({ code: "MORE_THAN_USED" });
    const stale = owner.vouchers.setBlocked({ voucherId: id, revision: "1", blocked: true, reason });
    await expect(stale).rejects.toMatchObject({ code: "REVISION_MISMATCH" });
    const { entries } = await owner.vouchers.get({ voucherId: id });
    expect(entries.map(({ kind }) => kind)).toEqual([
      "GIVE_BACK",
      "REDEEM",
      "EXTEND",
      "UNBLOCK",
      "BLOCK",
      "REDEEM",
      "ISSUE",
    ]);
    expect(entries.slice(0, 1)).toMatchObject([{ reason, delta: 500, balance: 4000 }]);
  });

  test("refunds a voucher's balance and reports whether a credit note is needed", async () => {
    const { id, revision } = await issue({ vatType: "SINGLE", vatRate: 2100 });
    await redeem(id, 2000);
    const { voucher } = await owner.vouchers.get({ voucherId: id });
    const refund = { voucherId: id, payment: cash, reason };
    await expect(owner.vouchers.refund({ ...refund, revision })).rejects.toMatchObject({ code: "REVISION_MISMATCH" });
    expect(await owner.vouchers.refund({ ...refund, revision: voucher.revision })).toMatchObject({
      refunded: 3000,
      creditInvoice: true,
      voucher: { status: "REFUNDED", balance: 0 },
    });
    await expect(redeem(id, 1)).rejects.toMatchObject({ code: "VOUCHER_REFUNDED" });
  });

  test("the owner finds vouchers by status, batch, number, name and the end of the code", async () => {
    const voucher = await issue({ recipientName: "Žydrė Šešelgytė", recipientEmail: "zydre@example.lt" });
    const found = async (text: string) => (await owner.vouchers.query({ text })).vouchers.map(({ id }) => id);
    for (const text of ["zydre sesel", String(voucher.number), voucher.last4, "ZYDRE@example"]) {
      expect(await found(text)).toContain(voucher.id);
    }
    expect(await found("%")).toEqual([]);
    const { vouchers, counts, pagingMetadata } = await owner.vouchers.query({ status: "ACTIVE", limit: 2 });
    expect(vouchers.map(({ status }) => status)).toEqual(["ACTIVE", "ACTIVE"]);
    expect(counts.ACTIVE).toBeGreaterThan(2);
    const next = await owner.vouchers.query({ status: "ACTIVE", limit: 2, cursor: pagingMetadata.cursors?.next ?? "" });
    expect(next.vouchers[0]?.number).toBeLessThan(vouchers[1]?.number ?? 0);
  });

  test("in the voucher report, opening balance and changes add up to the closing balance, to the cent", async () => {
    const { months } = await owner.vouchers.report({});
    const balances = await gym.db.selectFrom("voucher").select(["vatType", "balance"]).execute();
    for (const type of ["SINGLE", "MULTI"] as const) {
      const [newest] = months.filter(({ vatType }) => vatType === type);
      const sum = balances.filter(({ vatType }) => vatType === type).reduce((total, { balance }) => total + balance, 0);
      expect(newest?.closing).toBe(sum);
    }
    for (const { opening, issued, used, refunded, closing } of months) {
      expect(opening + issued - used - refunded).toBe(closing);
    }
  });
});

describe("voucher mails", () => {
  test("sends the voucher mail once, at the chosen time", async () => {
    const { id } = await issue({ recipientEmail: "gabija@example.lt", sendDate: gym.hours(24) });
    await runTasks();
    expect(await mailsOf(id)).toEqual([]);
    gym.clock.now = gym.hours(24);
    await runTasks();
    await runTasks();
    expect(await mailsOf(id)).toEqual([
      { template: "voucher", voucherId: id, codeVersion: 1, to: "gabija@example.lt", language: "lt" },
    ]);
    const { voucher, entries } = await owner.vouchers.get({ voucherId: id });
    expect(voucher.sentDate).toEqual(gym.clock.now);
    expect(entries[0]).toMatchObject({ kind: "SEND", about: "gabija@example.lt", actor: { kind: "system" } });
  });

  test("does not send the mail of a blocked voucher", async () => {
    const { id, revision } = await issue({ recipientEmail: "gabija@example.lt", sendDate: gym.hours(1) });
    await owner.vouchers.setBlocked({ voucherId: id, revision, blocked: true, reason });
    gym.clock.now = gym.hours(1);
    await runTasks();
    expect(await mailsOf(id)).toEqual([]);
    expect((await owner.vouchers.get({ voucherId: id })).voucher).toMatchObject({ sendDate: null, sentDate: null });
  });

  test("sends the voucher mail again, also to another address", async () => {
    const { id, revision } = await issue();
    const sent = await owner.vouchers.send({ voucherId: id, revision, recipientEmail: "kita@example.lt" });
    expect(sent.voucher).toMatchObject({ recipientEmail: "kita@example.lt", sentDate: gym.clock.now });
    expect(await mailsOf(id)).toMatchObject([{ to: "kita@example.lt" }]);
    const later = { recipientEmail: "trecia@example.lt", sendDate: gym.hours(2) };
    await owner.vouchers.send({ voucherId: id, revision: sent.voucher.revision, ...later });
    expect(await mailsOf(id)).toHaveLength(1);
  });
});

describe("voucher reminders", () => {
  const started = new Date("2026-09-01T09:00:00Z");
  beforeEach(() => {
    gym.clock.now = started;
  });
  const remind = (days = 30) => createVoucherLedger(gym.context).remind({ days, limit: 50 });
  const reminders = async (voucherId: string) =>
    (await mailsOf(voucherId)).filter((mail) => "about" in mail && mail.about === "ending");
  const known = { recipientEmail: "gabija@example.lt", validUntil: "2026-12-31" };

  test("reminds the voucher's recipient once, the set number of days before the last day", async () => {
    const { id } = await issue(known);
    await runTasks();
    gym.clock.now = new Date("2026-11-30T12:00:00Z");
    await remind();
    expect(await reminders(id)).toEqual([]);
    gym.clock.now = new Date("2026-12-01T12:00:00Z");
    await Promise.all([remind(), remind()]);
    await remind();
    expect(await reminders(id)).toEqual([
      { template: "voucher", about: "ending", voucherId: id, codeVersion: 1, to: "gabija@example.lt", language: "lt" },
    ]);
    const { voucher, entries } = await gym.as(gym.key).vouchers.get({ voucherId: id });
    expect(entries[0]).toMatchObject({ kind: "REMIND", delta: 0, about: "gabija@example.lt" });
    // A new last day triggers another reminder.
    const later = { voucherId: id, revision: voucher.revision, validUntil: "2027-02-28", reason };
    await gym.as(gym.key).vouchers.extend(later);
    await remind();
    expect(await reminders(id)).toHaveLength(1);
    gym.clock.now = new Date("2027-02-01T12:00:00Z");
    await remind();
    expect(await reminders(id)).toHaveLength(2);
  });

  test("sends no reminder for used or blocked vouchers, for vouchers without an email address, or if reminders are disabled", async () => {
    const [used, blocked, due] = [await issue(known), await issue(known), await issue(known)];
    const nobodys = await issue({ validUntil: known.validUntil });
    await sql`update site set business = business || '{"email": "labas@uola.example"}'::jsonb`.execute(gym.db);
    const gyms = await issue({ ...known, recipientEmail: "Labas@uola.example" });
    await runTasks();
    await redeem(used.id, 5000);
    const { voucher } = await owner.vouchers.get({ voucherId: blocked.id });
    await owner.vouchers.setBlocked({ voucherId: blocked.id, revision: voucher.revision, blocked: true, reason });
    gym.clock.now = new Date("2026-12-20T12:00:00Z");
    await remind(0);
    expect(await reminders(due.id)).toEqual([]);
    await remind();
    for (const { id } of [used, blocked, nobodys, gyms]) expect(await reminders(id)).toEqual([]);
    expect(await reminders(due.id)).toHaveLength(1);
  });

  test("sends no reminder for a voucher received within the reminder period or not mailed yet", async () => {
    const short = await issue({ ...known, validUntil: "2026-09-20" });
    const waiting = await issue({ ...known, sendDate: new Date("2026-12-24T08:00:00Z") });
    await runTasks();
    await remind();
    gym.clock.now = new Date("2026-12-20T12:00:00Z");
    await remind();
    gym.clock.now = new Date("2026-12-24T12:00:00Z");
    await runTasks();
    await remind();
    for (const { id } of [short, waiting]) expect(await reminders(id)).toEqual([]);
  });
});

describe("a voucher batch", () => {
  test("blocks a voucher batch as a whole, and unblocks it without vouchers that were blocked individually", async () => {
    const { batch } = await owner.vouchers.issueBatch(batchOf("UAB Beržas", 4));
    const list = async () => (await owner.vouchers.query({ batchId: batch.id })).vouchers;
    const [lost, gone] = await list();
    const ofOne = ({ id: voucherId, revision }: { id: string; revision: string }) => ({ voucherId, revision, reason });
    await owner.vouchers.setBlocked({ ...ofOne(lost as Listed), blocked: true });
    await owner.vouchers.refund({ ...ofOne(gone as Listed), payment: cash });
    const asked = { batchId: batch.id, reason: "nesumokėta sąskaita" };
    const all = await Promise.all([1, 2].map(() => owner.vouchers.setBatchBlocked({ ...asked, blocked: true })));
    expect(all.map(({ changed }) => changed).toSorted()).toEqual([0, 2]);
    expect(all[0]?.batch).toMatchObject({ count: 4, blocked: 2 });
    expect((await list()).map(({ status }) => status).toSorted()).toEqual([
      "BLOCKED",
      "BLOCKED",
      "BLOCKED",
      "REFUNDED",
    ]);
    const [one] = (await list()).filter(({ id, status }) => id !== lost?.id && status === "BLOCKED");
    const { entries } = await owner.vouchers.get({ voucherId: one?.id as string });
    expect(entries[0]).toMatchObject({ kind: "BLOCK", reason: asked.reason });
    const after = await owner.vouchers.setBatchBlocked({ ...asked, blocked: false });
    expect(after).toMatchObject({ changed: 2, batch: { blocked: 0 } });
    expect((await list()).map(({ status }) => status).toSorted()).toEqual(["ACTIVE", "ACTIVE", "BLOCKED", "REFUNDED"]);
    expect((await owner.vouchers.get({ voucherId: lost?.id as string })).voucher.status).toBe("BLOCKED");
  });

  test("only the owner may block a voucher batch", async () => {
    const asked = { batchId: newId(), blocked: true, reason };
    await expect(desk.vouchers.setBatchBlocked(asked)).rejects.toMatchObject({ status: 403 });
    await expect(owner.vouchers.setBatchBlocked(asked)).rejects.toMatchObject({ code: "BATCH_NOT_FOUND" });
  });
});

test("rejects changes to and deletions of voucher ledger entries", async () => {
  const change = gym.db.updateTable("voucherEntry").set({ delta: 1 }).execute();
  await expect(change).rejects.toThrow("never changed or deleted");
  await expect(gym.db.deleteFrom("voucherEntry").execute()).rejects.toThrow("never changed or deleted");
});
