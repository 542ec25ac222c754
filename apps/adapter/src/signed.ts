import { type CryptoKey, importSPKI, jwtVerify } from "jose";
import { z } from "zod";
import { readFilter } from "./filter.ts";
import { badRequest, Problem } from "./problem.ts";
import type { Calculation, Item, Rows } from "./rows.ts";
import type { Calls } from "./server.ts";
import { isWritable, type Kind, systemColumns, type Table, type Tables } from "./tables.ts";

/** Protocol 3: the body is a signed token, and the call is one of its claims. */

const free = z.record(z.string(), z.unknown());
const Claim = z.object({ data: z.object({ request: free }) });
const Collection = z.object({ collectionId: z.string() });
const Sort = z.array(z.object({ fieldName: z.string(), order: z.enum(["ASC", "DESC"]).default("ASC") })).nullish();
const Paging = z
  .object({ limit: z.int().min(0).max(1000).default(50), offset: z.int().min(0).default(0) })
  .default({ limit: 50, offset: 0 });
const Query = Collection.extend({
  query: z.object({ filter: z.unknown(), sort: Sort, fields: z.array(z.string()).nullish(), paging: Paging }),
  returnTotalCount: z.boolean().nullish(),
});
const FieldOperand = z.object({ itemFieldName: z.string() });
const Operation = z.object({
  resultFieldName: z.string().min(1),
  average: FieldOperand.optional(),
  min: FieldOperand.optional(),
  max: FieldOperand.optional(),
  sum: FieldOperand.optional(),
  itemCount: z.object({}).optional(),
});
const Aggregate = Collection.extend({
  initialFilter: z.unknown(),
  aggregation: z.object({ groupingFields: z.array(z.string()), operations: z.array(Operation) }),
  finalFilter: z.unknown(),
  sort: Sort,
  paging: Paging,
});
const Distinct = Collection.extend({
  fieldName: z.string(),
  filter: z.unknown(),
  order: z.enum(["ASC", "DESC"]).default("ASC"),
  paging: Paging,
});
const Items = Collection.extend({ items: z.array(free).min(1) });
const Definition = z.object({
  collection: z.object({
    id: z.string().min(1).max(63),
    fields: z.array(z.object({ key: z.string().min(1).max(63), type: z.string() })),
  }),
});

