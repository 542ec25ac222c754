import type { CollectionField } from "@uola/contract";
import { AdapterError, type Kind } from "./adapter-error.ts";
import type { Item, Order, Outcome, Page, Sort } from "./external-database.ts";
import { nameOf } from "./filter-translation.ts";
import { hasLostFalsy } from "./wire-values.ts";

/** What the protocols have in common. */

type Fields = readonly CollectionField[];

/** By `_id` where nothing else is asked for and there is one: without any order pages repeat and skip. */
export function sortOf(sort: Sort | undefined, fields: Fields): { fieldName: string; order: Order }[] {
  if (sort?.length) {
    return sort.map(({ fieldName, order }) => ({ fieldName: nameOf(fieldName, fields), order: order ?? "ASC" }));
  }
  return fields.some(({ key }) => key === "_id") ? [{ fieldName: "_id", order: "ASC" }] : [];
}

/** Where a page begins. Adapters that page by offset have cursors of ours, which are offsets. */
export function startOf({ offset, cursor }: Pick<Page, "offset" | "cursor">): number {
  if (cursor === undefined) return offset ?? 0;
  if (!/^\d{1,15}$/.test(cursor)) throw new AdapterError("INVALID", "The cursor is not one of this database.");
  return Number(cursor);
}

export const after = (count: number, start: number, limit: number): { nextCursor?: string } =>
  limit > 0 && count >= limit ? { nextCursor: String(start + limit) } : {};

/** One of several writes: what was written, or why it was not. */
export type Attempt = { item: Item } | { failed: AdapterError };

export async function attempt(work: () => Promise<Item>): Promise<Attempt> {
  try {
    return { item: await work() };
  } catch (error) {
    if (error instanceof AdapterError) return { failed: error };
    throw error;
  }
}

/** Kinds that are about one item; the others are about the database. */
const ofItems: ReadonlySet<Kind> = new Set<Kind>(["ITEM_NOT_FOUND", "ITEM_EXISTS", "INVALID", "NO_ID"]);
export const isOfItem = ({ kind }: AdapterError): boolean => ofItems.has(kind);

/** The results of a call; when nothing was done and no item is to blame, the call has failed as a whole. */
export function outcomesOf(attempts: readonly Attempt[]): Outcome[] {
  const failures = attempts.flatMap((each) => ("failed" in each ? [each.failed] : []));
  const [first] = failures;
  if (first && failures.length === attempts.length && !failures.some(isOfItem)) throw first;
  return attempts.map((each) => ("failed" in each ? { error: each.failed.failed } : each));
}

type WriteAll = (items: readonly Item[]) => Promise<Attempt[]>;

/** Inserts items. Those of which the adapter's insert lost a value such as false, 0 or "" are written once more. */
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
  for (const [at, { i }] of again.entries()) inserted[i] = retried[at] as Attempt;
  return outcomesOf(inserted);
}
