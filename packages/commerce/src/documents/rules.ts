import type { DocumentKind, PaidBy } from "@uola/contract";
import { required } from "@uola/contract/required";
import { taxClassOn } from "@uola/contract/tax-class";
import { sumOf } from "../money/money.ts";
import { sameTax, splitGross, type Tax, type TaxRow, taxLines, taxOf } from "../vat/vat.ts";
import type { Buyer, RequestedLine } from "./request.ts";

/** An issued line. `of` is the index of the invoice line that it credits. */
export type IssuedLine = Omit<RequestedLine, "laterTax"> & { tax: Tax; net: number; vat: number; of?: number };
type Taxed = { lines: IssuedLine[]; taxes: TaxRow[] };

/** A reference to another document. */
export type DocumentReference = { id: string; kind: DocumentKind; series: string; number: number; issueDate: string };

export type SellerFacts = {
  name: string;
  code: string;
  vatCode: string | null;
  address: string;
  iban: string | null;
  bank: string | null;
  email: string | null;
  phone: string | null;
};

/**
 * The complete content of a document. It is stored as a whole, so that later changes of other data
 * do not affect it.
 */
export type Snapshot = Taxed & {
  language: "lt" | "en";
  seller: SellerFacts;
  buyer: Buyer;
  paid?: { method: PaidBy; date: string } | undefined;
  dueDate?: string | undefined;
  toPay?: number | undefined;
  reason?: string | undefined;
  /** The invoice that this document credits or replaces. */
  refersTo?: DocumentReference | undefined;
};

/** The reason for a refusal, with data the caller may show. */
export type Refused = { code: string; data?: Record<string, number | string> };

/**
 * Returns the day that determines the tax class and rate of a line. Usually it is the day of the
 * document, which is issued with the payment. A service that took place before the payment uses its
 * own day; a service of several days uses the last one.
 */
export function taxDayOf(
  { serviceDate, serviceUntil }: Pick<RequestedLine, "serviceDate" | "serviceUntil">,
  day: string,
): string {
  const supplied = serviceUntil ?? serviceDate;
  return supplied && supplied < day ? supplied : day;
}

/** Returns the lines of an invoice or proforma issued on a day. */
export function invoiceLines(lines: readonly RequestedLine[], day: string, seller: { vatPayer: boolean }): Taxed {
  for (const { name, quantity, unitGross, discount, gross } of lines) {
    if (quantity * unitGross - discount !== gross || gross < 0) {
      throw new RangeError(`${name}: ${quantity} × ${unitGross} − ${discount} is not ${gross}.`);
    }
  }
  const { lines: taxed, rows } = taxLines(
    lines.map(({ laterTax, ...line }) => {
      const taxDay = taxDayOf(line, day);
      const taxClass = taxClassOn({ taxClass: line.taxClass, laterTax }, taxDay);
      return { ...line, taxClass, tax: taxOf(taxClass, taxDay, seller) };
    }),
  );
  return { lines: taxed, taxes: rows };
}

/** Returns the amount of each invoice line that is not credited yet. */
export const remainingOf = (invoice: Taxed, credits: readonly Taxed[]): number[] =>
  invoice.lines.map(({ gross }, index) => {
    const own = credits.flatMap(({ lines }) => lines.filter(({ of }) => of === index));
    return gross + sumOf(own.map((line) => line.gross));
  });

const isSame = (line: IssuedLine, asked: RequestedLine): boolean =>
  line.lineId && asked.lineId
    ? line.lineId === asked.lineId
    : line.name === asked.name && line.taxClass === asked.taxClass;

/**
 * Returns the lines of a credit note: lines of the invoice with its taxes, as negative amounts, at
 * most the remaining amount of each line. The VAT is the total VAT of all credit notes so far minus
 * the VAT already credited, so that many small credit notes add up to the invoice.
 */
export function creditLines(
  invoice: Taxed,
  credits: readonly Taxed[],
  asked: readonly RequestedLine[],
): Taxed | Refused {
  const remaining = remainingOf(invoice, credits);
  const credited: (IssuedLine & { of: number })[] = [];
  for (const line of asked) {
    const same = invoice.lines.flatMap((of, index) => (isSame(of, line) ? [index] : []));
    const of = same.find((index) => (remaining[index] ?? 0) >= line.gross);
    if (of === undefined) {
      const most = Math.max(0, ...same.map((index) => remaining[index] ?? 0));
      return { code: "MORE_THAN_REMAINS", data: { line: line.name, remaining: most } };
    }
    remaining[of] = (remaining[of] ?? 0) - line.gross;
    credited.push({ ...required(invoice.lines[of], "issued line"), ...amounts(line), of });
  }
  const { lines, rows } = taxLines(credited, ({ tax, gross }) => {
    const before = -sumOf(
      credits.flatMap(({ taxes }) => taxes.filter((row) => sameTax(row, tax)).map((row) => row.gross)),
    );
    return splitGross(before + gross, tax.rate).vat - splitGross(before, tax.rate).vat;
  });
  return { lines: lines.map(negative), taxes: rows.map(negative) };
}

const amounts = ({ quantity, unitGross, discount, gross }: RequestedLine) => ({
  quantity,
  unitGross,
  discount,
  gross,
});

const negative = <Part extends { gross: number; net: number; vat: number }>(part: Part): Part => ({
  ...part,
  gross: 0 - part.gross,
  net: 0 - part.net,
  vat: 0 - part.vat,
});

/**
 * Returns the remaining amounts of an invoice as lines for a new document. A partly credited line
 * becomes a line with quantity 1 and the remaining amount as its price.
 */
export const remainingLines = (invoice: Taxed, credits: readonly Taxed[]): RequestedLine[] => {
  const remaining = remainingOf(invoice, credits);
  return invoice.lines.flatMap(({ tax: _tax, net: _net, vat: _vat, of: _of, ...line }, index) => {
    const left = remaining[index] ?? 0;
    if (left === 0 && line.gross > 0) return [];
    return [left === line.gross ? line : { ...line, quantity: 1, unitGross: left, discount: 0, gross: left }];
  });
};

/** Returns the same lines with the taxes of the invoice, regardless of the current rates. */
export function sameTaxes(invoice: Taxed, lines: readonly RequestedLine[]): Taxed {
  const { lines: taxed, rows } = taxLines(
    lines.map((line) => ({
      ...line,
      tax: required(
        invoice.lines.find((of) => isSame(of, line)),
        "issued line",
      ).tax,
    })),
  );
  return { lines: taxed, taxes: rows };
}

/** Whether a document contains VAT and is therefore listed in the VAT register. */
export const hasVat = (taxes: readonly Pick<TaxRow, "code">[]): boolean => taxes.some(({ code }) => code !== null);

/** Returns the first day of the next month: "2027-01-01" for "2026-12-31". */
export function monthAfter(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, "0")}-01`;
}
