import { z } from "zod";
import { type Ask, type Json, owner, saidInV3 } from "./adapter-client.ts";
import { AdapterError } from "./adapter-error.ts";
import type {
  AggregateQuery,
  By,
  DistinctQuery,
  ExternalCollection,
  ExternalDatabase,
  Item,
  ItemsQuery,
} from "./external-database.ts";
import { type Condition, inV3, nameOf, type Reduced, reduce } from "./filter-translation.ts";
import {
  aggregateHere,
  calculationOf,
  compare,
  fits,
  identifiedBy,
  type Row,
  readAll,
  rowOf,
} from "./local-evaluation.ts";
import { count, Metadata, nextOf, pageOf } from "./paging-modes.ts";
import { shaped } from "./protocol-legacy-schemas.ts";
import { type Attempt, attempt, outcomesOf, sortOf } from "./protocol-results.ts";
import { collectionSent } from "./protocol-v3-collections.ts";
import { referencesOf } from "./protocol-v3-references.ts";
import type { Known } from "./schema-cache.ts";
import { batches, eachOf, identified, itemKept, itemSent, lostFalsy, project, typesOf, whole } from "./wire-values.ts";

const free = z.record(z.string(), z.unknown());
const Found = z.object({ items: z.array(free), pagingMetadata: Metadata });
const Counted = z.object({ totalCount: count });
const Distinct = z.object({ distinctValues: z.array(z.unknown()), pagingMetadata: Metadata });
const Results = z.object({ results: z.array(z.object({ item: free.nullish(), error: free.nullish() })) });

/** A body is a token, a third longer than its JSON, and adapters take 6 MB. */
const batchMax = { size: 4_000_000, count: 500 };
const groupsAtOnce = 1000;

