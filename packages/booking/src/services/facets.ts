import type { contract, Service } from "@uola/contract";
import { type Caller, type Context, compileFilter, type Handlers } from "@uola/kernel";
import { sql } from "kysely";
import { visibleServices } from "./query.ts";
import { fields } from "./search-store.ts";

const placesMax = 100;

type FacetHandlers = Pick<Handlers<typeof contract.services>, "locations" | "categories">;

/** What the services that a filter finds have in common: where they take place, under which headings they stand. */
export function facetHandlers({ db, siteId }: Context): FacetHandlers {
  const filtered = (caller: Caller, filter: unknown) =>
    visibleServices(db, siteId, caller).where(compileFilter(fields, filter ?? {}));
  return {
    locations: async ({ filter }, { caller }) => {
      const { services, businessLocationIds } = filter ?? {};
      const found = filtered(caller, services).select("service.locations");
      const chosen = businessLocationIds?.length
        ? sql`and (place #>> '{business,id}')::uuid = any(${businessLocationIds}::uuid[])`
        : sql``;
      const isThere = (type: string) =>
        sql<boolean>`exists(select from found, jsonb_array_elements(locations) place where place ->> 'type' = ${type})`;
      const { rows } = await sql<{ business: Service["locations"]; custom: boolean; customer: boolean }>`
        with found as (${found}) select ${isThere("CUSTOM")} as custom, ${isThere("CUSTOMER")} as customer,
          (select coalesce(jsonb_agg(case when location.id is null then place else place || jsonb_build_object('business',
              jsonb_build_object('id', location.id, 'name', location.name, 'default', location.is_default,
              'address', location.address, 'email', location.email, 'phone', location.phone)) end), '[]')
            from (select distinct on (place #>> '{business,id}') place from found, jsonb_array_elements(locations) place
              where place ->> 'type' = 'BUSINESS' ${chosen} order by place #>> '{business,id}' limit ${placesMax}) places
            left join location on location.site_id = ${siteId} and location.id = (place #>> '{business,id}')::uuid) as business
      `.execute(db);
      const { business: locations = [], custom = false, customer = false } = rows[0] ?? {};
      return {
        businessLocations: { exists: locations.length > 0, locations },
        customLocations: { exists: custom },
        customerLocations: { exists: customer },
      };
    },

    categories: async ({ filter }, { caller }) => {
      const { services, categoryIds } = filter ?? {};
      const categories = await db
        .selectFrom("category as listed")
        .select(["listed.id", "listed.name", "listed.sortOrder"])
        .where("listed.siteId", "=", siteId)
        .$if(Boolean(categoryIds?.length), (all) => all.where("listed.id", "in", categoryIds ?? []))
        .where(({ exists }) =>
          exists(
            filtered(caller, services)
              .whereRef("service.categoryId", "=", "listed.id" as never)
              .select("service.id"),
          ),
        )
        .orderBy("listed.sortOrder")
        .orderBy("listed.name")
        .orderBy("listed.id")
        .execute();
      return { categories };
    },
  };
}
