import { createHash } from "node:crypto";
import type { Client } from "@uola/client";
import type { BankEntry } from "@uola/contract";
import { dayMs } from "@uola/contract/durations";
import { afterEach, describe, expect, test } from "vitest";
import type { TestGym } from "../../testing.ts";
import { openShop, testIn } from "../open-shop.testing.ts";
import { buyer, place, places, type Sold } from "../orders.testing.ts";
import { type EntryFixture, fileOf, statementOf } from "./bank-statements.testing.ts";

let gym: TestGym;
let owner: Client;
let visitor: Client;
let service: Sold;
testIn(openShop, (shop) => {
  ({ gym, owner, visitor, service } = shop);
});
afterEach(async () => {
  for (const { id } of await open()) await owner.payments.setBankEntryAside({ entryId: id, aside: true });
});

const asFile = (text: string) => ({ file: new Blob([text], { type: "application/xml" }) });
const importText = (text: string) => owner.payments.importStatement({}, asFile(text));
const importOf = (...made: EntryFixture[]) => importText(statementOf(made));
const open = async () => (await owner.payments.bankEntries({})).entries;
const note = ({ id: entryId }: Pick<BankEntry, "id">, orderNumber: string, onlySure = false) =>
  owner.payments.noteBankEntry({ entryId, orderNumber, onlySure });

/** Places an order that awaits a transfer of 25 euros. */
async function ordered(more: { buyer?: typeof buyer } = {}) {
  const sessionId = await gym.session({ service, inHours: 480 });
  await visitor.carts.add({ booking: places(sessionId, service) });
  const { key, order } = await place(visitor, "BANK_TRANSFER", more);
  return { key, order, number: order.number };
}
const read = async (key: string) => (await visitor.orders.readByKey({ key })).order;
let refs = 0;
const paid = (number: string, more: Partial<EntryFixture> = {}): EntryFixture => {
  refs += 1;
  return { cents: 2500, text: `Už ${number}`, payer: "Ona Sava", ref: `R${refs}`, ...more };
};

describe("a bank statement", () => {
  test("importing a statement adds open entries without recording payments for orders", async () => {
    const { key, number } = await ordered();
    const made = [paid(number), paid("nieko", { out: true }), paid("nieko", { state: "PDNG" })];
    expect(await importOf(...made)).toEqual({ added: 1, known: 0, differing: 0, skipped: 2, otherAccounts: 0 });
    expect(await open()).toMatchObject([
      { match: "SURE", problem: null, amount: 2500, order: { number, left: 2500, buyer: "Ona Sava" } },
    ]);
    expect((await read(key)).state).toBe("AWAITING_PAYMENT");
    expect(await importOf(...made)).toMatchObject({ added: 0, known: 1, skipped: 2 });
  });

  test.each([
    ["in another format", "NOT_A_STATEMENT", () => "<html></html>"],
    ["of another account", "OTHER_ACCOUNT", () => statementOf([], { iban: "LT127300010000000001" })],
    ["that is incomplete", "STATEMENT_INCOMPLETE", () => statementOf([paid("x")], { closing: 1 })],
  ])("rejects a statement %s with %s", async (_, code, text) => {
    await expect(importText(text())).rejects.toMatchObject({ code });
    expect(await open()).toEqual([]);
  });

  test("lists at most 500 entries and reports that there are more", async () => {
    const made = Array.from({ length: 501 }, (_, index) => paid("nieko", { ref: `many ${index}` }));
    await importOf(...made);
    const { entries, hasMore } = await owner.payments.bankEntries({});
    expect([entries.length, hasMore]).toEqual([500, true]);
    await gym.db.deleteFrom("bankEntry").where("text", "=", "Už nieko").execute();
    expect((await owner.payments.bankEntries({})).hasMore).toBe(false);
  });

  test("rejects a trainer's request for bank entries, and a statement file above the size limit", async () => {
    const { token } = await gym.member({ role: "trainer" });
    const trainer = gym.as(token);
    await expect(trainer.payments.bankEntries({})).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
    const text = " ".repeat(8 * 1024 ** 2 + 1);
    await expect(importText(text)).rejects.toMatchObject({ code: "REQUEST_TOO_LARGE" });
  });
});

