import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { cents, emailAddress, guid, iban, instant, maybe, PagingMetadata, revision, typedText } from "./wire.ts";

/**
 * The tax class of an item for sale. The VAT rates, their codes and their validity dates are in the
 * `vat` module of the platform. OUT_OF_SCOPE means that the sale is not a supply for VAT purposes,
 * such as the sale of a multi-purpose voucher.
 */
export const TaxClass = z.enum([
  "STANDARD",
  "REDUCED_CULTURE",
  "REDUCED_BOOKS",
  "EXEMPT_SPORT",
  "EXEMPT_EDUCATION",
  "OUT_OF_SCOPE",
]);
export type TaxClass = z.infer<typeof TaxClass>;

/** The tax class that replaces the current one from a given day. */
export const ScheduledTaxClass = z
  .object({ taxClass: TaxClass.exclude(["OUT_OF_SCOPE"]), from: z.iso.date() })
  .meta({ id: "LaterTax" });
export type ScheduledTaxClass = z.infer<typeof ScheduledTaxClass>;

/**
 * INVOICE (sąskaita faktūra), PROFORMA (išankstinė), CREDIT (kreditinė): each kind is numbered
 * separately.
 */
export const DocumentKind = z.enum(["INVOICE", "PROFORMA", "CREDIT"]);
export type DocumentKind = z.infer<typeof DocumentKind>;

/** The payment method shown on a document. */
export const PaidBy = z.enum(["BANK_LINK", "CARD", "TRANSFER", "CASH", "TERMINAL", "VOUCHER"]);
export type PaidBy = z.infer<typeof PaidBy>;

const localDate = z.iso.date();
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as "2026-11"');
const language = z.enum(["lt", "en"]);
const line = (max: number) => typedText().min(1).max(max);
const vatCode = z
  .string()
  .trim()
  .regex(/^[A-Z]{2}[A-Z0-9]{5,13}$/, 'must be a code such as "LT123456789"');
const series = z
  .string()
  .trim()
  .regex(/^[A-Z][A-Z0-9]{0,9}$/, 'must be capitals and digits, such as "KAL" or "KAL27"');

/** A buying company, as printed on documents. */
export const BuyerCompany = z
  .object({
    name: line(200),
    /** The company's number in the register of its country. */
    code: typedText().min(3).max(20),
    /** Including the two-letter country prefix: "LT123456789". */
    vatCode: maybe(vatCode),
    address: line(300),
  })
  .meta({ id: "BuyerCompany" });
export type BuyerCompany = z.infer<typeof BuyerCompany>;

/** The seller's details, as printed on documents issued from now on. */
const seller = z.object({
  name: line(200),
  code: z.string().regex(/^\d{7,11}$/, "must be the number of the register: 7 to 11 digits"),
  /** Only VAT payers have a VAT code; without it documents show no VAT. */
  vatCode: maybe(vatCode),
  address: line(300),
  iban: maybe(iban),
  bank: maybe(line(100)),
  email: maybe(emailAddress().max(320)),
  phone: maybe(line(40)),
  /**
   * The prefix of the numbers of each kind of document. A new year may start a new series; a series
   * is never used for two kinds.
   */
  series: z.object({ INVOICE: series, CREDIT: series, PROFORMA: series }),
  /**
   * The number of days after the invoice date within which the buyer may still provide company
   * details.
   */
  companyDays: z.int().min(0).max(365),
});
export const Seller = seller.extend({ iban: maybe(z.string()), revision }).meta({ id: "Seller" });
export type Seller = z.infer<typeof Seller>;

/** The part of a document's amount under one tax. Amounts of a credit note are negative. */
export const TaxSum = z
  .object({
    /** The code of the state tax classifier, such as "PVM1"; null for amounts outside VAT. */
    code: maybe(z.string()),
    /** In hundredths of a percent, such as 2100. Null if there is no rate. */
    rate: maybe(z.int()),
    net: z.int(),
    vat: z.int(),
    gross: z.int(),
  })
  .meta({ id: "TaxSum" });
