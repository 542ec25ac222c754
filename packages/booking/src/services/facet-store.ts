import type { Service } from "@uola/contract";
import type { Database } from "@uola/database";
import { sql } from "kysely";
import type { FoundServices } from "./search-store.ts";

const placesMax = 100;

type Places = { business: Service["locations"]; custom: boolean; customer: boolean };
/**
 * Returns the locations of the found services: each business location once, and whether other
 * locations exist.
 */
export async function placesOf(
  db: Database,
  siteId: string,
  services: FoundServices,
  { businessLocationIds }: { businessLocationIds: readonly string[] },
): Promise<Places> {
  const found = services.select("service.locations");
  const chosen =
    businessLocationIds.length > 0
      ? sql`and (place #>> '{business,id}')::uuid = any(${[...businessLocationIds]}::uuid[])`
      : sql``;
  const isThere = (type: string) =>
    sql<boolean>`exists(select from found, jsonb_array_elements(locations) place where place ->> 'type' = ${type})`;
  const { rows } = await sql<Places>`
    with found as (${found}) select ${isThere("CUSTOM")} as custom, ${isThere("CUSTOMER")} as customer,
      (select coalesce(jsonb_agg(case when location.id is null then place else place || jsonb_build_object('business',
          jsonb_build_object('id', location.id, 'name', location.name, 'default', location.is_default,
          'address', location.address, 'email', location.email, 'phone', location.phone)) end), '[]')
        from (select distinct on (place #>> '{business,id}') place from found, jsonb_array_elements(locations) place
          where place ->> 'type' = 'BUSINESS' ${chosen} order by place #>> '{business,id}' limit ${placesMax}) places
        left join location on location.site_id = ${siteId} and location.id = (place #>> '{business,id}')::uuid) as business
  `.execute(db);
  return rows[0] ?? { business: [], custom: false, customer: false };
}

/** Returns the categories of the found services, in order. */
export const categoriesOf = (
  db: Database,
  siteId: string,
  services: FoundServices,
  { categoryIds }: { categoryIds: readonly string[] },
) =>
  db
    .selectFrom("category as listed")
    .select(["listed.id", "listed.name", "listed.sortOrder"])
    .where("listed.siteId", "=", siteId)
    .$if(categoryIds.length > 0, (all) => all.where("listed.id", "in", [...categoryIds]))
    .where(({ exists }) =>
      exists(services.whereRef("service.categoryId", "=", "listed.id" as never).select("service.id")),
    )
    .orderBy("listed.sortOrder")
    .orderBy("listed.name")
    .orderBy("listed.id")
    .execute();
