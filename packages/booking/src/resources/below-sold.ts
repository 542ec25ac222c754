import { Refusal } from "@uola/kernel";
import type { CapacityCheck } from "../events.ts";

const listedMax = 100;

/** Gathers where a change lowers a capacity below the places that are sold. */
export const capacityCheck = (allowed: boolean | null | undefined): CapacityCheck => ({
  allowed: allowed === true,
  found: [],
});

/** Refuses with CAPACITY_BELOW_SOLD what a check has found, unless it is allowed. */
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