export type TaxSum = z.infer<typeof TaxSum>;

export const DocumentLine = z
  .object({
    name: z.string(),
    note: maybe(z.string()),
    quantity: z.int(),
    /** With VAT. */
    unitGross: cents,
    discount: cents,
    taxClass: TaxClass,
    rate: maybe(z.int()),
    net: z.int(),
    vat: z.int(),
    gross: z.int(),
    serviceDate: maybe(localDate),
    serviceUntil: maybe(localDate),
    /** For an invoice: the amount not yet credited. */
    remaining: cents,
  })
  .meta({ id: "DocumentLine" });
export type DocumentLine = z.infer<typeof DocumentLine>;

/** A related document. */
const RelatedDocument = z.object({
  id: guid,
  kind: DocumentKind,
  series: z.string(),
  number: z.int(),
  issueDate: localDate,
});

/** A document as shown in a list. */
export const DocumentRow = z
  .object({
    ...RelatedDocument.shape,
    /** The order, or the company's batch of vouchers, for which the document was issued. */
    orderId: guid,
    orderNumber: z.string(),
    buyer: z.string(),
    net: z.int(),
    vat: z.int(),
    gross: z.int(),
  })
  .meta({ id: "DocumentRow" });
export type DocumentRow = z.infer<typeof DocumentRow>;

/**
 * A document as issued. It is never changed: errors are corrected with a credit note and a new
 * document.
 */
export const IssuedDocument = z
  .object({
    ...DocumentRow.shape,
    language,
    company: maybe(BuyerCompany),
    email: maybe(z.string()),
    lines: z.array(DocumentLine),
    taxes: z.array(TaxSum),
    paid: maybe(z.object({ method: PaidBy, date: localDate })),
    dueDate: maybe(localDate),
    reason: maybe(z.string()),
    /** The invoice that this document credits or replaces. */
    refersTo: maybe(RelatedDocument),
    /** The documents that credit or replace this one. */
    referredBy: z.array(RelatedDocument),
    createdDate: instant,
  })
  .meta({ id: "IssuedDocument" });
export type IssuedDocument = z.infer<typeof IssuedDocument>;

/** The totals of the documents of a month. Proformas do not count. */
export const DocumentMonth = z
  .object({
    month,
    documents: z.int(),
    net: z.int(),
    vat: z.int(),
    gross: z.int(),
    /** When the month was closed. No documents are issued in a closed month. */
    closedDate: maybe(instant),
  })
  .meta({ id: "DocumentMonth" });
export type DocumentMonth = z.infer<typeof DocumentMonth>;

const ofDocument = z.object({ documentId: guid });
const ofMonth = z.object({ month });
const crediting = ["NOT_AN_INVOICE", "NOTHING_REMAINS"] as const;

