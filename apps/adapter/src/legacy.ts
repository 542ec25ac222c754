import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { readFilter, readTree } from "./filter.ts";
import { badRequest, Problem } from "./problem.ts";
import type { Calculation, Rows, Sort } from "./rows.ts";
import type { Calls } from "./server.ts";
import { isWritable, type Kind, systemColumns, type Table, type Tables } from "./tables.ts";

/** Protocols 1 and 2: the JSON body contains the secret and the requester. */

const free = z.record(z.string(), z.unknown());
const Context = z.object({
  requestContext: z.object({
    settings: z.object({ secretKey: z.string() }),
    role: z.enum(["VISITOR", "MEMBER", "OWNER", "BACKEND_CODE"]).optional(),
  }),
});
const Collection = z.object({ collectionName: z.string() });
const Find = Collection.extend({
  filter: z.unknown(),
  sort: z.array(z.object({ fieldName: z.string(), direction: z.enum(["asc", "desc"]) })).nullish(),
  skip: z.int().min(0).default(0),
  limit: z.int().min(0).max(1000).default(50),
  projection: z.array(z.string()).nullish(),
  omitTotalCount: z.boolean().nullish(),
});
const Get = Collection.extend({ itemId: z.string(), projection: z.array(z.string()).nullish() });
const Aggregate = Collection.extend({ filter: z.unknown(), processingStep: free, postFilteringStep: z.unknown() });
const ColumnAdd = Collection.extend({
  column: z.object({ name: z.string().min(1).max(63), type: z.string(), subtype: z.string().nullish() }),
});

const schemasAtOnceMax = 10;

export function legacyCalls(
  tables: Tables,
  rows: Rows,
  { version, secret }: { version: 1 | 2; secret: string },
): { calls: Calls; open(body: string, path: string): unknown } {
  const read = version === 1 ? readTree : readFilter;
  const all = async () => (await tables.all()).map((table) => schemaOf(table, version));
  const tableOf = (body: { collectionName: string }) => tables.get(body.collectionName);
  const itemOf = (id: string) => ({ field: "_id", operator: "$eq", value: id });
  const missing = (id: string) => new Problem(404, "ITEM_NOT_FOUND", `There is no item ${id}.`, { itemId: id });

  const calls: Calls = {
    "/provision": async () =>
      version === 1 ? {} : { type: "PostgreSQL", vendor: "PostgreSQL", protocolVersion: version },
    "/schemas/list": async () => ({ schemas: await all() }),

    async "/schemas/find"(body) {
      const { schemaIds } = z.object({ schemaIds: z.array(z.string()).max(schemasAtOnceMax) }).parse(body);
      const found = await Promise.all(schemaIds.map((id) => tables.get(id)));
      return { schemas: found.map((table) => schemaOf(table, version)) };
    },

    async "/data/find"(body) {
      const { filter, sort, skip: offset, limit, projection, omitTotalCount, ...named } = Find.parse(body);
      const table = await tableOf(named);
      const where = read(filter);
      const items = await rows.find(table, {
        where,
        sort: sortOf(sort),
        limit,
        offset,
        fields: projection ?? undefined,
      });
      return omitTotalCount ? { items } : { items, totalCount: await rows.count(table, where) };
    },

    async "/data/get"(body) {
      const { itemId, projection, ...named } = Get.parse(body);
      const how = { where: itemOf(itemId), sort: [], limit: 1, fields: projection ?? undefined };
      const [item] = await rows.find(await tableOf(named), how);
      if (!item) throw missing(itemId);
      return { item };
    },

    async "/data/count"(body) {
      const { filter, ...named } = Collection.extend({ filter: z.unknown() }).parse(body);
      return { totalCount: await rows.count(await tableOf(named), read(filter)) };
    },

    async "/data/insert"(body) {
      const { item, ...named } = Collection.extend({ item: free }).parse(body);
      const [inserted] = await rows.insert(await tableOf(named), [item]);
      return { item: inserted };
    },

    async "/data/update"(body) {
      const { item, ...named } = Collection.extend({ item: free }).parse(body);
      const updated = (await rows.update(await tableOf(named), [item])).get(String(item._id));
      if (!updated) throw missing(String(item._id));
      return { item: updated };
    },

    async "/data/remove"(body) {
      const { itemId, ...named } = Get.parse(body);
      const removed = (await rows.remove(await tableOf(named), [itemId])).get(itemId);
      if (!removed) throw missing(itemId);
      return { item: removed };
    },
  };

  const more: Calls = {
    "/schemas/list/headers": async () => ({
      schemas: (await all()).map(({ id, displayName, maxPageSize, ttl }) => ({ id, displayName, maxPageSize, ttl })),
    }),

    async "/schemas/create"(body) {
      await tables.create(Collection.parse(body).collectionName, []);
      return {};
    },

    async "/schemas/column/add"(body) {
      const { column, collectionName } = ColumnAdd.parse(body);
      await tables.addColumn(collectionName, { name: column.name, kind: kindOf(column) });
      return {};
    },

    async "/schemas/column/remove"(body) {
      const { collectionName, columnName } = Collection.extend({ columnName: z.string() }).parse(body);
      await tables.removeColumn(collectionName, columnName);
      return {};
    },

    async "/data/insert/bulk"(body) {
      const { items, ...named } = Collection.extend({ items: z.array(free) }).parse(body);
      return { items: await rows.insert(await tableOf(named), items) };
    },

    async "/data/update/bulk"(body) {
      const { items, ...named } = Collection.extend({ items: z.array(free) }).parse(body);
      const updated = await rows.update(await tableOf(named), items);
      return { items: items.flatMap(({ _id }) => updated.get(String(_id)) ?? []) };
    },

    async "/data/remove/bulk"(body) {
      const { itemIds, ...named } = Collection.extend({ itemIds: z.array(z.string()) }).parse(body);
      return { items: [...(await rows.remove(await tableOf(named), itemIds)).values()] };
    },

    async "/data/aggregate"(body) {
      const { filter, processingStep, postFilteringStep, ...named } = Aggregate.parse(body);
      const { _id: by, ...results } = processingStep;
      const fields = (typeof by === "string" ? [by] : Object.values(by ?? {})).map(nameOf);
      const { rows: items, total } = await rows.group(await tableOf(named), {
        where: read(filter),
        fields,
        calculations: Object.entries(results).map(calculationOf),
        having: read(postFilteringStep),
        sort: [],
      });
      return { items, totalCount: total };
    },

    async "/data/truncate"(body) {
      await rows.truncate(await tableOf(Collection.parse(body)));
      return {};
    },
  };

  return {
    calls: version === 1 ? calls : { ...calls, ...more },

    /** Checks the secret, and that only an owner may change tables. */
    open(text, path) {
      const body: unknown = JSON.parse(text || "{}");
      const context = Context.safeParse(body);
      if (!context.success || !isSameSecret(context.data.requestContext.settings.secretKey, secret)) {
        throw new Problem(401, "UNAUTHORIZED", "The secret is not ours.");
      }
      const changes = /^\/schemas\/(create|column)/.test(path);
      if (changes && context.data.requestContext.role !== "OWNER") {
        throw new Problem(401, "UNAUTHORIZED", "Only an owner changes tables.");
      }
      return body;
    },
  };
}

