import type { Conflict } from "@uola/contract";
import type { Database } from "@uola/database";
import { type ConflictRow, overlappingUses, type Scheduled } from "./conflict-store.ts";

export const conflictsMax = 100;

/**
 * Returns the conflicts of scheduled sessions with busy sessions and times off of their trainers
 * and resources. Scheduling a class and booking an appointment both lock trainers and resources
 * first, so a conflicting request that is not found here came later and was rejected.
 */
export async function conflictsOf(db: Database, siteId: string, scheduled: Scheduled): Promise<Conflict[]> {
  const rows = await overlappingUses(db, siteId, scheduled);
  const uses = Map.groupBy(rows, ({ own, resourceId }) => `${own} ${resourceId}`);
  return rows
    .filter((row) => row.timeOffId !== null || isFull(uses.get(`${row.own} ${row.resourceId}`) ?? [], row.units))
    .slice(0, conflictsMax)
    .map(({ startDate, resourceId, sessionId, timeOffId }) => ({ sessionId, timeOffId, resourceId, startDate }));
}

/** Whether other sessions use all units at the same time. */
function isFull(uses: readonly ConflictRow[], units: number): boolean {
  const others = uses.filter(({ sessionId }) => sessionId !== null);
  return others.some(({ from }) => others.filter((other) => other.from <= from && other.until > from).length >= units);
}
