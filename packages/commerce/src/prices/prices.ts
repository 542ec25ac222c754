import { dateOf } from "@uola/booking";
import type { contract } from "@uola/contract";
import type { BackgroundTask, Context, Handlers } from "@uola/kernel";
import { createPriceHistory, historyTask } from "./history.ts";
import type { PriceList } from "./price-list.ts";
import * as store from "./store.ts";

export { createPriceList, type Priced, type PriceList } from "./price-list.ts";

/** The lines sold from the price list. The rules are in docs/rules/prices.md. */
export function prices(
  context: Context,
  pricesOn: PriceList,
): { handlers: Handlers<typeof contract.prices>; tasks: BackgroundTask[] } {
  const { db, siteId, now } = context;
  const history = createPriceHistory(context);
  const today = async () => dateOf(now(), await store.timeZone(db, siteId));
  return {
    handlers: {
      async list(_, { caller }) {
        const day = await today();
        const listed = [];
        for (const price of (await pricesOn(day)).values()) {
          // Pricing plans are listed by another operation.
          if (price.isPlan) continue;
          const { id, name, english, cents, taxClass, reduced } = price;
          const lowest = await history.lowestBefore(price, day);
          listed.push({
            id,
            name: caller.language === "en" ? english : name,
            cents,
            taxClass,
            reduced: reduced && lowest !== undefined ? { from: reduced.from, until: reduced.until, lowest } : null,
          });
        }
        return { prices: listed };
      },
    },
    tasks: [
      historyTask(async () => {
        const day = await today();
        await history.note((await pricesOn(day)).values(), day);
      }),
    ],
  };
}
