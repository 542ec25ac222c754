import type { Database } from "@uola/database";
import type { Context } from "@uola/kernel";
import { lockPlaces } from "../availability/availability.ts";
import { type EditContext, recordTimetableChange } from "./edit-context.ts";

type Lowered = {
  /** The id of the place counter. */
  id: string;
  sessionId: string | null;
  scheduleId: string;
  startDate: Date | null;
  capacity: number | null;
};

/**
 * Collects the place counters whose new capacity is lower than before and lower than the number of
 * places sold. A reduction allowed by the owner is recorded in the history of the session or
 * course.
 */
export async function findBelowSold(
  tx: Database,
  context: Context,
  { id, sessionId, scheduleId, startDate, capacity }: Lowered,
  { actor, capacityCheck }: EditContext,
): Promise<void> {
  if (!capacityCheck) return;
  const places = await lockPlaces(tx, context.siteId, id);
  if (!places || capacity === null) return;
  const isLowered = places.capacity === null || capacity < places.capacity;
  const { taken, held } = places;
  if (!isLowered || capacity >= taken) return;
  capacityCheck.found.push({ sessionId, scheduleId, startDate, capacity, taken, held });
  if (capacityCheck.allowed) {
    await recordTimetableChange(tx, context, actor, "session.belowSold", id, undefined, { capacity, taken, held });
  }
}
