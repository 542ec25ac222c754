import { TaxClass } from "@uola/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumOf } from "../money/money.ts";
import { splitGross, taxLines, taxOf } from "./rules.ts";

const today = "2026-11-23";

describe("the tax of a tax class", () => {
  test.each([
    ["STANDARD", today, "PVM1", 2100],
    ["REDUCED_CULTURE", "2025-12-31", "PVM2", 900],
    ["REDUCED_CULTURE", "2026-01-01", "PVM58", 1200],
    ["REDUCED_BOOKS", "2025-12-31", "PVM2", 900],
    ["REDUCED_BOOKS", "2026-01-01", "PVM3", 500],
    ["EXEMPT_SPORT", today, "PVM5", null],
    ["EXEMPT_EDUCATION", today, "PVM5", null],
    ["OUT_OF_SCOPE", today, null, null],
  ] as const)("taxes class %s on %s with code %s and rate %s", (taxClass, day, code, rate) => {
    expect(taxOf(taxClass, day)).toMatchObject({ code, rate });
  });

  test("only tax classes without a VAT rate cite the law", () => {
    for (const taxClass of TaxClass.options) {
      const { rate, citation } = taxOf(taxClass, today);
      expect(citation !== null).toBe(rate === null);
    }
  });

  test("a seller who is not a VAT payer charges no VAT and cites no law", () => {
    for (const taxClass of TaxClass.options) {
      expect(taxOf(taxClass, today, { vatPayer: false })).toEqual({ code: null, rate: null, citation: null });
    }
  });

  test("each tax class has a rule for every day since 1 July 2016", () => {
    const days = fc.date({ min: new Date("2016-07-01"), max: new Date("2050-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.constantFrom(...TaxClass.options), (day, taxClass) => {
        expect(() => taxOf(taxClass, day.toISOString().slice(0, 10))).not.toThrow();
      }),
    );
    expect(() => taxOf("STANDARD", "2016-06-30")).toThrow(RangeError);
  });
});

describe("the VAT within a price", () => {
  test.each([
    [1250, 2100, 1033, 217],
    [1999, 2100, 1652, 347],
    [38_230, 2100, 31_595, 6635],
    [999, 2100, 826, 173],
    [52_460, 2100, 43_355, 9105],
    [1120, 1200, 1000, 120],
    [-1250, 2100, -1033, -217],
    [1250, null, 1250, 0],
    [0, 2100, 0, 0],
  ])("splits a gross amount of %i at rate %i into %i net and %i VAT", (gross, rate, net, vat) =>
    expect(splitGross(gross, rate)).toEqual({ net, vat }),
  );

  test("the VAT within a price differs by at most a cent from VAT computed on the net amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.constantFrom(500, 900, 1200, 2100), (gross, rate) => {
        const { net, vat } = splitGross(gross, rate);
        expect(net + vat).toBe(gross);
        expect(Math.abs(Math.round((net * rate) / 10_000) - vat)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("the taxes of a document", () => {
  const line = (gross: number, taxClass: TaxClass = "STANDARD") => ({ gross, tax: taxOf(taxClass, today) });

  test("computes VAT once per rate of a document, not per line", () => {
    const { lines, rows } = taxLines(Array.from({ length: 10 }, () => line(999)));
    expect(rows).toMatchObject([{ code: "PVM1", gross: 9990, net: 8256, vat: 1734 }]);
    expect(sumOf(lines.map(({ vat }) => vat))).toBe(1734);
    expect(lines.map(({ vat }) => vat)).toEqual([174, 174, 174, 174, 173, 173, 173, 173, 173, 173]);
  });

  test("lists each VAT rate of a document in its own row", () => {
    const { rows } = taxLines([line(1000), line(5000, "OUT_OF_SCOPE"), line(1120, "REDUCED_CULTURE"), line(210)]);
    expect(rows).toMatchObject([
      { code: "PVM1", rate: 2100, gross: 1210, net: 1000, vat: 210 },
      { code: null, rate: null, gross: 5000, net: 5000, vat: 0 },
      { code: "PVM58", rate: 1200, gross: 1120, net: 1000, vat: 120 },
    ]);
  });

  test("the lines, tax rows and totals of a document agree to the cent", () => {
    const lines = fc.array(
      fc.record({ gross: fc.integer({ min: 0, max: 1_000_000 }), taxClass: fc.constantFrom(...TaxClass.options) }),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(lines, (bought) => {
        const { lines, rows } = taxLines(bought.map(({ gross, taxClass }) => line(gross, taxClass)));
        for (const part of ["gross", "net", "vat"] as const) {
          expect(sumOf(lines.map((each) => each[part]))).toBe(sumOf(rows.map((each) => each[part])));
        }
        for (const { gross, net, vat } of [...lines, ...rows]) {
          expect(net + vat).toBe(gross);
          expect(vat).toBeGreaterThanOrEqual(0);
          expect(vat).toBeLessThanOrEqual(gross);
        }
      }),
    );
  });
});
