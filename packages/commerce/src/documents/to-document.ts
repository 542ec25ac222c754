import type { DocumentMonth, DocumentRow, IssuedDocument, Seller, TaxSum } from "@uola/contract";
import { type DocumentReference, remainingOf } from "./rules.ts";
import type * as store from "./store.ts";

export const named = ({ id, kind, series, number, issueDay }: store.ListedRow): DocumentReference => ({
  id,
  kind,
  series,
  number,
  issueDate: issueDay,
});

export const toDocumentRow = (row: store.ListedRow): DocumentRow => ({
  ...named(row),
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  buyer: row.buyer,
  net: row.net,
  vat: row.vat,
  gross: row.gross,
});

const toTaxSum = ({ code, rate, net, vat, gross }: Required<TaxSum>): TaxSum => ({
  code,
  rate,
  net,
  vat,
  gross,
});

/** Converts a document to its API form, with the documents that refer to it. */
export function toDocument(row: store.DocumentRow, referring: readonly store.DocumentRow[]): IssuedDocument {
  const { snapshot } = row;
  const credits = referring.filter(({ kind }) => kind === "CREDIT").map((credit) => credit.snapshot);
  const remaining = row.kind === "INVOICE" ? remainingOf(snapshot, credits) : [];
  return {
    ...toDocumentRow(row),
    language: snapshot.language,
    company: snapshot.buyer.company ?? null,
    email: snapshot.buyer.email ?? null,
    lines: snapshot.lines.map((line, index) => ({
      name: line.name,
      note: line.note ?? null,
      quantity: line.quantity,
      unitGross: line.unitGross,
      discount: line.discount,
      taxClass: line.taxClass,
      rate: line.tax.rate,
      net: line.net,
      vat: line.vat,
      gross: line.gross,
      serviceDate: line.serviceDate ?? null,
      serviceUntil: line.serviceUntil ?? null,
      remaining: remaining[index] ?? 0,
    })),
    taxes: snapshot.taxes.map(toTaxSum),
    paid: snapshot.paid ?? null,
    dueDate: snapshot.dueDate ?? null,
    reason: snapshot.reason ?? null,
    refersTo: snapshot.refersTo ?? null,
    referredBy: referring.map(named),
    createdDate: row.createdDate,
  };
}

export const toSeller = (row: store.SellerRow): Seller => ({
  name: row.name,
  code: row.code,
  vatCode: row.vatCode,
  address: row.address,
  iban: row.iban,
  bank: row.bank,
  email: row.email,
  phone: row.phone,
  series: { INVOICE: row.invoiceSeries, CREDIT: row.creditSeries, PROFORMA: row.proformaSeries },
  companyDays: row.companyDays,
  revision: String(row.revision),
});

export const toMonth = ({ month, documents, net, vat, gross, closedDate }: DocumentMonth): DocumentMonth => ({
  month,
  documents,
  net,
  vat,
  gross,
  closedDate,
});
