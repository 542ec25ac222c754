import { type Expression, type RawBuilder, sql } from "kysely";
import {
  all,
  any,
  type Condition,
  type Field,
  invalidFilter,
  isObject,
  not,
  type OwnOperators,
  operandList,
  parseInstant,
  readText,
} from "./filters.ts";

/** The types as which free-form JSON can be compared. */
export type ValueType = "number" | "text" | "boolean" | "moment";

/** A path in free-form JSON whose values are compared using the type of the operand. */
export type JsonPath = {
  /** The value; null if missing. */
  json: Expression<unknown>;
  /** The value as the given type; null if it has another type. */
  as(type: ValueType): Expression<unknown>;
  /** The text converted to lower case, compared by code points. */
  folded: Expression<unknown>;
  /**
   * The declared type: filters match only this type, and sorting uses only it. Undeclared paths may
   * also contain lists.
   */
  type: ValueType | undefined;
  /**
   * Which texts in operands are treated as dates: none, full timestamps, or also days. `{"$date"}`
   * is always a date.
   */
  moments: "never" | "whole" | "days";
};

type Operand = { type: ValueType; value: string | number | boolean };
const arrayTypes: Record<ValueType, RawBuilder<unknown>> = {
  number: sql`float8[]`,
  text: sql`text[]`,
  boolean: sql`boolean[]`,
  moment: sql`timestamptz[]`,
};
const scalarTypes: Record<ValueType, RawBuilder<unknown>> = {
  number: sql`float8`,
  text: sql`text`,
  boolean: sql`boolean`,
  moment: sql`timestamptz`,
};
const orderedAs = { number: "number", text: "text", boolean: "boolean", moment: "date" } as const;

/**
 * Creates a field for filters and sorting from a path in free-form JSON. As in the published API, a
 * missing value ranks lowest.
 */
export function jsonField(path: JsonPath): Field {
  const { type, json } = path;
  const operators = operatorsOf(path);
  if (type) return { column: path.as(type), type: orderedAs[type], nullsLowest: true, operators };
  return { column: sql`nullif(${json}, 'null')`, type: "text", json: true, nullsLowest: true, operators };
}

function operatorsOf({ json, as, folded, type, moments }: JsonPath): OwnOperators {
  const missing = sql<boolean>`coalesce(${json}, 'null') = 'null'`;
  const elements = sql`jsonb_array_elements(case when jsonb_typeof(${json}) = 'array' then ${json} else '[]' end)`;
  const read = (path: string, value: unknown, problem: "comparison" | "element") =>
    operandOf(path, value, moments, problem);

  /** Matches if the value, or an element of it, equals one of the given values. */
  const oneOf = (type_: ValueType, values: Operand["value"][]): Condition => {
    const [only] = values;
    const many = values.length > 1;
    const scalar = many
      ? sql<boolean>`${as(type_)} = any(${values}::${arrayTypes[type_]})`
      : sql<boolean>`${as(type_)} = ${only}::${scalarTypes[type_]}`;
    if (type) return scalar;
    if (type_ === "moment") {
      const element = sql<boolean>`item_moment(element) = any(${values}::timestamptz[])`;
      return sql`(${scalar} or exists (select from ${elements} element where ${element}))`;
    }
    // jsonb containment: a list contains its elements, and a value contains itself.
    const texts = values.map((value) => JSON.stringify(value));
    return many ? sql`${json} @> any(${texts}::jsonb[])` : sql`${json} @> ${texts[0]}::jsonb`;
  };
  const equal = (path: string, value: unknown): Condition => {
    if (value === null) return missing;
    const operand = read(path, value, "comparison");
    return oneOf(operand.type, [operand.value]);
  };
  const isIn = (path: string, value: unknown): Condition => {
    const values = operandList(path, value);
    const byType = new Map<ValueType, Operand["value"][]>();
    for (const each of values) {
      if (each === null) continue;
      const operand = read(path, each, "element");
      byType.set(operand.type, [...(byType.get(operand.type) ?? []), operand.value]);
    }
    const found = [...byType].map(([each, operands]) => oneOf(each, operands));
    return any(values.includes(null) ? [...found, missing] : found);
  };
  const compare = (sign: RawBuilder<unknown>) => (path: string, value: unknown) => {
    const operand = read(path, value, "comparison");
    return sql<boolean>`${as(operand.type)} ${sign} ${operand.value}::${scalarTypes[operand.type]}`;
  };
  const like = (before: string, after: string) => (path: string, value: unknown) => {
    const text = textOf(path, value).replace(/[\\%_]/g, "\\$&");
    return sql<boolean>`${folded} like ${fold(before + text + after)}`;
  };
  const yesOrNo = (condition: Condition) => (path: string, value: unknown) => {
    if (typeof value !== "boolean") throw invalidFilter(path, "expected true or false");
    return value ? condition : not(condition);
  };
  return {
    $eq: equal,
    $ne: (path, value) => not(equal(path, value)),
    $lt: compare(sql`<`),
    $lte: compare(sql`<=`),
    $gt: compare(sql`>`),
    $gte: compare(sql`>=`),
    $in: isIn,
    $nin: (path, value) => not(isIn(path, value)),
    $hasSome: isIn,
    $hasAll: (path, value) => all(operandList(path, value).map((each) => isIn(path, [each]))),
    $startsWith: like("", "%"),
    $endsWith: like("%", ""),
    $contains: like("%", "%"),
    $exists: yesOrNo(sql`${json} is not null`),
    $isEmpty: yesOrNo(missing),
    $urlized: (path, value) => {
      const slugs = operandList(path, value).map((each) => fold(textOf(path, each)));
      if (slugs.length === 0) return sql`false`;
      return sql`translate(${folded}, ${blanks}, '---') in (${sql.join(slugs)})`;
    },
    $matches: (path, value) => sql`${folded} ~ ${fold(patternOf(path, value))}`,
  };
}