describe("importing a bank statement", () => {
  const other = { text: "nuoma", payer: "Kaimynas" };

  test.each(["NOTPROVIDED", "NONREF", "0", "", "MONTHLY-7"])(
    "imports different payments with the repeated bank reference %j, and no payment twice",
    async (ref) => {
      const [first, second] = [
        paid("x", { text: `nuoma ${ref}`, ref, day: "2026-08-24", cents: 1000 }),
        paid("x", { text: `nuoma ${ref}`, ref, day: "2026-08-25", cents: 1001 }),
      ];
      expect(await importOf(first)).toMatchObject({ added: 1, known: 0, differing: 0 });
      expect(await importOf(second)).toMatchObject({ added: 1, known: 0, differing: 0 });
      expect(await importOf(second, first)).toMatchObject({ added: 0, known: 2, differing: 0 });
      expect((await open()).map(({ amount }) => amount)).toEqual([1000, 1001]);
    },
  );

  test("imports two equal transfers in a file, and neither of them again from an overlapping file", async () => {
    const made = paid("x", { ...other, ref: "NOTPROVIDED", cents: 777 });
    expect(await importOf(made, made)).toMatchObject({ added: 2, known: 0 });
    expect(await importOf(paid("y", other), made, made)).toMatchObject({ added: 1, known: 2 });
  });

  test("flags an entry that agrees with a stored one only in reference, day and amount", async () => {
    const { key, number } = await ordered();
    await importOf(paid("nieko", { ref: "SAME" }));
    const counts = await importOf(paid(number, { ref: "SAME" }));
    expect(counts).toMatchObject({ added: 0, known: 0, differing: 1 });
    const entry = (await open()).find(({ problem }) => problem === "SAME_REFERENCE");
    expect(entry).toMatchObject({ match: "UNKNOWN", order: { number } });
    const refusal = { code: "NOT_SURE", data: { problem: "SAME_REFERENCE" } };
    await expect(note(entry as BankEntry, number, true)).rejects.toMatchObject(refusal);
    await note(entry as BankEntry, number);
    expect((await read(key)).state).toBe("PAID");
    expect(await importOf(paid(number, { ref: "SAME" }))).toMatchObject({ added: 0, known: 1, differing: 0 });
  });

  test("does not flag payments of two payers with the same bank reference in one file", async () => {
    const made = [paid("a", { ref: "DAY" }), paid("b", { ref: "DAY", payer: "Jonas" })];
    expect(await importOf(made[0] as EntryFixture)).toMatchObject({ added: 1 });
    expect(await importOf(...made)).toMatchObject({ added: 1, known: 1, differing: 0 });
  });

  test("flags an entry whose individual payments do not add up to its amount", async () => {
    const { key, number } = await ordered();
    const batch = [
      { cents: 2500, text: number },
      { cents: 100, text: "x" },
    ];
    await importOf(paid("x", { cents: 2700, batch }), paid("kita"));
    const entry = (await open()).find(({ amount }) => amount === 2700);
    expect(entry).toMatchObject({ match: "UNKNOWN", problem: "AMOUNT_UNCLEAR", order: { number } });
    await expect(note(entry as BankEntry, number, true)).rejects.toMatchObject({ code: "NOT_SURE" });
    expect((await read(key)).state).toBe("AWAITING_PAYMENT");
  });

  test("skips and counts statements of other accounts", async () => {
    const made = [paid("x", other)];
    const text = fileOf([
      { made: [paid("y")], options: { other: "9052.12.34567" } },
      { made: [paid("z")], options: { iban: "" } },
      { made },
    ]);
    expect(await importText(text)).toEqual({ added: 1, known: 0, differing: 0, skipped: 0, otherAccounts: 2 });
  });

  describe("entries stored with the bank's reference as their key", () => {
    const iban = "LT601010012345678901";
    /** Stores an entry in the form used before 0080_bank_references.sql. */
    async function stored(made: EntryFixture, name: string | undefined) {
      const [day, text] = ["2026-08-20", made.text as string];
      const content = JSON.stringify([day, made.cents, "EUR", made.payer, "", text, "", false]);
      const entryKey = createHash("sha256")
        .update(`${iban} ${name ?? content} 1`)
        .digest("hex");
      const row = { siteId: gym.siteId, id: crypto.randomUUID(), entryKey, bookedDate: day, amount: made.cents };
      await gym.db
        .insertInto("bankEntry")
        .values({
          ...row,
          currency: "EUR",
          reversal: false,
          payerName: made.payer ?? "",
          payerIban: "",
          text,
          reference: "",
          state: "OPEN",
          createdDate: gym.clock.now,
        })
        .execute();
    }
    const made = (ref: string, more: Partial<EntryFixture> = {}): EntryFixture =>
      paid("x", { text: `sena ${ref || "be numerio"}`, payer: "Senas Mokėtojas", ref, day: "2026-08-20", ...more });

    test.each(["OLD-1", "NOTPROVIDED", ""])(
      "recognises an entry that was stored with the reference %j as its key",
      async (ref) => {
        await stored(made(ref), ref ? `${ref} 0` : undefined);
        expect(await importOf(made(ref))).toMatchObject({ added: 0, known: 1, differing: 0 });
        // The second entry equals the first one in every field, so it is another transfer.
        expect(await importOf(made(ref), made(ref))).toMatchObject({ added: 1, known: 1 });
      },
    );

    test("recognises an entry in the old form that follows another entry with the same reference", async () => {
      await stored(made("OLD-2"), "OLD-2 0");
      const before = made("OLD-2", { cents: 1, text: "kita" });
      expect(await importOf(before, made("OLD-2"))).toMatchObject({ added: 1, known: 1, differing: 0 });
    });

    test("an entry stored in the old form does not hide another payment with the same reference", async () => {
      await stored(made("OLD-3"), "OLD-3 0");
      expect(await importOf(made("OLD-3", { day: "2026-08-21" }))).toMatchObject({ added: 1, differing: 0 });
      expect(await importOf(made("OLD-3", { text: "kita" }))).toMatchObject({ added: 0, differing: 1 });
      expect(await importOf(made("OLD-4", { text: "sena OLD-3" }))).toMatchObject({ added: 1, differing: 0 });
    });
  });
});

