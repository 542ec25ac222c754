import type { LaterTax, TaxClass } from "./documents.ts";

/** The classes of what is sold. */
export const taxClasses: readonly Exclude<TaxClass, "OUT_OF_SCOPE">[] = [
  "STANDARD",
  "REDUCED_BOOKS",
  "REDUCED_CULTURE",
  "EXEMPT_SPORT",
  "EXEMPT_EDUCATION",
];

/** How something is taxed: its class, and another one from a day on where that is known. */
export type Taxed = { taxClass: TaxClass; laterTax?: LaterTax | null | undefined };

/** The class of something on a day, written as "2026-11-23". Runs in browsers and on servers. */
export const taxClassOn = ({ taxClass, laterTax }: Taxed, day: string): TaxClass =>
  laterTax && laterTax.from <= day ? laterTax.taxClass : taxClass;

/** The same on a day: the class of that day, and the later one while it is still to come. */
export const taxedOn = ({ taxClass, laterTax }: Taxed, day: string): Taxed =>
  laterTax && laterTax.from > day ? { taxClass, laterTax } : { taxClass: taxClassOn({ taxClass, laterTax }, day) };
