import type { CollectionField, DataCollection } from "@uola/contract";
import { displayKeyOf, ownFields } from "./collection.ts";
import { isSortable, kindOf } from "./field-kind.ts";

export type Column = { key: string; field: CollectionField; sortable: boolean; isName: boolean };

const atFirst = 4;
/** Too long, or too much, for a cell unless somebody asks for it. */
const rarely = ["richText", "object", "any", "list", "pageLink"];

/** The columns a collection can be shown by: what items are called by first, then its fields as they stand. */
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

/** The columns shown until somebody chooses: the name and the first few that fit a cell. */
export function firstChoice(columns: readonly Column[]): string[] {
  const fitting = columns.filter(({ field, isName }) => isName || !rarely.includes(kindOf(field)));
  return fitting.slice(0, atFirst).map(({ key }) => key);
}

/** What was chosen before, as far as it still exists; the name is always there. */
export function choiceOf(columns: readonly Column[], kept: string | null): string[] {
  try {
    const keys: unknown = kept && JSON.parse(kept);
    if (!Array.isArray(keys)) return firstChoice(columns);
    return columns.filter(({ key, isName }) => isName || keys.includes(key)).map(({ key }) => key);
  } catch {
    return firstChoice(columns);
  }
}
