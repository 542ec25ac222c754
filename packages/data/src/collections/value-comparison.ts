import type { FieldType } from "@uola/contract";
import { type RawBuilder, sql } from "kysely";
import type { CollectionSchema, ValueType } from "./collection-schema.ts";

/** A path in items as SQL expressions, for filters, sorting and aggregation. */
export type Comparable = {
  /** The declared type. Values of undeclared fields can have any type. */
  type: ValueType | undefined;
  /** The value as JSON; null if missing. */
  json: RawBuilder<unknown>;
  /** The value as the given type; null if it has another type. */
  as(type: ValueType): RawBuilder<unknown>;
  /** The text in lower case, compared by code points. */
  folded: RawBuilder<string | null>;
  /** Set if every item has a value. */
  required?: true;
};

const valueTypes: Partial<Record<FieldType, ValueType>> = {
  NUMBER: "number",
  BOOLEAN: "boolean",
  DATE: "moment",
  DATETIME: "moment",
  TEXT: "text",
  URL: "text",
  LANGUAGE: "text",
  TIME: "text",
  REFERENCE: "text",
};
/** Returns how values of a field are compared, if they are single values. */
export const valueTypeOf = (type: FieldType): ValueType | undefined => valueTypes[type];

/** PostgreSQL types. Text is sorted by code points, regardless of the collation of the database. */
export const columnTypes: Record<ValueType, RawBuilder<unknown>> = {
  number: sql`float8`,
  text: sql`text collate "C"`,
  boolean: sql`boolean`,
  moment: sql`timestamptz`,
};

/** Columns that the platform stores next to the data. */
const systemColumns: Record<string, { column: string; type: ValueType; required?: true }> = {
  _id: { column: "id", type: "text", required: true },
  _owner: { column: "owner", type: "text" },
  _publishStatus: { column: "status", type: "text" },
  _createdDate: { column: "created_date", type: "moment", required: true },
  _updatedDate: { column: "updated_date", type: "moment", required: true },
};

/**
 * Returns typed expressions for a path such as "price", "address.street" or "_createdDate". `from`
 * is the table alias, if one is needed. Clients write `id` for `_id` and so on; a declared field of
 * that name takes precedence. With a language, translatable fields are compared by their
 * translations.
 */
export function compareAs(
  collection: CollectionSchema,
  path: string,
  from?: string,
  language?: string | null,
): Comparable {
  const column = (name: string) => (from === undefined ? sql`${sql.id(name)}` : sql`${sql.id(from, name)}`);
  const systemColumn = Object.hasOwn(systemColumns, path) ? systemColumns[path] : renamed(collection, path);
  if (systemColumn) {
    const { type, required } = systemColumn;
    return { ...systemComparable(column(systemColumn.column), type), ...(required && { required }) };
  }
  const ownColumn = collection.columns.get(path);
  const declared = collection.fields.get(path)?.type;
  const [top = "", ...rest] = path.split(".");
  if (language && collection.translatable.includes(top)) {
    const shown = shownIn(column("data"), top, language);
    const json = rest.length > 0 ? sql`(${shown} #> ${rest}::text[])` : shown;
    const as = (type: ValueType) => typed(json, type);
    return { type: declared && valueTypeOf(declared), json, as, folded: folded(as("text")) };
  }
  // PostgreSQL uses an expression index only if the expression in the query is identical.
  const isIndexed = collection.indexes.some(({ fields }) => fields.some((field) => field.path === path));
  const json = valueAt(column("data"), path, isIndexed);
  const as = (type: ValueType) => (ownColumn?.type === type ? column(ownColumn.column) : typed(json, type));
  return { type: declared && valueTypeOf(declared), json, as, folded: folded(as("text")) };
}

/**
 * Returns a field's translation, or its own value if the translation is missing or blank.
 * `translate` of items must follow the same rule.
 */
const shownIn = (data: RawBuilder<unknown>, key: string, language: string): RawBuilder<unknown> =>
  sql`item_shown(${data} -> ${key}::text, ${data} #> ${["_translations", language, key]}::text[])`;

/**
 * Whether a translation is blank, so that the field's own value is shown. `item_shown` in the
 * database follows the same rule.
 */
export const isBlankTranslation = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && !/[^ \t\n\r]/.test(value));

function renamed({ fields }: CollectionSchema, path: string) {
  if (fields.has(path) || !/^(id|createdDate|updatedDate)$/.test(path)) return undefined;
  return systemColumns[`_${path}`];
}

function systemComparable(column: RawBuilder<unknown>, type: ValueType): Comparable {
  const isMoment = type === "moment";
  const text = sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const json = isMoment ? sql`jsonb_build_object('$date', ${text})` : sql`to_jsonb(${column})`;
  const as = (expectedType: ValueType) => (expectedType === type ? column : sql`null::${columnTypes[expectedType]}`);
  return { type, json, as, folded: folded(as("text")) };
}

/** Returns the JSON at a path. With `literal` the path is part of the statement text. */
export function valueAt(data: RawBuilder<unknown>, path: string, literal: boolean): RawBuilder<unknown> {
  const steps = path.split(".");
  const [key = ""] = steps;
  if (steps.length === 1) return literal ? sql`(${data} -> ${sql.lit(key)})` : sql`(${data} -> ${key}::text)`;
  if (!literal) return sql`(${data} #> ${steps}::text[])`;
  return sql`(${data} #> array[${sql.join(steps.map((step) => sql.lit(step)))}]::text[])`;
}

/** Converts JSON to the type it is compared as. */
export function typed(json: RawBuilder<unknown>, type: ValueType): RawBuilder<unknown> {
  if (type === "text") return sql`(item_text(${json}) collate "C")`;
  return sql`${sql.raw(`item_${type}`)}(${json})`;
}

/** Converts text to lower case, with the same result in every database. */
export const folded = (text: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(lower(${text} collate "und-x-icu") collate "C")`;
