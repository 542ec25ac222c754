import type { content as contract, ItemData } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Caller, type Context, type Handlers, Refusal } from "@uola/kernel";
import { accessLevelFor, type CollectionSchema } from "../collections/collections.ts";
import { draftsToShow } from "../editing/editing.ts";
import type { ItemServices } from "../items/items.ts";
import type { lists } from "./lists.ts";
import { unlessMissing } from "./optional-collection.ts";
import { type PreviewAuthor, previewAuthorOf } from "./preview-keys.ts";
import { type FormerTexts, isSeeded, type PageSeed, type Seeds, seedContent } from "./seed-content.ts";

export type { FormerTexts, PageSeed, Seeds } from "./seed-content.ts";
export type ListName = keyof typeof lists;

/** Texts and lists of the site's pages, stored in collections; see docs/rules/data.md. */
export function content(context: Context, { collections, internalItems }: ItemServices): Handlers<typeof contract> {
  const { db, siteId } = context;

  /** Returns the items as they would be published if all drafts were published. */
  async function withDraftsApplied(
    collection: CollectionSchema,
    items: ItemData[],
    language: string | null | undefined,
  ) {
    const drafts = new Map<string, ItemData>(
      (await draftsToShow(db, siteId, collection)).map(({ itemId, data }) => [
        itemId,
        internalItems.inLanguage(collection, internalItems.decrypted(collection, data), language),
      ]),
    );
    const changed = items.map((item) => {
      const draft = drafts.get(item._id as string);
      // A draft replaces all data of the item except the dates set by the platform.
      return draft ? { ...datesOf(item), ...draft } : item;
    });
    const there = new Set(items.map(({ _id }) => _id));
    const added = [...drafts].filter(([id]) => !there.has(id)).map(([_id, data]) => ({ ...data, _id }));
    return [...changed, ...added];
  }

  async function itemsOf(
    id: string,
    caller: Caller,
    language: string | null | undefined,
    author: PreviewAuthor | undefined,
  ) {
    const collection = await unlessMissing(collections.find(id));
    if (!collection || accessLevelFor(collection.permissions, "read", caller) !== "all") return [];
    const items = await internalItems.published(db, collection, language);
    // A preview shows only drafts that its author may edit.
    const showsDrafts = author && accessLevelFor(collection.permissions, "update", author) === "all";
    return showsDrafts ? withDraftsApplied(collection, items, language) : items;
  }

  return {
    async read({ collectionIds, language, preview }, { caller }) {
      const author = preview ? await previewAuthorOf(context, preview) : undefined;
      if (preview && !author) {
        throw new Refusal("PREVIEW_EXPIRED", "The preview is over. Open it again from the editor.", 403);
      }
      const ids = [...new Set(collectionIds)];
      const lists = await Promise.all(ids.map((id) => itemsOf(id, caller, language, author)));
      return { collections: Object.fromEntries(ids.map((id, n) => [id, lists[n] as ItemData[]])) };
    },
  };
}

type SiteList = {
  items(of: Database): Promise<ItemData[]>;
  /** Replaces all items of the list. Call `publishChange` after the transaction. */
  replace(
    tx: Database,
    items: readonly (ItemData & { _id: string })[],
    by: { kind: string; id: string },
  ): Promise<void>;
};

/** Provides the lists of the site's pages to features that apply rules to them, such as opening hours. */
export function createSiteLists(
  context: Context,
  { collections, internalItems }: ItemServices,
  {
    pages = [],
    items = {},
    formerTexts = new Set(),
  }: { pages?: readonly PageSeed[] | undefined; items?: Seeds | undefined; formerTexts?: FormerTexts | undefined },
) {
  const { changes } = context;
  async function listOf(collection: CollectionSchema): Promise<SiteList> {
    const referrers = await internalItems.referrersOf(collection);
    return {
      items: (of) => internalItems.published(of, collection),
      replace: (tx, items, by) =>
        internalItems.replaceAll(
          collection,
          items.map(({ _id: id, ...data }) => ({ id, data })),
          by,
          { tx, referrers },
        ),
    };
  }
  return {
    /**
     * Creates pages, lists and texts that have not been seeded yet, and replaces former default
     * texts that the owner has not edited. `seeds` are the initial items of lists.
     */
    seed: (seeds: Seeds) =>
      seedContent(context, collections, internalItems, pages, { ...items, ...seeds }, formerTexts),
    isSeeded: () => isSeeded(context),

    /**
     * Finds a list; call it before the transaction that uses the list. Rejects if the owner has
     * deleted it.
     */
    find: async (name: ListName): Promise<SiteList> => listOf(await collections.find(name)),
    /** Like `find`, but returns an empty list if the owner has deleted it. */
    async findAny(name: ListName): Promise<Pick<SiteList, "items">> {
      const collection = await unlessMissing(collections.find(name));
      return collection ? listOf(collection) : { items: async () => [] };
    },
    publishChange: () => changes.publish("content"),
  };
}
export type SiteLists = ReturnType<typeof createSiteLists>;

const datesOf = (item: ItemData): ItemData =>
  Object.fromEntries(Object.entries(item).filter(([key]) => key.startsWith("_") && key !== "_translations"));
