import type { CategoryKind } from "@uola/contract";
import type { Activity } from "../../features/booking/activities.ts";

/** A category linked on the home page: its name, and the price in cents offered on its page. */
export type CategoryPrices = { [Kind in CategoryKind]?: { name: string; cents: number } };

type Offered = Pick<Activity, "kind" | "category" | "price"> & { bookable: boolean };

/**
 * Returns the price shown for each category: a price for which a visitor can actually book a single
 * session online on the linked page. For a first visit it is the price of the introduction listed
 * first on that page, because the other introductions are for families or seniors. For the other
 * categories it is the lowest price. Courses, events and private lessons are left out because they
 * are priced differently.
 */
export function categoryPrices(services: readonly Offered[]): CategoryPrices {
  const found: CategoryPrices = {};
  for (const { kind, category, price, bookable } of services) {
    if (kind !== "CLASS" || !bookable || !category || price.kind !== "each") continue;
    const before = found[category.kind];
    if (before && (category.kind === "firstTime" || before.cents <= price.cents)) continue;
    found[category.kind] = { name: before?.name ?? category.name, cents: price.cents };
  }
  return found;
}
