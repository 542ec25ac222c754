import { Refusal } from "@uola/kernel";
import type { KnownCollection } from "../collections/collections.ts";

/** An owner may have deleted a collection of a page; the page goes on without it. */
export async function unlessMissing(found: Promise<KnownCollection>): Promise<KnownCollection | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
}
