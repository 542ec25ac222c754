import { dataErrors, type ItemData } from "@uola/contract";
import { all, type Caller, Refusal } from "@uola/kernel";
import { sql } from "kysely";
import type { CollectionSchema } from "../../collections/collections.ts";
import { referenceColumns, referenceRows, referencesOf } from "./item-fields.ts";
import {
  dataOf,
  type ItemRow,
  itemColumns,
  openForReading,
  type QueryDeps,
  type ReadableCollection,
  type ReadOptions,
  runQuery,
} from "./query.ts";

export const defaultIncluded = 50;
const includedMax = 50;

export type Inclusion = { fieldName: string; limit: number };

/**
 * Returns the fields whose ids are replaced with the referenced items. Rejects other fields with
 * `notReference`.
 */
export function inclusionsOf(
  collection: CollectionSchema,
  names: readonly string[] | null | undefined,
  options: readonly { fieldName: string; limit?: number | null | undefined }[] | null | undefined,
): Inclusion[] {
  const limits = new Map((names ?? []).map((name) => [name, defaultIncluded]));
  for (const { fieldName, limit } of options ?? []) {
    if (limit !== undefined && limit !== null && (!Number.isInteger(limit) || limit < 0 || limit > includedMax)) {
      throw new Refusal(dataErrors.pagingTooLarge, `0 to ${includedMax} items can be included per field.`, 400);
    }
    limits.set(fieldName, limit ?? defaultIncluded);
  }
  for (const name of limits.keys()) {
    if (!referredBy(collection, name))
      throw new Refusal(dataErrors.notReference, `${name.slice(0, 200)} is not a reference field.`, 400);
  }
  return [...limits].map(([fieldName, limit]) => ({ fieldName, limit }));
}

export function referredBy(collection: CollectionSchema, field: string): string | undefined {
  const other = collection.reverse.get(field);
  if (other) return other.collectionId;
  const { reference, multiReference } = collection.fields.get(field)?.typeMetadata ?? {};
  return (reference ?? multiReference)?.referencedCollectionId;
}

/**
 * Opens a referenced collection for the caller. Returns undefined if the caller may not read it, or
 * it is missing or external.
 */
export async function openReferred(
  deps: QueryDeps,
  id: string,
  options: ReadOptions,
  caller: Caller,
): Promise<ReadableCollection | undefined> {
  if (id.includes("/")) return undefined;
  try {
    return await openForReading(deps, await deps.collections.find(id), options, caller);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * Replaces ids with referenced items, using one query per field. An id is not replaced if the
 * caller may not read the item.
 */
export async function include(
  deps: QueryDeps,
  { collection, sandbox }: ReadableCollection,
  items: readonly ItemData[],
  inclusions: readonly Inclusion[],
  options: ReadOptions,
  caller: Caller,
): Promise<void> {
  if (items.length === 0) return;
  await Promise.all(
    inclusions.map(async ({ fieldName, limit }) => {
      const target = await openReferred(deps, referredBy(collection, fieldName) ?? "", options, caller);
      if (!target) return;
      const show = (row: ItemRow) => dataOf(target.collection, row, deps.encryption, options.language);
      const references = referencesOf(collection, fieldName);
      if (!references) return includeOne(deps, target, items, fieldName, show);
      const { here, there } = referenceColumns(references);
      const ids = items.map(({ _id }) => _id);
      const rows = await runQuery<ItemRow & { of: string }>(
        deps,
        sql`select wanted.id as of, found.* from unnest(${ids}::text[]) as wanted(id) cross join lateral (
          select ${itemColumns} from item_reference r join ${target.from} i on i.id = ${there}
          where ${referenceRows(references, deps.siteId, sandbox)} and ${here} = wanted.id and ${all(target.visible)}
          order by r.id limit ${limit}::int) found`,
      );
      const byItem = Map.groupBy(rows, (row) => row.of);
      for (const item of items) item[fieldName] = (byItem.get(item._id as string) ?? []).map(show);
    }),
  );
}

async function includeOne(
  deps: QueryDeps,
  { from, visible }: ReadableCollection,
  items: readonly ItemData[],
  field: string,
  show: (row: ItemRow) => ItemData,
): Promise<void> {
  const ids = [...new Set(items.map((item) => item[field]).filter((id) => typeof id === "string"))];
  if (ids.length === 0) return;
  const found = sql<boolean>`i.id = any(${ids}::text[])`;
  const rows = await runQuery<ItemRow>(
    deps,
    sql`select ${itemColumns} from ${from} i where ${all([found, ...visible])}`,
  );
  const byId = new Map(rows.map((row) => [row.id, show(row)]));
  for (const item of items) {
    const referredItem = byId.get(item[field] as string);
    if (referredItem) item[field] = referredItem;
  }
}
