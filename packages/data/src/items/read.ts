import type { items as contract, ItemData } from "@uola/contract";
import { type Call, type Caller, type Context, type Handlers, orderable, type Sort } from "@uola/kernel";
import { type AccessLevel, accessLevelFor, type CollectionSchema, findExternal } from "../collections/collections.ts";
import type { ExternalDatabases } from "../connections/connections.ts";
import type { ItemAccess } from "./item-access.ts";
import { externalReads } from "./read-external.ts";
import { itemNotFound, notAllowed } from "./refusals.ts";
import { aggregate } from "./store/aggregate.ts";
import { distinctValues } from "./store/distinct-values.ts";
import { include, inclusionsOf } from "./store/include-references.ts";
import { conditionOf, type ItemFields } from "./store/item-fields.ts";
import { pageInputOf, pageOf, parsePageRange } from "./store/page.ts";
import {
  dataItemOf,
  dataOf,
  type ItemRow,
  openForReading,
  projected,
  type QueryDeps,
  type ReadableCollection,
  type ReadOptions,
  seesDrafts,
} from "./store/query.ts";
import { isReferenced, queryReferenced } from "./store/query-referenced.ts";
import { countItems, itemRows, readItem } from "./store/read-items.ts";

type ReadHandlers = Pick<
  Handlers<typeof contract>,
  "get" | "query" | "count" | "aggregate" | "queryDistinctValues" | "queryReferenced" | "isReferenced"
>;

/** Read operations on items. See docs/rules/data.md for comparison, sorting and paging. */
export function readHandlers(context: Context, access: ItemAccess, databases: ExternalDatabases): ReadHandlers {
  const native = nativeReadHandlers(context, access);
  /** Forwards reads of external collections to their database. */
  const nativeOrExternal = <Name extends keyof ReadHandlers>(name: Name): ReadHandlers[Name] => {
    const nativeHandler = native[name] as Answers;
    const answer: Answers = async (input, call) => {
      if (!input.dataCollectionId.includes("/")) return nativeHandler(input, call);
      const external = await findExternal(databases, input.dataCollectionId);
      if (!external) return nativeHandler(input, call);
      return (externalReads(external, call.caller)[name] as (input: unknown) => Promise<unknown>)(input);
    };
    return answer as ReadHandlers[Name];
  };
  return {
    get: nativeOrExternal("get"),
    query: nativeOrExternal("query"),
    count: nativeOrExternal("count"),
    aggregate: nativeOrExternal("aggregate"),
    queryDistinctValues: nativeOrExternal("queryDistinctValues"),
    queryReferenced: nativeOrExternal("queryReferenced"),
    isReferenced: nativeOrExternal("isReferenced"),
  };
}
type Answers = (input: { dataCollectionId: string }, call: Call) => Promise<unknown>;

