import type { Environment } from "@uola/contract";
import type { Context } from "@uola/kernel";
import { type Collections, inSandbox, type KnownCollection } from "../../collections/collections.ts";
import type { MultipleReferrer, Referrers, SingleReferrer } from "./remove-statement.ts";
import type { Place } from "./write-statements.ts";

/** Finds the tables of collections that are to be written to. */
export function createPlaces({ db }: Pick<Context, "db">, collections: Collections) {
  // A collection is known anew every few seconds, and when it changes.
  const names = new WeakMap<KnownCollection, { live?: string; sandbox?: string }>();

  async function placeOf(known: KnownCollection, environment?: Environment | null): Promise<Place> {
    const sandbox = inSandbox(known, environment);
    const side = sandbox ? "sandbox" : "live";
    const found = names.get(known) ?? {};
    names.set(known, found);
    found[side] ??= (await collections.tableOf(known, environment, true)).compile(db).sql;
    return { known, table: found[side], sandbox };
  }

  /** Who refers to the items of a place, in the same environment. */
  async function referrersOf({ known, sandbox }: Place): Promise<Referrers> {
    const single: SingleReferrer[] = [];
    const others: MultipleReferrer[] = [];
    const environment = sandbox ? "SANDBOX" : "LIVE";
    for (const { collectionId, key, field, multiple, column } of known.referredBy) {
      if (multiple) {
        others.push({ key, field });
        continue;
      }
      const there = single.find(({ place }) => place.known.id === collectionId);
      if (there) there.fields.push({ field, column });
      else {
        const referrer = collectionId === known.id ? known : await collections.find(collectionId);
        // nothing in a sandbox that nobody wrote to refers to anything
        if (sandbox && !referrer.hasSandbox && referrer !== known) continue;
        single.push({ place: await placeOf(referrer, environment), fields: [{ field, column }] });
      }
    }
    const own = [...known.fields.values()]
      .filter(({ key, type }) => type === "MULTI_REFERENCE" && !known.reverse.has(key))
      .map(({ key: field }) => ({ key: known.key, field }));
    return { single, own, others };
  }

  return { placeOf, referrersOf };
}
export type Places = ReturnType<typeof createPlaces>;
