import type { contract } from "@uola/contract";
import { type Caller, type Context, compileFilter, type Handlers } from "@uola/kernel";
import { categoriesOf, placesOf } from "./facet-store.ts";
import { fields, visibleServices } from "./search-store.ts";

type FacetHandlers = Pick<Handlers<typeof contract.services>, "locations" | "categories">;

/** Handlers for facets of filtered services: their locations and categories. */
export function facetHandlers({ db, siteId }: Context): FacetHandlers {
  const filtered = (caller: Caller, filter: unknown) =>
    visibleServices(db, siteId, caller).where(compileFilter(fields, filter ?? {}));
  return {
    locations: async ({ filter }, { caller }) => {
      const businessLocationIds = filter?.businessLocationIds ?? [];
      const places = await placesOf(db, siteId, filtered(caller, filter?.services), { businessLocationIds });
      return {
        businessLocations: { exists: places.business.length > 0, locations: places.business },
        customLocations: { exists: places.custom },
        customerLocations: { exists: places.customer },
      };
    },

    categories: async ({ filter }, { caller }) => {
      const categoryIds = filter?.categoryIds ?? [];
      return { categories: await categoriesOf(db, siteId, filtered(caller, filter?.services), { categoryIds }) };
    },
  };
}
