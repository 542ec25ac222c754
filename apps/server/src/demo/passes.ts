import { addPassKind } from "@uola/commerce";
import type { PassTerms } from "@uola/contract";
import { createData } from "@uola/data";
import type { Context } from "@uola/kernel";

const terms: Omit<PassTerms, "period"> = {
  entries: null,
  begins: "PURCHASE",
  people: 1,
  windows: [],
  freezeDays: 30,
  transferable: true,
  lets: { entry: true, categoryKinds: ["bouldering"], serviceIds: [] },
};

/** The terms of the passes in the price list, keyed by their names in the list. */
const kinds: Readonly<Record<string, PassTerms>> = {
  "10 kartų abonementas": { ...terms, entries: 10, period: { count: 12, unit: "MONTHS" }, begins: "FIRST_USE" },
  Narystė: { ...terms, period: { count: 1, unit: "MONTHS" } },
  "Šeimos narystė": { ...terms, period: { count: 1, unit: "MONTHS" }, people: 5, transferable: false },
};

/**
 * Adds the passes that the gym sells. Passes from an interrupted creation are not deleted, since
 * they may have been sold.
 */
export async function seedPasses(context: Context): Promise<void> {
  const list = await createData(context).siteLists.findAny("Prices");
  const there = await context.db
    .selectFrom("passKind")
    .select("priceId")
    .where("siteId", "=", context.siteId)
    .execute();
  for (const { _id: id, name } of await list.items(context.db)) {
    const own = kinds[String(name)];
    if (own && !there.some(({ priceId }) => priceId === id))
      await addPassKind(context, { priceId: String(id), terms: own }, { kind: "system", id: "demo" });
  }
}
