import { inCents } from "./cents.ts";
import { type Taxed, taxClasses, taxedOn } from "./tax-class.ts";

/** A line of the price list as its item has it. */
type Line = { readonly [key: string]: unknown };

/** What a line costs on a day, in cents. */
export type PriceNow = Taxed & {
  cents: number;
  /** Its price without the reduction that holds now, and the days of that; `since` is empty where nobody said. */
  reduced?: { from: number; since: string; until: string };
};

const centsOf = (value: unknown): number | undefined =>
  typeof value === "number" && value >= 0 ? inCents(value) : undefined;
const dayOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, 10) : "");

const classOf = (value: unknown) => taxClasses.find((each) => each === value);

/** A class, and the one that takes its place from a day on. Without the day there is no other. */
function taxationOf({ taxClass, laterTaxClass, laterTaxFrom }: Line): Taxed {
  const [later, from] = [classOf(laterTaxClass), dayOf(laterTaxFrom)];
  return {
    taxClass: classOf(taxClass) ?? "STANDARD",
    ...(later && from && { laterTax: { taxClass: later, from } }),
  };
}

/**
 * What a line of the price list costs on a day: the one place that decides it, for the page, the cart and the order.
 * Undefined for a line without a price, and on days on which it does not hold. A price "from" is none that one can pay.
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
    ...taxedOn(taxationOf(line), day),
    from: line.from === true,
  };
}

/** Whether a line can be bought at its price: it costs something, and the price is not "from". */
export const isSold = (price: ReturnType<typeof priceOn>): price is PriceNow & { from: false } =>
  price !== undefined && !price.from && price.cents > 0;