function isSameSecret(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const sortOf = (sort: z.output<typeof Find>["sort"]): Sort =>
  (sort ?? []).map(({ fieldName, direction }) => ({ field: fieldName, descending: direction === "desc" }));

function nameOf(reference: unknown): string {
  if (typeof reference !== "string" || !reference.startsWith("$")) throw badRequest("Fields are written as $field.");
  return reference.slice(1);
}

function calculationOf([name, step]: [string, unknown]): Calculation {
  const [kind, of] = Object.entries(free.parse(step))[0] ?? [];
  if (kind === "$sum" && of === 1) return { name, kind: "count" };
  const known = z.enum(["$avg", "$min", "$max", "$sum"]).parse(kind);
  return { name, kind: known.slice(1) as "avg", field: nameOf(of) };
}

function kindOf({ type, subtype }: { type: string; subtype?: string | null | undefined }): Kind {
  if (type === "datetime") return subtype === "date" || subtype === "time" ? subtype : "datetime";
  if (type === "url" || type === "image") return "text";
  return z.enum(["text", "number", "boolean", "object"]).parse(type);
}

const ordered = ["eq", "ne", "lt", "lte", "gt", "gte"];
const operators: Record<Kind, readonly string[]> = {
  text: [...ordered, "hasSome", "contains", "startsWith", "endsWith", "urlized"],
  number: [...ordered, "hasSome"],
  boolean: ["eq", "ne"],
  datetime: ordered,
  date: ordered,
  time: ordered,
  object: ["eq", "ne", "hasSome"],
};
const readCalls = ["get", "find", "count"];
const writeCalls = ["insert", "update", "remove"];

const schemaOf = (table: Table, version: 1 | 2) => ({
  id: table.name,
  displayName: table.name,
  allowedOperations: [
    ...(table.columns.has("_id") ? readCalls : readCalls.slice(1)),
    ...(isWritable(table) ? writeCalls : []),
    ...(isWritable(table) && version === 2 ? ["bulkInsert", "bulkUpdate", "bulkRemove"] : []),
  ],
  ...(version === 2 && {
    allowedSchemaOperations: [
      "list",
      "listHeaders",
      "createCollection",
      "addColumn",
      "removeColumn",
      "describeCollection",
      "findWithSort",
      "aggregate",
      "bulkDelete",
      "truncate",
      "projection",
    ],
  }),
  maxPageSize: 1000,
  ttl: 60,
  fields: Object.fromEntries(
    [...table.columns.values()].map(({ name, kind }) => [
      name,
      {
        displayName: name,
        type: kind === "date" || kind === "time" ? "datetime" : kind,
        queryOperators: operators[kind],
        ...(systemColumns.includes(name) && { systemField: true }),
      },
    ]),
  ),
});
