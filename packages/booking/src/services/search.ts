import type { Aggregation, contract } from "@uola/contract";
import type { Database } from "@uola/database";
import {
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
import { compileAggregations } from "./aggregation-store.ts";
import { listing, readInOrder, visibleServices } from "./query.ts";
import { fields, likeness, searchFields } from "./search-store.ts";

const searchListing: Listing = { ...listing, fields: searchFields, paging: "cursor" };

/** Services by words and filters, with what they have in common counted. */
export function searchHandler(context: Context): Handlers<typeof contract.services>["search"] {
  const { db, siteId } = context;
  return async ({ search }, { caller }) => {
    const { filter, sort, cursorPaging, search: details, aggregations, timeZone } = search ?? {};
    if (timeZone && !isTimeZone(timeZone)) throw noTimeZone(timeZone);
    const goesOn = Boolean(cursorPaging?.cursor);
    if (goesOn && (details || aggregations?.length)) {
      const description = "is not given with a cursor, which knows it";
      throw new Violation([{ field: details ? "search.search" : "search.aggregations", description }]);
    }
    const fullFilter = details ? { $and: [filter ?? {}, { $search: details }] } : (filter ?? {});
    const query = goesOn ? { cursorPaging, filter, sort } : { cursorPaging, filter: fullFilter, sort };
    const find = (tx: Database) => page(visibleServices(tx, siteId, caller).select("service.id"), query, searchListing);
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
    return {
      services: await readInOrder(context, rows),
      pagingMetadata,
      ...(results && { aggregationData: { results } }),
    };
  };
}

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
