import type { BuyerCompany, DocumentKind, LaterTax, PaidBy, TaxClass } from "@uola/contract";

/** A line of a document that is asked for. Money is in cents with VAT. */
export type RequestedLine = {
  /** Which line of the order it is. A credit note finds by it what it credits, and without it by the name. */
  lineId?: string | undefined;
  name: string;
  /** What stands below the name in small letters. */
  note?: string | undefined;
  quantity: number;
  unitGross: number;
  discount: number;
  /** What is paid for the line: quantity × unitGross − discount. Of a credit note, what is given back; it is positive. */
  gross: number;
  taxClass: TaxClass;
  /** The class from a day on, where it was known when this was sold. */
  laterTax?: LaterTax | null | undefined;
  /** The day of the supply, or the first one; with `serviceUntil` the last one. Written as "2026-11-23". */
  serviceDate?: string | undefined;
  serviceUntil?: string | undefined;
};

export type Buyer = { name: string; email?: string | undefined; company?: BuyerCompany | undefined };

/** A document that is asked for in the transaction which makes it true: the order was paid, or money went back. */
export type DocumentRequest = {
  kind: DocumentKind;
  /** Of the order, or of the batch of vouchers, that it is about. */
  orderId: string;
  orderNumber: string;
  buyer: Buyer;
  lines: readonly RequestedLine[];
  paid?: { method: PaidBy; date: string } | undefined;
  /** Of a PROFORMA: until when it should be paid. */
  dueDate?: string | undefined;
  /** Of a PROFORMA: what is left of its sum to pay, where a part was paid before or vouchers pay it. */
  toPay?: number | undefined;
  /** Of a CREDIT: the invoice that it takes back, whole or in part. */
  refersTo?: string | undefined;
  reason?: string | undefined;
  language: "lt" | "en";
};

/** What whoever asked for a document keeps of it. */
export type IssuedDocument = { id: string; series: string; number: number };
