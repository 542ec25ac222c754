import { usePlatformList } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { Service } from "@uola/contract";
import { type Sorting, sortingOf } from "@uola/ui/kit/data-table.tsx";
import type { Saving, StoredDraft } from "@uola/ui/kit/use-entity-form.ts";
import { changeOf, type Draft, keptOf, serviceInputOf } from "./draft.ts";

export type Criteria = {
  text: string;
  type: "" | Draft["type"];
  categoryId: string;
  shown: "" | "shown" | "hidden";
  /** Undefined: the order used on the site. */
  sort: Sorting | undefined;
};

const asOnTheSite = [
  { fieldName: "category.sortOrder", order: "ASC" },
  { fieldName: "sortOrder", order: "ASC" },
  { fieldName: "name", order: "ASC" },
] as const;

/** The services that match the filter; `fetchNextPage` loads more. */
export function useServices({ text, type, categoryId, shown, sort }: Criteria) {
  return usePlatformList(
    ["services", text, type, categoryId, shown, sort],
    async (client, cursorPaging) => {
      const filter = {
        ...(type && { type }),
        ...(categoryId && { "category.id": categoryId }),
        ...(shown && { hidden: shown === "hidden" }),
      };
      const search = cursorPaging.cursor
        ? { cursorPaging }
        : {
            filter,
            sort: sort ? [sortingOf(sort)] : [...asOnTheSite],
            cursorPaging,
            ...(text.trim() && { search: { expression: text.trim(), mode: "AND" as const, fuzzy: true } }),
          };
      const { services, pagingMetadata } = await client.services.search({ search });
      const { hasNext, cursors, total } = pagingMetadata;
      return { items: services, next: hasNext ? cursors?.next : undefined, total };
    },
    { keeps: true },
  );
}

export const readKept = async ({ services }: Client, serviceId: string): Promise<StoredDraft<Draft>> =>
  keptOf((await services.get({ serviceId })).service);

/** Creates a service with its plans and address. */
export async function create({ services }: Client, draft: Draft): Promise<Service> {
  const { service } = await services.create({ service: serviceInputOf(draft) });
  const { id: serviceId } = service;
  if (draft.planIds.length > 0) await services.addPricingPlans({ serviceId, pricingPlanIds: draft.planIds });
  if (draft.slug) await services.setCustomSlug({ serviceId, slugName: draft.slug });
  return service;
}

/**
 * Saves the changes: first the service itself with its revision, then the fields that have separate
 * operations.
 */
export async function save(
  { services }: Client,
  serviceId: string,
  { draft, changed, before }: Saving<Draft>,
  allowBelowSold: boolean,
): Promise<void> {
  const change = changeOf(draft, changed);
  const own = Object.keys(change).length > 0;
  // Fields without their own revision are saved only if the service has not changed since it was
  // read.
  if (!own && before.revision !== (await services.get({ serviceId })).service.revision) {
    throw Object.assign(new Error("The service has changed since it was read."), { code: "REVISION_MISMATCH" });
  }
  const revision = before.revision ?? "";
  if (own) await services.update({ service: { ...change, id: serviceId, revision }, allowBelowSold });
  if (changed.locationIds) {
    await services.setLocations({
      serviceId,
      locations: draft.locationIds.map((id) => ({ type: "BUSINESS", business: { id } })),
      removedLocationSessionsAction: { action: "KEEP_AT_CURRENT_LOCATION" },
    });
  }
  if (changed.planIds) await savePlans(services, serviceId, before.draft.planIds, draft.planIds);
  if (changed.slug) await services.setCustomSlug({ serviceId, slugName: draft.slug });
}

async function savePlans(services: Client["services"], serviceId: string, from: string[], to: string[]) {
  const added = to.filter((id) => !from.includes(id));
  const removed = from.filter((id) => !to.includes(id));
  if (added.length > 0) await services.addPricingPlans({ serviceId, pricingPlanIds: added });
  if (removed.length > 0) await services.removePricingPlans({ serviceId, pricingPlanIds: removed });
}
