import type { ScheduledTaxClass, TaxClass } from "./documents.ts";

/** The tax classes available for items on sale. */
export const taxClasses: readonly Exclude<TaxClass, "OUT_OF_SCOPE">[] = [
  "STANDARD",
  "REDUCED_BOOKS",
  "REDUCED_CULTURE",
  "EXEMPT_SPORT",
  "EXEMPT_EDUCATION",
];

/** The taxation of an item: its tax class and, if known, the class that replaces it from a given day. */
export type Taxed = { taxClass: TaxClass; laterTax?: ScheduledTaxClass | null | undefined };

/**
 * Returns the tax class of an item on a day in the form "2026-11-23". Runs in browsers and on
 * servers.
 */
export const taxClassOn = ({ taxClass, laterTax }: Taxed, day: string): TaxClass =>
  laterTax && laterTax.from <= day ? laterTax.taxClass : taxClass;

/**
 * Returns the taxation as of a day: the class of that day, and the later class if it is still in
 * the future.
 */
export const taxationOn = ({ taxClass, laterTax }: Taxed, day: string): Taxed =>
  laterTax && laterTax.from > day ? { taxClass, laterTax } : { taxClass: taxClassOn({ taxClass, laterTax }, day) };
