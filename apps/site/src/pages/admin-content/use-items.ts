import type { DataCollection } from "@uola/contract";
import { useRead } from "../admin-forms/use-platform.ts";
import { displayKeyOf, isExternal } from "./collection.ts";
import type { Column } from "./columns.ts";
import { kindOf, refers } from "./field-kind.ts";
import { queryOf, type Sought } from "./sought.ts";
import { dataOf, withDrafts } from "./use-content.ts";

export type Row = { id: string; data: Record<string, unknown>; draft?: DraftNote | undefined; isOnlyDraft?: boolean };
export type DraftNote = { publishDate?: Date | null | undefined; failure?: { description: string } | null | undefined };

const draftsMax = 100;

/** What is being changed of a collection's items, by the item. */
export const useDrafts = (collection: DataCollection) =>
  useRead(
    ["drafts", collection.id],
    async ({ editing }) => {
      const { drafts } = await editing.drafts({
        dataCollectionId: collection.id,
        cursorPaging: { limit: draftsMax },
      });
      return drafts;
    },
    { enabled: !isExternal(collection) },
  );

/** A page of items with those they refer to in the columns shown, and how many there are. */
export const useItems = (collection: DataCollection, sought: Sought, columns: readonly Column[]) => {
  const included = columns.filter(({ field }) => refers(kindOf(field))).map(({ key }) => key);
  const query = queryOf(collection, sought, displayKeyOf(collection));
  return useRead(["items", "page", collection.id, query, included], async ({ items }) => {
    const { dataItems, pagingMetadata } = await items.query({
      dataCollectionId: collection.id,
      query,
      ...(included.length > 0 && { includeReferencedItems: included }),
      returnTotalCount: true,
      ...withDrafts(collection.id),
    });
    const rows = dataItems.map((item): Row => ({ id: item.id, data: dataOf(item) }));
    return { rows, total: pagingMetadata.total ?? undefined, hasNext: pagingMetadata.hasNext ?? false };
  });
};
