import { z } from "zod";
import type { Ask, Json } from "./adapter-client.ts";
import { AdapterError } from "./adapter-error.ts";
import type {
  AggregateQuery,
  By,
  ExternalCollection,
  ExternalDatabase,
  Filter,
  Item,
  ItemsQuery,
} from "./external-database.ts";
import { type Condition, inV1, inV2, nameOf, type Reduced, reduce } from "./filter-translation.ts";
import {
  aggregateHere,
  calculationOf,
  compare,
  fits,
  identifiedBy,
  type Row,
  readAll,
  rowOf,
  sorted,
} from "./local-evaluation.ts";
import { count } from "./paging-modes.ts";
import { changeTable, createTable, shaped } from "./protocol-legacy-schemas.ts";
import { type Attempt, after, attempt, isOfItem, outcomesOf, sortOf, startOf } from "./protocol-results.ts";
import type { Known } from "./schema-cache.ts";
import { batches, eachOf, identified, itemKept, itemSent, lostFalsy, project, typesOf, whole } from "./wire-values.ts";

const free = z.record(z.string(), z.unknown());
const Found = z.object({ items: z.array(free), totalCount: count.nullish() });
const Counted = z.object({ totalCount: count });
const One = z.object({ item: free.nullish() });
const Many = z.object({ items: z.array(free).nullish() });

/** Below the bodies that adapters of protocol 2 take. */
const batchMax = { size: 3_000_000, count: 500 };

