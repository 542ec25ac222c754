import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { externalDatabase } from "@wix/data/build/cjs/service-plugins.js";
import { AppStrategy, createClient } from "@wix/sdk";

type Item = Record<string, unknown> & { _id: string };
type Filter = Record<string, unknown>;
type Handlers = Parameters<typeof externalDatabase.provideHandlers>[0];
type Reference = { referringItemId: string; referencedItemId: string };

const compare: Record<string, (value: unknown, operand: never) => boolean> = {
  $eq: (value, operand) => value === operand,
  $ne: (value, operand) => value !== operand,
  $gt: (value, operand) => (value as number) > operand,
  $gte: (value, operand) => (value as number) >= operand,
  $hasSome: (value, operand: unknown[]) => operand.includes(value),
};
function fits(item: Item, filter: Filter): boolean {
  return Object.entries(filter).every(([key, given]) => {
    if (key === "$and") return (given as Filter[]).every((part) => fits(item, part));
    if (key === "$or") return (given as Filter[]).some((part) => fits(item, part));
    const [[operator, operand]] = Object.entries(given as Filter) as [[string, never]];
    return compare[operator]?.(item[key], operand) ?? false;
  });
}

const data = { QUERY: 1, COUNT: 1, INSERT: 1, UPDATE: 1, REMOVE: 1, TRUNCATE: 1 };
const references = { QUERY_REFERENCED: 1, INSERT_REFERENCES: 1, REMOVE_REFERENCES: 1 };
const everything = { dataOperations: Object.keys({ ...data, ...references }) };
const capabilities = { sortable: true, queryOperators: ["EQ", "NE", "GT", "GTE", "HAS_SOME"] };
const text = (key: string) => ({ key, type: "TEXT", capabilities });

/**
 * Starts an adapter written with the platform's public SDK, with people, and walls that refer to
 * them, in memory. It has no aggregations.
 */
