import { documentNumber } from "@uola/contract";
import type { FileAnswer } from "@uola/kernel";
import writeXlsxFile from "write-excel-file/node";
import { csvFile } from "../vouchers/vouchers.ts";
import { fileOf } from "./files.ts";
import type * as store from "./store.ts";

/** Accountants' programs and people read Lithuanian heads. */
const columns = [
  ...["Data", "Dokumentas", "Rūšis", "Susijęs dokumentas", "Užsakymas", "Pirkėjas", "Įmonės kodas", "PVM kodas"],
  ...["PVM klasifikatorius", "Tarifas, %", "Suma be PVM", "PVM", "Suma su PVM", "Apmokėta", "Apmokėjimo data"],
] as const;
const kinds = { INVOICE: "Sąskaita", CREDIT: "Kreditinė", PROFORMA: "Išankstinė" } as const;
const paidBy = {
  ...{ BANK_LINK: "el. bankininkystė", CARD: "kortelė", TRANSFER: "pavedimas" },
  ...{ CASH: "grynieji", TERMINAL: "terminalas", VOUCHER: "dovanų kuponas" },
} as const;

/** Money is in cents, a rate in hundredths of a percent. */
type Cell = string | { hundredths: number } | null;

/** A line for each document and tax. A document without any sum is a line too. */
function lines(documents: readonly store.DocumentRow[]): Cell[][] {
  return documents.flatMap((document) => {
    const { kind, issueDay, orderNumber, snapshot } = document;
    const { buyer, refersTo, paid, taxes } = snapshot;
    const before: Cell[] = [
      ...[issueDay, documentNumber(document), kinds[kind], refersTo ? documentNumber(refersTo) : null, orderNumber],
      ...[buyer.company?.name ?? buyer.name, buyer.company?.code ?? null, buyer.company?.vatCode ?? null],
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

/** "1234,50": decimal commas, as spreadsheet programs in Lithuania read them. */
const decimal = (hundredths: number): string => {
  const size = Math.abs(hundredths);
  return `${hundredths < 0 ? "-" : ""}${Math.floor(size / 100)},${String(size % 100).padStart(2, "0")}`;
};

/** A name that begins like a formula is text all the same. */
const cell = (value: Cell): string => {
  if (value === null) return "";
  if (typeof value !== "string") return decimal(value.hundredths);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const csvJournal = (month: string, documents: readonly store.DocumentRow[]): FileAnswer =>
  csvFile(`dokumentai-${month}.csv`, [columns.join(";"), ...lines(documents).map((line) => line.map(cell).join(";"))]);

export async function xlsxJournal(month: string, documents: readonly store.DocumentRow[]): Promise<FileAnswer> {
  const head = columns.map((value) => ({ value, fontWeight: "bold" as const }));
  const rows = lines(documents).map((line) =>
    line.map((value) =>
      value === null || typeof value === "string"
        ? value
        : { value: value.hundredths / 100, type: Number, format: "#,##0.00" },
    ),
  );
  const widths = columns.map((name) => ({ width: Math.max(12, name.length + 2) }));
  const book = await writeXlsxFile([head, ...rows], { columns: widths, sheet: month }).toBuffer();
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  return fileOf(type, `dokumentai-${month}.xlsx`, book);
}
