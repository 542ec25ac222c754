import { z } from "zod";
import { maybe } from "./wire.ts";

/**
 * How something that is sold is taxed. The rates, their codes and since when they hold are in `vat` of the platform.
 * OUT_OF_SCOPE is no supply at all, as the sale of a multi-purpose voucher.
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

/** INVOICE (sąskaita faktūra), PROFORMA (išankstinė), CREDIT (kreditinė): each has numbers of its own. */
export const DocumentKind = z.enum(["INVOICE", "PROFORMA", "CREDIT"]);
export type DocumentKind = z.infer<typeof DocumentKind>;

/** How money came for what a document says. */
export const PaidBy = z.enum(["BANK_LINK", "CARD", "TRANSFER", "CASH", "TERMINAL", "VOUCHER"]);
export type PaidBy = z.infer<typeof PaidBy>;

const line = (max: number) => z.string().trim().min(1).max(max);
const vatCode = z
  .string()
  .trim()
  .regex(/^[A-Z]{2}[A-Z0-9]{5,13}$/, 'must be a code such as "LT123456789"');

/** A company that buys, as it stands on documents. */
export const BuyerCompany = z
  .object({
    name: line(200),
    /** Its number in the register of its country. */
    code: z.string().trim().min(3).max(20),
    /** With the two letters of the country: "LT123456789". */
    vatCode: maybe(vatCode),
    address: line(300),
  })
  .meta({ id: "BuyerCompany" });
export type BuyerCompany = z.infer<typeof BuyerCompany>;
