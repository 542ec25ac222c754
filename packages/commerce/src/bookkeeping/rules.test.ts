import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumOf } from "../money/money.ts";
import { splitGross } from "../vat/vat.ts";
import { entryOf, type Fact } from "./rules.ts";

const about = { day: "2026-09-01", orderNumber: "2026-0412", who: "Gabija" };
const rowsOf = (fact: Fact) => entryOf(fact)?.rows.map(({ role, debit, credit }) => [role, debit, credit]);

describe("journal entry", () => {
  test("the entry of an invoice debits the buyer and credits income, vouchers and VAT, one row each", () => {
    const lines: Extract<Fact, { kind: "DOCUMENT" }>["lines"] = [
      { soldAs: "BOOKING", net: 1033, vat: 217 },
      { soldAs: "PASS", net: 7438, vat: 1562 },
      { soldAs: "GOODS", net: 1000, vat: 210 },
      { soldAs: "VOUCHER", net: 5000, vat: 0 },
      { soldAs: "DONATION", net: 1000, vat: 0 },
      { soldAs: null, net: 500, vat: 0 },
    ];
    expect(rowsOf({ kind: "DOCUMENT", ...about, document: "KAL 000001", isCredit: false, lines })).toEqual([
      ["BUYERS", 17960, 0],
      ["SERVICES", 0, 8971],
      ["GOODS", 0, 1000],
      ["VOUCHERS", 0, 5000],
      ["DONATIONS", 0, 1000],
      ["VAT", 0, 1989],
    ]);
  });

  test("the entry of a credit note reverses the entry of the invoice", () => {
    const lines = [{ soldAs: "BOOKING" as const, net: -1033, vat: -217 }];
    expect(rowsOf({ kind: "DOCUMENT", ...about, document: "KRE 000001", isCredit: true, lines })).toEqual([
      ["SERVICES", 1033, 0],
      ["VAT", 217, 0],
      ["BUYERS", 0, 1250],
    ]);
  });

  test.each([
    ["BANK_TRANSFER", "BANK"],
    ["CASH", "TILL"],
    ["CARD", "UNDERWAY"],
    ["MONTONIO", "UNDERWAY"],
  ] as const)(
    "a payment by %s is debited to the account %s, and its chargeback is credited to the same account",
    (by, role) => {
      expect(rowsOf({ kind: "PAYMENT", ...about, by, amount: 1250 })).toEqual([
        [role, 1250, 0],
        ["BUYERS", 0, 1250],
      ]);
      expect(rowsOf({ kind: "VOIDED", ...about, by, amount: 1250 })).toEqual([
        ["BUYERS", 1250, 0],
        [role, 0, 1250],
      ]);
    },
  );

  test.each([
    ["PROVIDER", false, "UNDERWAY"],
    ["PROVIDER", true, "BANK"],
    ["TRANSFER", false, "BANK"],
    ["DESK", false, "TILL"],
  ] as const)("a refund by %s (by transfer: %s) is credited to %s", (way, byTransfer, role) => {
    expect(rowsOf({ kind: "REFUND", ...about, way, byTransfer, amount: 700, bonus: 0 })).toEqual([
      ["BUYERS", 700, 0],
      [role, 0, 700],
    ]);
  });

  test("the entry of a refund as a voucher includes the bonus", () => {
    expect(rowsOf({ kind: "REFUND", ...about, way: "CREDIT", byTransfer: false, amount: 1000, bonus: 100 })).toEqual([
      ["BUYERS", 1000, 0],
      ["BONUS", 100, 0],
      ["VOUCHERS", 0, 1100],
    ]);
  });

  test("makes no journal entry for a payment of zero", () => {
    expect(entryOf({ kind: "PAYMENT", ...about, by: "ZERO", amount: 0 })).toBeUndefined();
  });
});

const cents = fc.integer({ min: 0, max: 500_000 });
const signed = fc.integer({ min: -500_000, max: 500_000 });
const line = fc
  .record({
    soldAs: fc.constantFrom("BOOKING", "VOUCHER", "GOODS", "DONATION", "PASS", null),
    gross: signed,
    rate: fc.constantFrom(2100, 1200, 500, null),
  })
  .map(({ soldAs, gross, rate }) => {
    const { net, vat } = splitGross(Math.abs(gross), rate);
    return { soldAs, net: Math.sign(gross) * net, vat: Math.sign(gross) * vat };
  });
const fact: fc.Arbitrary<Fact> = fc
  .oneof(
    fc.record({ kind: fc.constant("DOCUMENT" as const), lines: fc.array(line, { maxLength: 8 }) }),
    fc.record({
      kind: fc.constantFrom("PAYMENT" as const, "VOIDED" as const),
      by: fc.constantFrom("MONTONIO", "STRIPE", "BANK_TRANSFER", "CASH", "CARD"),
      amount: cents,
    }),
    fc.record({
      kind: fc.constant("REFUND" as const),
      way: fc.constantFrom("PROVIDER", "TRANSFER", "DESK", "CREDIT"),
      byTransfer: fc.boolean(),
      amount: cents,
      bonus: cents,
    }),
    fc.record({
      kind: fc.constantFrom("VOUCHER_SOLD" as const, "VOUCHER_REFUNDED" as const),
      method: fc.constantFrom("CASH", "CARD", "TRANSFER"),
      amount: cents,
      isInvoiced: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("VOUCHER_USED" as const), amount: signed }),
  )
  .map((drawn) => ({ ...about, document: "KAL 000001", isCredit: false, ...drawn }) as Fact);

test("for random transactions, debit equals credit in each entry and in total, and no amount is negative", () => {
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 60 }), (history) => {
      const entries = history.flatMap((each) => entryOf(each) ?? []);
      for (const { rows } of entries) {
        expect(sumOf(rows.map(({ debit }) => debit))).toBe(sumOf(rows.map(({ credit }) => credit)));
        for (const { debit, credit } of rows)
          expect([debit >= 0, credit >= 0, debit * credit]).toEqual([true, true, 0]);
      }
      const rows = entries.flatMap((entry) => entry.rows);
      expect(sumOf(rows.map(({ debit }) => debit))).toBe(sumOf(rows.map(({ credit }) => credit)));
      const vat = history.flatMap((each) => (each.kind === "DOCUMENT" ? each.lines : [])).map((each) => each.vat);
      const owed = rows.filter(({ role }) => role === "VAT").map(({ debit, credit }) => credit - debit);
      expect(sumOf(owed)).toBe(sumOf(vat));
    }),
  );
});
