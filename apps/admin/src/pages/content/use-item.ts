import { failureOf } from "@uola/browser/errors.ts";
import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import { type Client, readAllPages } from "@uola/client";
import type { CollectionField, DataCollection, Draft, ItemData } from "@uola/contract";
import { type Data, isExternal, ownFields } from "./collection.ts";
import { kindOf } from "./field-kind.ts";
import { translationsKey } from "./translations.ts";
import { dataOf } from "./use-content.ts";
import { idsOf } from "./value.ts";

/** The data that the editor of an item starts with. */
export type EditorItem = {
  /** The published item; undefined if it was never published. */
  item?: { data: Data; revision: string; status: "PUBLISHED" | "DRAFT" } | undefined;
  draft?: Draft | undefined;
  /** The last revision of a removed item. */
  removed?: { data: Data; revision: string } | undefined;
};

export const shownData = ({ item, draft }: EditorItem): Data => (draft?.data as Data | undefined) ?? item?.data ?? {};

const isMissing = (error: unknown) => failureOf(error).code === "WDE0073";

const manyFields = (collection: DataCollection): CollectionField[] =>
  ownFields(collection).filter((field) => kindOf(field) === "references");

/**
 * Reads an item including its multi-reference fields; returns an empty object if it does not exist
 * yet.
 */
export async function readEditorItem(
  client: Client,
  collection: DataCollection,
  dataItemId: string,
): Promise<EditorItem> {
  const one = { dataCollectionId: collection.id, dataItemId };
  try {
    if (isExternal(collection)) {
      const { dataItem } = await client.items.get({ ...one, consistentRead: true });
      return {
        item: {
          data: await withReferences(client, collection, dataItem.id, dataOf(dataItem)),
          revision: "",
          status: "PUBLISHED",
        },
      };
    }
    const { item, draft } = await client.editing.open(one);
    const data = item && (await withReferences(client, collection, dataItemId, item.data));
    return { item: item && data ? { ...item, data } : undefined, draft: draft ?? undefined };
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (isExternal(collection)) return {};
    const last = await client.editing
      .versions({ ...one, cursorPaging: { limit: 1 } })
      .then(({ versions }) => versions[0])
      .catch((cause: unknown) => {
        if (!isMissing(cause)) throw cause;
        return undefined;
      });
    return last ? { removed: { data: last.data, revision: last.revision } } : {};
  }
}

async function withReferences({ items }: Client, collection: DataCollection, id: string, data: Data): Promise<Data> {
  const whole = { ...data };
  for (const { key } of manyFields(collection)) {
    const { items: results } = await readAllPages(async ({ limit, cursor }) => {
      const one = { dataCollectionId: collection.id, referringItemFieldName: key, referringItemId: id };
      const page = await items.queryReferenced({ ...one, cursorPaging: { limit, ...(cursor && { cursor }) } });
      return { items: page.results, next: page.pagingMetadata.cursors?.next };
    }, Number.POSITIVE_INFINITY);
    whole[key] = results.flatMap(({ dataItem, unresolvedReference }) => {
      const found = dataItem?.id ?? unresolvedReference?.referencedItemId;
      return found ? [found] : [];
    });
  }
  return whole;
}

/**
 * Returns the data to send: without the platform's own fields and without emptied values, with
 * references as ids.
 */
export function itemInputOf(collection: DataCollection, data: Data): ItemData {
  const sent = Object.fromEntries(
    Object.entries(data).filter(
      ([key, value]) => (!key.startsWith("_") || key === translationsKey) && value !== null && value !== undefined,
    ),
  );
  for (const { key } of manyFields(collection)) sent[key] = idsOf(data[key]);
  return sent as ItemData;
}

type Calls = Pick<Client, "items" | "editing">;

/**
 * Publishes the given data. `revision` is the revision of the item that was read; undefined for a
 * new item.
 */
export async function publishItem(
  { items, editing }: Calls,
  collection: DataCollection,
  dataItemId: string,
  data: Data,
  revision: string | undefined,
): Promise<void> {
  const dataCollectionId = collection.id;
  const sent = itemInputOf(collection, data);
  if (isExternal(collection)) {
    await items.save({ dataCollectionId, dataItem: { id: dataItemId, data: { ...sent, _id: dataItemId } } });
  } else await editing.save({ dataCollectionId, dataItemId, data: sent, ...(revision && { revision }) });
}

/**
 * Reads the item again each time it is opened, so that editing starts from the current state; a new
 * item is not read.
 */
export function useEditorItem(collection: DataCollection | undefined, dataItemId: string, isNew: boolean) {
  return usePlatformQuery(
    ["item", collection?.id, dataItemId],
    async (client) => (isNew ? ({} as EditorItem) : readEditorItem(client, collection as DataCollection, dataItemId)),
    { enabled: collection !== undefined, refetch: true },
  );
}