export const documents = {
  seller: endpoint({
    method: "GET",
    path: "/v1/documents/seller",
    access: "owner",
    also: ["accountant"],
    input: z.object({}),
    output: z.object({ seller: maybe(Seller) }),
    errors: [],
    summary: "Read who sells, as documents say it; nothing before it was first set.",
  }),
  setSeller: endpoint({
    method: "POST",
    path: "/v1/documents/seller",
    access: "owner",
    input: seller.extend({ revision: maybe(revision) }),
    output: z.object({ seller: Seller }),
    errors: ["REVISION_MISMATCH", "SERIES_OF_ANOTHER_KIND"],
    summary: "Set who sells and the series of numbers. Documents that were issued keep what they say.",
  }),
  query: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/documents/query",
    access: "owner",
    also: ["desk", "accountant"],
    input: z.object({
      month: maybe(month),
      kind: maybe(DocumentKind),
      orderId: maybe(guid),
      /** Search text: a document number, a buyer or an order number. */
      text: maybe(typedText().max(100)),
      limit: maybe(z.int().min(1).max(100)),
      cursor: maybe(z.string().max(16000)),
    }),
    output: z.object({ documents: z.array(DocumentRow), pagingMetadata: PagingMetadata }),
    errors: ["INVALID_CURSOR"],
    summary: "List documents, the newest first.",
  }),
  get: endpoint({
    method: "GET",
    path: "/v1/documents/{documentId}",
    access: "owner",
    also: ["desk", "accountant"],
    input: ofDocument,
    output: z.object({ document: IssuedDocument }),
    errors: ["DOCUMENT_NOT_FOUND"],
    summary: "Read a document as it was issued.",
  }),
  file: endpoint({
    method: "GET",
    path: "/v1/documents/{documentId}/file",
    access: "owner",
    also: ["desk", "accountant"],
    answer: "file",
    input: ofDocument,
    output: z.object({}),
    errors: ["DOCUMENT_NOT_FOUND"],
    summary: "A document as PDF.",
  }),
  electronic: endpoint({
    method: "GET",
    path: "/v1/documents/{documentId}/ubl",
    access: "owner",
    also: ["accountant"],
    answer: "file",
    input: ofDocument,
    output: z.object({}),
    errors: ["DOCUMENT_NOT_FOUND", "NOT_AN_INVOICE", "NO_COMPANY", "MIXED_SCOPE"],
    summary: "An invoice or credit note of a company as Peppol BIS Billing 3.0, for schools and municipalities.",
  }),
  setCompany: endpoint({
    method: "POST",
    path: "/v1/documents/{documentId}/company",
    access: "owner",
    also: ["desk", "accountant"],
    input: ofDocument.extend({ company: BuyerCompany }),
    output: z.object({ credit: DocumentRow, invoice: DocumentRow }),
    errors: ["DOCUMENT_NOT_FOUND", "SELLER_NOT_SET", ...crediting],
    summary: "Give an invoice's company afterwards: what remains of it is credited and issued anew.",
  }),
  months: endpoint({
    method: "GET",
    path: "/v1/documents/months",
    access: "owner",
    also: ["accountant"],
    input: z.object({}),
    output: z.object({ months: z.array(DocumentMonth) }),
    errors: [],
    summary: "List the months with documents, the newest first.",
  }),
  report: endpoint({
    method: "GET",
    path: "/v1/documents/months/{month}",
    access: "owner",
    also: ["accountant"],
    input: ofMonth,
    output: z.object({ month: DocumentMonth, taxes: z.array(TaxSum) }),
    errors: [],
    summary: "Read what a month's documents sum to, by VAT code and rate.",
  }),
  close: endpoint({
    method: "POST",
    path: "/v1/documents/months/{month}/close",
    access: "owner",
    also: ["accountant"],
    input: ofMonth,
    output: z.object({ month: DocumentMonth }),
    errors: ["MONTH_NOT_OVER", "MONTH_CLOSED"],
    summary: "Close a month that is over. It is not opened again: later changes are documents of the open month.",
  }),
  register: endpoint({
    method: "GET",
    path: "/v1/documents/months/{month}/i-saf",
    access: "owner",
    also: ["accountant"],
    answer: "file",
    input: ofMonth,
    output: z.object({}),
    errors: ["SELLER_NOT_SET", "SELLER_HAS_NO_VAT_CODE"],
    summary: "The month's register of VAT invoices as i.SAF XML, for the state.",
  }),
  journal: endpoint({
    method: "GET",
    path: "/v1/documents/months/{month}/journal",
    access: "owner",
    also: ["accountant"],
    answer: "file",
    input: ofMonth.extend({ format: z.enum(["CSV", "XLSX"]) }),
    output: z.object({}),
    errors: [],
    summary: "The month's documents for the accountant: a line for each document and tax.",
  }),
};
