import { readPlans } from "@uola/booking";
import type { ItemData, LaterTax, TaxClass } from "@uola/contract";
import { centsOf } from "@uola/contract/cents";
import { isSold, priceOn } from "@uola/contract/price-line";
import type { SiteLists } from "@uola/data";
import type { Context } from "@uola/kernel";

/** A line of the price list that is sold: with one fixed price that holds. */
export type Priced = {
  id: string;
  name: string;
  /** In English; the same where nobody translated it. */
  english: string;
  /** What it is a price of: "PASS". */
  kind: string;
  cents: number;
  /** The reduction that holds: the price without it, and its days; `since` is empty where nobody said. */
  reduced: { from: number; since: string; until: string } | undefined;
  taxClass: TaxClass;
  /** The class that follows, where it is known. */
  laterTax: LaterTax | null | undefined;
  /** A pricing plan. It is sold only as the pass that the owner has made of it. */
  isPlan: boolean;
};

export type PriceList = ReturnType<typeof createPriceList>;

/** The price list as /prices/ shows it: the items of the collection, and the pricing plans. */
export function createPriceList({ db, siteId }: Pick<Context, "db" | "siteId">, lists: Pick<SiteLists, "findAny">) {
  /** What is sold on a day. A price "from" is none, and one that begins later is not sold yet. */
  return async function pricesOn(today: string): Promise<Map<string, Priced>> {
    const [list, plans] = await Promise.all([lists.findAny("Prices"), readPlans(db, siteId)]);
    const lines = (await list.items(db)).flatMap((item) => soldOn(item, today));
    return new Map([...plans.map(ofPlan), ...lines].map((line) => [line.id, line]));
  };
}

export function soldOn(item: ItemData, today: string): Priced[] {
  const { _id: id, name, kind } = item;
  const price = priceOn(item, today);
  if (typeof id !== "string" || typeof name !== "string" || !isSold(price)) return [];
  const translations = item._translations as { en?: { name?: unknown } } | null | undefined;
  const english = translations?.en?.name;
  return [
    {
      ...{ id, name, english: typeof english === "string" && english ? english : name },
      ...{ kind: typeof kind === "string" ? kind : "OTHER", cents: price.cents, taxClass: price.taxClass },
      laterTax: price.laterTax,
      reduced: price.reduced,
      isPlan: false,
    },
  ];
}

const ofPlan = ({ id, name, price }: Awaited<ReturnType<typeof readPlans>>[number]): Priced => ({
  ...{ id, name, english: name, kind: "PASS", cents: centsOf(price), taxClass: "STANDARD" },
  ...{ reduced: undefined, laterTax: undefined, isPlan: true },
});
