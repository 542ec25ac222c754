import { required } from "@uola/contract/required";
import { z } from "zod";
import type { AdapterCall, Json } from "./adapter-client.ts";
import { AdapterError } from "./adapter-error.ts";
import type {
  AggregateQuery,
  ExternalCollection,
  ExternalDatabase,
  Filter,
  Item,
  ItemsQuery,
  Requester,
} from "./external-database.ts";
import {
  type Condition,
  nameOf,
  type SimplifiedCondition,
  simplify,
  toV1Filter,
  toV2Filter,
} from "./filter-translation.ts";
import * as local from "./local-evaluation.ts";
import { count } from "./paging-modes.ts";
import { changeTable, createTable, parseResponse } from "./protocol-legacy-schemas.ts";
import {
  type Attempt,
  after,
  attempt,
  insertRestoringFalsy,
  isOfItem,
  outcomesOf,
  sortOf,
  startOf,
} from "./protocol-results.ts";
import type { SchemaCache } from "./schema-cache.ts";
import * as wire from "./wire-values.ts";

const freeObject = z.record(z.string(), z.unknown());
const ItemsAnswer = z.object({ items: z.array(freeObject), totalCount: count.nullish() });
const CountAnswer = z.object({ totalCount: count });
const ItemAnswer = z.object({ item: freeObject.nullish() });
const ItemListAnswer = z.object({ items: z.array(freeObject).nullish() });

/** The batch limits, which stay below the request body size that adapters of protocol 2 accept. */
const batchMax = { size: 3_000_000, count: 500 };

