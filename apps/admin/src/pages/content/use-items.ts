import { usePlatformList, usePlatformQuery } from "@uola/browser/use-platform.ts";
import { type Client, readAllPages } from "@uola/client";
import type { DataCollection } from "@uola/contract";
import { displayKeyOf, isExternal } from "./collection.ts";
import type { Column } from "./columns.ts";
import { type Criteria, queryOf } from "./criteria.ts";
import { kindOf, refers } from "./field-kind.ts";
import { dataOf, withDrafts } from "./use-content.ts";

export type Row = { id: string; data: Record<string, unknown>; draft?: DraftNote | undefined; isOnlyDraft?: boolean };
export type DraftNote = { publishDate?: Date | null | undefined; failure?: { description: string } | null | undefined };

export const draftsIn = ({ drafts }: Client["editing"], dataCollectionId: string) =>
  readAllPages(async ({ limit, cursor }) => {
    const page = await drafts({ dataCollectionId, cursorPaging: { limit, ...(cursor && { cursor }) } });
    return { items: page.drafts, next: page.pagingMetadata.cursors.next };
  });

/** The drafts of a collection's items, readable only by people who may edit the items. */
export const useDrafts = (collection: DataCollection, mayEdit: boolean) =>
  usePlatformQuery(
    ["drafts", collection.id],
    async ({ editing }) => {
      const { items } = await draftsIn(editing, collection.id);
      return items;
    },
    { enabled: mayEdit && !isExternal(collection) },
  );

/**
 * Items including those referenced in the visible columns, with the total count; `fetchNextPage`
 * loads more.
 */
export const useItems = (collection: DataCollection, criteria: Criteria, columns: readonly Column[]) => {
  const included = columns.filter(({ field }) => refers(kindOf(field))).map(({ key }) => key);
  const query = queryOf(collection, criteria, displayKeyOf(collection));
  return usePlatformList(["items", "page", collection.id, query, included], async ({ items }, cursorPaging) => {
    const { dataItems, pagingMetadata } = await items.query({
      dataCollectionId: collection.id,
      query: cursorPaging.cursor ? { cursorPaging } : { ...query, cursorPaging },
      ...(included.length > 0 && { includeReferencedItems: included }),
      returnTotalCount: true,
      ...withDrafts(collection.id),
    });
    const rows = dataItems.map((item): Row => ({ id: item.id, data: dataOf(item) }));
    return { items: rows, next: pagingMetadata.cursors?.next, total: pagingMetadata.total };
  });
};
