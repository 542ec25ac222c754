import type { collections as contract } from "@uola/contract";
import type { Context } from "../../kernel/context.ts";
import type { Handlers } from "../../kernel/serve.ts";
import { createCollections } from "./catalogue.ts";
import * as managing from "./managing.ts";
import { inOrder, projected, readMany, referredTo } from "./reading.ts";
import * as store from "./store.ts";

export { type Collections, createCollections } from "./catalogue.ts";
export { isCollectionId, itemIdLengthMax } from "./checking.ts";
export { type Comparable, compareAs, folded, valueTypeOf } from "./compare.ts";
export { type External, findExternal } from "./external.ts";
export type { KnownCollection, KnownIndex, Referring, ValueType } from "./known.ts";
export { addCollection, replaceCollection } from "./managing.ts";
export { type Action, type Allowed, allows } from "./roles.ts";
export { inSandbox } from "./storage.ts";

const usualLimit = 100;

/** What items are of, and what may be done with them. */
export function collections(context: Context): Handlers<typeof contract> {
  const { db, siteId } = context;
  const known = createCollections(context);

  return {
    create: async ({ collection }, { caller }) => ({
      collection: await managing.addCollection(context, collection, caller),
    }),

    async get({ dataCollectionId: id, consistentRead, fields }) {
      const { collection } = await (consistentRead ? known.read(id) : known.find(id));
      const referencedCollections = await readMany(db, siteId, referredTo(collection));
      return { collection: projected(collection, fields), referencedCollections };
    },

    async list({ sort, paging, fields }) {
      const all = await store.list(db, siteId);
      const { limit, offset } = { limit: paging?.limit ?? usualLimit, offset: paging?.offset ?? 0 };
      const listed = all.toSorted(inOrder(sort?.fieldName ?? "id", sort?.order === "DESC"));
      const page = listed.slice(offset, offset + limit);
      const read = new Map((await readMany(db, siteId, page.map(({ id }) => id))).map((each) => [each.id, each]));
      const collections = page.flatMap(({ id }) => {
        const found = read.get(id);
        return found ? [projected(found, fields)] : [];
      });
      const count = collections.length;
      return { collections, pagingMetadata: { count, offset, total: all.length, tooManyToCount: false } };
    },

    update: async ({ collection }, { caller }) => ({
      collection: await managing.replaceCollection(context, collection, caller),
    }),

    async delete({ dataCollectionId }, { caller }) {
      await managing.removeCollection(context, dataCollectionId, caller);
      return {};
    },

    restore: async ({ dataCollectionId }, { caller }) => ({
      collection: await managing.restoreCollection(context, dataCollectionId, caller),
    }),

    clone: async ({ dataCollectionId: id, newCollectionId, displayName, withItems }, { caller }) => ({
      collection: await managing.cloneCollection(
        context,
        { id, newId: newCollectionId, displayName, withItems: withItems ?? false },
        caller,
      ),
    }),
  };
}
