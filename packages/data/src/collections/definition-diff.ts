import { isDeepStrictEqual } from "node:util";
import type { Definition } from "./definition.ts";

type Update<Value> = { previous: Value; current: Value };
type Parts<Value> = { added: Value[]; updated: Update<Value>[]; removed: Value[] };

/** Returns the new, changed and removed fields and plugins; undefined if there are none. */
export function changesBetween(before: Definition, after: Definition): Record<string, unknown> | undefined {
  const fields = compared(before.fields, after.fields, ({ key }) => key);
  const plugins = compared(before.plugins ?? [], after.plugins ?? [], ({ type }) => type);
  const all = [fields, plugins].flatMap(({ added, updated, removed }) => [...added, ...updated, ...removed]);
  if (all.length === 0) return undefined;
  return {
    fieldsAdded: fields.added,
    fieldsUpdated: fields.updated,
    fieldsRemoved: fields.removed,
    pluginsAdded: plugins.added,
    pluginsUpdated: plugins.updated,
    pluginsRemoved: plugins.removed,
  };
}

function compared<Value>(before: readonly Value[], after: readonly Value[], key: (value: Value) => string) {
  const had = new Map(before.map((value) => [key(value), value]));
  const has = new Set(after.map(key));
  const parts: Parts<Value> = { added: [], updated: [], removed: before.filter((value) => !has.has(key(value))) };
  for (const current of after) {
    const previous = had.get(key(current));
    if (previous === undefined) parts.added.push(current);
    else if (!isDeepStrictEqual(previous, current)) parts.updated.push({ previous, current });
  }
  return parts;
}
