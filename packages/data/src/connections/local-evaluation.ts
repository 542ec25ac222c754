import { AdapterError } from "./adapter-error.ts";
import type { Item, Operation, Sort } from "./external-database.ts";
import type { Condition, SimplifiedCondition } from "./filter-translation.ts";
import { fromAdapterItem } from "./wire-values.ts";

/**
 * Local filtering, sorting and aggregation, for adapters that do not support these operations or
 * perform them incorrectly.
 */

/** The maximum number of items that one call may read. */
const readMax = 20_000;
const pageSize = 1000;

/** Reads all items page by page. Rejects the call if there are too many. */
export async function readAll(
  page: (offset: number, limit: number) => Promise<Item[]>,
  limit = pageSize,
): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const more = await page(items.length, limit);
    items.push(...more);
    if (more.length < limit) return items;
    if (items.length >= readMax) {
      throw new AdapterError("UNSUPPORTED", `This database supports that for at most ${readMax} items.`);
    }
  }
}

export type Calculation = { name: string; kind: "average" | "min" | "max" | "sum" | "count"; field: string };
export function calculationOf({ resultFieldName: name, ...of }: Operation): Calculation {
  for (const kind of ["average", "min", "max", "sum"] as const) {
    const field = of[kind]?.itemFieldName;
    if (field !== undefined) return { name, kind, field };
  }
  if (!of.itemCount) throw new AdapterError("INVALID", `${name} calculates nothing.`);
  return { name, kind: "count", field: "" };
}

export type Row = Record<string, unknown>;

/** Groups items and aggregates each group. Missing values are ignored. */
export function aggregateLocally(
  items: readonly Item[],
  fields: readonly string[],
  calculations: readonly Calculation[],
): Row[] {
  const groups = new Map<string, { values: unknown[]; items: Item[] }>();
  if (fields.length === 0) groups.set("[]", { values: [], items: [] });
  for (const item of items) {
    const values = fields.map((field) => item[field] ?? null);
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? { values, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => ({
    ...Object.fromEntries(fields.map((field, i) => [field, group.values[i]])),
    ...Object.fromEntries(calculations.map((each) => [each.name, calculated(group.items, each)])),
  }));
}

function calculated(items: readonly Item[], { kind, field }: Calculation): unknown {
  if (kind === "count") return items.length;
  const values = items.map((item) => item[field]).filter((value) => value !== undefined && value !== null);
  if (values.length === 0) return null;
  if (kind === "min" || kind === "max") {
    const sorted = values.toSorted(compare);
    return kind === "min" ? sorted[0] : sorted.at(-1);
  }
  const sum = values.reduce<number>((total, value) => total + Number(value), 0);
  return kind === "sum" ? sum : sum / values.length;
}

/** `_id` is the value of the grouping field, or an object if there are several grouping fields. */
export function groupId(row: Row, fields: readonly string[]): Item {
  const { _id: _, ...rest } = row;
  const [only] = fields;
  if (only === undefined) return rest;
  const value = fields.length === 1 ? row[only] : Object.fromEntries(fields.map((field) => [field, row[field]]));
  return { ...rest, _id: value as never };
}

/** Converts an aggregated row returned by an adapter. Counts and sums may arrive as text. */
export function rowOf(
  input: Row,
  fields: readonly string[],
  calculations: readonly Calculation[],
  types: ReadonlyMap<string, string>,
): Row {
  const item = fromAdapterItem(input, types, true);
  const numeric = ({ kind, field }: Calculation) => !/^(min|max)$/.test(kind) || types.get(field) === "NUMBER";
  return {
    ...Object.fromEntries(fields.map((field) => [field, item[field] ?? null])),
    ...Object.fromEntries(
      calculations.map((each) => {
        const value = item[each.name] ?? null;
        return [each.name, numeric(each) && typeof value === "string" ? Number(value) : value];
      }),
    ),
  };
}

const plainOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "$date" in value ? value.$date : (value ?? null);

const order = ["object", "boolean", "number", "string"];
/** Compares two values. Order: null, booleans, numbers, texts. Dates are compared as ISO text. */
export function compare(left: unknown, right: unknown): number {
  const [a, b] = [plainOf(left), plainOf(right)];
  if (typeof a !== typeof b || a === null || b === null) {
    if (a === null || b === null) return Number(a !== null) - Number(b !== null);
    return order.indexOf(typeof a) - order.indexOf(typeof b);
  }
  if (typeof a === "object") return 0;
  const [x, y] = [a, b] as [string, string];
  return x < y ? -1 : x > y ? 1 : 0;
}

export const sorted = (rows: readonly Row[], sort: Sort | undefined): Row[] =>
  rows.toSorted((a, b) => {
    for (const { fieldName, order } of sort ?? []) {
      const by = compare(a[fieldName], b[fieldName]);
      if (by !== 0) return order === "DESC" ? -by : by;
    }
    return 0;
  });

/** Whether an aggregated row matches the final filter. */
export function matchesCondition(row: Row, condition: SimplifiedCondition): boolean {
  if (typeof condition === "boolean") return condition;
  if ("all" in condition) return condition.all.every((part) => matchesCondition(row, part));
  if ("any" in condition) return condition.any.some((part) => matchesCondition(row, part));
  if ("not" in condition) return !matchesCondition(row, condition.not);
  return compared(row[condition.field], condition);
}

function compared(input: unknown, { operator, value }: Extract<Condition, { field: string }>): boolean {
  const actual = input ?? null;
  const equal = (to: unknown) => JSON.stringify(plainOf(actual)) === JSON.stringify(plainOf(to ?? null));
  const text = String(actual).toLowerCase();
  const operand = String(value).toLowerCase();
  const ordered = actual !== null && typeof plainOf(actual) === typeof plainOf(value);
  switch (operator) {
    case "$eq":
      return equal(value);
    case "$ne":
      return !equal(value);
    case "$lt":
      return ordered && compare(actual, value) < 0;
    case "$lte":
      return ordered && compare(actual, value) <= 0;
    case "$gt":
      return ordered && compare(actual, value) > 0;
    case "$gte":
      return ordered && compare(actual, value) >= 0;
    case "$hasSome":
      return (value as unknown[]).some(equal);
    case "$contains":
      return actual !== null && text.includes(operand);
    case "$startsWith":
      return actual !== null && text.startsWith(operand);
    case "$endsWith":
      return actual !== null && text.endsWith(operand);
    case "$urlized":
      return actual !== null && text.split(/[ \t\n-]/).join(" ") === (value as string[]).join(" ").toLowerCase();
  }
}
