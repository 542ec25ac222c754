import { newId } from "@uola/database";
import { transact } from "@uola/kernel";
import type { TestGym } from "../testing.ts";
import { createDocuments, type DocumentRequest } from "./documents.ts";
import type { RequestedLine } from "./request.ts";

/** A line of a requested document with one unit; sums are in cents. */
export const line = (name: string, gross: number, more: Partial<RequestedLine> = {}): RequestedLine => ({
  name,
  quantity: 1,
  unitGross: gross,
  discount: 0,
  gross,
  taxClass: "STANDARD",
  ...more,
});

/** A course at a price in cents. */
export const course = (gross: number, taxClass: RequestedLine["taxClass"] = "STANDARD") =>
  line("Kursas", gross, { taxClass });

/** Issues an invoice, or another document, for a course of 12.50 € paid by card. */
export const issueDocument = ({ context }: TestGym, more: Partial<DocumentRequest> = {}) =>
  transact(context, (tx) =>
    createDocuments(context).issue(tx, {
      kind: "INVOICE",
      orderId: newId(),
      orderNumber: "2026-0412",
      language: "lt",
      buyer: { name: "Gabija" },
      lines: [course(1250)],
      paid: { method: "CARD", date: "2026-09-01" },
      ...more,
    }),
  );
