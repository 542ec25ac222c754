import type { CollectionField, Environment } from "@uola/contract";
import type { CollectionSchema, ValueType } from "./collection-schema.ts";
import { valueTypeOf } from "./value-comparison.ts";

export type Columns = Record<string, { column: string; type: ValueType }>;

/**
 * The maximum number of columns. PostgreSQL limits a row to one page, and each text column may need
 * an 18-byte pointer in the row.
 */
const columnsMax = 200;
/** PostgreSQL allows 1,600 columns per table, including dropped ones. */
const columnsEverMax = 1200;

const hex = (key: string) => key.replaceAll("-", "");
export const tableName = (key: string, sandbox: boolean) => `${sandbox ? "s" : "l"}_${hex(key)}`;
/**
 * Returns the name of the covering index of a large live table. The `indexes` module builds and
 * drops this index.
 */
export const coveringIndexName = (key: string) => `c_${hex(key)}`;

/**
 * Returns the columns for the declared fields. Columns in `before` are preserved if their type is
 * unchanged, and columns in `keptKeys` are preserved even without a field.
 */
export function columnsFor(
  fields: readonly CollectionField[],
  before: Columns = {},
  made = 0,
  { keptKeys, mayAdd = true }: { keptKeys?: ReadonlySet<string>; mayAdd?: boolean } = {},
): { columns: Columns; made: number } {
  const declared = new Map(fields.map((field) => [field.key, columnTypeOf(field)]));
  const isUnchanged = ([key, { type }]: [string, Columns[string]]) =>
    declared.has(key) ? declared.get(key) === type : keptKeys?.has(key);
  const columns = Object.fromEntries(Object.entries(before).filter(isUnchanged));
  let [count, number] = [Object.keys(columns).length, made];
  for (const [key, type] of declared) {
    if (!mayAdd || count >= columnsMax || number >= columnsEverMax) break;
    if (!type || Object.hasOwn(columns, key)) continue;
    count += 1;
    number += 1;
    columns[key] = { column: `f${number}`, type };
  }
  return { columns, made: number };
}

/** Encrypted values cannot be compared, so they get no column. */
const columnTypeOf = ({ type, encrypted }: CollectionField) => (encrypted ? undefined : valueTypeOf(type));

/** Whether to use the sandbox table, which does not exist before the first write. */
export const inSandbox = (
  collection: Pick<CollectionSchema, "hasSandbox">,
  environment: Environment | null | undefined,
) => environment === "SANDBOX" || (environment === "SANDBOX_PREFERRED" && collection.hasSandbox);
