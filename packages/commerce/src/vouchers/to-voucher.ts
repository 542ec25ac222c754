import type { Voucher, VoucherBatch } from "@uola/contract";
import { statusOf } from "./rules.ts";
import type { BatchRow, VoucherRow } from "./store.ts";

/** Converts a row to its API representation. The code is not included. */
export const toVoucher = (row: VoucherRow, today: string): Voucher => ({
  id: row.id,
  number: row.number,
  last4: row.last4,
  status: statusOf(row, today),
  face: row.face,
  balance: row.balance,
  reserved: row.reserved,
  serviceId: row.serviceId,
  serviceName: row.serviceName,
  vatType: row.vatType,
  vatRate: row.vatRate,
  validUntil: row.validUntil,
  design: row.design,
  language: row.language,
  greeting: row.greeting,
  recipientName: row.recipientName,
  giverName: row.giverName,
  recipientEmail: row.recipientEmail,
  sendDate: row.sendDate,
  sentDate: row.sentDate,
  payment: row.payment,
  batchId: row.batchId,
  createdDate: row.createdDate,
  updatedDate: row.updatedDate,
  revision: String(row.revision),
});

export function toBatch(row: BatchRow): VoucherBatch {
  const { id, company, count, face, balance, blocked, validUntil, createdDate } = row;
  const { invoiceId, series, invoiceNumber: number } = row;
  const invoice = invoiceId && series && number ? { id: invoiceId, series, number } : null;
  return { id, company, count, face, balance, blocked, validUntil, invoice, createdDate };
}
