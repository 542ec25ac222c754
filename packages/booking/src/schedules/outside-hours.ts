import type { OutsideHours, Service } from "@uola/contract";
import type { Context } from "@uola/kernel";
import { type OpeningHours, slotLocation } from "../availability/availability.ts";
import { readServices } from "../services/services.ts";
import * as store from "./store.ts";

type Which = Parameters<typeof store.ahead>[2];
export type WithheldSession = { row: store.AheadRow; cause: OutsideHours; service: Service };

/**
 * Returns the upcoming sessions outside the opening hours that the owner has not decided about, in
 * order. They include appointments booked under earlier opening hours.
 */
export async function findWithheld(context: Context, opening: OpeningHours, which: Which): Promise<WithheldSession[]> {
  const rows = await store.ahead(context.db, context.siteId, which);
  const services = await readServices(context, { ids: [...new Set(rows.map(({ serviceId }) => serviceId))] });
  return rows.flatMap((row) => {
    const service = services.get(row.serviceId);
    if (!service) return [];
    const { hoursDecision, location } = row.extra;
    const cause = opening.withheld({ ...row, hoursDecision, location: location ?? slotLocation(service) });
    return cause ? [{ row, cause, service }] : [];
  });
}
