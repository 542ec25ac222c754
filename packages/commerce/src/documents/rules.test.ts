import { TaxClass } from "@uola/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumOf } from "../money/money.ts";
import { line } from "./documents.testing.ts";
import { creditLines, invoiceLines, monthAfter, remainingLines, remainingOf, sameTaxes } from "./rules.ts";

const today = "2026-11-23";
const payer = { vatPayer: true };
type Credited = Exclude<ReturnType<typeof creditLines>, { code: string }>;

describe("invoice", () => {
  test("an invoice has the expected lines, taxes and sums", () => {
    const course = { quantity: 2, unitGross: 25_200, discount: 5040 };
    const lines = [line("Kursas", 45_360, course), line("Batelių nuoma", 2100), line("Dovanų kuponas", 5000)];
    const { taxes } = invoiceLines(lines, today, payer);
    expect(taxes).toMatchObject([{ code: "PVM1", rate: 2100, gross: 52_460, net: 43_355, vat: 9105 }]);
  });

  test.each([
    ["whose total does not match its price", line("Kursas", 100, { unitGross: 90 })],
    ["with a negative amount", line("Kursas", -100)],
  ])("rejects an invoice line %s", (_, wrong) => expect(() => invoiceLines([wrong], today, payer)).toThrow(RangeError));

  test.each([
    ["the class of its day", today, {}, "STANDARD", 2100],
    ["the later class from its first day on", "2026-12-01", {}, "REDUCED_CULTURE", 1200],
    ["the class of the day on which it took place", "2026-12-01", { serviceDate: today }, "STANDARD", 2100],
    [
      "of several days the last one",
      "2026-12-05",
      { serviceDate: today, serviceUntil: "2026-12-02" },
      "REDUCED_CULTURE",
      1200,
    ],
    ["its own day, of what comes later", today, { serviceDate: "2026-12-09" }, "STANDARD", 2100],
  ] as const)("determines the tax class of an invoice line: %s", (_, day, dates, taxClass, rate) => {
    const laterTax = { taxClass: "REDUCED_CULTURE", from: "2026-12-01" } as const;
    const { lines, taxes } = invoiceLines([line("Kursas", 1120, { laterTax, ...dates })], day, payer);
    expect(lines).toMatchObject([{ taxClass, tax: { rate } }]);
    expect(lines[0]).not.toHaveProperty("laterTax");
    expect(taxes).toMatchObject([{ rate, gross: 1120 }]);
  });

  test("an invoice of a seller who does not pay VAT has no VAT", () => {
    const { taxes, lines } = invoiceLines([line("Kursas", 1250)], today, { vatPayer: false });
    expect(taxes).toEqual([{ code: null, rate: null, citation: null, gross: 1250, net: 1250, vat: 0 }]);
    expect(lines[0]).toMatchObject({ net: 1250, vat: 0 });
  });
});

describe("credit note", () => {
  const invoice = invoiceLines([line("Kursas", 9990), line("Batelių nuoma", 2100)], today, payer);

  test("a credit note has the credited lines with their taxes as negative amounts", () => {
    const credit = creditLines(invoice, [], [line("Batelių nuoma", 2100)]) as Credited;
    expect(credit.lines).toMatchObject([{ name: "Batelių nuoma", gross: -2100, of: 1 }]);
    expect(credit.taxes).toMatchObject([{ code: "PVM1", rate: 2100, gross: -2100, net: -1736, vat: -364 }]);
    expect(remainingOf(invoice, [credit])).toEqual([9990, 0]);
    expect(remainingLines(invoice, [credit])).toEqual([line("Kursas", 9990)]);
  });

  test("a credit note never exceeds the remaining amount of a line", () => {
    const first = creditLines(invoice, [], [line("Kursas", 9000)]) as Credited;
    expect(creditLines(invoice, [first], [line("Kursas", 991)])).toEqual({
      code: "MORE_THAN_REMAINS",
      data: { line: "Kursas", remaining: 990 },
    });
    expect(creditLines(invoice, [first], [line("Kursas", 990), line("Kursas", 1)])).toMatchObject({
      code: "MORE_THAN_REMAINS",
    });
    expect(creditLines(invoice, [], [line("Kilimėlis", 1)])).toMatchObject({ data: { remaining: 0 } });
  });

  test("a credit note finds a line by id when several have the same name", () => {
    const twice = invoiceLines(
      [line("Kursas", 1000, { lineId: "a" }), line("Kursas", 2000, { lineId: "b" })],
      ...[today, payer],
    );
    const credit = creditLines(twice, [], [line("Kursas", 500, { lineId: "b" })]) as Credited;
    expect(remainingOf(twice, [credit])).toEqual([1000, 1500]);
  });

  test("a credit note uses the tax rate of its invoice even after the rate changed", () => {
    const old = invoiceLines([line("Knyga", 1090, { taxClass: "REDUCED_BOOKS" })], "2025-12-31", payer);
    const credit = creditLines(old, [], [line("Knyga", 1090, { taxClass: "REDUCED_BOOKS" })]) as Credited;
    expect(credit.taxes).toMatchObject([{ code: "PVM2", rate: 900, net: -1000, vat: -90 }]);
    expect(sameTaxes(old, remainingLines(old, [])).taxes).toEqual(old.taxes);
  });

  test("partial credit notes add up exactly to the invoice, however it is divided", () => {
    const bought = fc.array(
      fc.record({ gross: fc.integer({ min: 1, max: 100_000 }), taxClass: fc.constantFrom(...TaxClass.options) }),
      { minLength: 1, maxLength: 6 },
    );
    const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(bought, parts, (bought, parts) => {
        const lines = bought.map(({ gross, taxClass }, index) => line(`${index}`, gross, { taxClass }));
        const invoice = invoiceLines(lines, today, payer);
        const credits: Credited[] = [];
        for (const part of [...parts, 1]) {
          const left = remainingOf(invoice, credits);
          const asked = lines.map((each, index) => ({ ...each, gross: Math.ceil((left[index] ?? 0) * part) }));
          credits.push(creditLines(invoice, credits, asked) as Credited);
        }
        expect(remainingOf(invoice, credits).every((left) => left === 0)).toBe(true);
        for (const sum of ["gross", "net", "vat"] as const) {
          const credited = credits.flatMap(({ taxes }) => taxes.map((tax) => tax[sum]));
          expect(sumOf(credited) + sumOf(invoice.taxes.map((tax) => tax[sum]))).toBe(0);
        }
      }),
    );
  });
});

test("monthAfter returns January of the next year for a day in December", () => {
  expect(monthAfter("2026-12-31")).toBe("2027-01-01");
  expect(monthAfter("2026-08-01")).toBe("2026-09-01");
});
