/**
 * VAT: the tax that applies on a given day, and the VAT within a price. The rules are in
 * docs/rules/documents.md.
 */
export { classWith, sameTax, splitGross, type Tax, type TaxRow, taxLines, taxOf } from "./rules.ts";
