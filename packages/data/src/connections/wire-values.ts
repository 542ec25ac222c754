import type { CollectionField } from "@uola/contract";
import { AdapterError } from "./adapter-error.ts";
import type { Item } from "./external-database.ts";

type Fields = readonly CollectionField[];
const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Converts a value for adapters. Instants are always written with milliseconds. */
export function toAdapterValue(value: unknown, type: string | undefined): unknown {
  if (type !== "DATETIME") return value;
  const text = isDate(value) ? value.$date : value;
  if (typeof text !== "string" || !isoInstant.test(text)) return value;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? value : { $date: date.toISOString() };
}

function fromAdapterValue(value: unknown, type: string | undefined): unknown {
  if (type === "DATE" && isDate(value)) return value.$date.slice(0, 10);
  if (type === "TIME" && typeof value === "string" && /^\d\d:\d\d:\d\d$/.test(value)) return `${value}.000`;
  return value;
}

const isDate = (value: unknown): value is { $date: string } =>
  typeof value === "object" && value !== null && "$date" in value && typeof value.$date === "string";

/** Returns the field types by key, computed once for many items. */
export const typesOf = (fields: Fields): ReadonlyMap<string, string> =>
  new Map(fields.map(({ key, type }) => [key, type]));

export const toAdapterItem = (item: Item, types: ReadonlyMap<string, string>): Item =>
  Object.fromEntries(Object.entries(item).map(([key, value]) => [key, toAdapterValue(value, types.get(key))]));

const renamed = /^(id|createdDate|updatedDate)$/;
/**
 * Drops null values. With `rename`, the field names used by some servers of protocol 3 (`id` and
 * the names of the dates) are converted to `_id` and so on.
 */
export function fromAdapterItem(
  input: Record<string, unknown>,
  types: ReadonlyMap<string, string>,
  rename = false,
): Item {
  const entries = Object.entries(input).flatMap(([key, value]) => {
    if (value === null || value === undefined) return [];
    const name = rename && renamed.test(key) && !types.has(key) && !(`_${key}` in input) ? `_${key}` : key;
    return [[name, fromAdapterValue(value, types.get(name))]];
  });
  const item: Item = Object.fromEntries(entries);
  if (item._id !== undefined && typeof item._id !== "string") item._id = String(item._id);
  return item;
}

/** Returns the requested fields and `_id`. */
export function project(item: Item, fields: readonly string[] | undefined): Item {
  if (!fields?.length) return item;
  return Object.fromEntries(Object.entries(item).filter(([key]) => key === "_id" || fields.includes(key)));
}

export function withId(item: Item): Item & { _id: string } {
  if (typeof item._id !== "string") throw new AdapterError("NO_ID", "The database answered an item without _id.");
  return item as Item & { _id: string };
}

/**
 * Whether a false, 0 or empty value of the input is missing in the response. Some adapters lose
 * such values on insert.
 */
export const hasLostFalsy = (input: Item, answer: Item): boolean =>
  Object.entries(input).some(
    ([key, value]) => (value === 0 || value === false || value === "") && answer[key] === undefined,
  );

const systemFields = new Set(["_id", "_createdDate", "_updatedDate", "_owner"]);
/** Sets missing fields to null, because adapters that merge would keep the old values. */
export const withAllFields = (item: Item, fields: Fields): Item => ({
  ...Object.fromEntries(
    fields
      .filter(({ key, type }) => !systemFields.has(key) && type !== "MULTI_REFERENCE")
      .map(({ key }) => [key, null]),
  ),
  ...item,
});

/**
 * Splits values into batches of at most `size` bytes of JSON and `count` values. A value larger
 * than `size` becomes a separate batch.
 */
export function batches<Value>(values: readonly Value[], { size, count }: { size: number; count: number }): Value[][] {
  const runs: Value[][] = [];
  let room = 0;
  for (const value of values) {
    const needed = Buffer.byteLength(JSON.stringify(value)) + 1;
    const last = runs.at(-1);
    if (last && needed <= room && last.length < count) {
      last.push(value);
      room -= needed;
    } else {
      runs.push([value]);
      room = size - needed;
    }
  }
  return runs;
}

/** Runs `work` on each value, a few at a time, and returns the results in order. */
export async function eachOf<Value, Result>(
  values: readonly Value[],
  work: (value: Value) => Promise<Result>,
  atOnce = 4,
): Promise<Result[]> {
  const results: Result[] = new Array(values.length);
  let next = 0;
  const run = async () => {
    while (next < values.length) {
      const i = next++;
      results[i] = await work(values[i] as Value);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, values.length) }, run));
  return results;
}
