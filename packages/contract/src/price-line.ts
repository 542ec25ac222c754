import { centsFromEuros } from "./cents.ts";
import { type Taxed, taxationOn, taxClasses } from "./tax-class.ts";

/** A line of the price list, as stored in its item. */
type Line = { readonly [key: string]: unknown };

/** The price of a line on a given day, in cents. */
export type PriceNow = Taxed & {
  cents: number;
  /**
   * The regular price during a current reduction, and the dates of the reduction; `since` is empty
   * if not specified.
   */
  reduced?: { from: number; since: string; until: string };
};

const centsOf = (value: unknown): number | undefined =>
  typeof value === "number" && value >= 0 ? centsFromEuros(value) : undefined;
const dayOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, 10) : "");

const classOf = (value: unknown) => taxClasses.find((each) => each === value);

/**
 * Returns the tax class of a price-list line, and the class that replaces it from a given day.
 * Without that day, no later class applies.
 */
function taxationOf({ taxClass, laterTaxClass, laterTaxFrom }: Line): Taxed {
  const [later, from] = [classOf(laterTaxClass), dayOf(laterTaxFrom)];
  return {
    taxClass: classOf(taxClass) ?? "STANDARD",
    ...(later && from && { laterTax: { taxClass: later, from } }),
  };
}

/**
 * Returns the price of a price-list line on a day. This is the single source for the page, the cart
 * and the order. Undefined for a line without a price, and on days on which it is not valid. A
 * "from" price cannot be charged.
 */
export function priceOn(line: Line, day: string): (PriceNow & { from: boolean }) | undefined {
  const regular = centsOf(line.price);
  if (typeof line.name !== "string" || line.name.trim() === "" || regular === undefined) return undefined;
  const [validFrom, validUntil] = [dayOf(line.validFrom), dayOf(line.validUntil)];
  if (validFrom > day || (validUntil !== "" && validUntil < day)) return undefined;
  const reduced = centsOf(line.reduced);
  const until = dayOf(line.reducedUntil);
  const isReduced = reduced !== undefined && reduced < regular && until >= day && dayOf(line.reducedFrom) <= day;
  return {
    ...(isReduced
      ? { cents: reduced, reduced: { from: regular, since: dayOf(line.reducedFrom), until } }
      : { cents: regular }),
    ...taxationOn(taxationOf(line), day),
    from: line.from === true,
  };
}

/** Whether a line can be bought: its price is above zero and not a "from" price. */
export const isPurchasable = (price: ReturnType<typeof priceOn>): price is PriceNow & { from: false } =>
  price !== undefined && !price.from && price.cents > 0;
