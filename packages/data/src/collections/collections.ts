import { type collections as contract, type DataCollection, dataErrors } from "@uola/contract";
import { type Context, type Handlers, Refusal } from "@uola/kernel";
import type { ExternalDatabases } from "../connections/connections.ts";
import * as managing from "./change-collections.ts";
import type { Collections } from "./collection-cache.ts";
import {
  findExternal,
  listExternal,
  partsOf,
  readExternal,
  removeExternal,
  toExternalDataCollection,
  writeExternal,
} from "./external-collections.ts";
import { inOrder, projected, readMany, referredTo, visibleTo } from "./read-collections.ts";
import * as store from "./store.ts";

export { indexLimits } from "./capabilities.ts";
export { addCollection, replaceCollection } from "./change-collections.ts";
export { type Collections, createCollections } from "./collection-cache.ts";
export type { CollectionSchema, IndexSchema, ReferringField, ValueType } from "./collection-schema.ts";
export { coveringIndexName, inSandbox, tableName } from "./columns.ts";
export { type External, findExternal } from "./external-collections.ts";
export { type AccessLevel, type Action, accessLevelFor, ownersOnly } from "./permissions.ts";
export { summaries } from "./read-collections.ts";
export { collectionCleanupTask, restorable, sweepRemoved } from "./removed-collections.ts";
export { isItemId, itemIdLengthMax } from "./validation.ts";
export { type Comparable, compareAs, folded, isBlankTranslation, valueTypeOf } from "./value-comparison.ts";

const defaultLimit = 100;

/** Collections and their definitions, native and external. */
export function collections(
  context: Context,
  schemas: Collections,
  databases: ExternalDatabases,
): Handlers<typeof contract> {
  const { db, siteId } = context;

  const read = async (ids: readonly string[]): Promise<DataCollection[]> => {
    const [native, external] = await Promise.all([readMany(db, siteId, ids), readExternal(databases, ids)]);
    return [...native, ...external];
  };
  async function find(id: string, now: boolean): Promise<DataCollection> {
    const external = await findExternal(databases, id);
    if (external) return toExternalDataCollection(external.connection, external.definition);
    return (await (now ? schemas.read(id) : schemas.find(id))).dataCollection;
  }

  return {
    async create({ collection }, { caller }) {
      const external = await writeExternal(context, databases, "create", collection, caller);
      return { collection: external ?? (await managing.addCollection(context, collection, caller)) };
    },

    async get({ dataCollectionId, consistentRead, fields }, { caller }) {
      const collection = visibleTo(await find(dataCollectionId, consistentRead ?? false), caller);
      const referencedCollections = (await read(referredTo(collection))).map((each) => visibleTo(each, caller));
      return { collection: projected(collection, fields), referencedCollections };
    },

    async list({ sort, paging, fields }) {
      const order = inOrder(sort?.fieldName ?? "id", sort?.order === "DESC");
      const [listedNative, listedExternal] = await Promise.all([store.list(db, siteId), listExternal(databases)]);
      const external = new Map(listedExternal.map((each) => [each.id, each]));
      const all = [...listedNative, ...listedExternal].toSorted(order);
      const offset = paging?.offset ?? 0;
      const page = all.slice(offset, offset + (paging?.limit ?? defaultLimit)).map(({ id }) => id);
      const native = new Map((await readMany(db, siteId, page)).map((each) => [each.id, each]));
      const found = page.flatMap((id) => native.get(id) ?? external.get(id) ?? []);
      const pagingMetadata = { count: found.length, offset, total: all.length, tooManyToCount: false };
      return { collections: found.map((each) => projected(each, fields)), pagingMetadata };
    },

    async update({ collection }, { caller }) {
      const external = await writeExternal(context, databases, "update", collection, caller);
      return { collection: external ?? (await managing.replaceCollection(context, collection, caller)) };
    },

    async delete({ dataCollectionId: id }, { caller }) {
      if (!(await removeExternal(context, databases, id, caller))) {
        await managing.removeCollection(context, id, caller);
      }
      return {};
    },

    restore: async ({ dataCollectionId }, { caller }) => ({
      collection: await managing.restoreCollection(context, dataCollectionId, caller),
    }),

    async clone({ dataCollectionId: id, newCollectionId, displayName, withItems }, { caller }) {
      if (partsOf(id))
        throw new Refusal(
          dataErrors.unsupportedByCollection,
          `The collection ${id} belongs to an external database.`,
          400,
        );
      const input = { id, newId: newCollectionId, displayName, withItems: withItems ?? false };
      return { collection: await managing.cloneCollection(context, input, caller) };
    },
  };
}
