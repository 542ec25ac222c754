import { isId } from "@uola/database";
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import { Refusal } from "./errors.ts";

export type FieldType = "text" | "number" | "decimal" | "boolean" | "date" | "uuid" | "textArray" | "uuidArray";
/** `column` is used for sorting, and for filtering unless the field defines its own operators. */
export type Field = {
  column: Expression<unknown>;
  type: FieldType;
  /** The column is never null, so a page can start in the middle of an index. */
  required?: true;
  /** Orders null before all values, not after them as PostgreSQL does by default. */
  nullsLowest?: true;
  /** A field with its own comparison defines all operators. A bare value means `$eq`. */
  operators?: OwnOperators;
  /** The column contains free-form JSON and is sorted as JSON. */
  json?: true;
  /** The field cannot be used for sorting. */
  unordered?: true;
  /** Compiles the whole operand, without interpreting operators. */
  match?: (path: string, expected: unknown) => Condition;
};
/** Fields that an operation allows in filters and sorting, by their dotted path in the contract. */
export type Fields = Record<string, Field>;
/** Fields by name, or a function that returns the field for any path. */
export type FieldSource = Fields | ((path: string) => Field | undefined);
export type OwnOperators = Record<string, (path: string, value: unknown) => Condition>;

export type Condition = Expression<SqlBool>;
type Scalar = Exclude<FieldType, "textArray" | "uuidArray">;

const depthMax = 10;
const operandsMax = 200;
const textLengthMax = 16_000;

/** Kinds of filter errors, for callers that map each to a code. */
export type FilterProblem = "object" | "list" | "comparison" | "text" | "element" | "regex" | "other";
export class InvalidFilter extends Refusal {
  readonly problem: FilterProblem;
  constructor(path: string, reason: string, problem: FilterProblem) {
    super("INVALID_FILTER", `The filter is not valid at "${path}": ${reason}`, 400, { path });
    this.problem = problem;
  }
}
export const invalidFilter = (path: string, reason: string, problem: FilterProblem = "other") =>
  new InvalidFilter(path.slice(0, 200), reason, problem);

/**
 * Returns the field for a path. Clients use some names with a leading underscore, and not all of
 * them remove it.
 */
export const fieldOf = (fields: FieldSource, path: string): Field | undefined => {
  if (typeof fields === "function") return fields(path);
  const plain = Object.hasOwn(fields, path) ? path : path.replace(underscored, "$1");
  return Object.hasOwn(fields, plain) ? fields[plain] : undefined;
};
const underscored = /(^|\.)_(?=(id|createdDate|updatedDate)(\.|$))/g;

/**
 * Compiles a filter to an SQL condition. A condition may be null instead of false, so that plain
 * comparisons can use indexes; negation treats null as false. Throws INVALID_FILTER for an unknown
 * field, an operator that the type does not support, or a value of another type.
 */
export function compileFilter(
  fields: FieldSource,
  filter: unknown,
  depth = 1,
  budget = { operands: operandsMax },
): Condition {
  if (!isObject(filter)) throw invalidFilter("", "a filter must be an object", "object");
  if (depth > depthMax) throw invalidFilter("", `filters nest at most ${depthMax} deep`);
  const deeper = (inner: unknown) => compileFilter(fields, inner, depth + 1, budget);
  return all(
    Object.entries(filter).map(([path, expected]) => {
      spendBudget(budget, path);
      if (path === "$and" || path === "$or") {
        if (!Array.isArray(expected)) throw invalidFilter(path, "expected an array of filters", "list");
        return path === "$and" ? all(expected.map(deeper)) : any(expected.map(deeper));
      }
      if (path === "$not") return not(deeper(singleOperand(expected, path)));
      const field = fieldOf(fields, path);
      if (!field) throw invalidFilter(path, path.startsWith("$") ? "no such operator" : "no such field");
      if (field.match) return field.match(path, expected);
      return onField(field, path, expected, depth, budget);
    }),
  );
}

