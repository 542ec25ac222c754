import type { Index } from "@uola/contract";
import type { FieldError } from "@uola/kernel";
import { type CollectionSchema, valueTypeOf } from "../collections/collections.ts";

type IndexInput = Pick<Index, "name" | "fields" | "unique" | "caseInsensitive">;

const stepsMax = 10;

/** Yields the errors in a request to create a database index. */
export function* problems({ fields, unique }: IndexInput, collection: CollectionSchema): Generator<FieldError> {
  if (unique && fields.length !== 1) yield wrong("fields", "must be one field for a unique index");
  const paths = fields.map(({ path }) => path);
  if (new Set(paths).size < paths.length) yield wrong("fields", "must not repeat a path");
  for (const [i, path] of paths.entries()) {
    if (!isPath(path)) yield wrong(`fields.${i}.path`, "must be the key of a field, or a path of keys with dots");
    else if (!isComparable(collection, path)) yield wrong(`fields.${i}.path`, "must lead to single values");
  }
}

const wrong = (field: string, description: string): FieldError => ({ field: `index.${field}`, description });

function isPath(path: string): boolean {
  const steps = path.split(".");
  return steps.length <= stepsMax && steps.every((step) => step !== "" && !/^\$|\p{Cc}/u.test(step));
}

/**
 * Lists, objects, media and encrypted fields cannot be sorted. Undeclared fields may contain
 * sortable values.
 */
function isComparable({ fields }: CollectionSchema, path: string): boolean {
  const field = fields.get(path) ?? fields.get(path.split(".")[0] ?? "");
  if (!field) return true;
  if (field.encrypted) return false;
  if (field.key !== path) return field.type === "OBJECT" || field.type === "ANY" || field.type === "ADDRESS";
  return field.type === "ANY" || valueTypeOf(field.type) !== undefined;
}
