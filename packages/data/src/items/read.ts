import type { items as contract, ItemData } from "@uola/contract";
import { momentsAsText } from "@uola/database";
import { all, type Call, type Caller, type Context, type Handlers, orderable, type Sort } from "@uola/kernel";
import { sql } from "kysely";
import {
  type Allowed,
  allows,
  type Collections,
  findExternal,
  inSandbox,
  type KnownCollection,
} from "../collections/collections.ts";
import type { ExternalDatabases } from "../connections/connections.ts";
import { createSeal } from "./encrypted-fields.ts";
import { externalReading } from "./read-external.ts";
import { itemNotFound, notAllowed } from "./refusals.ts";
import { aggregate } from "./store/aggregate.ts";
import { distinctValues } from "./store/distinct-values.ts";
import { include, inclusionsOf } from "./store/include-references.ts";
import { conditionOf, type ItemFields } from "./store/item-fields.ts";
import { pageOf, partOf, wishOf } from "./store/page.ts";
import {
  ask,
  dataItemOf,
  dataOf,
  type House,
  type ItemRow,
  itemColumns,
  type Manner,
  projected,
  type Readable,
  readable,
  seesDrafts,
} from "./store/query.ts";
import { isReferenced, queryReferenced } from "./store/query-referenced.ts";

type Reading = Pick<
  Handlers<typeof contract>,
  "get" | "query" | "count" | "aggregate" | "queryDistinctValues" | "queryReferenced" | "isReferenced"
>;

/** Items as they are asked for; docs/rules/data.md says how they are compared, ordered and paged. */
export function reading(context: Context, collections: Collections, databases: ExternalDatabases): Reading {
  const ours = nativeReading(context, collections);
  /** What is asked of another database goes there. */
  const anywhere = <Name extends keyof Reading>(name: Name): Reading[Name] => {
    const native = ours[name] as Answers;
    const answer: Answers = async (wish, call) => {
      if (!wish.dataCollectionId.includes("/")) return native(wish, call);
      const external = await findExternal(databases, wish.dataCollectionId);
      if (!external) return native(wish, call);
      return (externalReading(external, call.caller)[name] as (wish: unknown) => Promise<unknown>)(wish);
    };
    return answer as Reading[Name];
  };
  return {
    get: anywhere("get"),
    query: anywhere("query"),
    count: anywhere("count"),
    aggregate: anywhere("aggregate"),
    queryDistinctValues: anywhere("queryDistinctValues"),
    queryReferenced: anywhere("queryReferenced"),
    isReferenced: anywhere("isReferenced"),
  };
}
type Answers = (wish: { dataCollectionId: string }, call: Call) => Promise<unknown>;

function nativeReading(context: Context, collections: Collections): Reading {
  const { connection, db, siteId } = context;
  const house: House = { connection, siteId, collections, seal: createSeal(context), compiler: db.withoutPlugins() };
  /** Work with a collection that is known as it is now. */
  const within = <Result>(
    manner: Manner & { dataCollectionId: string },
    caller: Caller,
    work: (open: Readable) => Promise<Result>,
  ) => collections.using(manner.dataCollectionId, async (known) => work(await readable(house, known, manner, caller)));

  return {
    get: ({ dataItemId, fields, ...manner }, { caller }) =>
      collections.using(manner.dataCollectionId, async (known) => {
        const allowed = allows(known.permissions, "read", caller);
        if (allowed === "none") throw notAllowed("read its items");
        const row = await itemOf(house, known, manner, dataItemId);
        if (!row || !mayRead(row, known, allowed, manner, caller)) throw itemNotFound(dataItemId);
        const data = dataOf(known, row, house.seal, manner.language);
        return { dataItem: { id: row.id, dataCollectionId: known.id, data: projected(data, fields) } };
      }),

    query: ({ query, returnTotalCount, includeReferencedItems, referencedItemOptions, ...manner }, { caller }) =>
      within(manner, caller, async (open) => {
        const { known, fields, from, visible } = open;
        const inclusions = inclusionsOf(known, includeReferencedItems, referencedItemOptions);
        const asked = { filter: query?.filter, sort: sortOf(known, fields, query?.sort), more: query?.fields ?? [] };
        const wish = wishOf(partOf(query ?? {}), asked, fields, "_id");
        const where = [...visible, conditionOf(fields, wish.filter)];
        const rows = { columns: itemColumns, from: sql`${from} i`, where, fields };
        const page = await pageOf<ItemRow>(house, rows, wish, totalOf(wish.part, returnTotalCount));
        const items = page.rows.map((row) => dataOf(known, row, house.seal, manner.language));
        await include(house, open, items, inclusions, manner, caller);
        const shown = Array.isArray(wish.more) ? (wish.more as string[]) : [];
        const dataItems = items.map((data: ItemData) => dataItemOf(known, projected(data, shown)));
        return { dataItems, pagingMetadata: page.pagingMetadata };
      }),

    count: ({ filter, ...manner }, { caller }) =>
      within(manner, caller, async ({ fields, from, visible }) => {
        const where = all([...visible, conditionOf(fields, filter)]);
        const [row] = await ask<{ total: number }>(house, sql`select count(*) as total from ${from} i where ${where}`);
        return { totalCount: row?.total ?? 0 };
      }),

    aggregate: (wish, { caller }) => within(wish, caller, (open) => aggregate(house, open, wish)),
    queryDistinctValues: (wish, { caller }) => within(wish, caller, (open) => distinctValues(house, open, wish)),
    queryReferenced: (wish, { caller }) => within(wish, caller, (open) => queryReferenced(house, open, wish, caller)),
    isReferenced: (wish, { caller }) => within(wish, caller, (open) => isReferenced(house, open, wish)),
  };
}