function onField(
  field: Field,
  path: string,
  expected: unknown,
  depth: number,
  budget: { operands: number },
): Condition {
  const own = field.operators;
  if (!isObject(expected) || "$date" in expected)
    return own?.$eq ? own.$eq(path, expected) : equal(field, path, expected);
  if (depth > depthMax) throw invalidFilter(path, `filters nest at most ${depthMax} deep`);
  const entries = Object.entries(expected);
  if (entries.length === 0) throw invalidFilter(path, "expected an operator");
  return all(
    entries.map(([name, value]) => {
      spendBudget(budget, path);
      if (name === "$not") {
        const inner = singleOperand(value, path);
        return not(onField(field, path, inner, depth + 1, budget));
      }
      const table = own ?? operators;
      const operator = Object.hasOwn(table, name) ? table[name] : undefined;
      if (!operator) {
        throw invalidFilter(path, `no operator ${name.slice(0, 40)}`, name === "$regex" ? "regex" : "other");
      }
      const values = Array.isArray(value) ? value.length : 1;
      spendBudget(budget, path, values);
      return own ? (operator as OwnOperators[string])(path, value) : (operator as Operator)(field, path, value);
    }),
  );
}

type Operator = (field: Field, path: string, value: unknown) => Condition;

const compare =
  (sign: RawBuilder<unknown>): Operator =>
  (field, path, value) => {
    if (isArray(field)) throw invalidFilter(path, "an array cannot be compared by order");
    return sql`${field.column} ${sign} ${operand(field, path, value)}`;
  };

const like =
  (before: string, after: string): Operator =>
  ({ column, type }, path, value) => {
    if (type !== "text") throw invalidFilter(path, "only text supports partial matches");
    if (typeof value !== "string") throw invalidFilter(path, "expected text");
    return sql`${column} ilike ${before + readText(path, value).replace(/[\\%_]/g, "\\$&") + after}::text`;
  };

const isIn: Operator = (field, path, value) => {
  const values = operandList(path, value);
  if (isArray(field)) return hasSome(field, path, value);
  const present = values.filter((each) => each !== null);
  return any([
    ...(present.length > 0 ? [sql<SqlBool>`${field.column} in (${operands(field, path, present)})`] : []),
    ...(present.length < values.length ? [missing(field)] : []),
  ]);
};
const hasSome: Operator = (field, path, value) => {
  if (!isArray(field)) return isIn(field, path, value);
  return sql`${field.column} && ${array(field, path, value)}`;
};
const hasAll: Operator = (field, path, value) => {
  if (!isArray(field)) return all(operandList(path, value).map((each) => equal(field, path, each)));
  const values = array(field, path, value);
  return operandList(path, value).length > 0 ? sql`${field.column} @> ${values}` : sql`true`;
};

const operators: Record<string, Operator> = {
  $eq: equal,
  $ne: (field, path, value) => not(equal(field, path, value)),
  $lt: compare(sql`<`),
  $lte: compare(sql`<=`),
  $gt: compare(sql`>`),
  $gte: compare(sql`>=`),
  $in: isIn,
  $nin: (field, path, value) => not(isIn(field, path, value)),
  $hasSome: hasSome,
  $hasAll: hasAll,
  $startsWith: like("", "%"),
  $endsWith: like("%", ""),
  $contains: like("%", "%"),
  $exists: (field, path, value) => {
    if (typeof value !== "boolean") throw invalidFilter(path, "$exists takes true or false");
    return value ? sql`${field.column} is not null` : sql`${field.column} is null`;
  },
};

/** For arrays: the array contains the value. For `null`: the value is missing or empty. */
function equal(field: Field, path: string, value: unknown): Condition {
  if (value === null) return missing(field);
  // `= any(…)` could not use an index on the array's elements.
  if (isArray(field)) return sql`${field.column} @> array[${operand(field, path, value)}]`;
  return sql`${field.column} = ${operand(field, path, value)}`;
}

const missing = (field: Field): Condition =>
  isArray(field) ? sql`coalesce(cardinality(${field.column}), 0) = 0` : sql`${field.column} is null`;

