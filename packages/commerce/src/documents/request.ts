import type { BuyerCompany, DocumentKind, PaidBy, ScheduledTaxClass, TaxClass } from "@uola/contract";

/** A line of a requested document. Amounts are in cents including VAT. */
export type RequestedLine = {
  /**
   * The id of the order line. A credit note finds the credited line by it, or by name if it is
   * missing.
   */
  lineId?: string | undefined;
  name: string;
  /** Text in small print below the name. */
  note?: string | undefined;
  quantity: number;
  unitGross: number;
  discount: number;
  /**
   * The amount paid for the line: quantity × unitGross − discount. For a credit note, the amount
   * refunded, as a positive number.
   */
  gross: number;
  taxClass: TaxClass;
  /** The tax class from a later day on, if it was known at the time of sale. */
  laterTax?: ScheduledTaxClass | null | undefined;
  /** The day of the supply, or the first day if `serviceUntil` has the last one. Format "2026-11-23". */
  serviceDate?: string | undefined;
  serviceUntil?: string | undefined;
};

export type Buyer = { name: string; email?: string | undefined; company?: BuyerCompany | undefined };

/** A request for a document in the transaction of its cause: an order was paid, or money was refunded. */
export type DocumentRequest = {
  kind: DocumentKind;
  /** The id of the order or voucher batch. */
  orderId: string;
  orderNumber: string;
  buyer: Buyer;
  lines: readonly RequestedLine[];
  paid?: { method: PaidBy; date: string } | undefined;
  /** PROFORMA only: the due date. */
  dueDate?: string | undefined;
  /** PROFORMA only: the amount still to pay, if a part was paid before or is paid with vouchers. */
  toPay?: number | undefined;
  /** CREDIT only: the invoice that is credited in whole or in part. */
  refersTo?: string | undefined;
  reason?: string | undefined;
  language: "lt" | "en";
};

/** The reference to an issued document that the requester stores. */
export type IssuedDocument = { id: string; series: string; number: number };
