import type { CollectionField, ItemData } from "@uola/contract";
import { Refusal } from "@uola/kernel";
import type { CollectionSchema } from "../collections/collections.ts";
import { type CellType, readCell, readJson, UnreadableCellError } from "./cell-values.ts";
import type { RawRow } from "./parse-rows.ts";

/** A column and the field it is read into; undefined if it is skipped. */
export type Column = { name: string; field: string | undefined };

/** Fields that only the platform may write. */
const platformFields = new Set(["_createdDate", "_updatedDate"]);
/** Properties of an item in addition to its fields. */
const itemProperties: Record<string, CellType> = { _publishStatus: "TEXT", _owner: "TEXT", _translations: "OBJECT" };

/** The type of a field's cells; "unknown" if there is no such field. */
export function typeOf(collection: CollectionSchema, key: string): CellType | "unknown" {
  const declared = collection.fields.get(key)?.type;
  if (declared) return declared;
  return Object.hasOwn(itemProperties, key) ? itemProperties[key] : "unknown";
}

/**
 * Maps columns to fields, either as the caller specifies or by heading. Rejects an unknown field
 * with UNKNOWN_FIELD.
 */
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
    if (!field || platformFields.has(field) || taken.has(field)) return { name, field: undefined };
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

/** Returns the data of a row before references are resolved. Throws UnreadableCellError. */
export function dataOf(collection: CollectionSchema, columns: readonly Column[], row: RawRow): ItemData {
  const data: ItemData = {};
  const put = (key: string, value: unknown) => {
    // Keys come from the file and are validated with the item; `__proto__` is rejected there.
    if (value !== undefined) {
      Object.defineProperty(data, key, { value, enumerable: true, configurable: true, writable: true });
    }
  };
  const read = (key: string, value: () => unknown) => {
    try {
      put(key, value());
    } catch (error) {
      throw error instanceof UnreadableCellError ? new UnreadableCellError(error.code, error.message, key) : error;
    }
  };
  const type = (key: string) => {
    const found = typeOf(collection, key);
    return found === "unknown" ? undefined : found;
  };
  if ("cells" in row) {
    if (row.cells.slice(columns.length).some((cell) => cell)) {
      throw new UnreadableCellError(
        "TOO_MANY_CELLS",
        `The row has more than the ${columns.length} cells of the heading.`,
      );
    }
    for (const [at, { field }] of columns.entries()) {
      if (field) read(field, () => readCell(type(field), row.cells[at] ?? null));
    }
    return data;
  }
  if (typeof row.data !== "object" || row.data === null)
    throw new UnreadableCellError("NOT_JSON", "The row is not an object.");
  for (const [key, value] of Object.entries(row.data)) {
    if (!platformFields.has(key)) read(key, () => readJson(type(key), value));
  }
  return data;
}

/**
 * Returns a row for display: an object with one value per column, or the unchanged object of a JSON
 * row.
 */
export function shownRow(columns: readonly Column[], row: RawRow): ItemData {
  if (!("cells" in row)) return Object(row.data) as ItemData;
  const cells = row.cells.map((cell, at): [string, string] => [columns[at]?.name || `#${at + 1}`, cell ?? ""]);
  return Object.fromEntries(cells);
}
