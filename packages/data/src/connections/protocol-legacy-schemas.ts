import type { CollectionField, ConnectionCapabilities, DataOperation, FieldType, QueryOperator } from "@uola/contract";
import { z } from "zod";
import { type AdapterCall, owner } from "./adapter-client.ts";
import { AdapterError } from "./adapter-error.ts";
import type { ExternalCollection, ExternalDefinition } from "./external-database.ts";
import type { SchemaReader, SchemaWithTtl } from "./schema-cache.ts";

/** Collection definitions as returned by adapters of protocols 1 and 2. */

const Schema = z.object({
  id: z.string().min(1),
  displayName: z.string().nullish(),
  allowedOperations: z.array(z.string()).nullish(),
  allowedSchemaOperations: z.array(z.string()).nullish(),
  maxPageSize: z.number().nullish(),
  ttl: z.number().nullish(),
  fields: z.record(
    z.string(),
    z.object({
      displayName: z.string().nullish(),
      type: z.string(),
      queryOperators: z.array(z.string()).nullish(),
    }),
  ),
});
type Schema = z.infer<typeof Schema>;
const SchemasAnswer = z.object({ schemas: z.array(Schema) });

/** Parses a response. Throws AdapterError BAD_ANSWER. */
export function parseResponse<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> {
  const read = shape.safeParse(answer);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new AdapterError("BAD_ANSWER", `The response has an unexpected value at "${issue?.path.join(".")}".`);
}

const schemasAtOnceMax = 10;
const defaultPageSize = 50;
const defaultTtlSeconds = 60;

export function legacySchemas(callAdapter: AdapterCall, version: 1 | 2): SchemaReader {
  const read = async (path: string, body: Record<string, unknown>) =>
    parseResponse(SchemasAnswer, await callAdapter(path, body, { by: owner })).schemas;
  const all = () => read("/schemas/list", {});
  return {
    all: async () => (await all()).map((schema) => definedBy(schema, version)),
    async some(ids) {
      const found: Schema[] = [];
      for (let from = 0; from < ids.length; from += schemasAtOnceMax) {
        const schemaIds = ids.slice(from, from + schemasAtOnceMax);
        const schemas = await read("/schemas/find", { schemaIds }).catch((error) => {
          if (error instanceof AdapterError && error.kind === "COLLECTION_NOT_FOUND") return [];
          throw error;
        });
        found.push(...schemas.filter(({ id }) => schemaIds.includes(id)));
      }
      return found.map((schema) => definedBy(schema, version));
    },
    async capabilities(): Promise<ConnectionCapabilities> {
      if (version === 1) return { collectionModificationsSupported: false, fieldTypes: [] };
      const schemas = await all();
      const makes = ({ allowedSchemaOperations: can }: Schema) =>
        can?.includes("createCollection") && can.includes("addColumn");
      const collectionModificationsSupported = schemas.length === 0 || schemas.some(makes);
      return { collectionModificationsSupported, fieldTypes: collectionModificationsSupported ? storableTypes : [] };
    },
  };
}

const fieldTypes: Record<string, FieldType> = {
  text: "TEXT",
  url: "URL",
  image: "IMAGE",
  number: "NUMBER",
  boolean: "BOOLEAN",
  datetime: "DATETIME",
  object: "OBJECT",
};
/** Field types that adapters store and return unchanged. */
const storableTypes: FieldType[] = ["TEXT", "NUMBER", "BOOLEAN", "DATETIME", "OBJECT"];
const queryOperators: Record<string, QueryOperator> = {
  eq: "EQ",
  ne: "NE",
  lt: "LT",
  lte: "LTE",
  gt: "GT",
  gte: "GTE",
  hasSome: "HAS_SOME",
  contains: "CONTAINS",
  startsWith: "STARTS_WITH",
  endsWith: "ENDS_WITH",
  urlized: "URLIZED",
};
const system = new Set(["_id", "_createdDate", "_updatedDate", "_owner"]);

function definedBy(schema: Schema, version: 1 | 2): SchemaWithTtl {
  const { id, displayName, allowedSchemaOperations, maxPageSize, ttl } = schema;
  const collection: ExternalCollection = {
    id,
    displayName: displayName ?? id,
    fields: Object.entries(schema.fields).map(([key, field]) => fieldOf(key, field, version)),
    capabilities: {
      dataOperations: operationsOf(schema, version),
      collectionOperations: version === 2 && allowedSchemaOperations?.includes("addColumn") ? ["UPDATE"] : [],
    },
    pagingModes: ["OFFSET"],
    maxPageSize: Math.min(Math.max(Math.floor(maxPageSize ?? defaultPageSize), 1), 1000),
  };
  return { collection, ttl: ttl ?? defaultTtlSeconds };
}

