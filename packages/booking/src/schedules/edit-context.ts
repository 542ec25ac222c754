import type { contract, Input } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Caller, type Context, recordChange } from "@uola/kernel";
import type { CapacityCheck, ChangeCause } from "../events.ts";

/** The actor of a timetable change, the notification sent about it, and the check of a new capacity. */
export type EditContext = ChangeCause & { capacityCheck?: CapacityCheck | undefined };

export const system: EditContext = { actor: { kind: "system", id: "schedules" }, notification: undefined };

type Notification = Input<typeof contract.schedules.cancelSession>["participantNotification"];
export const editBy = (caller: Caller, notification: Notification = undefined): EditContext => ({
  actor: caller,
  notification: notification ?? undefined,
});

/** Records a timetable change in the audit history. */
export const recordTimetableChange = (
  tx: Database,
  { siteId, now }: Context,
  actor: EditContext["actor"],
  action: string,
  entityId: string,
  before: unknown,
  after: unknown,
) =>
  recordChange(tx, {
    siteId,
    at: now(),
    entity: action.slice(0, action.indexOf(".")),
    entityId,
    audit: { actor, action, before, after },
  });
