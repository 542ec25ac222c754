import type { Conflict } from "@uola/contract";
import type { Database } from "@uola/database";
import { type ConflictRow, encounters, type Scheduled } from "./conflict-store.ts";

const conflictsMax = 100;

/**
 * What scheduled sessions stand over: busy sessions and times off of their trainers and resources. Who schedules a class has
 * locked these, as who takes an appointment does: what is not found here came later, and was refused.
 */
export async function conflictsOf(db: Database, siteId: string, scheduled: Scheduled): Promise<Conflict[]> {
  const rows = await encounters(db, siteId, scheduled);
  const uses = Map.groupBy(rows, ({ own, resourceId }) => `${own} ${resourceId}`);
  return rows
    .filter((row) => row.timeOffId !== null || isFull(uses.get(`${row.own} ${row.resourceId}`) ?? [], row.units))
    .slice(0, conflictsMax)
    .map(({ startDate, resourceId, sessionId, timeOffId }) => ({ sessionId, timeOffId, resourceId, startDate }));
}

/** Whether at some moment others use as many units as there are. */
function isFull(uses: readonly ConflictRow[], units: number): boolean {
  const others = uses.filter(({ sessionId }) => sessionId !== null);
  return others.some(({ from }) => others.filter((other) => other.from <= from && other.until > from).length >= units);
}
