import type { contract, Service } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Context, compileFilter, type Handlers, type Listing, page } from "@uola/kernel";
import { serviceNotFound } from "./change-service.ts";
import type { Registrations } from "./registrations.ts";
import { seesHidden, toService } from "./rules.ts";
import { countVisible, fields, visibleServices } from "./search-store.ts";
import { readServices } from "./service-cache.ts";
import * as store from "./store.ts";

export const listing: Listing = {
  fields,
  key: "id",
  sort: [{ fieldName: "createdDate", order: "ASC" }],
  limit: { default: 100, max: 100 },
  paging: "offset",
};
/** Reads services in the order of the found rows. */
export async function readInOrder(
  context: Context,
  registrations: Registrations,
  rows: readonly { id: string }[],
): Promise<Service[]> {
  const ids = rows.map(({ id }) => id);
  const services = await registrations.addTo(await readServices(context, { ids }));
  return ids.flatMap((id) => services.get(id) ?? []);
}

type QueryHandlers = Pick<Handlers<typeof contract.services>, "get" | "query" | "count">;

export function queryHandlers(context: Context, registrations: Registrations): QueryHandlers {
  const { db, siteId, urls } = context;
  return {
    get: async ({ serviceId, fields }, { caller }) => {
      const row = await store
        .readServices(db, siteId)
        .$if(!seesHidden(caller.role), (all) => all.where("service.hidden", "=", false))
        .where("service.id", "=", serviceId)
        .executeTakeFirst();
      if (!row) throw serviceNotFound(serviceId);
      const found = new Map([[row.id, toService(row, urls.site)]]);
      const service = required((await registrations.addTo(found)).get(row.id), "service");
      if (!fields?.includes("RESOURCE_TYPE_DETAILS")) return { service };
      const ids = (service.resourceGroups ?? []).flatMap(({ resourceIds }) => resourceIds);
      return { service: { ...service, resourceTypeDetails: byType(await store.resourcesOf(db, siteId, ids)) } };
    },

    query: async ({ query }, { caller }) => {
      const found = visibleServices(db, siteId, caller).select("service.id");
      const { rows, pagingMetadata } = await page(found, query, listing);
      return { services: await readInOrder(context, registrations, rows), pagingMetadata };
    },

    count: async ({ filter }, { caller }) => ({
      count: await countVisible(db, siteId, caller, compileFilter(fields, filter ?? {})),
    }),
  };
}

type Details = NonNullable<Service["resourceTypeDetails"]>["resourceTypes"][number];
function byType(
  resources: readonly { id: string; name: string; type: Details["type"] }[],
): Service["resourceTypeDetails"] {
  const groups = Map.groupBy(resources, ({ type }) => type);
  return {
    resourceTypes: [...groups].map(([type, of]) => ({ type, resources: of.map(({ id, name }) => ({ id, name })) })),
  };
}
