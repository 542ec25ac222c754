import type { BackgroundTask, Context } from "@uola/kernel";
import { hourMs, transact } from "@uola/kernel";
import { addDays } from "@uola/words/formats";
import type { Priced } from "./price-list.ts";
import * as store from "./store.ts";

/** For how long before a reduction its lowest price is looked for. */
const lowestDays = 30;

/** What lines cost on which day, as the law wants it known of what is reduced. */
export function createPriceHistory(context: Context) {
  const { db, siteId } = context;
  return {
    /** The lowest price of the thirty days before the reduction of a line; without any, the price it is reduced from. */
    async lowestBefore({ id, reduced }: Priced, today: string): Promise<number | undefined> {
      if (!reduced) return undefined;
      const began = reduced.since || today;
      const days = { from: addDays(began, -lowestDays), until: addDays(began, -1) };
      return (await store.lowest(db, siteId, id, days)) ?? reduced.from;
    },

    /** Notes what everything costs today. A price that was lower on the same day stays. */
    note: (prices: Iterable<Priced>, today: string): Promise<void> =>
      transact(context, (tx) =>
        store.note(
          tx,
          [...prices].map(({ id, cents }) => ({ siteId, priceId: id, day: today, cents })),
        ),
      ),
  };
}

/** Each day has its prices, and a price that changes is noted when the list says so. */
export const historyTask = (work: () => Promise<void>): BackgroundTask => ({
  name: "prices: note the day's",
  everyMs: hourMs,
  wakeOn: ["content"],
  async run() {
    await work();
    return false;
  },
});
