/** VAT: how things are taxed on which day, and how much of a price it is. docs/rules/documents.md has the rules. */
export { classWith, sameTax, splitGross, type Tax, type TaxRow, taxLines, taxOf } from "./rules.ts";