function fieldOf(
  key: string,
  { displayName, type, queryOperators: listed }: Schema["fields"][string],
  version: 1 | 2,
): CollectionField {
  const fieldType = fieldTypes[type] ?? "ANY";
  const operators = (listed ?? []).flatMap((name) => queryOperators[name] ?? []);
  // Adapters of protocol 1 support these operators without declaring them.
  if (version === 1 && fieldType === "TEXT") operators.push("CONTAINS", "URLIZED");
  if (operators.includes("EQ") && operators.includes("NE")) operators.push("EXISTS");
  return {
    key,
    displayName: displayName ?? key,
    type: fieldType,
    systemField: system.has(key),
    capabilities: {
      sortable: fieldType !== "OBJECT" && fieldType !== "IMAGE" && fieldType !== "ANY",
      queryOperators: [...new Set(operators)],
    },
  };
}

function operationsOf({ allowedOperations, allowedSchemaOperations }: Schema, version: 1 | 2): DataOperation[] {
  const can = new Set(allowedOperations ?? []);
  const more = new Set(version === 2 ? (allowedSchemaOperations ?? []) : []);
  const operations: DataOperation[] = [];
  if (can.has("get")) operations.push("GET");
  // The platform performs locally any aggregation that the adapter does not support.
  if (can.has("find")) operations.push("FIND", "DISTINCT", "AGGREGATE");
  if (can.has("count")) operations.push("COUNT");
  if (can.has("insert")) operations.push("INSERT", "BULK_INSERT");
  if (can.has("update")) operations.push("UPDATE", "BULK_UPDATE");
  if (can.has("insert") && can.has("update")) operations.push("SAVE", "BULK_SAVE");
  if (can.has("remove")) operations.push("REMOVE", "BULK_REMOVE");
  if (more.has("truncate")) operations.push("TRUNCATE");
  return operations;
}

const columnTypes: Partial<Record<FieldType, { type: string; subtype: string }>> = {
  TEXT: { type: "text", subtype: "string" },
  RICH_TEXT: { type: "text", subtype: "string" },
  URL: { type: "text", subtype: "string" },
  LANGUAGE: { type: "text", subtype: "string" },
  IMAGE: { type: "text", subtype: "string" },
  VIDEO: { type: "text", subtype: "string" },
  AUDIO: { type: "text", subtype: "string" },
  DOCUMENT: { type: "text", subtype: "string" },
  NUMBER: { type: "number", subtype: "double" },
  BOOLEAN: { type: "boolean", subtype: "boolean" },
  DATETIME: { type: "datetime", subtype: "datetime" },
  DATE: { type: "datetime", subtype: "date" },
  TIME: { type: "datetime", subtype: "time" },
  OBJECT: { type: "object", subtype: "object" },
  ANY: { type: "object", subtype: "object" },
  ADDRESS: { type: "object", subtype: "object" },
  RICH_CONTENT: { type: "object", subtype: "object" },
};
const columnOf = ({ key, type }: CollectionField) => {
  const column = columnTypes[type];
  if (!column) throw new AdapterError("UNSUPPORTED", `This database does not support fields of type ${type}.`);
  return { name: key, ...column };
};

/**
 * Creates a table, then its columns one by one, because the protocol has no single call for this
 * and none to drop a table.
 */
export async function createTable(
  callAdapter: AdapterCall,
  { id: collectionName, fields }: ExternalDefinition,
): Promise<void> {
  const columns = fields.filter(({ key }) => !system.has(key)).map(columnOf);
  await callAdapter("/schemas/create", { collectionName }, { by: owner, changes: true });
  for (const column of columns) {
    await callAdapter("/schemas/column/add", { collectionName, column }, { by: owner, changes: true });
  }
}

export async function changeTable(
  callAdapter: AdapterCall,
  before: ExternalCollection,
  after: ExternalDefinition,
): Promise<void> {
  const was = new Map(before.fields.map((field) => [field.key, field]));
  const unchanged = new Set(after.fields.map(({ key }) => key));
  for (const { key, type } of after.fields) {
    const old = was.get(key);
    if (old && old.type !== type && columnTypes[type]?.type !== columnTypes[old.type]?.type) {
      throw new AdapterError("UNSUPPORTED", `The type of ${key} cannot be changed in this database.`);
    }
  }
  const added = after.fields.filter(({ key }) => !was.has(key) && !system.has(key)).map(columnOf);
  const removed = before.fields.filter(({ key }) => !unchanged.has(key) && !system.has(key));
  const collectionName = before.id;
  for (const column of added) {
    await callAdapter("/schemas/column/add", { collectionName, column }, { by: owner, changes: true });
  }
  for (const { key: columnName } of removed) {
    await callAdapter("/schemas/column/remove", { collectionName, columnName }, { by: owner, changes: true });
  }
}
