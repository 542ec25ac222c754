import { useIsOwner } from "@uola/browser/session/session.tsx";
import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import { readAllPages } from "@uola/client";
import type { DataCollection } from "@uola/contract";
import { say } from "@uola/words/admin";
import { useMemo } from "react";
import { type Data, displayKeyOf, isExternal, isSingle, nameOf } from "./collection.ts";
import { localizeCollection } from "./localize-collection.ts";
import { pageName } from "./page-name.ts";
import { type Said, textOf } from "./value.ts";

/** Returns the texts used to display values. */
export const valueWords = (): Said => ({
  yes: say("yes"),
  no: say("no"),
  files: (count) => say("content.files", { count }),
  tag: pageName,
});

/** Performs a write and refreshes the queries that depend on a collection or an item. */
export const useContentWrite = () => usePlatformAction("collections", "items", "drafts");

/** The number of the installation's own collections plus those of fifty connected databases. */
const mostCollections = 51_000;
/** The result pages are large, because every page queries the external databases again. */
const collectionsAtOnce = 1000;

/**
 * The installation's own collections whose items the user may edit or only read, with the number of
 * items.
 */
export function useOwnCollections() {
  const reading = usePlatformQuery(
    ["collections", "own"],
    async ({ editing }) => (await editing.collections({})).collections,
  );
  const { data: stored } = reading;
  const data = useMemo(
    () => stored?.map((each) => ({ ...each, collection: localizeCollection(each.collection) })),
    [stored],
  );
  return { ...reading, data };
}

/** Collections of external databases, shown only to the owner. */
export function useExternal() {
  const enabled = useIsOwner();
  return usePlatformQuery(
    ["collections", "external"],
    async ({ collections }) => {
      const { items: listed } = await readAllPages(async ({ offset }) => {
        const { collections: some, pagingMetadata } = await collections.list({
          paging: { limit: collectionsAtOnce, offset },
        });
        return { items: some, next: offset + some.length < (pagingMetadata.total ?? 0) };
      }, mostCollections);
      return listed.filter(isExternal);
    },
    { enabled },
  );
}

/** All collections that a field may refer to. */
export function useCollections(): DataCollection[] | undefined {
  const [own, others] = [useOwnCollections().data, useExternal().data];
  return own && [...own.map(({ collection }) => collection), ...(others ?? [])];
}

/** Deleted collections that can be restored. */
export const useRemovedCollections = () =>
  usePlatformQuery(
    ["collections", "removed"],
    async ({ editing }) => (await editing.removedCollections({})).collections,
    {
      enabled: useIsOwner(),
    },
  );

/** A collection whose name and fields are labelled in the admin's language. */
export function useCollection(dataCollectionId: string, enabled = true) {
  const reading = useStoredCollection(dataCollectionId, enabled);
  const { data: stored } = reading;
  const data = useMemo(() => stored && localizeCollection(stored), [stored]);
  return { ...reading, data };
}

/** A collection as it is stored, for editing its names. */
export const useStoredCollection = (dataCollectionId: string, enabled = true) =>
  usePlatformQuery(
    ["collections", dataCollectionId],
    async ({ collections }) => (await collections.get({ dataCollectionId, consistentRead: true })).collection,
    { enabled },
  );

/** Query options that include drafts for editors; external databases have no drafts. */
export const withDrafts = (collectionId: string) =>
  isExternal({ id: collectionId }) ? {} : { publishPluginOptions: { includeDraftItems: true } };

export const dataOf = (item: { id: string; data: unknown }): Data => ({ _id: item.id, ...(item.data as Data) });

/** The number of items in a collection of an external database. */
export const useExternalCount = ({ id }: DataCollection, enabled: boolean) =>
  usePlatformQuery(
    ["items", "count", id],
    async ({ items }) => {
      const query = { fields: ["_id"], paging: { limit: 1 } };
      const { pagingMetadata } = await items.query({ dataCollectionId: id, query, returnTotalCount: true });
      return pagingMetadata.total ?? null;
    },
    { enabled },
  );

/** Returns the title of an item; an item that contains the texts of a page has the page's name. */
export function titleOf(collection: DataCollection, data: Data): string {
  if (isSingle(collection)) return nameOf(collection);
  const key = displayKeyOf(collection);
  const field = collection.fields.find((each) => each.key === key);
  const text = field ? textOf(field, data[field.key], valueWords()) : "";
  return text.split("\n")[0] || say("content.unnamed");
}

/** Returns the names of referenced items by id; ids of missing items have no entry. */
export function useNames(collectionId: string, ids: readonly string[]) {
  // A text field does not refer to a collection.
  const { data: collection } = useCollection(collectionId, collectionId !== "");
  const sorted = [...new Set(ids)].toSorted();
  const { data } = usePlatformQuery(
    ["items", "names", collectionId, sorted],
    async ({ items }) => {
      const { dataItems } = await items.query({
        dataCollectionId: collectionId,
        query: { filter: { _id: { $in: sorted } }, paging: { limit: sorted.length } },
        ...withDrafts(collectionId),
      });
      return dataItems;
    },
    { enabled: sorted.length > 0 && collection !== undefined },
  );
  return new Map(data?.flatMap((item) => (collection ? [[item.id, titleOf(collection, dataOf(item))] as const] : [])));
}
