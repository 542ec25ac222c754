import { badRequest } from "./problem.ts";
import { type Column, columnOf, quote, type Table } from "./tables.ts";

/** A filter condition, the same for every protocol version. */
export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | { field: string; operator: string; value: unknown };

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads a filter of protocol 1: a tree of `{ operator, fieldName?, value }`. */
export function readTree(filter: unknown): Condition {
  if (!isObject(filter) || Object.keys(filter).length === 0) return { all: [] };
  const { operator, fieldName, value } = filter;
  const parts = () => (Array.isArray(value) ? value : [value]).map(readTree);
  if (operator === "$and") return { all: parts() };
  if (operator === "$or") return { any: parts() };
  if (operator === "$not") return { not: { all: parts() } };
  if (typeof fieldName !== "string" || typeof operator !== "string") throw badRequest("This is no filter.");
  return { field: fieldName, operator, value };
}

/**
 * Reads a filter of protocol 2 or 3: `{ field: { $operator: value } }`, `{ field: value }`, and
 * `$and`, `$or`, `$not` of filters.
 */
export function readFilter(filter: unknown): Condition {
  if (filter === undefined || filter === null || filter === "") return { all: [] };
  if (!isObject(filter)) throw badRequest("A filter is an object.");
  return { all: Object.entries(filter).map(([key, value]) => readEntry(key, value)) };
}

function readEntry(key: string, value: unknown): Condition {
  const parts = () => (Array.isArray(value) ? value : [value]).map(readFilter);
  if (key === "$and") return { all: parts() };
  if (key === "$or") return { any: parts() };
  if (key === "$not") return { not: { all: parts() } };
  if (key.startsWith("$")) throw badRequest(`Unrecognized operator ${key}.`);
  const operators = isObject(value) ? Object.keys(value).filter((name) => name !== "$date") : [];
  if (!isObject(value) || !operators.some((name) => name.startsWith("$"))) {
    return { field: key, operator: "$eq", value };
  }
  return { all: operators.map((operator) => ({ field: key, operator, value: value[operator] })) };
}

/** Collects the values of an SQL statement, which are passed as parameters. */
export class Values {
  readonly list: unknown[] = [];
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/**
 * Returns a condition as SQL: names become quoted column names of the table, values become
 * parameters.
 */
export function whereOf(condition: Condition, table: Table, values: Values): string {
  if ("all" in condition) return joined(condition.all, "and", "true", table, values);
  if ("any" in condition) return joined(condition.any, "or", "false", table, values);
  if ("not" in condition) return `(not coalesce(${whereOf(condition.not, table, values)}, false))`;
  return compared(columnOf(table, condition.field), condition.operator, condition.value, values);
}

const joined = (parts: Condition[], word: string, none: string, table: Table, values: Values) =>
  parts.length === 0 ? none : `(${parts.map((part) => whereOf(part, table, values)).join(` ${word} `)})`;

const signs: Record<string, string> = { $lt: "<", $lte: "<=", $gt: ">", $gte: ">=" };

function compared(column: Column, operator: string, value: unknown, values: Values): string {
  const name = quote(column.name);
  const parameterSql = (each: unknown) => `${values.add(parameter(each, column))}::${column.sqlType}`;
  const list = () => {
    if (!Array.isArray(value)) throw badRequest(`${operator} takes a list.`);
    return `${values.add(value.map((each) => parameter(each, column)))}::${column.sqlType}[]`;
  };
  const text = `${name}::text`;
  const like = (before: string, after: string) =>
    `${text} ilike ${values.add(before + String(value).replace(/[\\%_]/g, "\\$&") + after)}`;
  switch (operator) {
    case "$eq":
      return value === null || value === undefined ? `${name} is null` : `${name} = ${parameterSql(value)}`;
    case "$ne":
      return value === null || value === undefined
        ? `${name} is not null`
        : `${name} is distinct from ${parameterSql(value)}`;
    case "$lt":
    case "$lte":
    case "$gt":
    case "$gte":
      return `${name} ${signs[operator]} ${parameterSql(value)}`;
    case "$in":
    case "$hasSome":
      return column.kind === "object" ? elements(name, list(), "some") : `${name} = any(${list()})`;
    case "$hasAll":
      return column.kind === "object" ? elements(name, list(), "all") : `${name} = all(${list()})`;
    case "$exists":
      return value ? `${name} is not null` : `${name} is null`;
    case "$contains":
      return like("%", "%");
    case "$startsWith":
      return like("", "%");
    case "$endsWith":
      return like("%", "");
    case "$urlized":
      if (!Array.isArray(value)) throw badRequest("$urlized takes a list.");
      return `${text} ~* ${values.add(`^${value.map((word) => escaped(String(word))).join("[ \\t\\n-]")}$`)}`;
    case "$matches":
      return `${text} ${isObject(value) && value.ignoreCase ? "~*" : "~"} ${values.add(patternOf(value))}`;
    default:
      throw badRequest(`Unrecognized operator ${operator}.`);
  }
}

/** Returns SQL that checks whether a JSON array contains some or all of the values. */
function elements(name: string, list: string, how: "some" | "all"): string {
  const array = `case when jsonb_typeof(${name}) = 'array' then ${name} else '[]' end`;
  const has = `exists (select from jsonb_array_elements(${array}) as e where e = operand)`;
  return how === "some"
    ? `exists (select from unnest(${list}) as operand where ${has})`
    : `not exists (select from unnest(${list}) as operand where not ${has})`;
}

function patternOf(value: unknown): string {
  const spec = isObject(value) && Array.isArray(value.spec) ? value.spec : [];
  const parts = spec.map((part) => {
    if (!isObject(part) || typeof part.value !== "string") throw badRequest("$matches takes literal and anyOf.");
    return part.type === "anyOf" ? `[${part.value.replace(/[\]\\^-]/g, "\\$&")}]` : escaped(part.value);
  });
  return `^${parts.join("")}$`;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Converts a value from a request to a PostgreSQL parameter. */
function parameter(value: unknown, { kind }: Pick<Column, "kind">): unknown {
  const plain = plainOf(value);
  if (plain === undefined || plain === null) return null;
  return kind === "object" ? JSON.stringify(plain) : plain;
}

/** Unwraps dates, which are sent as `{ $date }`. */
export const plainOf = (value: unknown): unknown =>
  isObject(value) && typeof value.$date === "string" && Object.keys(value).length === 1 ? value.$date : value;