export async function startSdkAdapter(trust: { appId: string; publicKey: string }) {
  const permissions = { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ANYONE" };
  const collections = new Map<string, { _id: string; fields: object[] }>();
  const tables = new Map<string, Map<string, Item>>();
  const helpers: Reference[] = [];
  const add = (one: { _id: string; fields: object[] }) => {
    const collection = { capabilities: everything, permissions, pagingMode: "OFFSET", ...one };
    collections.set(one._id, collection);
    if (!tables.has(one._id)) tables.set(one._id, new Map());
    return structuredClone({ collection });
  };
  add({ _id: "people", fields: [text("_id"), text("name"), { key: "age", type: "NUMBER", capabilities }] });
  const referencedCollectionId = "people";
  add({
    _id: "walls",
    fields: [
      text("_id"),
      text("name"),
      { key: "setter", type: "REFERENCE", singleReferenceOptions: { referencedCollectionId } },
      { key: "helpers", type: "MULTI_REFERENCE", multiReferenceOptions: { referencedCollectionId } },
    ],
  });
  const table = (id: string) => {
    const found = tables.get(id);
    if (!found) throw new externalDatabase.CollectionNotFoundWixError({ collectionId: id });
    return found;
  };
  const found = (id: string, filter: Filter | null | undefined) =>
    [...table(id).values()].filter((item) => fits(item, filter ?? {}));
  const known = ({ referringItemId: from, referencedItemId: to }: Partial<Reference>) =>
    helpers.findIndex((each) => each.referringItemId === from && each.referencedItemId === to);

  const app = createClient({ modules: { externalDatabase }, auth: AppStrategy(trust) });
  const handlers: { [Name in keyof Handlers]?: (call: Parameters<Handlers[Name]>[0]) => Promise<object> } = {
    getCapabilities: async () => ({ supportsCollectionModifications: true, supportedFieldTypes: ["TEXT", "NUMBER"] }),
    listCollections: async ({ request: { collectionIds = [] } }) => {
      for (const id of collectionIds) table(id);
      const all = [...collections.values()];
      // Cloned because the SDK renames the fields of the response in place.
      return structuredClone({
        collections: all.filter(({ _id }) => collectionIds.length === 0 || collectionIds.includes(_id)),
      });
    },
    createCollection: async ({ request }) => add(request.collection as never),
    updateCollection: async ({ request }) => add(request.collection as never),
    deleteCollection: async ({ request }) => {
      table(request.collectionId);
      collections.delete(request.collectionId);
      tables.delete(request.collectionId);
      return {};
    },
    queryDataItems: async ({ request: { collectionId, query, returnTotalCount } }) => {
      const all = found(collectionId, query.filter);
      for (const { fieldName = "", order } of (query.sort ?? []).toReversed()) {
        const way = order === "DESC" ? -1 : 1;
        all.sort((a, b) => way * (`${a[fieldName]}` < `${b[fieldName]}` ? -1 : 1));
      }
      const { offset, limit } = query.paging ?? {};
      const items = all.slice(offset ?? 0, (offset ?? 0) + (limit ?? 50));
      return { items: structuredClone(items), pagingMetadata: returnTotalCount ? { total: all.length } : {} };
    },
    countDataItems: async ({ request }) => ({ totalCount: found(request.collectionId, request.filter).length }),
    insertDataItems: async ({ request: { collectionId, items } }) => ({
      results: (items as Item[]).map((item) => {
        const there = table(collectionId);
        if (there.has(item._id)) return { error: { errorCode: "ITEM_ALREADY_EXISTS", data: { itemId: item._id } } };
        there.set(item._id, item);
        return { item: structuredClone(item) };
      }),
    }),
    updateDataItems: async ({ request: { collectionId, items } }) => ({
      results: (items as Item[]).map((item) => {
        const there = table(collectionId);
        if (!there.has(item._id)) return { error: { errorCode: "ITEM_NOT_FOUND", data: { itemId: item._id } } };
        there.set(item._id, item);
        return { item: structuredClone(item) };
      }),
    }),
    removeDataItems: async ({ request: { collectionId, itemIds } }) => ({
      results: itemIds.map((id) => {
        const item = table(collectionId).get(id);
        table(collectionId).delete(id);
        return item ? { item } : { error: { errorCode: "ITEM_NOT_FOUND" } };
      }),
    }),
    truncateDataItems: async ({ request }) => {
      table(request.collectionId).clear();
      return {};
    },
    queryReferencedDataItems: async ({ request }) => {
      const { referringItemIds = [], referencedItemIds = [], includeReferencedItems, paging, order } = request;
      const all = helpers
        .filter(({ referringItemId }) => referringItemIds.length === 0 || referringItemIds.includes(referringItemId))
        .filter(({ referencedItemId: id }) => referencedItemIds.length === 0 || referencedItemIds.includes(id));
      if (order === "DESC") all.reverse();
      const from = paging?.offset ?? 0;
      const items = all.slice(from, from + (paging?.limit ?? 50)).map((each) => {
        const referencedItem = includeReferencedItems
          ? structuredClone(table("people").get(each.referencedItemId))
          : null;
        return { ...each, referencedItem };
      });
      return { items, pagingMetadata: { total: all.length } };
    },
    insertDataItemReferences: async ({ request }) => ({
      results: (request.references as Reference[]).map((reference) => {
        if (known(reference) >= 0) return { error: { errorCode: "REFERENCE_ALREADY_EXISTS" } };
        helpers.push({ ...reference });
        return { reference };
      }),
    }),
    removeDataItemReferences: async ({ request }) => ({
      results: (request.references as Reference[]).map((reference) => {
        const at = known(reference);
        if (at < 0) return { error: { errorCode: "REFERENCE_NOT_FOUND" } };
        helpers.splice(at, 1);
        return { reference };
      }),
    }),
  };
  app.externalDatabase.provideHandlers(handlers as Handlers);

  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const reply = (status: number, answer: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    try {
      reply(200, (await app.servicePlugins.process({ url: request.url ?? "", body })) as object);
    } catch (error) {
      const {
        httpCode = 500,
        applicationCode: code,
        data,
        message,
      } = error as Partial<InstanceType<typeof externalDatabase.ItemNotFoundWixError>>;
      reply(httpCode, { message, details: code ? { applicationError: { code, data } } : {} });
    }
  });
  await new Promise<void>((listens) => server.listen(0, "localhost", listens));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { url, close: () => server.close() };
}