export function signedCalls(
  tables: Tables,
  rows: Rows,
  { publicKey, applicationId }: { publicKey: string; applicationId: string },
): { calls: Calls; open(body: string): Promise<unknown> } {
  const key: Promise<CryptoKey> = importSPKI(publicKey, "RS256");
  const tableOf = (body: { collectionId: string }) => tables.get(body.collectionId);
  const missing = (itemId: string) => new Problem(404, "ITEM_NOT_FOUND", `There is no item ${itemId}.`, { itemId });

  /**
   * Writes all items in one statement; if that fails, writes them one by one, so that each item
   * gets its own result.
   */
  async function each(items: readonly Item[], work: (items: readonly Item[]) => Promise<Item[]>) {
    const one = async (item: Item) => {
      try {
        return { item: (await work([item]))[0] };
      } catch (error) {
        return { error: errorOf(error) };
      }
    };
    try {
      return { results: (await work(items)).map((item) => ({ item })) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const results = [];
      for (const item of items) results.push(await one(item));
      return { results };
    }
  }

  const calls: Calls = {
    "/v3/provision": async () => ({
      type: "PostgreSQL",
      vendor: "PostgreSQL",
      protocolVersion: 3,
      adapterVersion: "v3",
    }),
    "/v3/capabilities/get": async () => ({
      supportsCollectionModifications: true,
      supportedFieldTypes: Object.values(fieldTypes),
    }),

    async "/v3/collections/get"(body) {
      const { collectionIds } = z.object({ collectionIds: z.array(z.string()).default([]) }).parse(body);
      const all = await tables.all();
      const requested = collectionIds.length === 0 ? all : all.filter(({ name }) => collectionIds.includes(name));
      return { collections: requested.map(collectionOf) };
    },

    async "/v3/collections/create"(body) {
      const { collection } = Definition.parse(body);
      await tables.create(collection.id, collection.fields.map(columnOf));
      return { collection: collectionOf(await tables.get(collection.id)) };
    },

    async "/v3/collections/update"(body) {
      const { id, fields } = Definition.parse(body).collection;
      const { columns } = await tables.get(id);
      const requested = fields.map(columnOf);
      const changed = requested.find(({ name, kind }) => (columns.get(name)?.kind ?? kind) !== kind);
      if (changed) throw noChange(changed.name, "The type of a field stays.");
      for (const column of requested) if (!columns.has(column.name)) await tables.addColumn(id, column);
      const remaining = new Set([...systemColumns, ...requested.map(({ name }) => name)]);
      for (const name of columns.keys()) if (!remaining.has(name)) await tables.removeColumn(id, name);
      return { collection: collectionOf(await tables.get(id)) };
    },

    async "/v3/collections/delete"(body) {
      await tables.drop(Collection.parse(body).collectionId);
      return {};
    },

    async "/v3/items/query"(body) {
      const { query, returnTotalCount, ...named } = Query.parse(body);
      const table = await tableOf(named);
      const where = readFilter(query.filter);
      const { filter: _, sort, fields, paging } = query;
      const items = await rows.find(table, { where, sort: sortOf(sort), fields: fields ?? undefined, ...paging });
      return { items, pagingMetadata: returnTotalCount ? { total: await rows.count(table, where) } : {} };
    },

    async "/v3/items/count"(body) {
      const { filter, ...named } = Collection.extend({ filter: z.unknown() }).parse(body);
      return { totalCount: await rows.count(await tableOf(named), readFilter(filter)) };
    },

    async "/v3/items/aggregate"(body) {
      const { initialFilter, aggregation, finalFilter, sort, paging, ...named } = Aggregate.parse(body);
      const { rows: items, total } = await rows.group(await tableOf(named), {
        where: readFilter(initialFilter),
        fields: aggregation.groupingFields,
        calculations: aggregation.operations.map(calculationOf),
        having: readFilter(finalFilter),
        sort: sortOf(sort),
        ...paging,
      });
      return { items, pagingMetadata: { total } };
    },

    async "/v3/items/query-distinct-values"(body) {
      const { fieldName: field, filter, order, paging, ...named } = Distinct.parse(body);
      const how = { field, where: readFilter(filter), descending: order === "DESC", ...paging };
      const { values: distinctValues, total } = await rows.distinct(await tableOf(named), how);
      return { distinctValues, pagingMetadata: { total } };
    },

    async "/v3/items/insert"(body) {
      const { items, ...named } = Items.parse(body);
      const table = await tableOf(named);
      return each(items, (some) => rows.insert(table, some));
    },

    async "/v3/items/update"(body) {
      const { items, ...named } = Items.parse(body);
      const table = await tableOf(named);
      return each(items, async (some) => {
        const updated = await rows.update(table, some);
        return some.map(({ _id }) => updated.get(String(_id)) ?? fail(missing(String(_id))));
      });
    },

    async "/v3/items/remove"(body) {
      const { itemIds, ...named } = Collection.extend({ itemIds: z.array(z.string()).min(1) }).parse(body);
      const removed = await rows.remove(await tableOf(named), itemIds);
      return {
        results: itemIds.map((id) => {
          const item = removed.get(id);
          return item ? { item } : { error: errorOf(missing(id)) };
        }),
      };
    },

    async "/v3/items/truncate"(body) {
      await rows.truncate(await tableOf(Collection.parse(body)));
      return {};
    },
  };

  return {
    calls,
    async open(token) {
      try {
        const checks = { issuer: "wix.com", audience: applicationId, algorithms: ["RS256"] };
        const { payload } = await jwtVerify(token, await key, checks);
        return Claim.parse(payload).data.request;
      } catch {
        throw new Problem(401, "UNAUTHORIZED", "The token is not from whom we know.");
      }
    },
  };
}

const fail = (problem: Problem): never => {
  throw problem;
};

/** The error of one item or of a whole call. */
export function errorOf(error: unknown) {
  if (error instanceof Problem) return { errorCode: error.code, errorMessage: error.message, data: error.data };
  return { errorCode: "UNKNOWN_ERROR", errorMessage: "Something went wrong.", data: {} };
}

const sortOf = (sort: z.output<typeof Sort>) =>
  (sort ?? []).map(({ fieldName, order }) => ({ field: fieldName, descending: order === "DESC" }));

function calculationOf({
  resultFieldName: name,
  average,
  min,
  max,
  sum,
  itemCount,
}: z.output<typeof Operation>): Calculation {
  if (average) return { name, kind: "avg", field: average.itemFieldName };
  if (min) return { name, kind: "min", field: min.itemFieldName };
  if (max) return { name, kind: "max", field: max.itemFieldName };
  if (sum) return { name, kind: "sum", field: sum.itemFieldName };
  if (itemCount) return { name, kind: "count" };
  throw badRequest(`${name} calculates nothing.`);
}

const fieldTypes: Record<Kind, string> = {
  text: "TEXT",
  number: "NUMBER",
  boolean: "BOOLEAN",
  datetime: "DATETIME",
  date: "DATE",
  time: "TIME",
  object: "OBJECT",
};
const kinds = new Map(Object.entries(fieldTypes).map(([kind, type]) => [type, kind as Kind]));

function columnOf({ key: name, type }: { key: string; type: string }): { name: string; kind: Kind } {
  const kind = kinds.get(type);
  if (!kind) throw noChange(name, `Fields of the type ${type} are not kept here.`);
  return { name, kind };
}
const noChange = (fieldKey: string, message: string) =>
  new Problem(400, "COLLECTION_CHANGE_NOT_SUPPORTED", message, { errors: [{ fieldKey, message }] });

const ordered = ["EQ", "NE", "LT", "LTE", "GT", "GTE"];
const operators: Record<Kind, readonly string[]> = {
  text: [...ordered, "HAS_SOME", "CONTAINS", "STARTS_WITH", "ENDS_WITH", "EXISTS", "URLIZED"],
  number: [...ordered, "HAS_SOME", "EXISTS"],
  boolean: ["EQ", "NE", "EXISTS"],
  datetime: [...ordered, "EXISTS"],
  date: [...ordered, "EXISTS"],
  time: [...ordered, "EXISTS"],
  object: ["EQ", "NE", "HAS_SOME", "HAS_ALL", "EXISTS"],
};
const readCalls = ["QUERY", "COUNT", "AGGREGATE", "DISTINCT"];
const writeCalls = ["INSERT", "UPDATE", "REMOVE", "TRUNCATE"];

const collectionOf = (table: Table) => ({
  id: table.name,
  displayName: table.name,
  fields: [...table.columns.values()].map(({ name, kind }) => ({
    key: name,
    displayName: name,
    type: fieldTypes[kind],
    capabilities: { sortable: kind !== "object", queryOperators: operators[kind] },
    encrypted: false,
  })),
  capabilities: { dataOperations: isWritable(table) ? [...readCalls, ...writeCalls] : readCalls },
  pagingMode: "OFFSET",
});
