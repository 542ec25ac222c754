import { type indexes as contract, dataErrors, type Index } from "@uola/contract";
import { type Context, type Handlers, Refusal, recordChange, transact } from "@uola/kernel";
import { type Collections, type IndexSchema, indexLimits } from "../collections/collections.ts";
import { problems } from "./rules.ts";
import { indexNames } from "./statements.ts";
import * as store from "./store.ts";

export { indexBuildTask, workOnIndexes } from "./build-indexes.ts";
export { coveringIndexTask, coverLargeCollections } from "./covering-index.ts";

const defaultLimit = 100;

/** Indexes of native collections, managed by the owner. */
export function indexes(context: Context, collections: Collections): Handlers<typeof contract> {
  const { db, siteId, now } = context;

  async function find(id: string) {
    if (id.includes("/"))
      throw new Refusal(
        dataErrors.unsupportedByCollection,
        `${id} belongs to an external database, which has its own indexes.`,
        400,
      );
    return collections.find(id);
  }
  const record = (tx: typeof db, key: string, audit: Parameters<typeof recordChange>[1]["audit"]) =>
    recordChange(tx, { siteId, at: now(), entity: "data_collection", entityId: key, audit });

  return {
    async create({ dataCollectionId, index: input }, { caller }) {
      const collection = await find(dataCollectionId);
      const index: IndexSchema = {
        name: input.name,
        fields: input.fields.map(({ path, order }) => ({ path, order: order ?? "ASC" })),
        unique: input.unique ?? false,
        caseInsensitive: input.caseInsensitive ?? false,
        status: "BUILDING",
      };
      const violations = [...problems(index, collection)].map(({ field, description }) => ({ field, description }));
      const [first] = violations;
      if (first) throw new Refusal(dataErrors.invalidData, `${first.field} ${first.description}.`, 400, { violations });
      await transact(context, { publish: "collections" }, async (tx) => {
        await store.lockCollection(tx, collection.key);
        const others = await store.list(tx, siteId, collection.key);
        if (others.some(({ name }) => name === index.name)) {
          throw new Refusal("INDEX_ALREADY_EXISTS", `The index ${index.name} already exists.`);
        }
        const most = index.unique ? indexLimits.unique : indexLimits.regular;
        if (others.filter(({ unique }) => unique === index.unique).length >= most) {
          throw new Refusal("TOO_MANY_INDEXES", `A collection has at most ${most} such indexes; drop one first.`);
        }
        await store.insert(tx, siteId, collection.key, index, now());
        await record(tx, collection.key, { actor: caller, action: "index.create", after: { dataCollectionId, index } });
      });
      return { index };
    },

    async drop({ dataCollectionId, indexName }, { caller }) {
      const collection = await find(dataCollectionId);
      await transact(context, { publish: "collections" }, async (tx) => {
        if (!(await store.beginDrop(tx, siteId, collection.key, indexName, now()))) {
          throw new Refusal("INDEX_NOT_FOUND", `No index ${indexName}.`, 404);
        }
        await record(tx, collection.key, {
          actor: caller,
          action: "index.drop",
          before: { dataCollectionId, indexName },
        });
      });
      return {};
    },

    async list({ dataCollectionId, paging }) {
      const collection = await find(dataCollectionId);
      const all = await store.list(db, siteId, collection.key);
      const nameOf = (index: store.IndexRow) => indexNames(collection.key, index, false)[0] ?? "";
      const valid = await store.validNames(db, all.map(nameOf));
      const offset = paging?.offset ?? 0;
      const shown = all.slice(offset, offset + (paging?.limit ?? defaultLimit)).map((row): Index => {
        const { collectionKey, failure, status, ...index } = row;
        const lost = status === "ACTIVE" && !valid.has(nameOf(row));
        return { ...index, status: lost ? "INVALID" : status, ...(failure && { failure }) };
      });
      const pagingMetadata = { count: shown.length, offset, total: all.length, tooManyToCount: false };
      return { indexes: shown, pagingMetadata };
    },
  };
}
