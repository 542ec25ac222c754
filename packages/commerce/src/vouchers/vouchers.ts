import type { CodeGuesses } from "@uola/booking";
import type { contract } from "@uola/contract";
import { type BackgroundTask, type Context, type Handlers, minuteMs } from "@uola/kernel";
import type { Documents } from "../documents/documents.ts";
import { createBatchInvoices } from "./batch-invoices.ts";
import { deskHandlers } from "./desk.ts";
import { issueHandlers } from "./issue.ts";
import type { VoucherLedger } from "./ledger.ts";
import { ownerChangeHandlers } from "./owner-changes.ts";
import { readingHandlers } from "./reading.ts";

export { createVoucherLedger, type VoucherLedger, type VoucherMail } from "./ledger.ts";
export { type VoucherFacts, voucherFacts } from "./mail-facts.ts";
export { qrOf } from "./qr.ts";
export { availableOf, unusable, type VoucherState, yearAfter } from "./rules.ts";

/** Vouchers: prepaid money. The rules are in docs/rules/vouchers.md. */
export function vouchers(
  context: Context,
  ledger: VoucherLedger,
  codeGuesses: CodeGuesses,
  documents: Documents,
): Handlers<typeof contract.vouchers> {
  const invoices = createBatchInvoices(context, documents);
  return {
    ...readingHandlers(context, ledger, codeGuesses),
    ...deskHandlers(context, ledger, codeGuesses),
    ...issueHandlers(context, ledger, invoices),
    ...ownerChangeHandlers(context, ledger, invoices),
  };
}

const atOnce = 50;

/** Sends mails when they are due, and releases expired reservations. */
export const voucherTasks = (ledger: Pick<VoucherLedger, "sendDue" | "releaseAllLapsed">): BackgroundTask[] => [
  { name: "vouchers: send", everyMs: 15_000, run: () => ledger.sendDue(atOnce) },
  { name: "vouchers: free reservations", everyMs: minuteMs, run: () => ledger.releaseAllLapsed(atOnce) },
];