/** A database behind an adapter of protocol 1 or 2. */
export function legacyDatabase(callAdapter: AdapterCall, schemas: SchemaCache, version: 1 | 2): ExternalDatabase {
  const toAdapterFilter = (condition: SimplifiedCondition): object =>
    condition === true ? {} : (version === 1 ? toV1Filter : toV2Filter)(condition as Condition);
  const unsupported = (what: string) =>
    Promise.reject(new AdapterError("UNSUPPORTED", `Databases of protocol ${version} ${what}.`));

  async function find(
    { id, fields }: ExternalCollection,
    { sort, limit, fields: fieldNames, returnTotal = false }: Omit<ItemsQuery, "filter">,
    by: Requester,
    { skip, condition }: { skip: number; condition: SimplifiedCondition },
  ) {
    const projected = fieldNames?.filter((name) => fields.some(({ key }) => key === name));
    const answer = await callAdapter(
      "/data/find",
      {
        collectionName: id,
        filter: toAdapterFilter(condition),
        sort: sortOf(sort, fields).map(({ fieldName, order }) => ({ fieldName, direction: order.toLowerCase() })),
        skip,
        limit,
        ...(version === 2 && { omitTotalCount: !returnTotal, ...(projected?.length && { projection: projected }) }),
      },
      { by },
    );
    const { items, totalCount } = parseResponse(ItemsAnswer, answer);
    const types = wire.typesOf(fields);
    return {
      items: items.slice(0, limit).map((item) => wire.project(wire.fromAdapterItem(item, types), fieldNames)),
      totalCount,
    };
  }

  async function counted(id: string, condition: SimplifiedCondition, by: Requester): Promise<number> {
    if (condition === false) return 0;
    const answer = await callAdapter("/data/count", { collectionName: id, filter: toAdapterFilter(condition) }, { by });
    return parseResponse(CountAnswer, answer).totalCount;
  }

  /**
   * Returns those of the given ids that exist. Adapters do not report that an updated item does not
   * exist.
   */
  async function present(
    collection: ExternalCollection,
    ids: readonly string[],
    by: Requester,
  ): Promise<Map<string, Item>> {
    const present = new Map<string, Item>();
    for (const some of wire.batches(ids, { size: 100_000, count: collection.maxPageSize })) {
      const condition: SimplifiedCondition = { field: "_id", operator: "$hasSome", value: some };
      const { items } = await find(collection, { limit: some.length }, by, { skip: 0, condition });
      for (const item of items) if (item._id !== undefined) present.set(item._id, item);
    }
    return present;
  }

  const missing = (id: string): Attempt => ({
    failed: new AdapterError("ITEM_NOT_FOUND", `The database has no item ${id}.`, { itemId: id }),
  });

  /**
   * Writes items one by one. For protocol 2, first tries a bulk call, which succeeds or fails as a
   * whole; after a failure, the items are written one by one to find the reasons.
   */
  async function write(
    { id: collectionName, fields }: ExternalCollection,
    items: readonly Item[],
    by: Requester,
    path: "/data/insert" | "/data/update",
  ): Promise<Attempt[]> {
    const types = wire.typesOf(fields);
    const toItem = (input: Item, answeredItems: Json | null | undefined) =>
      wire.fromAdapterItem({ ...input, ...answeredItems }, types);
    const single = (item: Item) =>
      attempt(async () => {
        const answer = await callAdapter(
          path,
          { collectionName, item: wire.toAdapterItem(item, types) },
          { by, changes: true },
        );
        return wire.withId(toItem(item, parseResponse(ItemAnswer, answer).item));
      });
    if (version === 1) return wire.eachOf(items, single);
    const attempts: Attempt[] = [];
    for (const some of wire.batches(items, batchMax)) {
      if (some.length === 1) attempts.push(await single(required(some[0], "item")));
      else {
        try {
          const sent = some.map((item) => wire.toAdapterItem(item, types));
          const answer = await callAdapter(`${path}/bulk`, { collectionName, items: sent }, { by, changes: true });
          const answeredItems = parseResponse(ItemListAnswer, answer).items ?? [];
          const inOrder = answeredItems.length === some.length ? answeredItems : [];
          for (const [i, item] of some.entries()) {
            attempts.push(await attempt(async () => wire.withId(toItem(item, inOrder[i]))));
          }
        } catch (error) {
          if (!(error instanceof AdapterError)) throw error;
          if (isOfItem(error) || error.kind === "UNSUPPORTED") attempts.push(...(await wire.eachOf(some, single)));
          else attempts.push(...some.map(() => ({ failed: error })));
        }
      }
    }
    return attempts;
  }

  /**
   * Returns all groups, unsorted and unfiltered: aggregated by the adapter if it supports that,
   * otherwise locally.
   */
  async function groups(
    collection: ExternalCollection,
    { initialFilter, groupingFields, operations }: Omit<AggregateQuery, "limit">,
    by: Requester,
  ): Promise<local.Row[]> {
    const { id: collectionName, fields } = collection;
    const condition = simplify(initialFilter, fields);
    const grouping = groupingFields.map((name) => nameOf(name, fields));
    const calculations = operations
      .map(local.calculationOf)
      .map((each) => ({ ...each, field: nameOf(each.field, fields) }));
    if (condition === false) return local.aggregateLocally([], grouping, calculations);
    if (version === 2 && grouping.length > 0 && !schemas.unable.has("aggregate")) {
      const [only] = grouping;
      const functions = { average: "$avg", min: "$min", max: "$max", sum: "$sum" };
      const processingStep = {
        _id: grouping.length === 1 ? `$${only}` : Object.fromEntries(grouping.map((name) => [name, `$${name}`])),
        ...Object.fromEntries(
          calculations.map(({ name, kind, field }) => [
            name,
            kind === "count" ? { $sum: 1 } : { [functions[kind]]: `$${field}` },
          ]),
        ),
      };
      const body = { collectionName, filter: toAdapterFilter(condition), processingStep, postFilteringStep: {} };
      try {
        const { items } = parseResponse(ItemsAnswer, await callAdapter("/data/aggregate", body, { by }));
        const types = wire.typesOf(fields);
        return items.map((row) => local.rowOf(row, grouping, calculations, types));
      } catch (error) {
        if (!(error instanceof AdapterError && error.kind === "UNSUPPORTED")) throw error;
        schemas.unable.add("aggregate");
      }
    }
    const fieldNames = [...grouping, ...calculations.flatMap(({ field }) => (field ? [field] : []))];
    if (fieldNames.length === 0) {
      const total = await counted(collectionName, condition, by);
      return [Object.fromEntries(calculations.map(({ name }) => [name, total]))];
    }
    const items = await local.readAll(
      async (skip, limit) => (await find(collection, { limit, fields: fieldNames }, by, { skip, condition })).items,
      collection.maxPageSize,
    );
    return local.aggregateLocally(items, grouping, calculations);
  }

  const rowsOf = async (id: string, query: AggregateQuery, by: Requester) => {
    const collection = await schemas.get(id);
    const { groupingFields, finalFilter, sort, limit, offset = 0 } = query;
    const grouping = groupingFields.map((name) => nameOf(name, collection.fields));
    const final = simplify(finalFilter, []);
    const rows = local.sorted(
      (await groups(collection, query, by)).filter((row) => local.matchesCondition(row, final)),
      sort?.map((each) => ({ ...each, fieldName: nameOf(each.fieldName, collection.fields) })),
    );
    const page = rows.slice(offset, offset + limit).map((row) => local.groupId(row, grouping));
    return { rows: page, total: rows.length };
  };

  return {
    protocol: version === 1 ? "V1" : "V2",

    async collections(ids) {
      if (!ids) return schemas.all();
      const found = await wire.eachOf(ids, schemas.find);
      return found.filter((each) => each !== undefined);
    },

    async createCollection(definition) {
      if (version === 1) return unsupported("cannot create collections");
      if (await schemas.find(definition.id)) {
        throw new AdapterError("COLLECTION_EXISTS", `The collection ${definition.id} already exists in the database.`);
      }
      await createTable(callAdapter, definition).finally(schemas.forget);
      return schemas.get(definition.id);
    },

    async updateCollection(definition) {
      if (version === 1) return unsupported("cannot change collections");
      schemas.forget();
      await changeTable(callAdapter, await schemas.get(definition.id), definition).finally(schemas.forget);
      return schemas.get(definition.id);
    },

    deleteCollection: () => unsupported("cannot delete collections"),
    capabilities: schemas.capabilities,

    async query(id, { filter, ...query }, by) {
      const collection = await schemas.get(id);
      const condition = simplify(filter, collection.fields);
      const { limit, returnTotal } = query;
      const skip = startOf(query);
      if (condition === false) return { items: [], ...(returnTotal && { total: 0 }) };
      if (limit === 0) return { items: [], ...(returnTotal && { total: await counted(id, condition, by) }) };
      const { items, totalCount } = await find(collection, query, by, { skip, condition });
      const total = returnTotal ? (totalCount ?? (await counted(id, condition, by))) : undefined;
      return { items, ...(total !== undefined && { total }), ...after(items.length, skip, limit) };
    },

    async get(id, itemId, by) {
      const { fields } = await schemas.get(id);
      try {
        const { item } = parseResponse(
          ItemAnswer,
          await callAdapter("/data/get", { collectionName: id, itemId }, { by }),
        );
        return item ? wire.fromAdapterItem(item, wire.typesOf(fields)) : undefined;
      } catch (error) {
        if (error instanceof AdapterError && error.kind === "ITEM_NOT_FOUND") return undefined;
        throw error;
      }
    },

    async count(id: string, filter: Filter, by: Requester) {
      return counted(id, simplify(filter, (await schemas.get(id)).fields), by);
    },

    aggregate: rowsOf,

    async distinct(id, { fieldName, filter, order, limit, offset = 0 }, by) {
      const { fields } = await schemas.get(id);
      const field = nameOf(fieldName, fields);
      const operations = [{ resultFieldName: "items", itemCount: {} }];
      const query = { initialFilter: filter, groupingFields: [field], operations };
      const rows = await groups(await schemas.get(id), query, by);
      // Each element of a list counts as a separate distinct value.
      const found = new Map(rows.flatMap((row) => row[field] ?? []).map((value) => [JSON.stringify(value), value]));
      const values = [...found.values()].toSorted(local.compare);
      if (order === "DESC") values.reverse();
      return { values: values.slice(offset, offset + limit), total: values.length };
    },

    async insert(id, items, by) {
      const collection = await schemas.get(id);
      return insertRestoringFalsy(items, {
        insert: (all) => write(collection, all, by, "/data/insert"),
        update: (all) => write(collection, all, by, "/data/update"),
      });
    },

    async update(id, items, by) {
      const collection = await schemas.get(id);
      const there = await present(
        collection,
        items.map((item) => String(item._id)),
        by,
      );
      const here = items.filter((item) => there.has(String(item._id)));
      const written = await write(
        collection,
        here.map((item) => wire.withAllFields(item, collection.fields)),
        by,
        "/data/update",
      );
      const inOrder = written.values();
      return outcomesOf(
        items.map((item) => {
          const id = String(item._id);
          return there.has(id) ? required(inOrder.next().value, "attempt") : missing(id);
        }),
      );
    },

    async remove(id, ids, by) {
      const collection = await schemas.get(id);
      const there = await present(collection, ids, by);
      const here = ids.filter((itemId) => there.has(itemId));
      const removed = new Map<string, Attempt>();
      const gone = (itemId: string): Attempt => ({ item: required(there.get(itemId), "item") });
      const single = async (itemId: string) => {
        const done = await attempt(async () => {
          await callAdapter("/data/remove", { collectionName: id, itemId }, { by, changes: true });
          return required(there.get(itemId), "item");
        });
        removed.set(itemId, done);
      };
      for (const some of version === 1 ? here.map((itemId) => [itemId]) : wire.batches(here, batchMax)) {
        try {
          if (some.length > 1) {
            await callAdapter("/data/remove/bulk", { collectionName: id, itemIds: some }, { by, changes: true });
            for (const itemId of some) removed.set(itemId, gone(itemId));
          } else await wire.eachOf(some, single);
        } catch (error) {
          if (!(error instanceof AdapterError)) throw error;
          if (isOfItem(error) || error.kind === "UNSUPPORTED") await wire.eachOf(some, single);
          else for (const itemId of some) removed.set(itemId, { failed: error });
        }
      }
      return outcomesOf(ids.map((itemId) => removed.get(itemId) ?? missing(itemId)));
    },

    async truncate(id, by) {
      if (version === 1) return unsupported("cannot truncate collections");
      await schemas.get(id);
      await callAdapter("/data/truncate", { collectionName: id }, { by, changes: true });
    },

    queryReferenced: () => unsupported("do not support references"),
    insertReferences: () => unsupported("do not support references"),
    removeReferences: () => unsupported("do not support references"),
  };
}
