import { batched } from "@uola/kernel";
import type { CollectionSchema } from "../collections/collections.ts";
import type { ItemWriter, Outcome, WriteInput } from "./item-writer.ts";
import type { ItemTable } from "./store/write-statements.ts";
import type { WriteGrant } from "./write-grant.ts";

type Insert = (input: WriteInput) => Promise<Outcome>;

/** An item has up to 500 KB, and a statement holds all of its round. */
const roundMax = 50;

/**
 * Adds single items without ids of their own. Those that one caller sends while another of theirs is being written go
 * together in the next statement: most of an insert's cost is that of its statement and its commit. Each succeeds or fails by itself.
 */
export function createInsertTogether({ insert }: Pick<ItemWriter, "insert">) {
  // Collection objects are replaced every few seconds, so callers of the past are not kept.
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
