import type { CategoryKind } from "@uola/contract";
import type { Activity } from "../booking/activities.ts";

/** A category that the home page leads to: its name, and the price in cents that its page offers. */
export type DoorPrices = { [Kind in CategoryKind]?: { name: string; cents: number } };

type Offered = Pick<Activity, "kind" | "category" | "price"> & { bookable: boolean };

/**
 * The price of each door is one that a visitor can book behind it: a single session that is booked online. For a first
 * visit it is the price of the introduction the page begins with, since others are for families or seniors; for the rest
 * it is the lowest. Courses, events and private lessons have prices of another kind and are left out.
 */
export function doorPrices(services: readonly Offered[]): DoorPrices {
  const found: DoorPrices = {};
  for (const { kind, category, price, bookable } of services) {
    if (kind !== "CLASS" || !bookable || !category || price.kind !== "each") continue;
    const before = found[category.kind];
    if (before && (category.kind === "firstTime" || before.cents <= price.cents)) continue;
    found[category.kind] = { name: before?.name ?? category.name, cents: price.cents };
  }
  return found;
}
