import { z } from "zod";
import { type AdapterCall, errorFactsOfV3, type Json, owner } from "./adapter-client.ts";
import { AdapterError } from "./adapter-error.ts";
import type {
  AggregateQuery,
  DistinctQuery,
  ExternalCollection,
  ExternalDatabase,
  Item,
  ItemsQuery,
  Requester,
} from "./external-database.ts";
import { type Condition, nameOf, type SimplifiedCondition, simplify, toV3Filter } from "./filter-translation.ts";
import * as local from "./local-evaluation.ts";
import { count, Metadata, nextOf, pageOf } from "./paging-modes.ts";
import { parseResponse } from "./protocol-legacy-schemas.ts";
import { type Attempt, attempt, insertRestoringFalsy, outcomesOf, sortOf } from "./protocol-results.ts";
import { toAdapterCollection } from "./protocol-v3-collections.ts";
import { referencesOf } from "./protocol-v3-references.ts";
import type { SchemaCache } from "./schema-cache.ts";
import * as wire from "./wire-values.ts";

const freeObject = z.record(z.string(), z.unknown());
const ItemsAnswer = z.object({ items: z.array(freeObject), pagingMetadata: Metadata });
const CountAnswer = z.object({ totalCount: count });
const DistinctAnswer = z.object({ distinctValues: z.array(z.unknown()), pagingMetadata: Metadata });
const ResultsAnswer = z.object({
  results: z.array(z.object({ item: freeObject.nullish(), error: freeObject.nullish() })),
});

/** The batch limits: adapters accept 6 MB, and a token is a third larger than its JSON. */
const batchMax = { size: 4_000_000, count: 500 };
const groupsAtOnce = 1000;

