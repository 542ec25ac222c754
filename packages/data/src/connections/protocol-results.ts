import type { CollectionField } from "@uola/contract";
import { required } from "@uola/contract/required";
import { AdapterError, type Kind } from "./adapter-error.ts";
import type { Item, Order, Outcome, Page, Sort } from "./external-database.ts";
import { nameOf } from "./filter-translation.ts";
import { hasLostFalsy } from "./wire-values.ts";

/** Functions shared by all protocols. */

type Fields = readonly CollectionField[];

/** Sorts by `_id` by default, because pages without an order may repeat or skip items. */
export function sortOf(sort: Sort | undefined, fields: Fields): { fieldName: string; order: Order }[] {
  if (sort?.length) {
    return sort.map(({ fieldName, order }) => ({ fieldName: nameOf(fieldName, fields), order: order ?? "ASC" }));
  }
  return fields.some(({ key }) => key === "_id") ? [{ fieldName: "_id", order: "ASC" }] : [];
}

/** Returns the offset of a page. For adapters that page by offset, our cursor contains the offset. */
export function startOf({ offset, cursor }: Pick<Page, "offset" | "cursor">): number {
  if (cursor === undefined) return offset ?? 0;
  if (!/^\d{1,15}$/.test(cursor)) throw new AdapterError("INVALID", "The cursor does not belong to this database.");
  return Number(cursor);
}

export const after = (count: number, start: number, limit: number): { nextCursor?: string } =>
  limit > 0 && count >= limit ? { nextCursor: String(start + limit) } : {};

/** The result of one write: the item or its error. */
export type Attempt = { item: Item } | { failed: AdapterError };

export async function attempt(work: () => Promise<Item>): Promise<Attempt> {
  try {
    return { item: await work() };
  } catch (error) {
    if (error instanceof AdapterError) return { failed: error };
    throw error;
  }
}

/** Errors that concern a single item. All others concern the database. */
const ofItems: ReadonlySet<Kind> = new Set<Kind>(["ITEM_NOT_FOUND", "ITEM_EXISTS", "INVALID", "NO_ID"]);
export const isOfItem = ({ kind }: AdapterError): boolean => ofItems.has(kind);

/**
 * Returns the results of a bulk call. If every item failed because of the database, the whole call
 * fails.
 */
export function outcomesOf(attempts: readonly Attempt[]): Outcome[] {
  const failures = attempts.flatMap((each) => ("failed" in each ? [each.failed] : []));
  const [first] = failures;
  if (first && failures.length === attempts.length && !failures.some(isOfItem)) throw first;
  return attempts.map((each) => ("failed" in each ? { error: each.failed.failed } : each));
}

type WriteAll = (items: readonly Item[]) => Promise<Attempt[]>;

/**
 * Inserts items. Some adapters lose values such as false, 0 or "" on insert; the affected items are
 * written again with an update.
 */
export async function insertRestoringFalsy(
  items: readonly Item[],
  { insert, update }: { insert: WriteAll; update: WriteAll },
): Promise<Outcome[]> {
  const inserted = await insert(items);
  const again = items.flatMap((input, i) => {
    const done = inserted[i];
    return done && "item" in done && hasLostFalsy(input, done.item) ? [{ i, item: { ...done.item, ...input } }] : [];
  });
  const retried = await update(again.map(({ item }) => item));
  for (const [at, { i }] of again.entries()) inserted[i] = required(retried[at], "attempt");
  return outcomesOf(inserted);
}