function nativeReadHandlers(
  { connection, db, siteId }: Context,
  { collections, encryption }: ItemAccess,
): ReadHandlers {
  const deps: QueryDeps = {
    connection,
    siteId,
    collections,
    encryption,
    compiler: db.withoutPlugins(),
  };
  /** Runs `work` with the cached collection, and again with the current one if the table has changed. */
  const within = <Result>(
    options: ReadOptions & { dataCollectionId: string },
    caller: Caller,
    work: (readable: ReadableCollection) => Promise<Result>,
  ) =>
    collections.using(options.dataCollectionId, async (collection) =>
      work(await openForReading(deps, collection, options, caller)),
    );

  return {
    get: ({ dataItemId, fields, ...options }, { caller }) =>
      collections.using(options.dataCollectionId, async (collection) => {
        const allowed = accessLevelFor(collection.permissions, "read", caller);
        if (allowed === "none") throw notAllowed("read its items");
        const row = await readItem(deps, collection, options, dataItemId);
        if (!row || !mayRead(row, collection, allowed, options, caller)) throw itemNotFound(dataItemId);
        const data = dataOf(collection, row, deps.encryption, options.language);
        return { dataItem: { id: row.id, dataCollectionId: collection.id, data: projected(data, fields) } };
      }),

    query: ({ query, returnTotalCount, includeReferencedItems, referencedItemOptions, ...options }, { caller }) =>
      within(options, caller, async (readable) => {
        const { collection, fields, from, visible } = readable;
        const inclusions = inclusionsOf(collection, includeReferencedItems, referencedItemOptions);
        const request = {
          filter: query?.filter,
          sort: sortOf(collection, fields, query?.sort),
          more: query?.fields ?? [],
        };
        const input = pageInputOf(parsePageRange(query ?? {}), request, fields, "_id");
        const where = [...visible, conditionOf(fields, input.filter)];
        const rows = itemRows(from, where, fields);
        const page = await pageOf<ItemRow>(deps, rows, input, totalOf(input.part, returnTotalCount));
        const items = page.rows.map((row) => dataOf(collection, row, deps.encryption, options.language));
        await include(deps, readable, items, inclusions, options, caller);
        const shown = Array.isArray(input.more) ? (input.more as string[]) : [];
        const dataItems = items.map((data: ItemData) => dataItemOf(collection, projected(data, shown)));
        return { dataItems, pagingMetadata: page.pagingMetadata };
      }),

    count: ({ filter, ...options }, { caller }) =>
      within(options, caller, async ({ fields, from, visible }) => {
        const where = [...visible, conditionOf(fields, filter)];
        return { totalCount: await countItems(deps, from, where) };
      }),

    aggregate: (input, { caller }) => within(input, caller, (readable) => aggregate(deps, readable, input)),
    queryDistinctValues: (input, { caller }) =>
      within(input, caller, (readable) => distinctValues(deps, readable, input)),
    queryReferenced: (input, { caller }) =>
      within(input, caller, (readable) => queryReferenced(deps, readable, input, caller)),
    isReferenced: (input, { caller }) => within(input, caller, (readable) => isReferenced(deps, readable, input)),
  };
}

function mayRead(
  { owner, status }: ItemRow,
  collection: CollectionSchema,
  allowed: AccessLevel,
  { publishPluginOptions }: ReadOptions,
  caller: Caller,
): boolean {
  if (allowed === "own" && owner !== caller.id) return false;
  return status !== "DRAFT" || seesDrafts(collection, publishPluginOptions, caller);
}

type SortInput = readonly { fieldName: string; order?: Sort["order"] | null | undefined }[] | null | undefined;

/** Returns the requested sort order, or else that of the collection, or else newest first. */
export function sortOf(collection: CollectionSchema, fields: ItemFields, request: SortInput): Sort[] {
  if (request?.length) {
    return request.map(({ fieldName, order }) => ({ fieldName: named(collection, fieldName), order: order ?? "ASC" }));
  }
  const defaultOrder = collection.dataCollection.defaultDisplayOrder;
  const own = collection.siteSort.length > 0 ? collection.siteSort : defaultOrder ? [defaultOrder] : [];
  const sort = own
    .filter(({ fieldKey }) => isOrderable(fields, fieldKey))
    .map(({ fieldKey, direction }) => ({ fieldName: named(collection, fieldKey), order: direction }));
  return sort.length > 0 ? sort : [{ fieldName: "_createdDate", order: "DESC" }];
}

/** Clients write `id` for `_id`; the last sort key must always have the same name. */
const named = ({ fields }: CollectionSchema, path: string) => (path === "id" && !fields.has("id") ? "_id" : path);

function isOrderable(fields: ItemFields, path: string): boolean {
  try {
    orderable(fields, path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Counting is expensive. Unless a total is requested, items are counted only as far as paging
 * requires.
 */
const totalOf = (part: { limit: number }, request: boolean | null | undefined) =>
  request ? "exact" : "offset" in part ? "ahead" : "none";