/** The one read that needs no question of its own: a statement prepared once for each table. */
async function itemOf(
  { connection, collections, compiler }: House,
  known: KnownCollection,
  { environment }: Manner,
  id: string,
): Promise<ItemRow | undefined> {
  if (id.includes("\0")) return undefined;
  const sandbox = inSandbox(known, environment);
  if (sandbox && !known.hasSandbox) return undefined;
  // PostgreSQL takes names of up to 63 characters.
  const name = `item ${known.key}${sandbox ? " s" : ""}`;
  let text = pointReads.get(name);
  if (text === undefined) {
    const from = await collections.tableOf(known, environment, false);
    text = sql`select ${itemColumns} from ${from} i where i.id = $1`.compile(compiler).sql;
    if (pointReads.size >= pointReadsMax) pointReads.clear();
    pointReads.set(name, text);
  }
  const { rows } = await connection.pool.query({ name, text, values: [id], types: momentsAsText });
  return rows[0] as ItemRow | undefined;
}
const pointReads = new Map<string, string>();
const pointReadsMax = 1000;

function mayRead(
  { owner, status }: ItemRow,
  known: KnownCollection,
  allowed: Allowed,
  { publishPluginOptions }: Manner,
  caller: Caller,
): boolean {
  if (allowed === "own" && owner !== caller.id) return false;
  return status !== "DRAFT" || seesDrafts(known, publishPluginOptions, caller);
}

type Asked = readonly { fieldName: string; order?: Sort["order"] | null | undefined }[] | null | undefined;

/** The order asked for, or the collection's own, or the newest first. */
export function sortOf(known: KnownCollection, fields: ItemFields, asked: Asked): Sort[] {
  if (asked?.length) {
    return asked.map(({ fieldName, order }) => ({ fieldName: named(known, fieldName), order: order ?? "ASC" }));
  }
  const usual = known.collection.defaultDisplayOrder;
  const own = known.siteSort.length > 0 ? known.siteSort : usual ? [usual] : [];
  const sort = own
    .filter(({ fieldKey }) => isOrderable(fields, fieldKey))
    .map(({ fieldKey, direction }) => ({ fieldName: named(known, fieldKey), order: direction }));
  return sort.length > 0 ? sort : [{ fieldName: "_createdDate", order: "DESC" }];
}

/** Clients write `id` for `_id`; what ends every order has one name only. */
const named = ({ fields }: KnownCollection, path: string) => (path === "id" && !fields.has("id") ? "_id" : path);

function isOrderable(fields: ItemFields, path: string): boolean {
  try {
    orderable(fields, path);
    return true;
  } catch {
    return false;
  }
}

/** Totals cost: without being asked for one, items are counted as far as whoever turns pages has to know. */
export const totalOf = (part: { limit: number }, asked: boolean | null | undefined) =>
  asked ? "exact" : "offset" in part ? "ahead" : "none";
