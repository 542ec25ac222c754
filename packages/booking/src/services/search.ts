import type { Aggregation, contract, Service } from "@uola/contract";
import type { Database } from "@uola/database";
import {
  type Caller,
  type Context,
  compileFilter,
  type Handlers,
  type Listing,
  page,
  Refusal,
  transact,
  Violation,
} from "@uola/kernel";
import { sql } from "kysely";
import { compileAggregations } from "./aggregations.ts";
import { seesHidden } from "./rules.ts";
import { fields, findServices, likeness, searchFields } from "./searchable-fields.ts";
import { readServices } from "./service-cache.ts";

type Searching = Pick<Handlers<typeof contract.services>, "query" | "search" | "count" | "locations" | "categories">;

const listing: Listing = {
  fields,
  key: "id",
  sort: [{ fieldName: "createdDate", order: "ASC" }],
  limit: { default: 100, max: 100 },
  paging: "offset",
};
const searchListing: Listing = { ...listing, fields: searchFields, paging: "cursor" };

/** The services a caller may know of. */
export const visibleServices = (db: Database, siteId: string, { role }: Pick<Caller, "role">) =>
  findServices(db, siteId).$if(!seesHidden(role), (found) => found.where("service.hidden", "=", false));

/** Finding services and counting them by what they have in common. */
export function searching(context: Context): Searching {
  const { db, siteId } = context;
  const inOrder = async (rows: readonly { id: string }[]): Promise<Service[]> => {
    const ids = rows.map(({ id }) => id);
    const services = await readServices(context, { ids });
    return ids.flatMap((id) => services.get(id) ?? []);
  };
  const filtered = (caller: Caller, filter: unknown) =>
    visibleServices(db, siteId, caller).where(compileFilter(fields, filter ?? {}));

  return {
    query: async ({ query }, { caller }) => {
      const found = visibleServices(db, siteId, caller).select("service.id");
      const { rows, pagingMetadata } = await page(found, query, listing);
      return { services: await inOrder(rows), pagingMetadata };
    },

    search: async ({ search }, { caller }) => {
      const { filter, sort, cursorPaging, search: details, aggregations, timeZone } = search ?? {};
      if (timeZone && !isTimeZone(timeZone)) throw noTimeZone(timeZone);
      const goesOn = Boolean(cursorPaging?.cursor);
      if (goesOn && (details || aggregations?.length)) {
        const description = "is not given with a cursor, which knows it";
        throw new Violation([{ field: details ? "search.search" : "search.aggregations", description }]);
      }
      const fullFilter = details ? { $and: [filter ?? {}, { $search: details }] } : (filter ?? {});
      const query = goesOn ? { cursorPaging, filter, sort } : { cursorPaging, filter: fullFilter, sort };
      const find = (tx: Database) =>
        page(visibleServices(tx, siteId, caller).select("service.id"), query, searchListing);
      const counted = aggregations?.length
        ? counting(
            visibleServices(db, siteId, caller).where(compileFilter(searchFields, fullFilter)),
            aggregations,
            timeZone,
          )
        : undefined;
      // A cursor may go on with a search for words that are much alike.
      const [{ rows, pagingMetadata }, results] = await Promise.all([
        details?.fuzzy || goesOn ? withSimilarity(db, find) : find(db),
        counted && (details?.fuzzy ? withSimilarity(db, counted) : counted(db)),
      ]);
      return { services: await inOrder(rows), pagingMetadata, ...(results && { aggregationData: { results } }) };
    },

    count: async ({ filter }, { caller }) =>
      filtered(caller, filter).select(sql<number>`count(*)::int`.as("count")).executeTakeFirstOrThrow(),

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

const placesMax = 100;

type Found = ReturnType<typeof visibleServices>;

/** All aggregations of a search in one statement, which goes through what was found once. */
function counting(found: Found, aggregations: readonly Aggregation[], timeZone: string | null | undefined) {
  const zone = timeZone || "UTC";
  const { columns, selected, read } = compileAggregations(fields, aggregations, zone);
  const statement = sql<Record<string, unknown>>`with found as (${found.select(columns)}) select ${selected}`;
  return async (db: Database) => {
    try {
      return read((await statement.execute(db)).rows[0] ?? {});
    } catch (error) {
      // A zone that is known here and not to the database.
      if (error instanceof Error && "code" in error && error.code === "22023") throw noTimeZone(zone);
      throw error;
    }
  };
}

/** Does something while words that are written much alike count as found. */
const withSimilarity = <Result>(db: Database, run: (tx: Database) => Promise<Result>): Promise<Result> =>
  transact({ db }, async (tx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(likeness)}, true)`.execute(tx);
    return run(tx);
  });

const noTimeZone = (name: string) => new Refusal("INVALID_TIME_ZONE", `There is no time zone "${name}".`, 400);

/** Names only: an offset means the opposite to PostgreSQL. */
function isTimeZone(name: string): boolean {
  if (!/^[a-z_]+(\/[a-z0-9_+-]+)*$/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
