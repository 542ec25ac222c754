import type { BackgroundTask, Context } from "@uola/kernel";
import { hourMs, transact } from "@uola/kernel";
import { addDays } from "@uola/words/formats";
import type { Priced } from "./price-list.ts";
import * as store from "./store.ts";

/** The number of days before a reduction in which the lowest price is determined. */
const lowestDays = 30;

/** The price history by day, as the law requires for reduced prices. */
export function createPriceHistory(context: Context) {
  const { db, siteId } = context;
  return {
    /**
     * Returns the lowest price of the 30 days before a line's reduction; if none is recorded, the
     * price it is reduced from.
     */
    async lowestBefore({ id, reduced }: Priced, today: string): Promise<number | undefined> {
      if (!reduced) return undefined;
      const began = reduced.since || today;
      const days = { from: addDays(began, -lowestDays), until: addDays(began, -1) };
      return (await store.lowest(db, siteId, id, days)) ?? reduced.from;
    },

    /** Records today's prices. A lower price recorded earlier on the same day is kept. */
    note: (prices: Iterable<Priced>, today: string): Promise<void> =>
      transact(context, (tx) =>
        store.note(
          tx,
          [...prices].map(({ id, cents }) => ({ siteId, priceId: id, day: today, cents })),
        ),
      ),
  };
}

/** Records the prices of each day, and changed prices when they appear in the price list. */
export const historyTask = (work: () => Promise<void>): BackgroundTask => ({
  name: "prices: note the day's",
  everyMs: hourMs,
  wakeOn: ["content"],
  async run() {
    await work();
    return false;
  },
});