describe("a bank statement entry", () => {
  test("a statement entry pays its order only once, even if it is recorded or imported repeatedly", async () => {
    const { key, number } = await ordered();
    const made = paid(number);
    await importOf(made);
    const [entry] = await open();
    for (let n = 0; n < 3; n++) expect((await note(entry as BankEntry, number)).entry.state).toBe("NOTED");
    await importOf(made, paid("kita"));
    expect((await open()).map(({ text }) => text)).toEqual(["Už kita"]);
    const order = await read(key);
    expect(order).toMatchObject({ state: "PAID", paid: 2500, refunds: [], documents: [{}, { kind: "INVOICE" }] });
    expect(order.payments).toMatchObject([{ kind: "BANK_TRANSFER", amount: 2500 }]);
    const { entries } = await owner.payments.bankEntries({ state: "NOTED" });
    expect(entries.find(({ id }) => id === entry?.id)?.order?.number).toBe(number);
    const audit = gym.db
      .selectFrom("audit")
      .select("action")
      .where("entityId", "=", entry?.id ?? "");
    expect(await audit.execute()).toEqual([{ action: "bankEntry.note" }]);
    const other = await ordered();
    await expect(note(entry as BankEntry, other.number)).rejects.toMatchObject({ code: "ENTRY_NOTED" });
  });

  test("the invoice for a bank transfer shows the bank's booking date, even if the entry is recorded days later", async () => {
    const { number } = await ordered();
    const day = new Date(gym.clock.now.getTime() - 5 * dayMs).toISOString().slice(0, 10);
    await importOf(paid(number, { day }));
    const [entry] = await open();
    const { order } = await note(entry as BankEntry, number);
    const invoice = order.documents.find(({ kind }) => kind === "INVOICE");
    const { document } = await owner.documents.get({ documentId: invoice?.id ?? "" });
    expect(document.paid).toEqual({ method: "TRANSFER", date: day });
  });

  test("an underpayment leaves the order open, and the remaining payment completes it", async () => {
    const { key, number } = await ordered();
    await importOf(paid(number, { cents: 1000 }));
    const [part] = await open();
    expect(part).toMatchObject({ match: "LIKELY", problem: "UNDERPAID" });
    await expect(note(part as BankEntry, number, true)).rejects.toMatchObject({ code: "NOT_SURE" });
    await note(part as BankEntry, number);
    expect(await read(key)).toMatchObject({ state: "AWAITING_PAYMENT", paid: 1000 });
    await importOf(paid(number, { cents: 1500 }));
    const [rest] = await open();
    expect(rest).toMatchObject({ match: "SURE", order: { left: 1500 } });
    await note(rest as BankEntry, number, true);
    expect(await read(key)).toMatchObject({ state: "PAID", paid: 2500 });
  });

  test("an overpayment pays the order, and the surplus is to be refunded", async () => {
    const { key, number } = await ordered();
    await importOf(paid(number, { cents: 3000 }));
    const [entry] = await open();
    expect(entry).toMatchObject({ match: "LIKELY", problem: "OVERPAID" });
    await note(entry as BankEntry, number);
    expect(await read(key)).toMatchObject({
      state: "PAID",
      paid: 3000,
      refunded: 500,
      refunds: [{ amount: 500, state: "TO_PAY_OUT" }],
    });
  });

  test("a second entry for the same order is not a sure match", async () => {
    const { number } = await ordered();
    await importOf(paid(number), paid(number));
    expect((await open()).map(({ match, problem }) => [match, problem])).toEqual([
      ["SURE", null],
      ["UNKNOWN", "PAID_ALREADY"],
    ]);
  });

  test("does not accept an entry as a sure match if the bank reversed it, even if the reversal is set aside", async () => {
    const { key, number } = await ordered();
    await importOf(paid(number));
    const [entry] = await open();
    expect(entry?.match).toBe("SURE");
    await importOf(paid(number, { out: true, reversal: true }));
    const reversal = (await open()).find(({ problem }) => problem === "REVERSAL");
    await owner.payments.setBankEntryAside({ entryId: reversal?.id ?? "", aside: true });
    expect(await open()).toMatchObject([{ match: "UNKNOWN", problem: "TAKEN_BACK", order: { number } }]);
    const refusal = { code: "NOT_SURE", data: { problem: "TAKEN_BACK" } };
    await expect(note(entry as BankEntry, number, true)).rejects.toMatchObject(refusal);
    expect(await read(key)).toMatchObject({ state: "AWAITING_PAYMENT", paid: 0 });
  });

  test("assigns an entry to the payment that was recorded by hand, without adding a second payment", async () => {
    const { key, order, number } = await ordered();
    const money = { orderId: order.id, kind: "BANK_TRANSFER", amount: 2500, requestId: crypto.randomUUID() } as const;
    await owner.payments.receive(money);
    await importOf(paid(number));
    const [entry] = await open();
    expect(entry).toMatchObject({ match: "LIKELY", problem: "NOTED_BEFORE" });
    await note(entry as BankEntry, number);
    expect(await read(key)).toMatchObject({ state: "PAID", paid: 2500, refunds: [], payments: [{ amount: 2500 }] });
    // The payment now has a statement entry; a further transfer is a separate payment.
    await importOf(paid(number));
    expect(await open()).toMatchObject([{ match: "UNKNOWN", problem: "PAID_ALREADY" }]);
  });

  test("proposes an order by sum and payer for an entry without an order number", async () => {
    const { key, number } = await ordered({ buyer: { ...buyer, firstName: "Žygimantas", lastName: "Ąžuolas" } });
    await importOf(paid("laipiojimą", { payer: "AZUOLAS ZYGIMANTAS" }));
    const [entry] = await open();
    expect(entry).toMatchObject({ match: "LIKELY", problem: "BY_NAME", order: { number } });
    await note(entry as BankEntry, number);
    expect((await read(key)).state).toBe("PAID");
  });

  test("a later reversal by the bank voids the payment once and revokes the purchase", async () => {
    for (const text of [undefined, "grąžinta"]) {
      const { key, order, number } = await ordered();
      const payer = `Ona Sava ${number}`;
      await importOf(paid(number, { payer }));
      await note((await open())[0] as BankEntry, number);
      expect((await read(key)).state).toBe("PAID");
      await importOf(paid(text ?? number, { payer, out: true, reversal: true, day: "2026-09-02" }));
      const [reversal] = await open();
      expect(reversal).toMatchObject({ match: "LIKELY", problem: "REVERSAL", order: { number } });
      const sure = note(reversal as BankEntry, number, true);
      await expect(sure).rejects.toMatchObject({ code: "NOT_SURE", data: { problem: "REVERSAL" } });
      for (let n = 0; n < 2; n++) await note(reversal as BankEntry, number);
      expect(await read(key)).toMatchObject({
        id: order.id,
        state: "CANCELED",
        paid: 0,
        refunded: 0,
        payments: [],
        lines: [{ state: "CANCELED" }],
        documents: [{ kind: "PROFORMA" }, { kind: "INVOICE" }, { kind: "CREDIT" }],
      });
      expect(await open()).toEqual([]);
      // A second transfer on the same day is a payment for a canceled order.
      await importOf(paid(number, { payer, day: "2026-09-02" }));
      const [again] = await open();
      expect(again).toMatchObject({ problem: "OVER", order: { number } });
      await owner.payments.setBankEntryAside({ entryId: again?.id ?? "", aside: true });
    }
  });

  test("a reversal also voids a payment that was recorded by hand", async () => {
    const { key, order, number } = await ordered();
    const money = { orderId: order.id, kind: "BANK_TRANSFER", amount: 2500, requestId: crypto.randomUUID() } as const;
    await owner.payments.receive(money);
    await importOf(paid(number, { out: true, reversal: true, day: "2026-09-02" }));
    await note((await open())[0] as BankEntry, number);
    expect(await read(key)).toMatchObject({ state: "CANCELED", paid: 0 });
  });

  test("a reversal of a payment that was not recorded pays no order", async () => {
    const { key, number } = await ordered();
    await importOf(paid(number, { reversal: true }), paid(number, { reversal: true, out: true }));
    for (const entry of await open()) {
      expect(entry).toMatchObject({ match: "UNKNOWN", problem: "REVERSAL" });
      await expect(note(entry, number)).rejects.toMatchObject({ code: "ENTRY_NOT_MONEY" });
    }
    expect((await read(key)).state).toBe("AWAITING_PAYMENT");
  });

  test("a statement entry pays only once if two people record it at the same moment", async () => {
    const { key, number } = await ordered();
    await importOf(paid(number));
    const [entry] = await open();
    await Promise.all([note(entry as BankEntry, number), note(entry as BankEntry, number)]);
    expect(await read(key)).toMatchObject({ state: "PAID", paid: 2500, refunds: [] });
  });

  test("an entry without an order can be set aside and reopened, but not recorded for an unknown order", async () => {
    await importOf(paid("nuoma", { payer: "Kaimynas" }));
    const [entry] = await open();
    const entryId = entry?.id as string;
    expect(entry).toMatchObject({ match: "UNKNOWN", problem: "NO_ORDER", order: null });
    await expect(note(entry as BankEntry, "UOLA-ZZZZZZ")).rejects.toMatchObject({ code: "ORDER_NOT_FOUND" });
    expect((await owner.payments.setBankEntryAside({ entryId, aside: true })).entry.state).toBe("ASIDE");
    expect(await open()).toEqual([]);
    await owner.payments.setBankEntryAside({ entryId, aside: false });
    expect(await open()).toHaveLength(1);
  });
});
