import { Refusal } from "@uola/kernel";
import type { CapacityCheck } from "../events.ts";

const listedMax = 100;

/**
 * Creates a capacity check. It collects the sessions and courses whose new capacity is below the
 * number of places sold.
 */
export const capacityCheck = (allowed: boolean | null | undefined): CapacityCheck => ({
  allowed: allowed === true,
  found: [],
});

/**
 * Rejects with CAPACITY_BELOW_SOLD if the check has found sessions or courses, unless the owner
 * allows it.
 */
export function refuseBelowSold({ allowed, found }: CapacityCheck): void {
  if (allowed || found.length === 0) return;
  const people = found.reduce((sum, { taken }) => sum + taken, 0);
  const message =
    `The capacity is lower than the places that are sold in ${found.length} sessions or courses. ` +
    "Send allowBelowSold to lower it to what is sold.";
  const sessions = found.slice(0, listedMax).map(({ startDate, ...each }) => ({
    ...each,
    startDate: startDate?.toISOString() ?? null,
  }));
  throw new Refusal("CAPACITY_BELOW_SOLD", message, 409, { sessions, total: found.length, people });
}
