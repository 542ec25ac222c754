import { usePlatformList } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { Service } from "@uola/contract";
import { type Sorting, sortingOf } from "@uola/ui/kit/data-table.tsx";
import type { Saving } from "@uola/ui/kit/use-entity-form.ts";
import type { Draft } from "./service-fields.tsx";
import { changeOf, type ServiceValues, serviceInputOf } from "./service-input.ts";

export type Criteria = {
  text: string;
  type: "" | Draft["type"];
  categoryId: string;
  shown: "" | "shown" | "hidden";
  /** The order of the list; if undefined, the order used on the site. */
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

/** Creates a service with its plans and slug. */
export async function create({ services }: Client, values: ServiceValues): Promise<Service> {
  const { service } = await services.create({ service: serviceInputOf(values) });
  const { id: serviceId } = service;
  if (values.planIds?.length) await services.addPricingPlans({ serviceId, pricingPlanIds: values.planIds });
  if (values.slug) await services.setCustomSlug({ serviceId, slugName: values.slug });
  return service;
}

/**
 * Saves the changes: first the service itself with its revision, then the fields that have separate
 * operations.
 */
export async function save(
  { services }: Client,
  serviceId: string,
  { draft, values, changed, before }: Saving<Draft> & { values: ServiceValues },
  allowBelowSold: boolean,
): Promise<void> {
  const change = changeOf(values, changed);
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

async function savePlans(
  services: Client["services"],
  serviceId: string,
  from: readonly string[],
  to: readonly string[],
) {
  const added = to.filter((id) => !from.includes(id));
  const removed = from.filter((id) => !to.includes(id));
  if (added.length > 0) await services.addPricingPlans({ serviceId, pricingPlanIds: added });
  if (removed.length > 0) await services.removePricingPlans({ serviceId, pricingPlanIds: removed });
}
