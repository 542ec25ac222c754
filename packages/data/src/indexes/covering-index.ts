import type { BackgroundTask, Context } from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import { type CollectionSchema, type Collections, coveringIndexName, tableName } from "../collections/collections.ts";
import { type IndexBuildDeps, run } from "./build-indexes.ts";
import { largeCollections } from "./store.ts";

/**
 * The covering index of a large collection contains the values of declared fields without the JSON.
 * An aggregate scans all items but reads only a fraction of the pages by using this index
 * (docs/decisions/0013).
 */

/** Smaller tables are scanned in a few milliseconds. */
const largeItems = 100_000;
/** Longer texts are rarely used for grouping, and would make the index as large as the table. */
const textBytesMax = 100;
const columnsMax = 24;

/** Builds missing and outdated covering indexes. Returns the number built. */
export async function coverLargeCollections(
  context: IndexBuildDeps,
  collections: Collections,
  { items = largeItems, signal }: { items?: number; signal?: AbortSignal } = {},
): Promise<number> {
  let built = 0;
  for (const { id, coversNow } of await largeCollections(context.db, context.siteId, items)) {
    if (signal?.aborted) break;
    const collection = await collections.read(id);
    const candidates = candidatesOf(collection);
    // Without number or date fields there is nothing to aggregate.
    if (!candidates.some(({ type }) => type !== "text")) continue;
    const made = candidates.map(({ column }) => column).join();
    if (made === coversNow) continue;
    await build(context, collection, candidates, made);
    built += 1;
  }
  return built;
}

type Candidate = { column: string; type: string };

/** Returns the columns for the index, fixed-size ones first. */
function candidatesOf({ columns, publishes }: CollectionSchema): Candidate[] {
  const all = [...columns.values()].toSorted((a, b) => Number(a.type === "text") - Number(b.type === "text"));
  // Queries of callers who cannot see drafts filter every item by status.
  return publishes === undefined ? all : [{ column: "status", type: "text" }, ...all];
}

async function build(
  context: IndexBuildDeps,
  collection: CollectionSchema,
  candidates: Candidate[],
  made: string,
): Promise<void> {
  const table = sql.table(`items.${tableName(collection.key, false)}`);
  const name = coveringIndexName(collection.key);
  const execute = <Row>(statement: RawBuilder<Row>) => run<Row>(context, statement.compile(context.db).sql);
  const included = candidates.filter(({ type }) => type !== "text").slice(0, columnsMax);
  for (const text of candidates.filter(({ type }) => type === "text")) {
    if (included.length === columnsMax) break;
    const [longest] = await execute(sql<{ bytes: number | null }>`
      select max(octet_length(${sql.id(text.column)})) as bytes from ${table}`);
    if ((longest?.bytes ?? 0) <= textBytesMax) included.push(text);
  }
  // Drops what an interrupted build left behind.
  await execute(sql`drop index concurrently if exists ${sql.table(`items.${name}`)}`);
  // Ordered by creation date, so that an insert touches only the last page.
  await execute(sql`create index concurrently ${sql.id(name)} on ${table} (created_date)
    include (${sql.join(included.map(({ column }) => sql.id(column)))})`);
  await execute(sql`comment on index ${sql.table(`items.${name}`)} is ${sql.lit(made)}`);
}

/** Checks the covering indexes at startup and every ten minutes, in one process at a time. */
export function coveringIndexTask(context: Context, collections: Collections): BackgroundTask {
  return {
    name: "indexes: cover large collections",
    everyMs: 600_000,
    oneProcessAtATime: true,
    async run({ signal }) {
      await coverLargeCollections(context, collections, { signal });
    },
  };
}
