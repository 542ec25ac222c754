import type { CollectionField } from "@uola/contract";
import { AdapterError } from "./adapter-error.ts";
import type { Item } from "./external-database.ts";

type Fields = readonly CollectionField[];
const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** A value as adapters take it: moments in one form, with milliseconds. */
export function toAdapterValue(value: unknown, type: string | undefined): unknown {
  if (type !== "DATETIME") return value;
  const text = isDate(value) ? value.$date : value;
  if (typeof text !== "string" || !isoInstant.test(text)) return value;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? value : { $date: date.toISOString() };
}

/** A value as the platform keeps it. */
function fromAdapterValue(value: unknown, type: string | undefined): unknown {
  if (type === "DATE" && isDate(value)) return value.$date.slice(0, 10);
  if (type === "TIME" && typeof value === "string" && /^\d\d:\d\d:\d\d$/.test(value)) return `${value}.000`;
  return value;
}

const isDate = (value: unknown): value is { $date: string } =>
  typeof value === "object" && value !== null && "$date" in value && typeof value.$date === "string";

/** By field key, built once for many items. */
export const typesOf = (fields: Fields): ReadonlyMap<string, string> =>
  new Map(fields.map(({ key, type }) => [key, type]));

export const toAdapterItem = (item: Item, types: ReadonlyMap<string, string>): Item =>
  Object.fromEntries(Object.entries(item).map(([key, value]) => [key, toAdapterValue(value, types.get(key))]));

const renamed = /^(id|createdDate|updatedDate)$/;
/** What is null is not there. With `rename`, what some servers of protocol 3 call `id` is `_id` again, the dates likewise. */
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

/** The asked fields, and `_id`. */
export function project(item: Item, fields: readonly string[] | undefined): Item {
  if (!fields?.length) return item;
  return Object.fromEntries(Object.entries(item).filter(([key]) => key === "_id" || fields.includes(key)));
}

/** Throws AdapterError NO_ID. */
export function withId(item: Item): Item & { _id: string } {
  if (typeof item._id !== "string") throw new AdapterError("NO_ID", "The database answered an item without _id.");
  return item as Item & { _id: string };
}

/** Whether values of an item that are false, 0 or empty came to nothing: some adapters lose them when they insert. */
export const hasLostFalsy = (input: Item, answer: Item): boolean =>
  Object.entries(input).some(
    ([key, value]) => (value === 0 || value === false || value === "") && answer[key] === undefined,
  );

const systemFields = new Set(["_id", "_createdDate", "_updatedDate", "_owner"]);
/** A whole item: what is not given is emptied, which adapters that merge would leave as it was. */
export const whole = (item: Item, fields: Fields): Item => ({
  ...Object.fromEntries(
    fields
      .filter(({ key, type }) => !systemFields.has(key) && type !== "MULTI_REFERENCE")
      .map(({ key }) => [key, null]),
  ),
  ...item,
});

/** Splits into runs whose JSON has at most `size` bytes and that are at most `count` long; one that is larger goes alone. */
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

/** Does each, a few at once, answers in order. */
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
