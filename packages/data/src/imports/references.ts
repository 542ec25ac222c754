import type { ItemData } from "@uola/contract";
import { type Database, isId } from "@uola/database";
import { Refusal } from "@uola/kernel";
import type { CollectionSchema, Collections } from "../collections/collections.ts";
import type { BulkTransfer } from "../items/items.ts";
import { UnreadableCellError } from "./cell-values.ts";

/**
 * Replaces display names of referenced items with their ids. Returns errors by row. Ids are
 * accepted without a check, because the referenced item may appear later in the file.
 */
export async function resolveDisplayNames(
  collection: CollectionSchema,
  rows: readonly (ItemData | undefined)[],
  { others, transfer }: { others: ReadonlyMap<string, CollectionSchema>; transfer: BulkTransfer },
  tx: Database,
): Promise<Map<number, UnreadableCellError>> {
  const wrongs = new Map<number, UnreadableCellError>();
  for (const key of collection.fields.keys()) {
    const other = others.get(key);
    if (!other) continue;
    const named = new Set(
      rows.flatMap((data) => [data?.[key] ?? []].flat()).filter((each) => typeof each === "string"),
    );
    if (named.size === 0) continue;
    const ids = await transfer.idsOf(other, [...named], tx);
    const idOf = (text: unknown) => {
      if (typeof text !== "string") return text;
      const id = ids.get(text);
      if (id) return id;
      if (id === null) {
        throw new UnreadableCellError(
          "REFERENCE_AMBIGUOUS",
          `Several items of ${other.id} are named ${quoted(text)}.`,
          key,
        );
      }
      if (isId(text)) return text;
      throw new UnreadableCellError("REFERENCE_NOT_FOUND", `No item of ${other.id} is ${quoted(text)}.`, key);
    };
    for (const [n, data] of rows.entries()) {
      const value = data?.[key];
      if (!data || value === undefined || value === null || wrongs.has(n)) continue;
      try {
        data[key] = (Array.isArray(value) ? value.map(idOf) : idOf(value)) as ItemData[string];
      } catch (error) {
        if (!(error instanceof UnreadableCellError)) throw error;
        wrongs.set(n, error);
      }
    }
  }
  return wrongs;
}

/**
 * Returns the collections that fields refer to, by field. External and deleted collections are left
 * out, and references to them are treated as ids.
 */
export async function referredCollections(
  collection: CollectionSchema,
  { collections, transfer }: { collections: Collections; transfer: BulkTransfer },
): Promise<Map<string, CollectionSchema>> {
  const others = new Map<string, CollectionSchema>();
  for (const { key, type } of collection.fields.values()) {
    if (type !== "REFERENCE" && type !== "MULTI_REFERENCE") continue;
    const id = transfer.referredBy(collection, key);
    if (!id || id.includes("/")) continue;
    const other = await collections.find(id).catch((error) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    if (other) others.set(key, other);
  }
  return others;
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 100));
