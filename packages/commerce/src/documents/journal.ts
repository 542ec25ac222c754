import { documentNumber } from "@uola/contract";
import type { FileAnswer } from "@uola/kernel";
import type * as store from "./store.ts";
import { type Cell, tableFile } from "./table-file.ts";

/** Accounting programs and accountants expect Lithuanian column headings. */
const columns = [
  "Data",
  "Dokumentas",
  "Rūšis",
  "Susijęs dokumentas",
  "Užsakymas",
  "Pirkėjas",
  "Įmonės kodas",
  "PVM kodas",
  "PVM klasifikatorius",
  "Tarifas, %",
  "Suma be PVM",
  "PVM",
  "Suma su PVM",
  "Apmokėta",
  "Apmokėjimo data",
] as const;
const kinds = { INVOICE: "Sąskaita", CREDIT: "Kreditinė", PROFORMA: "Išankstinė" } as const;
const paidBy = {
  BANK_LINK: "el. bankininkystė",
  CARD: "kortelė",
  TRANSFER: "pavedimas",
  CASH: "grynieji",
  TERMINAL: "terminalas",
  VOUCHER: "dovanų kuponas",
} as const;

/** Returns one row per document and tax. A document with a total of zero also gets a row. */
function lines(documents: readonly store.DocumentRow[]): Cell[][] {
  return documents.flatMap((document) => {
    const { kind, issueDay, orderNumber, snapshot } = document;
    const { buyer, refersTo, paid, taxes } = snapshot;
    const before: Cell[] = [
      issueDay,
      documentNumber(document),
      kinds[kind],
      refersTo ? documentNumber(refersTo) : null,
      orderNumber,
      buyer.company?.name ?? buyer.name,
      buyer.company?.code ?? null,
      buyer.company?.vatCode ?? null,
    ];
    const after: Cell[] = paid ? [paidBy[paid.method], paid.date] : [null, null];
    const none = { code: null, rate: null, net: 0, vat: 0, gross: 0 };
    return (taxes.length > 0 ? taxes : [none]).map(({ code, rate, net, vat, gross }) => [
      ...before,
      code,
      rate === null ? null : { hundredths: rate },
      ...[net, vat, gross].map((hundredths) => ({ hundredths })),
      ...after,
    ]);
  });
}

export const journal = (
  month: string,
  documents: readonly store.DocumentRow[],
  format: "CSV" | "XLSX",
): FileAnswer | Promise<FileAnswer> =>
  tableFile(format, { name: `dokumentai-${month}`, sheet: month, columns, rows: lines(documents) });
