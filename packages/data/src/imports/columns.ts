import type { CollectionField, ItemData } from "@uola/contract";
import { Refusal } from "@uola/kernel";
import type { CollectionSchema } from "../collections/collections.ts";
import { type CellType, readCell, readJson, Unreadable } from "./cell-values.ts";
import type { RawRow } from "./parse-rows.ts";

/** A column of a table, and the field its cells are read into; none where it is left out. */
export type Column = { name: string; field: string | undefined };

/** What the platform writes itself. */
const stamps = new Set(["_createdDate", "_updatedDate"]);
/** What an item may say of itself beside its fields. */
const apart: Record<string, CellType> = { _publishStatus: "TEXT", _owner: "TEXT", _translations: "OBJECT" };

/** How values of a field are read; "unknown" where there is no such field. */
export function typeOf(collection: CollectionSchema, key: string): CellType | "unknown" {
  const declared = collection.fields.get(key)?.type;
  if (declared) return declared;
  return Object.hasOwn(apart, key) ? apart[key] : "unknown";
}

/** The fields of a table's columns, as the caller says them or by their headings. Refuses with UNKNOWN_FIELD. */
export function columnsOf(
  collection: CollectionSchema,
  headings: readonly (string | null)[],
  requestedFields: readonly string[] | null | undefined,
): Column[] {
  for (const key of requestedFields ?? []) {
    if (key !== "" && typeOf(collection, key) === "unknown") {
      throw new Refusal("UNKNOWN_FIELD", `The collection has no field ${JSON.stringify(key.slice(0, 100))}.`, 400);
    }
  }
  const taken = new Set<string>();
  return headings.map((heading, at) => {
    const name = heading ?? "";
    const field = requestedFields ? requestedFields[at] : fieldNamed(collection, name.trim());
    if (!field || stamps.has(field) || taken.has(field)) return { name, field: undefined };
    taken.add(field);
    return { name, field };
  });
}

function fieldNamed(collection: CollectionSchema, heading: string): string | undefined {
  if (typeOf(collection, heading) !== "unknown") return heading;
  const folded = heading.toLowerCase();
  const isMeant = ({ key, displayName }: CollectionField) =>
    key.toLowerCase() === folded || displayName?.trim().toLowerCase() === folded;
  return folded === "" ? undefined : [...collection.fields.values()].find(isMeant)?.key;
}

/** What a row says, before references are looked up. Throws Unreadable. */
export function dataOf(collection: CollectionSchema, columns: readonly Column[], row: RawRow): ItemData {
  const data: ItemData = {};
  const put = (key: string, value: unknown) => {
    // A key is the file's until the item is checked: `__proto__` is refused there.
    if (value !== undefined) {
      Object.defineProperty(data, key, { value, enumerable: true, configurable: true, writable: true });
    }
  };
  const read = (key: string, value: () => unknown) => {
    try {
      put(key, value());
    } catch (error) {
      throw error instanceof Unreadable ? new Unreadable(error.code, error.message, key) : error;
    }
  };
  const type = (key: string) => {
    const found = typeOf(collection, key);
    return found === "unknown" ? undefined : found;
  };
  if ("cells" in row) {
    if (row.cells.slice(columns.length).some((cell) => cell)) {
      throw new Unreadable("TOO_MANY_CELLS", `The row has more than the ${columns.length} cells of the heading.`);
    }
    for (const [at, { field }] of columns.entries()) {
      if (field) read(field, () => readCell(type(field), row.cells[at] ?? null));
    }
    return data;
  }
  if (typeof row.data !== "object" || row.data === null) throw new Unreadable("NOT_JSON", "This is no object.");
  for (const [key, value] of Object.entries(row.data)) {
    if (!stamps.has(key)) read(key, () => readJson(type(key), value));
  }
  return data;
}

/** A row as people see it: by column, or as it is. */
export function shownRow(columns: readonly Column[], row: RawRow): ItemData {
  if (!("cells" in row)) return Object(row.data) as ItemData;
  const cells = row.cells.map((cell, at): [string, string] => [columns[at]?.name || `#${at + 1}`, cell ?? ""]);
  return Object.fromEntries(cells);
}