/** White space that slugs replace with dashes. */
const blanks = " \t\n";

/** Converts a text to lower case exactly as `folded` does. */
const fold = (text: string) => sql`(lower(${text}::text collate "und-x-icu") collate "C")`;

function textOf(path: string, value: unknown): string {
  if (typeof value !== "string") throw invalidFilter(path, "expected text", "text");
  return readText(path, value);
}

function operandOf(
  path: string,
  value: unknown,
  moments: JsonPath["moments"],
  problem: "comparison" | "element",
): Operand {
  if (typeof value === "number" && Number.isFinite(value)) return { type: "number", value };
  if (typeof value === "boolean") return { type: "boolean", value };
  if (typeof value === "string") {
    const asMoment = moments === "days" || (moments === "whole" && value.length > 10) ? parseInstant(value) : undefined;
    return asMoment === undefined
      ? { type: "text", value: readText(path, value) }
      : { type: "moment", value: asMoment };
  }
  const isoText = isObject(value) && Object.keys(value).length === 1 ? value.$date : undefined;
  const moment = typeof isoText === "string" ? parseInstant(isoText) : undefined;
  if (moment === undefined) throw invalidFilter(path, "expected text, a number, true or false, or a date", problem);
  return { type: "moment", value: moment };
}

const patternLengthMax = 2000;
/**
 * Converts `{ ignoreCase: true, spec: [{ type: "literal" | "anyOf", value }] }` to a pattern that
 * matches the whole text, part by part.
 */
function patternOf(path: string, operand: unknown): string {
  const { ignoreCase, spec } = isObject(operand) ? operand : {};
  if (ignoreCase !== true || !Array.isArray(spec) || spec.length === 0 || spec.length > 100) {
    throw invalidFilter(path, "$matches takes ignoreCase: true and up to 100 parts as spec");
  }
  const parts = spec.map((part) => {
    const { type, value } = isObject(part) ? part : {};
    if ((type !== "literal" && type !== "anyOf") || value === "") {
      throw invalidFilter(path, "a part of $matches is a literal or anyOf with a value");
    }
    const escaped = textOf(path, value).replace(/[^\p{L}\p{N}\s]/gu, "\\$&");
    return type === "literal" ? escaped : `[${escaped}]`;
  });
  const pattern = `^${parts.join("")}$`;
  if (pattern.length > patternLengthMax) throw invalidFilter(path, "the parts of $matches are too long");
  return pattern;
}
