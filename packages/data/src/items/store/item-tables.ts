import type { Environment } from "@uola/contract";
import type { Context } from "@uola/kernel";
import { type CollectionSchema, type Collections, inSandbox } from "../../collections/collections.ts";
import type { MultipleReferrer, Referrers, SingleReferrer } from "./remove-statement.ts";
import type { ItemTable } from "./write-statements.ts";

/** Finds the tables to which collections are written. */
export function createItemTables({ db }: Pick<Context, "db">, collections: Collections) {
  // Collection objects are replaced every few seconds and after changes, so the names for old ones
  // are garbage-collected.
  const names = new WeakMap<CollectionSchema, { live?: string; sandbox?: string }>();

  async function tableFor(collection: CollectionSchema, environment?: Environment | null): Promise<ItemTable> {
    const sandbox = inSandbox(collection, environment);
    const side = sandbox ? "sandbox" : "live";
    const found = names.get(collection) ?? {};
    names.set(collection, found);
    found[side] ??= (await collections.tableOf(collection, environment, true)).compile(db).sql;
    return { collection, table: found[side], sandbox };
  }

  /** Returns the fields that refer to the items of a table in the same environment. */
  async function referrersOf({ collection, sandbox }: ItemTable): Promise<Referrers> {
    const single: SingleReferrer[] = [];
    const others: MultipleReferrer[] = [];
    const environment = sandbox ? "SANDBOX" : "LIVE";
    for (const { collectionId, key, field, multiple, column } of collection.referredBy) {
      if (multiple) {
        others.push({ key, field });
        continue;
      }
      const there = single.find(({ itemTable }) => itemTable.collection.id === collectionId);
      if (there) there.fields.push({ field, column });
      else {
        const referrer = collectionId === collection.id ? collection : await collections.find(collectionId);
        // A sandbox that has never been written to contains no references.
        if (sandbox && !referrer.hasSandbox && referrer !== collection) continue;
        single.push({ itemTable: await tableFor(referrer, environment), fields: [{ field, column }] });
      }
    }
    const own = [...collection.fields.values()]
      .filter(({ key, type }) => type === "MULTI_REFERENCE" && !collection.reverse.has(key))
      .map(({ key: field }) => ({ key: collection.key, field }));
    return { single, own, others };
  }

  return { tableFor, referrersOf };
}
export type ItemTables = ReturnType<typeof createItemTables>;
