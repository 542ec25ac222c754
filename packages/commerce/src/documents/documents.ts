import type { contract } from "@uola/contract";
import type { Context, Handlers } from "@uola/kernel";
import { createDocuments, type Documents } from "./issuing.ts";
import { ownerChangeHandlers } from "./owner-changes.ts";
import { readingHandlers } from "./reading.ts";

export { csvFile } from "./files.ts";
export { createDocuments, type Documents } from "./issuing.ts";
export type { DocumentFile } from "./pdf.ts";
export type { Buyer, DocumentRequest, IssuedDocument, RequestedLine } from "./request.ts";
export { type SellerFacts, taxDayOf } from "./rules.ts";
export { timeZone } from "./store.ts";
export { type Cell, tableFile } from "./table-file.ts";

/** Handlers for invoices, credit notes and proformas. docs/rules/documents.md contains the rules. */
export function documents(
  context: Context,
  issuing: Documents = createDocuments(context),
): Handlers<typeof contract.documents> {
  return { ...readingHandlers(context, issuing), ...ownerChangeHandlers(context, issuing) };
}
