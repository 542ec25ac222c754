import { Refusal } from "@uola/kernel";
import type { CollectionSchema } from "../collections/collections.ts";

/** Resolves to undefined if the owner has deleted the collection. The page then works without it. */
export async function unlessMissing(found: Promise<CollectionSchema>): Promise<CollectionSchema | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}
