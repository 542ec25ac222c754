import type { CollectionField } from "@uola/contract";
import { required } from "@uola/contract/required";
import { AdapterError } from "./adapter-error.ts";
import type { Filter } from "./external-database.ts";
import { toAdapterValue } from "./wire-values.ts";

/** Operators that every adapter supports. Other operators are expressed in terms of these. */
export type Comparison =
  | "$eq"
  | "$ne"
  | "$lt"
  | "$lte"
  | "$gt"
  | "$gte"
  | "$hasSome"
  | "$contains"
  | "$startsWith"
  | "$endsWith"
  | "$urlized";
export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | { field: string; operator: Comparison; value: unknown };
/** `true` matches every item and `false` none; neither needs a call to the adapter. */
export type SimplifiedCondition = Condition | boolean;

type Fields = readonly CollectionField[];
const plain = /^\$(eq|ne|lt|lte|gt|gte|contains|startsWith|endsWith)$/;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const unsupportedOperator = (operator: string) =>
  new AdapterError("UNSUPPORTED", `The operator ${operator} is not supported by this database.`);

/**
 * Rewrites a filter using only operators that adapters support, without changing its meaning.
 * Rejects filters that cannot be expressed.
 */
export function simplify(filter: Filter, fields: Fields): SimplifiedCondition {
  return joined(Object.entries(filter ?? {}).map(([key, value]) => entry(key, value, fields)));
}

function entry(key: string, value: unknown, fields: Fields): SimplifiedCondition {
  const parts = () => (Array.isArray(value) ? value : [value]).map((part) => simplify(objectIn(key, part), fields));
  if (key === "$and") return joined(parts());
  if (key === "$or") return either(parts());
  if (key === "$not") return negate(joined(parts()));
  if (key.startsWith("$")) throw unsupportedOperator(key);
  const field = nameOf(key, fields);
  const type = fields.find((each) => each.key === field)?.type;
  return onField(field, value, type);
}

function onField(field: string, value: unknown, type: string | undefined): SimplifiedCondition {
  const names = isObject(value) ? Object.keys(value) : [];
  if (!isObject(value) || !names.some((name) => name.startsWith("$") && name !== "$date")) {
    return { field, operator: "$eq", value: toAdapterValue(value, type) };
  }
  return joined(names.map((operator) => compared(field, operator, value[operator], type)));
}

function compared(field: string, operator: string, value: unknown, type: string | undefined): SimplifiedCondition {
  const equal = (to: unknown): Condition => ({ field, operator: "$eq", value: toAdapterValue(to, type) });
  const unequal = (to: unknown): Condition => ({ field, operator: "$ne", value: toAdapterValue(to, type) });
  if (plain.test(operator)) return { field, operator: operator as Comparison, value: toAdapterValue(value, type) };
  if (operator === "$in") return oneOf(field, listIn(operator, value), type);
  if (operator === "$nin") return joined(listIn(operator, value).map(unequal));
  if (operator === "$hasSome") {
    const values = listIn(operator, value);
    return values.length === 0 ? false : { field, operator, value: values };
  }
  if (operator === "$hasAll") {
    return joined(listIn(operator, value).map((each) => ({ field, operator: "$hasSome", value: [each] })));
  }
  if (operator === "$exists") return value ? unequal(null) : equal(null);
  if (operator === "$isEmpty") {
    const empty = type === "TEXT" ? either([equal(null), equal("")]) : equal(null);
    return value ? empty : negate(empty);
  }
  if (operator === "$not") {
    return negate(joined((Array.isArray(value) ? value : [value]).map((each) => onField(field, each, type))));
  }
  if (operator === "$urlized") return { field, operator, value: listIn(operator, value) };
  if (operator === "$matches") return { field, operator: "$urlized", value: wordsOf(value) };
  throw unsupportedOperator(operator);
}

const listed = /^(TEXT|NUMBER|URL)$/;
/** Uses the list operator if the field's type supports it, otherwise one comparison per value. */
function oneOf(field: string, values: readonly unknown[], type: string | undefined): SimplifiedCondition {
  const short = values.filter((value) => typeof value === "string" || typeof value === "number");
  const together = type && listed.test(type) && short.length > 1;
  const remaining = together ? values.filter((value) => !short.includes(value as string)) : values;
  return either([
    ...(together ? [{ field, operator: "$hasSome", value: short } as const] : []),
    ...remaining.map((value) => ({ field, operator: "$eq", value: toAdapterValue(value, type) }) as const),
  ]);
}