/** A database behind an adapter of protocol 3. */
export function protocolV3Database(callAdapter: AdapterCall, schemas: SchemaCache): ExternalDatabase {
  const toAdapterFilter = (condition: SimplifiedCondition): object =>
    condition === true ? {} : toV3Filter(condition as Condition);

  async function find(
    collection: ExternalCollection,
    query: ItemsQuery,
    by: Requester,
    condition: SimplifiedCondition,
  ) {
    const { id: collectionId, fields } = collection;
    const { sort, limit, fields: fieldNames, returnTotal = false, consistentRead = false } = query;
    const { start, paging } = pageOf(collection, query);
    const answer = await callAdapter(
      "/v3/items/query",
      {
        collectionId,
        query: { filter: toAdapterFilter(condition), sort: sortOf(sort, fields), fields: fieldNames ?? [], ...paging },
        includeReferencedItems: [],
        consistentRead,
        returnTotalCount: returnTotal,
      },
      { by },
    );
    const { items, pagingMetadata } = parseResponse(ItemsAnswer, answer);
    const types = wire.typesOf(fields);
    return {
      items: items.slice(0, limit).map((item) => wire.project(wire.fromAdapterItem(item, types, true), fieldNames)),
      total: pagingMetadata?.total ?? undefined,
      ...nextOf(collection, pagingMetadata?.cursors?.next, { count: items.length, start, limit }),
    };
  }

  async function counted(
    collectionId: string,
    condition: SimplifiedCondition,
    by: Requester,
    consistentRead = false,
  ): Promise<number> {
    if (condition === false) return 0;
    const body = { collectionId, filter: toAdapterFilter(condition), consistentRead };
    return parseResponse(CountAnswer, await callAdapter("/v3/items/count", body, { by })).totalCount;
  }

  /** Returns the results of one call in order, each an item or an error. */
  async function results(path: string, body: Json, length: number, types: ReadonlyMap<string, string>, by: Requester) {
    try {
      const { results } = parseResponse(ResultsAnswer, await callAdapter(path, body, { by, changes: true }));
      if (results.length !== length) {
        throw new AdapterError("BAD_ANSWER", `The response has ${results.length} results for ${length} items.`);
      }
      return results.map(({ item, error }): Attempt => {
        if (item && !error) return { item: wire.fromAdapterItem(item, types, true) };
        const { kind, message, data } = errorFactsOfV3(error ?? {}, "BAD_ANSWER");
        return { failed: new AdapterError(kind, message ?? "The database refused this item.", data ?? {}) };
      });
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      return Array.from({ length }, (): Attempt => ({ failed: error }));
    }
  }

  async function write(
    { id: collectionId, fields }: ExternalCollection,
    items: readonly Item[],
    by: Requester,
    path: "/v3/items/insert" | "/v3/items/update",
  ): Promise<Attempt[]> {
    const types = wire.typesOf(fields);
    const attempts: Attempt[] = [];
    for (const some of wire.batches(items, batchMax)) {
      const body = { collectionId, items: some.map((item) => wire.toAdapterItem(item, types)) };
      for (const each of await results(path, body, some.length, types, by)) {
        attempts.push("item" in each ? await attempt(async () => wire.withId(each.item)) : each);
      }
    }
    return attempts;
  }

  /** Returns one page of groups, aggregated by the adapter. */
  async function groups(
    { id: collectionId, fields }: ExternalCollection,
    query: AggregateQuery,
    by: Requester,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<local.Row[]> {
    const { initialFilter, operations, finalFilter, sort } = query;
    const groupingFields = query.groupingFields.map((name) => nameOf(name, fields));
    const calculations = operations
      .map(local.calculationOf)
      .map((each) => ({ ...each, field: nameOf(each.field, fields) }));
    const aggregation = {
      groupingFields,
      operations: calculations.map(({ name, kind, field }) => ({
        resultFieldName: name,
        // The reference adapter reads `count`, and servers built on the public SDK read
        // `itemCount`; each ignores the other key.
        ...(kind === "count" ? { count: {}, itemCount: {} } : { [kind]: { itemFieldName: field } }),
      })),
    };
    const final = simplify(finalFilter, fields);
    const condition = simplify(initialFilter, fields);
    if (final === false) return [];
    if (condition === false) return local.aggregateLocally([], groupingFields, calculations);
    const answer = await callAdapter(
      "/v3/items/aggregate",
      {
        collectionId,
        initialFilter: toAdapterFilter(condition),
        aggregation,
        finalFilter: toAdapterFilter(final),
        sort: (sort ?? []).map((each) => ({
          ...each,
          fieldName: nameOf(each.fieldName, fields),
          order: each.order ?? "ASC",
        })),
        paging: { limit, offset },
        consistentRead: false,
        returnTotalCount: false,
      },
      { by },
    );
    const types = wire.typesOf(fields);
    return parseResponse(ItemsAnswer, answer).items.map((row) => local.rowOf(row, groupingFields, calculations, types));
  }

  /** Aggregates all items as a single group, which some adapters cannot do in SQL. */
  async function overall(collection: ExternalCollection, query: AggregateQuery, by: Requester): Promise<local.Row> {
    const { fields } = collection;
    const calculations = query.operations
      .map(local.calculationOf)
      .map((each) => ({ ...each, field: nameOf(each.field, fields) }));
    const condition = simplify(query.initialFilter, fields);
    const fieldNames = calculations.flatMap(({ field }) => (field ? [field] : []));
    if (fieldNames.length === 0) {
      const total = await counted(collection.id, condition, by);
      return Object.fromEntries(calculations.map(({ name }) => [name, total]));
    }
    const page = async (offset: number, limit: number) =>
      condition === false ? [] : (await find(collection, { limit, offset, fields: fieldNames }, by, condition)).items;
    return local.aggregateLocally(await local.readAll(page, collection.maxPageSize), [], calculations)[0] ?? {};
  }

  async function aggregate(id: string, query: AggregateQuery, by: Requester) {
    const collection = await schemas.get(id);
    const { limit, offset = 0, groupingFields } = query;
    if (groupingFields.length === 0) {
      const all = await grandTotal(collection, query, by);
      return { rows: all.slice(offset, offset + limit), total: all.length };
    }
    const names = groupingFields.map((name) => nameOf(name, collection.fields));
    const rows = (limit > 0 ? await groups(collection, query, by, { limit, offset }) : []).slice(0, limit);
    let total = offset + rows.length;
    // Adapters return the number of source rows instead of groups, so the groups are counted here
    // unless this is the last page.
    if (rows.length === limit || (rows.length === 0 && offset > 0)) {
      const from = rows.length === 0 ? 0 : total;
      total =
        from +
        (
          await local.readAll(
            (at) => groups(collection, query, by, { limit: groupsAtOnce, offset: from + at }),
            groupsAtOnce,
          )
        ).length;
    }
    return { rows: rows.map((row) => local.groupId(row, names)), total };
  }

  /** Returns the row that aggregates all items, or no row if the final filter excludes it. */
  async function grandTotal(collection: ExternalCollection, query: AggregateQuery, by: Requester): Promise<Item[]> {
    if (!schemas.unable.has("overall")) {
      try {
        return await groups(collection, query, by, { limit: 1, offset: 0 });
      } catch (error) {
        if (!(error instanceof AdapterError && error.kind === "BAD_ANSWER")) throw error;
        schemas.unable.add("overall");
      }
    }
    const row = await overall(collection, query, by);
    return local.matchesCondition(row, simplify(query.finalFilter, [])) ? [row] : [];
  }

  async function distinct(id: string, query: DistinctQuery, by: Requester) {
    const collection = await schemas.get(id);
    const { fields } = collection;
    const { filter, limit, offset = 0 } = query;
    const fieldName = nameOf(query.fieldName, fields);
    const order = query.order ?? "ASC";
    const condition = simplify(filter, fields);
    if (condition === false) return { values: [], total: 0 };
    if (!schemas.unable.has(`distinct ${id}`)) {
      const body = {
        collectionId: id,
        fieldName,
        filter: toAdapterFilter(condition),
        order,
        paging: { limit, offset },
        consistentRead: false,
        returnTotalCount: true,
      };
      try {
        const answer = parseResponse(
          DistinctAnswer,
          await callAdapter("/v3/items/query-distinct-values", body, { by }),
        );
        const values = answer.distinctValues.slice(0, limit);
        return { values, total: answer.pagingMetadata?.total ?? offset + values.length };
      } catch (error) {
        if (!(error instanceof AdapterError && error.kind === "UNSUPPORTED")) throw error;
        schemas.unable.add(`distinct ${id}`);
      }
    }
    const operations = [{ resultFieldName: "items", itemCount: {} }];
    const all = { initialFilter: filter, groupingFields: [fieldName], operations, limit: groupsAtOnce };
    const rows = await local.readAll(
      (at) => groups(collection, all, by, { limit: groupsAtOnce, offset: at }),
      groupsAtOnce,
    );
    const found = new Map(rows.flatMap((row) => row[fieldName] ?? []).map((value) => [JSON.stringify(value), value]));
    const values = [...found.values()].toSorted(local.compare);
    if (order === "DESC") values.reverse();
    return { values: values.slice(offset, offset + limit), total: values.length };
  }

  return {
    protocol: "V3",

    async collections(ids) {
      if (!ids) return schemas.all();
      const found = await wire.eachOf(ids, schemas.find);
      return found.filter((each) => each !== undefined);
    },

    async createCollection(definition) {
      // Some adapters do not report that the collection already exists.
      if (await schemas.find(definition.id)) {
        throw new AdapterError("COLLECTION_EXISTS", `The collection ${definition.id} already exists in the database.`);
      }
      const body = { collection: toAdapterCollection(definition) };
      await callAdapter("/v3/collections/create", body, { by: owner, changes: true }).finally(schemas.forget);
      return schemas.get(definition.id);
    },

    async updateCollection(definition) {
      const body = { collection: toAdapterCollection(definition) };
      await callAdapter("/v3/collections/update", body, { by: owner, changes: true }).finally(schemas.forget);
      return schemas.get(definition.id);
    },

    async deleteCollection(collectionId) {
      await callAdapter("/v3/collections/delete", { collectionId }, { by: owner, changes: true }).finally(
        schemas.forget,
      );
    },

    capabilities: schemas.capabilities,

    async query(id, query, by) {
      const collection = await schemas.get(id);
      const condition = simplify(query.filter, collection.fields);
      const { limit, returnTotal = false, consistentRead } = query;
      if (condition === false) return { items: [], ...(returnTotal && { total: 0 }) };
      if (limit === 0) {
        return { items: [], ...(returnTotal && { total: await counted(id, condition, by, consistentRead) }) };
      }
      const { total: pageTotal, ...page } = await find(collection, query, by, condition);
      const total = returnTotal ? (pageTotal ?? (await counted(id, condition, by, consistentRead))) : undefined;
      return { ...page, ...(total !== undefined && { total }) };
    },

    async get(id, itemId, by) {
      const condition: SimplifiedCondition = { field: "_id", operator: "$eq", value: itemId };
      const { items } = await find(await schemas.get(id), { limit: 1 }, by, condition);
      return items[0];
    },

    async count(id, filter, by) {
      return counted(id, simplify(filter, (await schemas.get(id)).fields), by);
    },

    aggregate,
    distinct,

    async insert(id, items, by) {
      const collection = await schemas.get(id);
      return insertRestoringFalsy(items, {
        insert: (all) => write(collection, all, by, "/v3/items/insert"),
        update: (all) => write(collection, all, by, "/v3/items/update"),
      });
    },

    async update(id, items, by) {
      const collection = await schemas.get(id);
      const all = items.map((item) => wire.withAllFields(item, collection.fields));
      return outcomesOf(await write(collection, all, by, "/v3/items/update"));
    },

    async remove(id, ids, by) {
      const { fields } = await schemas.get(id);
      const types = wire.typesOf(fields);
      const attempts: Attempt[] = [];
      for (const itemIds of wire.batches(ids, batchMax)) {
        const body = { collectionId: id, itemIds };
        attempts.push(...(await results("/v3/items/remove", body, itemIds.length, types, by)));
      }
      return outcomesOf(attempts);
    },

    async truncate(collectionId, by) {
      await callAdapter("/v3/items/truncate", { collectionId }, { by, changes: true });
    },

    ...referencesOf(callAdapter, schemas),
  };
}
