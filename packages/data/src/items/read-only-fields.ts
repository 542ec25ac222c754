import type { Caller } from "@uola/kernel";
import { allows, type Collections, type KnownCollection } from "../collections/collections.ts";

/**
 * The fields that are the other side of references kept with items the caller may not change. Who writes an item leaves
 * them as they are; who changes their references is refused.
 */
export async function closedFields(
  collections: Pick<Collections, "find">,
  known: KnownCollection,
  caller: Pick<Caller, "role">,
): Promise<ReadonlySet<string>> {
  const closed = await Promise.all(
    [...known.reverse].map(async ([field, { collectionId }]) => {
      const home = collectionId === known.id ? known : await collections.find(collectionId);
      return allows(home.permissions, "update", caller) === "all" ? [] : [field];
    }),
  );
  return new Set(closed.flat());
}
