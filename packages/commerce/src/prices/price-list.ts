import { readPlans } from "@uola/booking";
import type { ItemData, ScheduledTaxClass, TaxClass } from "@uola/contract";
import { centsOf } from "@uola/contract/cents";
import { isPurchasable, priceOn } from "@uola/contract/price-line";
import type { SiteLists } from "@uola/data";
import type { Context } from "@uola/kernel";

/** A line of the price list that can be sold: it has one fixed, currently valid price. */
export type Priced = {
  id: string;
  name: string;
  /** The name in English, or the original name if it is not translated. */
  english: string;
  /** The product type, such as "PASS". */
  kind: string;
  cents: number;
  /**
   * The current reduction: the regular price, and the first and last day. `since` is empty if no
   * first day is given.
   */
  reduced: { from: number; since: string; until: string } | undefined;
  taxClass: TaxClass;
  /** The tax class that applies later, if known. */
  laterTax: ScheduledTaxClass | null | undefined;
  /** Whether it is a pricing plan, which is sold only as the pass that the owner created from it. */
  isPlan: boolean;
};

export type PriceList = ReturnType<typeof createPriceList>;

/** Reads the price list as shown on /prices/: the items of the collection and the pricing plans. */
export function createPriceList({ db, siteId }: Pick<Context, "db" | "siteId">, lists: Pick<SiteLists, "findAny">) {
  /** Returns the lines sold on a day. A "from" price is excluded, as is one that is not valid yet. */
  return async function pricesOn(today: string): Promise<Map<string, Priced>> {
    const [list, plans] = await Promise.all([lists.findAny("Prices"), readPlans(db, siteId)]);
    const lines = (await list.items(db)).flatMap((item) => soldOn(item, today));
    return new Map([...plans.map(ofPlan), ...lines].map((line) => [line.id, line]));
  };
}

function soldOn(item: ItemData, today: string): Priced[] {
  const { _id: id, name, kind } = item;
  const price = priceOn(item, today);
  if (typeof id !== "string" || typeof name !== "string" || !isPurchasable(price)) return [];
  const translations = item._translations as { en?: { name?: unknown } } | null | undefined;
  const english = translations?.en?.name;
  return [
    {
      id,
      name,
      english: typeof english === "string" && english ? english : name,
      kind: typeof kind === "string" ? kind : "OTHER",
      cents: price.cents,
      taxClass: price.taxClass,
      laterTax: price.laterTax,
      reduced: price.reduced,
      isPlan: false,
    },
  ];
}

const ofPlan = ({ id, name, price }: Awaited<ReturnType<typeof readPlans>>[number]): Priced => ({
  id,
  name,
  english: name,
  kind: "PASS",
  cents: centsOf(price),
  taxClass: "STANDARD",
  reduced: undefined,
  laterTax: undefined,
  isPlan: true,
});
