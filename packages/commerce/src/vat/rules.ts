import type { TaxClass } from "@uola/contract";
import { shareOf, spread, sumOf } from "../money/money.ts";

/** The legal reason for an exemption from VAT, as cited on documents. */
type Citation = { lt: string; en: string };

/**
 * The taxation of an item. `code` is the code in the official list of VAT codes, or null outside
 * the scope of VAT. `rate` is in hundredths of a percent, or null if there is no rate. A tax
 * without a rate has a citation.
 */
export type Tax = { code: string | null; rate: number | null; citation: Citation | null };

type TaxRule = Tax & { taxClass: TaxClass; from: string; until: string | null };

/** The VAT registers begin on this day, so documents need no earlier rates. */
const begin = "2016-07-01";

const taxed = (code: string, rate: number): Tax => ({ code, rate, citation: null });
const exempt = (lt: string, en: string): Tax => ({ code: "PVM5", rate: null, citation: { lt, en } });

/**
 * The tax rates with their periods of validity. A new rate is a new row; issued documents keep
 * theirs.
 */
const rules: readonly TaxRule[] = [
  { taxClass: "STANDARD", from: begin, until: null, ...taxed("PVM1", 2100) },
  { taxClass: "REDUCED_CULTURE", from: begin, until: "2025-12-31", ...taxed("PVM2", 900) },
  { taxClass: "REDUCED_CULTURE", from: "2026-01-01", until: null, ...taxed("PVM58", 1200) },
  { taxClass: "REDUCED_BOOKS", from: begin, until: "2025-12-31", ...taxed("PVM2", 900) },
  { taxClass: "REDUCED_BOOKS", from: "2026-01-01", until: null, ...taxed("PVM3", 500) },
  {
    taxClass: "EXEMPT_SPORT",
    from: begin,
    until: null,
    ...exempt("PVM įstatymo 23 straipsnis", "VAT Law of Lithuania, article 23"),
  },
  {
    taxClass: "EXEMPT_EDUCATION",
    from: begin,
    until: null,
    ...exempt("PVM įstatymo 22 straipsnis", "VAT Law of Lithuania, article 22"),
  },
];

const outOfScope: Tax = {
  code: null,
  rate: null,
  citation: { lt: "ne PVM objektas", en: "outside the scope of VAT" },
};
/** A seller who is not a VAT payer states neither a rate nor a reason. */
const withoutVat: Tax = { code: null, rate: null, citation: null };

const holdsOn = ({ from, until }: TaxRule, day: string): boolean => from <= day && (until === null || day <= until);

/** Returns the tax of a class on a day such as "2026-11-23". */
export function taxOf(taxClass: TaxClass, day: string, seller: { vatPayer: boolean } = { vatPayer: true }): Tax {
  if (!seller.vatPayer) return withoutVat;
  if (taxClass === "OUT_OF_SCOPE") return outOfScope;
  const rule = rules.find((each) => each.taxClass === taxClass && holdsOn(each, day));
  if (!rule) throw new RangeError(`There is no rate of ${taxClass} for ${day}.`);
  const { code, rate, citation } = rule;
  return { code, rate, citation };
}

/**
 * Returns the tax class with a given rate on a day; undefined if there is none. Rate 0 selects the
 * exemption for sport.
 */
export const classWith = (rate: number, day: string): TaxClass | undefined =>
  rules.find((rule) => (rule.rate ?? 0) === rate && holdsOn(rule, day))?.taxClass;

/**
 * Splits a gross price into net and VAT. The VAT is rounded once, from the gross price, since that
 * is the amount paid; "net × rate" may therefore differ by a cent.
 */
export function splitGross(gross: number, rate: number | null): { net: number; vat: number } {
  const vat = rate ? shareOf(gross, rate, 10_000 + rate) : 0;
  return { net: gross - vat, vat };
}

/** A document's amounts for one tax. They are negative on a credit note. */
export type TaxRow = Tax & { gross: number; net: number; vat: number };

/** Whether two taxes have the same code, rate and citation, and thus share one row of a document. */
export const sameTax = (a: Tax, b: Tax): boolean =>
  a.code === b.code && a.rate === b.rate && a.citation?.lt === b.citation?.lt;

/**
 * Computes the VAT of a document's lines: once per tax, from the gross total of its lines, then
 * distributed over the lines by the largest remainder method. Lines, rows and totals therefore
 * agree to the cent.
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
