import type { CollectionField, DataCollection } from "@uola/contract";
import { displayKeyOf, ownFields } from "./collection.ts";
import { isSortable, kindOf } from "./field-kind.ts";

export type Column = { key: string; field: CollectionField; sortable: boolean; isName: boolean };

const atFirst = 4;
/** Kinds of fields that are too long for a cell; they become columns only if selected explicitly. */
const rarely = ["richText", "object", "any", "list", "pageLink"];

/** Returns the possible columns of a collection: the title first, then its fields in their order. */
export function columnsOf(collection: DataCollection): Column[] {
  const name = displayKeyOf(collection);
  const columns = ownFields(collection).map((field) => ({
    key: field.key,
    field,
    sortable: field.capabilities?.sortable ?? isSortable(kindOf(field)),
    isName: field.key === name,
  }));
  return columns.toSorted((a, b) => Number(b.isName) - Number(a.isName));
}

/** Returns the default columns: the title and the first few fields that fit in a cell. */
export function firstChoice(columns: readonly Column[]): string[] {
  const fitting = columns.filter(({ field, isName }) => isName || !rarely.includes(kindOf(field)));
  return fitting.slice(0, atFirst).map(({ key }) => key);
}

/** Returns the stored selection, without columns that no longer exist; the title is always included. */
export function choiceOf(columns: readonly Column[], kept: string | null): string[] {
  try {
    const keys: unknown = kept && JSON.parse(kept);
    if (!Array.isArray(keys)) return firstChoice(columns);
    return columns.filter(({ key, isName }) => isName || keys.includes(key)).map(({ key }) => key);
  } catch {
    return firstChoice(columns);
  }
}
