import { Refusal } from "@uola/kernel";
import type { CollectionSchema } from "../collections/collections.ts";

/** An owner may have deleted a collection of a page; the page goes on without it. */
export async function unlessMissing(found: Promise<CollectionSchema>): Promise<CollectionSchema | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}