/** A database behind an adapter of protocol 1 or 2. */
export function legacyDatabase(ask: Ask, known: Known, version: 1 | 2): ExternalDatabase {
  const written = (condition: Reduced): object =>
    condition === true ? {} : (version === 1 ? inV1 : inV2)(condition as Condition);
  const unsupported = (what: string) =>
    Promise.reject(new AdapterError("UNSUPPORTED", `Databases of protocol ${version} ${what}.`));

  async function find(
    { id, fields }: ExternalCollection,
    { sort, limit, fields: wanted, returnTotal = false }: Omit<ItemsQuery, "filter">,
    by: By,
    { skip, condition }: { skip: number; condition: Reduced },
  ) {
    const known = wanted?.filter((name) => fields.some(({ key }) => key === name));
    const answer = await ask(
      "/data/find",
      {
        collectionName: id,
        filter: written(condition),
        sort: sortOf(sort, fields).map(({ fieldName, order }) => ({ fieldName, direction: order.toLowerCase() })),
        skip,
        limit,
        ...(version === 2 && { omitTotalCount: !returnTotal, ...(known?.length && { projection: known }) }),
      },
      { by },
    );
    const { items, totalCount } = shaped(Found, answer);
    const types = typesOf(fields);
    return { items: items.slice(0, limit).map((item) => project(itemKept(item, types), wanted)), totalCount };
  }

  async function counted(id: string, condition: Reduced, by: By): Promise<number> {
    if (condition === false) return 0;
    const answer = await ask("/data/count", { collectionName: id, filter: written(condition) }, { by });
    return shaped(Counted, answer).totalCount;
  }

  /** Those of the ids that there are; adapters do not tell when one they change is not there. */
  async function present(collection: ExternalCollection, ids: readonly string[], by: By): Promise<Map<string, Item>> {
    const present = new Map<string, Item>();
    for (const some of batches(ids, { size: 100_000, count: collection.maxPageSize })) {
      const condition: Reduced = { field: "_id", operator: "$hasSome", value: some };
      const { items } = await find(collection, { limit: some.length }, by, { skip: 0, condition });
      for (const item of items) if (item._id !== undefined) present.set(item._id, item);
    }
    return present;
  }

  const missing = (id: string): Attempt => ({
    failed: new AdapterError("ITEM_NOT_FOUND", `The database has no item ${id}.`, { itemId: id }),
  });

  /** Writes one by one, or in protocol 2 together, which succeeds or fails as a whole; then one by one for the reasons. */
  async function write(
    { id: collectionName, fields }: ExternalCollection,
    items: readonly Item[],
    by: By,
    path: "/data/insert" | "/data/update",
  ): Promise<Attempt[]> {
    const types = typesOf(fields);
    const kept = (given: Item, answered: Json | null | undefined) => itemKept({ ...given, ...answered }, types);
    const single = (item: Item) =>
      attempt(async () => {
        const answer = await ask(path, { collectionName, item: itemSent(item, types) }, { by, changes: true });
        return identified(kept(item, shaped(One, answer).item));
      });
    if (version === 1) return eachOf(items, single);
    const attempts: Attempt[] = [];
    for (const some of batches(items, batchMax)) {
      if (some.length === 1) attempts.push(await single(some[0] as Item));
      else {
        try {
          const sent = some.map((item) => itemSent(item, types));
          const answer = await ask(`${path}/bulk`, { collectionName, items: sent }, { by, changes: true });
          const answered = shaped(Many, answer).items ?? [];
          const inOrder = answered.length === some.length ? answered : [];
          for (const [i, item] of some.entries()) {
            attempts.push(await attempt(async () => identified(kept(item, inOrder[i]))));
          }
        } catch (error) {
          if (!(error instanceof AdapterError)) throw error;
          if (isOfItem(error) || error.kind === "UNSUPPORTED") attempts.push(...(await eachOf(some, single)));
          else attempts.push(...some.map(() => ({ failed: error })));
        }
      }
    }
    return attempts;
  }

  /** All groups, unsorted and unfiltered: by the adapter where it can, else from the items. */
  async function groups(
    collection: ExternalCollection,
    { initialFilter, groupingFields, operations }: Omit<AggregateQuery, "limit">,
    by: By,
  ): Promise<Row[]> {
    const { id: collectionName, fields } = collection;
    const condition = reduce(initialFilter, fields);
    const grouping = groupingFields.map((name) => nameOf(name, fields));
    const calculations = operations.map(calculationOf).map((each) => ({ ...each, field: nameOf(each.field, fields) }));
    if (condition === false) return aggregateHere([], grouping, calculations);
    if (version === 2 && grouping.length > 0 && !known.unable.has("aggregate")) {
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
      const body = { collectionName, filter: written(condition), processingStep, postFilteringStep: {} };
      try {
        const { items } = shaped(Found, await ask("/data/aggregate", body, { by }));
        const types = typesOf(fields);
        return items.map((row) => rowOf(row, grouping, calculations, types));
      } catch (error) {
        if (!(error instanceof AdapterError && error.kind === "UNSUPPORTED")) throw error;
        known.unable.add("aggregate");
      }
    }
    const wanted = [...grouping, ...calculations.flatMap(({ field }) => (field ? [field] : []))];
    if (wanted.length === 0) {
      const total = await counted(collectionName, condition, by);
      return [Object.fromEntries(calculations.map(({ name }) => [name, total]))];
    }
    const items = await readAll(
      async (skip, limit) => (await find(collection, { limit, fields: wanted }, by, { skip, condition })).items,
      collection.maxPageSize,
    );
    return aggregateHere(items, grouping, calculations);
  }

  const rowsOf = async (id: string, query: AggregateQuery, by: By) => {
    const collection = await known.get(id);
    const { groupingFields, finalFilter, sort, limit, offset = 0 } = query;
    const grouping = groupingFields.map((name) => nameOf(name, collection.fields));
    const final = reduce(finalFilter, []);
    const rows = sorted(
      (await groups(collection, query, by)).filter((row) => fits(row, final)),
      sort?.map((each) => ({ ...each, fieldName: nameOf(each.fieldName, collection.fields) })),
    );
    const page = rows.slice(offset, offset + limit).map((row) => identifiedBy(row, grouping));
    return { rows: page, total: rows.length };
  };

  return {
    protocol: version === 1 ? "V1" : "V2",

    async collections(ids) {
      if (!ids) return known.all();
      const found = await eachOf(ids, known.find);
      return found.filter((each) => each !== undefined);
    },

    async createCollection(definition) {
      if (version === 1) return unsupported("make no collections");
      if (await known.find(definition.id)) {
        throw new AdapterError("COLLECTION_EXISTS", `The database has a collection ${definition.id} already.`);
      }
      await createTable(ask, definition).finally(known.forget);
      return known.get(definition.id);
    },

    async updateCollection(definition) {
      if (version === 1) return unsupported("change no collections");
      known.forget();
      await changeTable(ask, await known.get(definition.id), definition).finally(known.forget);
      return known.get(definition.id);
    },

    deleteCollection: () => unsupported("delete no collections"),
    capabilities: known.capabilities,

    async query(id, { filter, ...query }, by) {
      const collection = await known.get(id);
      const condition = reduce(filter, collection.fields);
      const { limit, returnTotal } = query;
      const skip = startOf(query);
      if (condition === false) return { items: [], ...(returnTotal && { total: 0 }) };
      if (limit === 0) return { items: [], ...(returnTotal && { total: await counted(id, condition, by) }) };
      const { items, totalCount } = await find(collection, query, by, { skip, condition });
      const total = returnTotal ? (totalCount ?? (await counted(id, condition, by))) : undefined;
      return { items, ...(total !== undefined && { total }), ...after(items.length, skip, limit) };
    },

    async get(id, itemId, by) {
      const { fields } = await known.get(id);
      try {
        const { item } = shaped(One, await ask("/data/get", { collectionName: id, itemId }, { by }));
        return item ? itemKept(item, typesOf(fields)) : undefined;
      } catch (error) {
        if (error instanceof AdapterError && error.kind === "ITEM_NOT_FOUND") return undefined;
        throw error;
      }
    },

    async count(id: string, filter: Filter, by: By) {
      return counted(id, reduce(filter, (await known.get(id)).fields), by);
    },

    aggregate: rowsOf,

    async distinct(id, { fieldName, filter, order, limit, offset = 0 }, by) {
      const { fields } = await known.get(id);
      const field = nameOf(fieldName, fields);
      const operations = [{ resultFieldName: "items", itemCount: {} }];
      const query = { initialFilter: filter, groupingFields: [field], operations };
      const rows = await groups(await known.get(id), query, by);
      // One by one also what was kept in lists.
      const found = new Map(rows.flatMap((row) => row[field] ?? []).map((value) => [JSON.stringify(value), value]));
      const values = [...found.values()].toSorted(compare);
      if (order === "DESC") values.reverse();
      return { values: values.slice(offset, offset + limit), total: values.length };
    },

    async insert(id, items, by) {
      const collection = await known.get(id);
      const inserted = await write(collection, items, by, "/data/insert");
      const again = items.flatMap((given, i) => {
        const done = inserted[i];
        return done && "item" in done && lostFalsy(given, done.item) ? [{ i, item: { ...done.item, ...given } }] : [];
      });
      const kept = await write(
        collection,
        again.map(({ item }) => item),
        by,
        "/data/update",
      );
      for (const [at, { i }] of again.entries()) inserted[i] = kept[at] as Attempt;
      return outcomesOf(inserted);
    },

    async update(id, items, by) {
      const collection = await known.get(id);
      const there = await present(
        collection,
        items.map((item) => String(item._id)),
        by,
      );
      const here = items.filter((item) => there.has(String(item._id)));
      const written = await write(
        collection,
        here.map((item) => whole(item, collection.fields)),
        by,
        "/data/update",
      );
      const inOrder = written.values();
      return outcomesOf(
        items.map((item) => {
          const id = String(item._id);
          return there.has(id) ? (inOrder.next().value as Attempt) : missing(id);
        }),
      );
    },

    async remove(id, ids, by) {
      const collection = await known.get(id);
      const there = await present(collection, ids, by);
      const here = ids.filter((itemId) => there.has(itemId));
      const removed = new Map<string, Attempt>();
      const gone = (itemId: string): Attempt => ({ item: there.get(itemId) as Item });
      const single = async (itemId: string) => {
        const done = await attempt(async () => {
          await ask("/data/remove", { collectionName: id, itemId }, { by, changes: true });
          return there.get(itemId) as Item;
        });
        removed.set(itemId, done);
      };
      for (const some of version === 1 ? here.map((itemId) => [itemId]) : batches(here, batchMax)) {
        try {
          if (some.length > 1) {
            await ask("/data/remove/bulk", { collectionName: id, itemIds: some }, { by, changes: true });
            for (const itemId of some) removed.set(itemId, gone(itemId));
          } else await eachOf(some, single);
        } catch (error) {
          if (!(error instanceof AdapterError)) throw error;
          if (isOfItem(error) || error.kind === "UNSUPPORTED") await eachOf(some, single);
          else for (const itemId of some) removed.set(itemId, { failed: error });
        }
      }
      return outcomesOf(ids.map((itemId) => removed.get(itemId) ?? missing(itemId)));
    },

    async truncate(id, by) {
      if (version === 1) return unsupported("empty no collections");
      await known.get(id);
      await ask("/data/truncate", { collectionName: id }, { by, changes: true });
    },

    queryReferenced: () => unsupported("know no references"),
    insertReferences: () => unsupported("know no references"),
    removeReferences: () => unsupported("know no references"),
  };
}
