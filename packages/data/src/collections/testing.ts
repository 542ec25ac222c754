import type { CollectionField, DataCollection } from "@uola/contract";
import type { Context } from "@uola/kernel";
import { addCollection } from "./change-collections.ts";
import type { Definition } from "./definition.ts";

export type NewCollection = Partial<Omit<Definition, "fields">> & {
  id: string;
  /** Complete fields, or types by key: `{ price: "NUMBER" }`. */
  fields: CollectionField[] | Record<string, CollectionField["type"]>;
};

const anyone = { insert: "ANYONE", update: "ANYONE", remove: "ANYONE", read: "ANYONE" } as const;

/** Creates a collection that by default anyone may read and write. */
export function createCollection(
  context: Pick<Context, "db" | "siteId" | "changes"> & { now?: () => Date },
  { fields, ...definition }: NewCollection,
): Promise<DataCollection> {
  const whole = Array.isArray(fields) ? fields : Object.entries(fields).map(([key, type]) => ({ key, type }));
  const now = context.now ?? (() => new Date("2026-09-01T09:00:00Z"));
  const actor = { kind: "system", id: "tests" } as const;
  return addCollection({ ...context, now }, { permissions: anyone, ...definition, fields: whole }, actor);
}
