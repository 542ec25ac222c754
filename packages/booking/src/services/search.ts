import type { contract } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Context, compileFilter, type Handlers, type Listing, page, Refusal, Violation } from "@uola/kernel";
import { aggregations } from "./aggregation-store.ts";
import { listing, readInOrder } from "./query.ts";
import type { Registrations } from "./registrations.ts";
import { fields, searchFields, visibleServices, withSimilarity } from "./search-store.ts";

const searchListing: Listing = { ...listing, fields: searchFields, paging: "cursor" };

/** Searches services by text and filters, and returns the requested aggregations. */
export function searchHandler(
  context: Context,
  registrations: Registrations,
): Handlers<typeof contract.services>["search"] {
  const { db, siteId } = context;
  return async ({ search }, { caller }) => {
    const { filter, sort, cursorPaging, search: details, aggregations: requested, timeZone } = search ?? {};
    if (timeZone && !isTimeZone(timeZone)) throw noTimeZone(timeZone);
    const goesOn = Boolean(cursorPaging?.cursor);
    if (goesOn && (details || requested?.length)) {
      const description = "is not given with a cursor, which knows it";
      throw new Violation([{ field: details ? "search.search" : "search.aggregations", description }]);
    }
    const fullFilter = details ? { $and: [filter ?? {}, { $search: details }] } : (filter ?? {});
    const query = goesOn ? { cursorPaging, filter, sort } : { cursorPaging, filter: fullFilter, sort };
    const find = (tx: Database) => page(visibleServices(tx, siteId, caller).select("service.id"), query, searchListing);
    const counted = requested?.length
      ? counting(
          visibleServices(db, siteId, caller).where(compileFilter(searchFields, fullFilter)),
          fields,
          requested,
          timeZone || "UTC",
        )
      : undefined;
    // The cursor may continue a fuzzy search.
    const [{ rows, pagingMetadata }, results] = await Promise.all([
      details?.fuzzy || goesOn ? withSimilarity(db, find) : find(db),
      counted && (details?.fuzzy ? withSimilarity(db, counted) : counted(db)),
    ]);
    return {
      services: await readInOrder(context, registrations, rows),
      pagingMetadata,
      ...(results && { aggregationData: { results } }),
    };
  };
}

/** A time zone known to this process may be unknown to the database. */
const counting = (...[found, by, inputs, timeZone]: Parameters<typeof aggregations>) => {
  const read = aggregations(found, by, inputs, timeZone);
  return (db: Database) =>
    read(db).catch((error) => {
      throw error?.code === "22023" ? noTimeZone(timeZone) : error;
    });
};

const noTimeZone = (name: string) => new Refusal("INVALID_TIME_ZONE", `There is no time zone "${name}".`, 400);

/**
 * Accepts only zone names, because PostgreSQL interprets the sign of an offset with the opposite
 * meaning.
 */
function isTimeZone(name: string): boolean {
  if (!/^[a-z_]+(\/[a-z0-9_+-]+)*$/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
