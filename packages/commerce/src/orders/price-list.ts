import type { ItemData } from "@uola/contract";
import type { SiteLists } from "@uola/data";
import type { Context } from "@uola/kernel";

/** A line of the price list that is sold: with one fixed price that holds. */
export type Priced = { id: string; name: string; cents: number };

/** The price list as /prices/ shows it: the same items of the same collection. */
export function createPriceList({ db }: Pick<Context, "db">, lists: Pick<SiteLists, "findAny">) {
  /** What is sold on a day. A price "from" is none, and one that begins later is not sold yet. */
  return async function pricesOn(today: string): Promise<Map<string, Priced>> {
    const list = await lists.findAny("Prices");
    return new Map((await list.items(db)).flatMap((item) => soldOn(item, today)).map((line) => [line.id, line]));
  };
}

export function soldOn({ _id: id, name, price, from, validFrom }: ItemData, today: string): Priced[] {
  if (typeof id !== "string" || typeof name !== "string" || typeof price !== "number" || price <= 0) return [];
  if (from === true || (typeof validFrom === "string" && validFrom > today)) return [];
  return [{ id, name, cents: Math.round(price * 100) }];
}
