import type { Caller } from "@uola/kernel";
import { accessLevelFor, type CollectionSchema, type Collections } from "../collections/collections.ts";

/**
 * Returns the reverse fields whose references are stored in items the caller may not change. A
 * write leaves such references unchanged; an explicit change is rejected.
 */
export async function readOnlyFields(
  collections: Pick<Collections, "find">,
  collection: CollectionSchema,
  caller: Pick<Caller, "role">,
): Promise<ReadonlySet<string>> {
  const closed = await Promise.all(
    [...collection.reverse].map(async ([field, { collectionId }]) => {
      const home = collectionId === collection.id ? collection : await collections.find(collectionId);
      return accessLevelFor(home.permissions, "update", caller) === "all" ? [] : [field];
    }),
  );
  return new Set(closed.flat());
}
