import type { TaxClass } from "@uola/contract";
import { shareOf, spread, sumOf } from "../money/money.ts";

/** What the law says where nothing is taxed, as documents cite it. */
type Citation = { lt: string; en: string };

/**
 * How something is taxed. `code` is that of the state's classifier and null for what is not VAT's concern; `rate` is in
 * hundredths of a percent and null where there is none. A tax without a rate has its citation.
 */
export type Tax = { code: string | null; rate: number | null; citation: Citation | null };

type TaxRule = Tax & { taxClass: TaxClass; from: string; until: string | null };

/** The registers of VAT begin on this day, so that no document needs a rate from before. */
const begin = "2016-07-01";

const taxed = (code: string, rate: number): Tax => ({ code, rate, citation: null });
const exempt = (lt: string, en: string): Tax => ({ code: "PVM5", rate: null, citation: { lt, en } });

/** The rates with the days on which they hold. A new rate is a row, and documents keep the one they were issued with. */
const rules: readonly TaxRule[] = [
  { taxClass: "STANDARD", from: begin, until: null, ...taxed("PVM1", 2100) },
  { taxClass: "REDUCED_CULTURE", from: begin, until: "2025-12-31", ...taxed("PVM2", 900) },
  { taxClass: "REDUCED_CULTURE", from: "2026-01-01", until: null, ...taxed("PVM58", 1200) },
  { taxClass: "REDUCED_BOOKS", from: begin, until: "2025-12-31", ...taxed("PVM2", 900) },
  { taxClass: "REDUCED_BOOKS", from: "2026-01-01", until: null, ...taxed("PVM3", 500) },
  {
    ...{ taxClass: "EXEMPT_SPORT", from: begin, until: null },
    ...exempt("PVM įstatymo 23 straipsnis", "VAT Law of Lithuania, article 23"),
  },
  {
    ...{ taxClass: "EXEMPT_EDUCATION", from: begin, until: null },
    ...exempt("PVM įstatymo 22 straipsnis", "VAT Law of Lithuania, article 22"),
  },
];

const outOfScope: Tax = {
  ...{ code: null, rate: null },
  citation: { lt: "ne PVM objektas", en: "outside the scope of VAT" },
};
/** A seller who is no VAT payer names no rate and no reason. */
const withoutVat: Tax = { code: null, rate: null, citation: null };

const holdsOn = ({ from, until }: TaxRule, day: string): boolean => from <= day && (until === null || day <= until);

/** How a class is taxed on a day, written as "2026-11-23". */
export function taxOf(taxClass: TaxClass, day: string, seller: { vatPayer: boolean } = { vatPayer: true }): Tax {
  if (!seller.vatPayer) return withoutVat;
  if (taxClass === "OUT_OF_SCOPE") return outOfScope;
  const rule = rules.find((each) => each.taxClass === taxClass && holdsOn(each, day));
  if (!rule) throw new RangeError(`There is no rate of ${taxClass} for ${day}.`);
  const { code, rate, citation } = rule;
  return { code, rate, citation };
}

/** The class that has a rate on a day; undefined where none has it. Of those without a rate it is sport. */
export const classWith = (rate: number, day: string): TaxClass | undefined =>
  rules.find((rule) => (rule.rate ?? 0) === rate && holdsOn(rule, day))?.taxClass;

/**
 * The VAT within a price, and what is left of it. The VAT is rounded once, from the price, so that "net × rate" may differ
 * from it by a cent: prices are what people pay.
 */
export function splitGross(gross: number, rate: number | null): { net: number; vat: number } {
  const vat = rate ? shareOf(gross, rate, 10_000 + rate) : 0;
  return { net: gross - vat, vat };
}

/** What a document has of one tax. Of a credit note the sums are negative. */
export type TaxRow = Tax & { gross: number; net: number; vat: number };

/** Taxes with the same code, rate and citation are one row of a document. */
export const sameTax = (a: Tax, b: Tax): boolean =>
  a.code === b.code && a.rate === b.rate && a.citation?.lt === b.citation?.lt;

/**
 * Taxes the lines of a document: VAT is reckoned once for each tax, from the gross sum of its lines, and spread over them
 * by the largest remainder. So lines, rows and totals agree to the cent.
 */
export function taxLines<Line extends { gross: number; tax: Tax }>(
  lines: readonly Line[],
  vatOf: (row: { tax: Tax; gross: number }) => number = ({ tax, gross }) => splitGross(gross, tax.rate).vat,
): { lines: (Line & { net: number; vat: number })[]; rows: TaxRow[] } {
  const taxes = lines.map(({ tax }) => tax).filter((tax, at, all) => all.findIndex((it) => sameTax(it, tax)) === at);
  const vats = lines.map(() => 0);
  const rows = taxes.map((tax): TaxRow => {
    const own = lines.flatMap((line, index) => (sameTax(line.tax, tax) ? [{ index, gross: line.gross }] : []));
    const gross = sumOf(own.map((line) => line.gross));
    const vat = vatOf({ tax, gross });
    const parts = spread(
      vat,
      own.map((line) => line.gross),
    );
    for (const [at, { index }] of own.entries()) vats[index] = parts[at] ?? 0;
    return { ...tax, gross, net: gross - vat, vat };
  });
  return {
    lines: lines.map((line, index) => ({ ...line, net: line.gross - (vats[index] ?? 0), vat: vats[index] ?? 0 })),
    rows,
  };
}
