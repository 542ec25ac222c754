import type { contract, FieldMask, ServiceChange } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Database, json } from "@uola/database";
import { type Context, type Handlers, transact, Violation } from "@uola/kernel";
import { bulkResults } from "./bulk-results.ts";
import { type Actor, alterService, columnsOf, publishServices, readExisting, withOwnIds } from "./change-service.ts";
import { applyChange, settable } from "./field-mask.ts";
import { withLibrary } from "./media.ts";
import { slugOf } from "./rules.ts";
import { claimSlugFor, withMainSlug } from "./slug-store.ts";
import { startJob } from "./start-job.ts";
import * as store from "./store.ts";
import { serviceInputErrors } from "./validation.ts";

type UpdateHandlers = Pick<Handlers<typeof contract.services>, "update" | "bulkUpdate" | "bulkUpdateByFilter">;

export const updateHandlers = (context: Context): UpdateHandlers => ({
  update: async ({ service: { id, revision, ...change }, mask, allowBelowSold }, { caller }) => ({
    service: await transact(context, publishServices, (tx) =>
      changeService(tx, context, { id, revision, change, mask, allowBelowSold }, caller),
    ),
  }),

  bulkUpdate: ({ services, returnEntity, allowBelowSold }, { caller, requestId }) => {
    const items = services.map(({ service: { id, revision, ...change }, mask }) => {
      return { id, revision, change, mask, allowBelowSold };
    });
    return bulkResults(context, requestId, items, returnEntity ?? false, (item) =>
      transact(context, publishServices, (tx) => changeService(tx, context, item, caller)),
    );
  },

  bulkUpdateByFilter: async ({ filter, service: change, allowBelowSold }, { caller }) => ({
    jobId: await startJob(context, "services.update", { filter, change, allowBelowSold }, caller),
  }),
});

type Change = {
  id: string;
  revision?: string;
  change: ServiceChange;
  mask?: FieldMask | null | undefined;
  allowBelowSold?: boolean | null | undefined;
};

/**
 * Changes a service. Rejects with SERVICE_NOT_FOUND, REVISION_MISMATCH, or the errors of all
 * validation rules that the change violates.
 */
export const changeService = (tx: Database, context: Context, { id, change, mask, ...how }: Change, actor: Actor) =>
  alterService(tx, context, { id, ...how, action: "service.update", actor }, async (before, slugs) => {
    const { siteId, now } = context;
    const input = applyChange(settable(before), change, mask);
    const { existing, policyId } = await readExisting(tx, siteId, input);
    // References that the service already has stay valid, even to a trainer who has left.
    const wrongs = serviceInputErrors({ ...input, locations: [] }, withOwnIds(existing, before), before.type);
    if (wrongs.length > 0) throw new Violation(wrongs);
    const { pricingPlanIds } = before.payment;
    const media = await withLibrary(tx, siteId, input.media);
    const currency = await store.currency(tx, siteId);
    const columns = columnsOf(
      { ...input, media },
      required(policyId, "booking policy"),
      currency,
      pricingPlanIds ?? [],
    );
    const renamed = input.name !== before.name && slugOf(input.name ?? "") !== slugOf(before.name);
    if (!renamed || slugs.at(-1)?.custom) return columns;
    const name = await claimSlugFor(tx, siteId, id, input.name ?? "");
    const main = { name, custom: false, createdDate: now().toISOString() };
    return { ...columns, slugs: json(await withMainSlug(tx, siteId, slugs, main)) };
  });