export const all = (conditions: Condition[]): Condition =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`;
export const any = (conditions: Condition[]): Condition =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql`false`;
export const not = (condition: Condition): Condition => sql`(${condition}) is not true`;

export const isArray = ({ type }: Field): boolean => type === "textArray" || type === "uuidArray";
/** Returns the type of a field, or of its elements. */
export const scalarOf = ({ type }: Field): Scalar =>
  type === "textArray" ? "text" : type === "uuidArray" ? "uuid" : type;

const operands = (field: Field, path: string, values: unknown[]) =>
  sql.join(values.map((value) => operand(field, path, value)));
const array = (field: Field, path: string, value: unknown) => {
  const values = operandList(path, value);
  const type = sql.raw(scalarOf(field));
  return values.length > 0 ? sql`array[${operands(field, path, values)}]` : sql`'{}'::${type}[]`;
};
const operand = (field: Field, path: string, value: unknown) => toSqlParameter[scalarOf(field)](path, value);

/** Converts a value to a typed SQL parameter. Rejects values of another type. */
export const toSqlParameter: Record<Scalar, (path: string, value: unknown) => RawBuilder<unknown>> = {
  text: (path, value) => {
    if (typeof value !== "string") throw invalidFilter(path, "expected text");
    return sql`${readText(path, value)}::text`;
  },
  number: (path, value) => {
    if (typeof value !== "number" || !Number.isFinite(value)) throw invalidFilter(path, "expected a number");
    // A bigint parameter allows PostgreSQL to use the column's index.
    return Number.isSafeInteger(value) ? sql`${value}::bigint` : sql`${value}::numeric`;
  },
  // Amounts of money are sent as text.
  decimal: (path, value) => {
    if (typeof value === "number") return toSqlParameter.number(path, value);
    if (typeof value !== "string" || !decimal.test(value)) throw invalidFilter(path, "expected an amount");
    return sql`${value}::numeric`;
  },
  boolean: (path, value) => {
    if (typeof value !== "boolean") throw invalidFilter(path, "expected true or false");
    return sql`${value}::boolean`;
  },
  date: (path, value) => {
    const isoText = isObject(value) && Object.keys(value).length === 1 ? value.$date : value;
    if (typeof isoText !== "string" || !isoDate.test(isoText)) throw invalidFilter(path, "expected an ISO 8601 date");
    const moment = parseInstant(isoText);
    if (moment === undefined) throw invalidFilter(path, "no such date");
    return sql`${moment}::timestamptz`;
  },
  uuid: (path, value) => {
    if (typeof value !== "string" || !isId(value)) throw invalidFilter(path, "expected an id");
    return sql`${value}::uuid`;
  },
};

const decimal = /^-?\d{1,18}(\.\d{1,9})?$/;
// Dates start in year 1, because PostgreSQL has no year 0.
const isoDate = /^(?!0000)\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Parses an ISO 8601 day or instant with offset; undefined for other text. */
export function parseInstant(isoText: string): string | undefined {
  if (!isoDate.test(isoText)) return undefined;
  // A time without an offset is UTC. Texts ending in `Z` are passed on unchanged, accurate to the
  // microsecond.
  const text = isoText.length > 10 && !/(Z|[+-]\d\d:\d\d)$/.test(isoText) ? `${isoText}Z` : isoText;
  const date = new Date(text);
  if (Number.isNaN(date.getTime()) || !isDay(text.slice(0, 10))) return undefined;
  return text.endsWith("Z") ? text : date.toISOString();
}

/** Needed because `Date` parses 31 February as 3 March. */
const isDay = (text: string) => new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

export function readText(path: string, text: string): string {
  if (text.length > textLengthMax) throw invalidFilter(path, `text has at most ${textLengthMax} characters`);
  if (text.includes("\0")) throw invalidFilter(path, "text cannot contain the NUL character");
  return text;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

export const operandList = (path: string, value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw invalidFilter(path, "expected an array", "list");
  return value;
};

/** `$not` accepts a filter, or an array with exactly one filter. */
const singleOperand = (value: unknown, path: string): unknown => {
  if (!Array.isArray(value)) return value;
  if (value.length !== 1) throw invalidFilter(path, "$not takes one filter", "list");
  return value[0];
};

function spendBudget(budget: { operands: number }, path: string, count = 1) {
  budget.operands -= count;
  if (budget.operands < 0) throw invalidFilter(path, `a filter has at most ${operandsMax} parts`);
}
