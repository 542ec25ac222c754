import type { DataCollection } from "@uola/contract";
import { say } from "../admin-forms/tell.ts";
import { useRead, useWrite } from "../admin-forms/use-platform.ts";
import { type Data, displayKeyOf, isExternal } from "./collection.ts";
import { momentOf, type Said, textOf } from "./value.ts";

/** What values are said with. */
export const said: Said = {
  yes: say("yes"),
  no: say("no"),
  files: (count) => say("content.files", { count }),
};

/** All that changes with a collection or an item. */
export const useContentWrite = () => useWrite("collections", "items", "drafts");

const mostCollections = 1000;

export const useCollections = () =>
  useRead(["collections"], async ({ collections }) => {
    return (await collections.list({ paging: { limit: mostCollections } })).collections;
  });

export const useCollection = (dataCollectionId: string) =>
  useRead(
    ["collections", dataCollectionId],
    async ({ collections }) => (await collections.get({ dataCollectionId, consistentRead: true })).collection,
    { enabled: dataCollectionId !== "" },
  );

/** Drafts are shown to whoever edits; other people's databases know none. */
export const withDrafts = (collectionId: string) =>
  isExternal({ id: collectionId }) ? {} : { publishPluginOptions: { includeDraftItems: true } };

export const dataOf = (item: { id: string; data: unknown }): Data => ({ _id: item.id, ...(item.data as Data) });

/** How many items there are, and when one was last changed. */
export const useSummary = ({ id }: DataCollection) =>
  useRead(["items", "summary", id], async ({ items }) => {
    const { dataItems, pagingMetadata } = await items.query({
      dataCollectionId: id,
      query: {
        ...(!isExternal({ id }) && { sort: [{ fieldName: "_updatedDate", order: "DESC" }] }),
        fields: ["_updatedDate"],
        paging: { limit: 1 },
      },
      returnTotalCount: true,
      ...withDrafts(id),
    });
    const [last] = dataItems;
    return { count: pagingMetadata.total ?? undefined, changed: last && momentOf(dataOf(last)._updatedDate) };
  });

/** What an item is called. */
export function titleOf(collection: DataCollection, data: Data): string {
  const key = displayKeyOf(collection);
  const field = collection.fields.find((each) => each.key === key);
  const text = field ? textOf(field, data[field.key], said) : "";
  return text.split("\n")[0] || say("content.unnamed");
}

/** The names of items others refer to, by id; ids that lead nowhere have none. */
export function useNames(collectionId: string, ids: readonly string[]) {
  const { data: collection } = useCollection(collectionId);
  const sorted = [...new Set(ids)].toSorted();
  const { data } = useRead(
    ["items", "names", collectionId, sorted],
    async ({ items }) => {
      const { dataItems } = await items.query({
        dataCollectionId: collectionId,
        query: { filter: { _id: { $in: sorted } }, paging: { limit: 1000 } },
        ...withDrafts(collectionId),
      });
      return dataItems;
    },
    { enabled: sorted.length > 0 && collection !== undefined },
  );
  return new Map(data?.flatMap((item) => (collection ? [[item.id, titleOf(collection, dataOf(item))] as const] : [])));
}