/** A database behind an adapter of protocol 3. */
export function spiDatabase(ask: Ask, known: Known): ExternalDatabase {
  const written = (condition: Reduced): object => (condition === true ? {} : inV3(condition as Condition));

  async function find(collection: ExternalCollection, query: ItemsQuery, by: By, condition: Reduced) {
    const { id: collectionId, fields } = collection;
    const { sort, limit, fields: wanted, returnTotal = false, consistentRead = false } = query;
    const { start, paging } = pageOf(collection, query);
    const answer = await ask(
      "/v3/items/query",
      {
        collectionId,
        query: { filter: written(condition), sort: sortOf(sort, fields), fields: wanted ?? [], ...paging },
        includeReferencedItems: [],
        consistentRead,
        returnTotalCount: returnTotal,
      },
      { by },
    );
    const { items, pagingMetadata } = shaped(Found, answer);
    const types = typesOf(fields);
    return {
      items: items.slice(0, limit).map((item) => project(itemKept(item, types, true), wanted)),
      total: pagingMetadata?.total ?? undefined,
      ...nextOf(collection, pagingMetadata?.cursors?.next, { count: items.length, start, limit }),
    };
  }

  async function counted(collectionId: string, condition: Reduced, by: By, consistentRead = false): Promise<number> {
    if (condition === false) return 0;
    const body = { collectionId, filter: written(condition), consistentRead };
    return shaped(Counted, await ask("/v3/items/count", body, { by })).totalCount;
  }

  /** The results of one call, in order, each its item or its error. */
  async function results(path: string, body: Json, length: number, types: ReadonlyMap<string, string>, by: By) {
    try {
      const { results } = shaped(Results, await ask(path, body, { by, changes: true }));
      if (results.length !== length) {
        throw new AdapterError("BAD_ANSWER", `The database answered ${results.length} results for ${length} items.`);
      }
      return results.map(({ item, error }): Attempt => {
        if (item && !error) return { item: itemKept(item, types, true) };
        const { kind, message, data } = saidInV3(error ?? {}, "BAD_ANSWER");
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
    by: By,
    path: "/v3/items/insert" | "/v3/items/update",
  ): Promise<Attempt[]> {
    const types = typesOf(fields);
    const attempts: Attempt[] = [];
    for (const some of batches(items, batchMax)) {
      const body = { collectionId, items: some.map((item) => itemSent(item, types)) };
      for (const each of await results(path, body, some.length, types, by)) {
        attempts.push("item" in each ? await attempt(async () => identified(each.item)) : each);
      }
    }
    return attempts;
  }

  /** A page of groups as the adapter makes them. */
  async function groups(
    { id: collectionId, fields }: ExternalCollection,
    query: AggregateQuery,
    by: By,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<Row[]> {
    const { initialFilter, operations, finalFilter, sort } = query;
    const groupingFields = query.groupingFields.map((name) => nameOf(name, fields));
    const calculations = operations.map(calculationOf).map((each) => ({ ...each, field: nameOf(each.field, fields) }));
    const aggregation = {
      groupingFields,
      operations: calculations.map(({ name, kind, field }) => ({
        resultFieldName: name,
        // The reference adapter knows the first, servers of the public SDK the second; each takes what comes first for it.
        ...(kind === "count" ? { count: {}, itemCount: {} } : { [kind]: { itemFieldName: field } }),
      })),
    };
    const final = reduce(finalFilter, fields);
    const condition = reduce(initialFilter, fields);
    if (final === false) return [];
    if (condition === false) return aggregateHere([], groupingFields, calculations);
    const answer = await ask(
      "/v3/items/aggregate",
      {
        collectionId,
        initialFilter: written(condition),
        aggregation,
        finalFilter: written(final),
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
    const types = typesOf(fields);
    return shaped(Found, answer).items.map((row) => rowOf(row, groupingFields, calculations, types));
  }

  /** Over all items at once, which some adapters cannot say in SQL. */
  async function overall(collection: ExternalCollection, query: AggregateQuery, by: By): Promise<Row> {
    const { fields } = collection;
    const calculations = query.operations
      .map(calculationOf)
      .map((each) => ({ ...each, field: nameOf(each.field, fields) }));
    const condition = reduce(query.initialFilter, fields);
    const wanted = calculations.flatMap(({ field }) => (field ? [field] : []));
    if (wanted.length === 0) {
      const total = await counted(collection.id, condition, by);
      return Object.fromEntries(calculations.map(({ name }) => [name, total]));
    }
    const page = async (offset: number, limit: number) =>
      condition === false ? [] : (await find(collection, { limit, offset, fields: wanted }, by, condition)).items;
    return aggregateHere(await readAll(page, collection.maxPageSize), [], calculations)[0] ?? {};
  }

  async function aggregate(id: string, query: AggregateQuery, by: By) {
    const collection = await known.get(id);
    const { limit, offset = 0, groupingFields } = query;
    if (groupingFields.length === 0) {
      const all = await grandTotal(collection, query, by);
      return { rows: all.slice(offset, offset + limit), total: all.length };
    }
    const names = groupingFields.map((name) => nameOf(name, collection.fields));
    const rows = (limit > 0 ? await groups(collection, query, by, { limit, offset }) : []).slice(0, limit);
    let total = offset + rows.length;
    // Adapters count source rows where groups are meant, so groups are counted here, unless this page was the last one.
    if (rows.length === limit || (rows.length === 0 && offset > 0)) {
      const from = rows.length === 0 ? 0 : total;
      total =
        from +
        (await readAll((at) => groups(collection, query, by, { limit: groupsAtOnce, offset: from + at }), groupsAtOnce))
          .length;
    }
    return { rows: rows.map((row) => identifiedBy(row, names)), total };
  }

  /** The one row of everything; none when the final filter keeps it back. */
  async function grandTotal(collection: ExternalCollection, query: AggregateQuery, by: By): Promise<Item[]> {
    if (!known.unable.has("overall")) {
      try {
        return await groups(collection, query, by, { limit: 1, offset: 0 });
      } catch (error) {
        if (!(error instanceof AdapterError && error.kind === "BAD_ANSWER")) throw error;
        known.unable.add("overall");
      }
    }
    const row = await overall(collection, query, by);
    return fits(row, reduce(query.finalFilter, [])) ? [row] : [];
  }

  async function distinct(id: string, query: DistinctQuery, by: By) {
    const collection = await known.get(id);
    const { fields } = collection;
    const { filter, limit, offset = 0 } = query;
    const fieldName = nameOf(query.fieldName, fields);
    const order = query.order ?? "ASC";
    const condition = reduce(filter, fields);
    if (condition === false) return { values: [], total: 0 };
    if (!known.unable.has(`distinct ${id}`)) {
      const body = {
        collectionId: id,
        fieldName,
        filter: written(condition),
        order,
        paging: { limit, offset },
        consistentRead: false,
        returnTotalCount: true,
      };
      try {
        const answer = shaped(Distinct, await ask("/v3/items/query-distinct-values", body, { by }));
        const values = answer.distinctValues.slice(0, limit);
        return { values, total: answer.pagingMetadata?.total ?? offset + values.length };
      } catch (error) {
        if (!(error instanceof AdapterError && error.kind === "UNSUPPORTED")) throw error;
        known.unable.add(`distinct ${id}`);
      }
    }
    const operations = [{ resultFieldName: "items", itemCount: {} }];
    const all = { initialFilter: filter, groupingFields: [fieldName], operations, limit: groupsAtOnce };
    const rows = await readAll(
      (at) => groups(collection, all, by, { limit: groupsAtOnce, offset: at }) as Promise<Item[]>,
      groupsAtOnce,
    );
    const found = new Map(rows.flatMap((row) => row[fieldName] ?? []).map((value) => [JSON.stringify(value), value]));
    const values = [...found.values()].toSorted(compare);
    if (order === "DESC") values.reverse();
    return { values: values.slice(offset, offset + limit), total: values.length };
  }

  return {
    protocol: "V3",

    async collections(ids) {
      if (!ids) return known.all();
      const found = await eachOf(ids, known.find);
      return found.filter((each) => each !== undefined);
    },

    async createCollection(definition) {
      // An adapter may not say that there is one already.
      if (await known.find(definition.id)) {
        throw new AdapterError("COLLECTION_EXISTS", `The database has a collection ${definition.id} already.`);
      }
      const body = { collection: collectionSent(definition) };
      await ask("/v3/collections/create", body, { by: owner, changes: true }).finally(known.forget);
      return known.get(definition.id);
    },

    async updateCollection(definition) {
      const body = { collection: collectionSent(definition) };
      await ask("/v3/collections/update", body, { by: owner, changes: true }).finally(known.forget);
      return known.get(definition.id);
    },

    async deleteCollection(collectionId) {
      await ask("/v3/collections/delete", { collectionId }, { by: owner, changes: true }).finally(known.forget);
    },

    capabilities: known.capabilities,

    async query(id, query, by) {
      const collection = await known.get(id);
      const condition = reduce(query.filter, collection.fields);
      const { limit, returnTotal = false, consistentRead } = query;
      if (condition === false) return { items: [], ...(returnTotal && { total: 0 }) };
      if (limit === 0) {
        return { items: [], ...(returnTotal && { total: await counted(id, condition, by, consistentRead) }) };
      }
      const { total: said, ...page } = await find(collection, query, by, condition);
      const total = returnTotal ? (said ?? (await counted(id, condition, by, consistentRead))) : undefined;
      return { ...page, ...(total !== undefined && { total }) };
    },

    async get(id, itemId, by) {
      const condition: Reduced = { field: "_id", operator: "$eq", value: itemId };
      const { items } = await find(await known.get(id), { limit: 1 }, by, condition);
      return items[0];
    },

    async count(id, filter, by) {
      return counted(id, reduce(filter, (await known.get(id)).fields), by);
    },

    aggregate,
    distinct,

    async insert(id, items, by) {
      const collection = await known.get(id);
      const inserted = await write(collection, items, by, "/v3/items/insert");
      const again = items.flatMap((given, i) => {
        const done = inserted[i];
        return done && "item" in done && lostFalsy(given, done.item) ? [{ i, item: { ...done.item, ...given } }] : [];
      });
      const kept = await write(
        collection,
        again.map(({ item }) => item),
        by,
        "/v3/items/update",
      );
      for (const [at, { i }] of again.entries()) inserted[i] = kept[at] as Attempt;
      return outcomesOf(inserted);
    },

    async update(id, items, by) {
      const collection = await known.get(id);
      const all = items.map((item) => whole(item, collection.fields));
      return outcomesOf(await write(collection, all, by, "/v3/items/update"));
    },

    async remove(id, ids, by) {
      const { fields } = await known.get(id);
      const types = typesOf(fields);
      const attempts: Attempt[] = [];
      for (const itemIds of batches(ids, batchMax)) {
        const body = { collectionId: id, itemIds };
        attempts.push(...(await results("/v3/items/remove", body, itemIds.length, types, by)));
      }
      return outcomesOf(attempts);
    },

    async truncate(collectionId, by) {
      await ask("/v3/items/truncate", { collectionId }, { by, changes: true });
    },

    ...referencesOf(ask, known),
  };
}
