import { createHash } from "node:crypto";
import type { Database } from "@uola/database";
import { type RawBuilder, sql } from "kysely";
import { type CollectionSchema, compareAs, type IndexSchema, tableName } from "../collections/collections.ts";

/** The name of a PostgreSQL index and the statement that creates it. */
export type IndexStatement = { name: string; create: string };

/**
 * Returns the statements for the PostgreSQL indexes of one platform index in one table. Unique ones
 * are named `u_…`, others `i_…`.
 */
export function createStatements(
  db: Database,
  collection: CollectionSchema,
  index: IndexSchema,
  sandbox: boolean,
): IndexStatement[] {
  const name = pgName(collection.key, index);
  const table = sql.table(`items.${tableName(collection.key, sandbox)}`);
  const end = sandbox ? "_s" : "";
  const make = (suffix: string, unique: boolean, method: string, columns: RawBuilder<unknown>): IndexStatement => {
    const kind = unique ? sql`create unique index` : sql`create index`;
    const own = `${name}${suffix}${end}`;
    const create = sql`${kind} concurrently ${sql.id(own)} on ${table} using ${sql.raw(method)} (${columns})`;
    return { name: own, create: textOf(db, create) };
  };
  const ordered = index.fields.map(({ path, order }) => {
    const value = indexedValue(collection, index, path);
    // PostgreSQL uses an index for sorting only if the index and the query place missing values on
    // the same side.
    if (compareAs(collection, path).required) return order === "DESC" ? sql`${value} desc` : value;
    return order === "DESC" ? sql`${value} desc nulls last` : sql`${value} nulls first`;
  });
  // The id as the last column gives pages a total order directly from the index.
  const columns = index.unique || index.fields.some(({ path }) => path === "_id") ? ordered : [...ordered, sql`id`];
  const [first] = index.fields;
  const free = first && !index.caseInsensitive && compareAs(collection, first.path);
  return [
    make("", index.unique, "btree", sql.join(columns)),
    // Undeclared fields are matched by containment (GIN).
    ...(free && free.type === undefined ? [make("_g", false, "gin", sql`${free.json} jsonb_path_ops`)] : []),
  ];
}

/** Returns the SQL expression for a path. It must be identical to the one used in filters and sorting. */
export function indexedValue(
  collection: CollectionSchema,
  { caseInsensitive }: IndexSchema,
  path: string,
): RawBuilder<unknown> {
  const { type, json, as, folded } = compareAs(collection, path);
  if (caseInsensitive && (type ?? "text") === "text") return folded;
  return type ? sql`(${as(type)})` : sql`(nullif(${json}, 'null'))`;
}

/** Names in PostgreSQL are limited to 63 bytes. */
const pgName = (key: string, { name, unique }: Pick<IndexSchema, "name" | "unique">) =>
  `${unique ? "u" : "i"}_${key.replaceAll("-", "")}_${createHash("md5").update(name).digest("hex").slice(0, 8)}`;

/** Returns all PostgreSQL names that the index may have had, regardless of its fields. */
export const indexNames = (key: string, index: Pick<IndexSchema, "name" | "unique">, sandbox: boolean): string[] =>
  ["", "_g"].map((suffix) => `${pgName(key, index)}${suffix}${sandbox ? "_s" : ""}`);

/** Returns a statement without parameters as text. */
function textOf(db: Database, statement: RawBuilder<unknown>): string {
  const { sql: text, parameters } = statement.compile(db);
  if (parameters.length > 0) throw new Error("The statement of an index must have no parameters.");
  return text;
}