/** Clients send `$matches` in the form of `$urlized`; other uses are rejected. */
function wordsOf(value: unknown): string[] {
  const spec = isObject(value) && value.ignoreCase === true && Array.isArray(value.spec) ? value.spec : [];
  const isKnown = spec.every(
    (part, i) => isObject(part) && part.type === (i % 2 ? "anyOf" : "literal") && typeof part.value === "string",
  );
  if (!isKnown || spec.length % 2 === 0) throw unsupportedOperator("$matches");
  return spec.filter((_, i) => i % 2 === 0).map(({ value: word }) => word);
}

const flat = (parts: SimplifiedCondition[], kind: "all" | "any"): Condition[] =>
  parts.flatMap((part) => (typeof part === "boolean" ? [] : kind in part ? (part as never)[kind] : [part]));
function joined(parts: SimplifiedCondition[]): SimplifiedCondition {
  if (parts.includes(false)) return false;
  const all = flat(parts, "all");
  return all.length === 0 ? true : all.length === 1 ? required(all[0], "condition") : { all };
}
function either(parts: SimplifiedCondition[]): SimplifiedCondition {
  if (parts.includes(true)) return true;
  const any = flat(parts, "any");
  return any.length === 0 ? false : any.length === 1 ? required(any[0], "condition") : { any };
}
const negate = (part: SimplifiedCondition): SimplifiedCondition => (typeof part === "boolean" ? !part : { not: part });

/**
 * Clients write `id` for `_id`, and omit the underscore of the system dates in the same way. A
 * declared field with the same name takes precedence.
 */
export function nameOf(key: string, fields: Fields): string {
  const has = (name: string) => fields.some((field) => field.key === name);
  return /^(id|createdDate|updatedDate)$/.test(key) && !has(key) && has(`_${key}`) ? `_${key}` : key;
}

function objectIn(operator: string, value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new AdapterError("INVALID", `${operator} takes filters.`);
  return value;
}
function listIn(operator: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new AdapterError("INVALID", `${operator} requires a list.`);
  return value;
}

const opposite: Partial<Record<Comparison, Comparison>> = {
  $eq: "$ne",
  $ne: "$eq",
  $lt: "$gte",
  $gte: "$lt",
  $gt: "$lte",
  $lte: "$gt",
};
/** Protocol 1: a filter tree without `$not`, because adapters interpret `$not` differently. */
export function toV1Filter(condition: Condition, negated = false): object {
  if ("not" in condition) return toV1Filter(condition.not, !negated);
  if ("field" in condition) {
    const { field, operator, value } = condition;
    if (!negated) return { operator, fieldName: field, value };
    if (operator === "$hasSome") {
      return toV1Filter({ all: (value as unknown[]).map((each) => ({ field, operator: "$ne", value: each })) });
    }
    const other = opposite[operator];
    if (!other) throw unsupportedOperator(`$not ${operator}`);
    return { operator: other, fieldName: field, value };
  }
  const isAll = "all" in condition;
  const parts = "all" in condition ? condition.all : condition.any;
  return { operator: isAll === negated ? "$or" : "$and", value: parts.map((part) => toV1Filter(part, negated)) };
}

/** Protocol 2: one key per object, because adapters read only the first. */
export function toV2Filter(condition: Condition): object {
  if ("all" in condition) return { $and: condition.all.map(toV2Filter) };
  if ("any" in condition) return { $or: condition.any.map(toV2Filter) };
  if ("not" in condition) return { $not: [toV2Filter(condition.not)] };
  return { [condition.field]: { [condition.operator]: condition.value } };
}

/**
 * Protocol 3: like protocol 2, but with `$urlized` expanded, because adapters accept `$urlized` and
 * ignore it.
 */
export function toV3Filter(condition: Condition): object {
  if ("all" in condition) return { $and: condition.all.map(toV3Filter) };
  if ("any" in condition) return { $or: condition.any.map(toV3Filter) };
  if ("not" in condition) return { $not: [toV3Filter(condition.not)] };
  const { field, operator, value } = condition;
  if (operator !== "$urlized") return { [field]: { [operator]: value } };
  const spec = (value as string[]).flatMap((word, i) => [
    ...(i > 0 ? [{ type: "anyOf", value: " \t\n-" }] : []),
    { type: "literal", value: word },
  ]);
  return { [field]: { $matches: { ignoreCase: true, spec } } };
}
