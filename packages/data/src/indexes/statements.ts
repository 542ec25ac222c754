import { createHash } from "node:crypto";
import type { Database } from "@uola/database";
import { type RawBuilder, sql } from "kysely";
import { type CollectionSchema, compareAs, type IndexSchema, tableName } from "../collections/collections.ts";

/** An index of PostgreSQL, and what makes it. */
export type IndexStatement = { name: string; create: string };

/** What PostgreSQL has of an index in one of a collection's tables; unique ones are named `u_…`, others `i_…`. */
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
  const ordered = index.fields.map(({ path, order }) =>
    order === "DESC" ? sql`${indexedValue(collection, index, path)} desc` : indexedValue(collection, index, path),
  );
  // With the id at its end, it gives a page in the very order it is asked for.
  const columns = index.unique || index.fields.some(({ path }) => path === "_id") ? ordered : [...ordered, sql`id`];
  const [first] = index.fields;
  const free = first && !index.caseInsensitive && compareAs(collection, first.path);
  return [
    make("", index.unique, "btree", sql.join(columns)),
    // What is not declared is looked for by what it contains.
    ...(free && free.type === undefined ? [make("_g", false, "gin", sql`${free.json} jsonb_path_ops`)] : []),
  ];
}

/** The value of a path as the index has it: just as filters and orders say it. */
export function indexedValue(
  collection: CollectionSchema,
  { caseInsensitive }: IndexSchema,
  path: string,
): RawBuilder<unknown> {
  const { type, json, as, folded } = compareAs(collection, path);
  if (caseInsensitive && (type ?? "text") === "text") return folded;
  return type ? sql`(${as(type)})` : sql`(nullif(${json}, 'null'))`;
}

/** What it is called in PostgreSQL, whose names are short. */
const pgName = (key: string, { name, unique }: Pick<IndexSchema, "name" | "unique">) =>
  `${unique ? "u" : "i"}_${key.replaceAll("-", "")}_${createHash("md5").update(name).digest("hex").slice(0, 8)}`;

/** Every name an index may have had in PostgreSQL, whatever it was over. */
export const indexNames = (key: string, index: Pick<IndexSchema, "name" | "unique">, sandbox: boolean): string[] =>
  ["", "_g"].map((suffix) => `${pgName(key, index)}${suffix}${sandbox ? "_s" : ""}`);

/** A statement of which nothing is left to be given. */
function textOf(db: Database, statement: RawBuilder<unknown>): string {
  const { sql: text, parameters } = statement.compile(db);
  if (parameters.length > 0) throw new Error("An index is made of paths that are part of its statement.");
  return text;
}
