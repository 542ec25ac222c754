import { batched } from "@uola/kernel";
import type { CollectionSchema } from "../collections/collections.ts";
import type { ItemWriter, Outcome, WriteInput } from "./item-writer.ts";
import type { ItemTable } from "./store/write-statements.ts";
import type { WriteGrant } from "./write-grant.ts";

type Insert = (input: WriteInput) => Promise<Outcome>;

/** The maximum number of items in one statement, because an item can be up to 500 KB. */
const roundMax = 50;

/**
 * Inserts single items without caller-supplied ids. Items that one caller sends while another
 * insert of the same caller is in progress are combined in the next statement, because most of an
 * insert's cost is its statement and commit. Each one succeeds or fails independently.
 */
export function createBatchedInsert({ insert }: Pick<ItemWriter, "insert">) {
  // Collection objects are replaced every few seconds, so entries of former callers are
  // garbage-collected.
  const inserts = new WeakMap<CollectionSchema, Map<string, Insert>>();
  return (itemTable: ItemTable, input: WriteInput, grant: WriteGrant): Promise<Outcome> => {
    const { collection, sandbox } = itemTable;
    const byGrant = inserts.get(collection) ?? new Map<string, Insert>();
    inserts.set(collection, byGrant);
    const key = JSON.stringify({ sandbox, ...grant, closed: [...grant.closed] });
    const one =
      byGrant.get(key) ??
      batched((inputs: readonly WriteInput[]) => insert(itemTable, inputs, grant), { roundMax, everyMs: 0 });
    byGrant.set(key, one);
    return one(input);
  };
}
