import type { contract, Service } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Context, type Handlers, recordChange, transact } from "@uola/kernel";
import { type ChangeCause, serviceDeleted } from "../events.ts";
import { bulkResults } from "./bulk-results.ts";
import { type Actor, publishServices, readService, serviceNotFound } from "./change-service.ts";
import { freeSlugs } from "./slug-store.ts";
import { startJob } from "./start-job.ts";
import * as store from "./store.ts";

type Notification = { notifyParticipants?: boolean | null; message?: string | null } | null | undefined;
type DeletionInput = {
  preserveFutureSessionsWithParticipants?: boolean | null | undefined;
  participantNotification?: Notification;
};

const deletion = ({ preserveFutureSessionsWithParticipants, participantNotification }: DeletionInput) => ({
  keepBooked: preserveFutureSessionsWithParticipants ?? false,
  notification: participantNotification ?? undefined,
});

type DeleteHandlers = Pick<Handlers<typeof contract.services>, "delete" | "bulkDelete" | "bulkDeleteByFilter">;

export function deleteHandlers(context: Context): DeleteHandlers {
  const remove = (id: string, input: DeletionInput, caller: Actor) =>
    transact(context, publishServices, (tx) => deleteService(tx, context, { id, ...deletion(input) }, caller));
  return {
    delete: async ({ serviceId, ...input }, { caller }) => {
      await remove(serviceId, input, caller);
      return {};
    },

    bulkDelete: ({ ids, ...input }, { caller, requestId }) => {
      const items = ids.map((id) => ({ id }));
      return bulkResults(context, requestId, items, false, ({ id }) => remove(id, input, caller));
    },

    bulkDeleteByFilter: async ({ filter, ...input }, { caller }) => ({
      jobId: await startJob(context, "services.delete", { filter, ...deletion(input) }, caller),
    }),
  };
}

type Deletion = { keepBooked: boolean; notification: ChangeCause["notification"] };

/**
 * Deletes a service and cancels its upcoming sessions and bookings. Past sessions and bookings
 * still refer to the service. Rejects with SERVICE_NOT_FOUND.
 */
export async function deleteService(
  tx: Database,
  context: Context,
  { id, keepBooked, notification }: Deletion & { id: string },
  actor: Actor,
): Promise<Service> {
  const { siteId, now } = context;
  const locked = await store.lockService(tx, siteId, id);
  if (!locked) throw serviceNotFound(id);
  const before = await readService(tx, context, id);
  await context.events.emit(tx, serviceDeleted, {
    actor,
    notification,
    serviceId: id,
    scheduleId: before.schedule.id,
    keepBooked,
  });
  const at = now();
  const sequence = locked.revision + 1;
  await store.updateService(tx, siteId, id, { deletedDate: at, updatedDate: at, revision: sequence });
  await freeSlugs(tx, siteId, id);
  await recordChange(tx, {
    siteId,
    at,
    entity: "service",
    entityId: id,
    audit: { actor, action: "service.delete", before },
    event: { slug: "deleted", sequence, body: { deletedEvent: { deletedEntity: before } } },
  });
  return before;
}
