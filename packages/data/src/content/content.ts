import type { content as contract, ItemData } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Caller, type Context, type Handlers, Refusal } from "@uola/kernel";
import { allows, createCollections, type KnownCollection } from "../collections/collections.ts";
import { draftsToShow } from "../editing/editing.ts";
import { createItemKeeping } from "../items/items.ts";
import type { lists } from "./lists.ts";
import { unlessMissing } from "./optional-collection.ts";
import { type Maker, makerOf } from "./preview-keys.ts";
import { fill, isFilled, type Seeds } from "./seed-content.ts";

export type ListName = keyof typeof lists;

/** What pages show: texts and lists the owner writes, each in a collection; docs/rules/data.md. */
export function content(context: Context): Handlers<typeof contract> {
  const { db, siteId } = context;
  const collections = createCollections(context);
  const keeping = createItemKeeping(context, collections);

  /** Published items as they would be, were every draft published. */
  async function previewed(known: KnownCollection, items: ItemData[], language: string | null | undefined) {
    const drafts = new Map<string, ItemData>(
      (await draftsToShow(db, siteId, known)).map(({ itemId, data }) => [
        itemId,
        keeping.inLanguage(known, keeping.opened(known, data), language),
      ]),
    );
    const changed = items.map((item) => {
      const draft = drafts.get(item._id as string);
      // A draft is all of an item's data; only what the platform keeps of it stays.
      return draft ? { ...stampsOf(item), ...draft } : item;
    });
    const there = new Set(items.map(({ _id }) => _id));
    const added = [...drafts].filter(([id]) => !there.has(id)).map(([_id, data]) => ({ ...data, _id }));
    return [...changed, ...added];
  }

  async function itemsOf(id: string, caller: Caller, language: string | null | undefined, maker: Maker | undefined) {
    const known = await unlessMissing(collections.find(id));
    if (!known || allows(known.permissions, "read", caller) !== "all") return [];
    const items = await keeping.published(db, known, language);
    // Drafts of what the maker may not edit are not theirs to show.
    const showsDrafts = maker && allows(known.permissions, "update", maker) === "all";
    return showsDrafts ? previewed(known, items, language) : items;
  }

  return {
    async read({ collectionIds, language, preview }, { caller }) {
      const maker = preview ? await makerOf(context, preview) : undefined;
      if (preview && !maker) {
        throw new Refusal("PREVIEW_EXPIRED", "The preview is over. Open it again from the editor.", 403);
      }
      const ids = [...new Set(collectionIds)];
      const lists = await Promise.all(ids.map((id) => itemsOf(id, caller, language, maker)));
      return { collections: Object.fromEntries(ids.map((id, n) => [id, lists[n] as ItemData[]])) };
    },
  };
}

type SiteList = {
  items(of: Database): Promise<ItemData[]>;
  /** Replaces the list as a whole; call `tell` once the transaction has ended. */
  replace(
    tx: Database,
    items: readonly (ItemData & { _id: string })[],
    by: { kind: string; id: string },
  ): Promise<void>;
};

/** The lists of the pages for features that have rules about them, such as the opening hours. */
export function createSiteLists(context: Context) {
  const { changes } = context;
  const collections = createCollections(context);
  const keeping = createItemKeeping(context, collections);
  async function listOf(known: KnownCollection): Promise<SiteList> {
    const referrers = await keeping.referrersOf(known);
    return {
      items: (of) => keeping.published(of, known),
      replace: (tx, items, by) =>
        keeping.replaceAll(
          known,
          items.map(({ _id: id, ...data }) => ({ id, data })),
          by,
          { tx, referrers },
        ),
    };
  }
  return {
    /** Makes the pages, lists and texts the house was not given yet; what `seeds` say is what lists begin with. */
    fill: (seeds: Seeds) => fill(context, collections, keeping, seeds),
    isFilled: () => isFilled(context),

    /** A list, to be found before the transaction that works with it. Refuses where the owner has deleted it. */
    find: async (name: ListName): Promise<SiteList> => listOf(await collections.find(name)),
    /** The same; a deleted list is an empty one. */
    async findAny(name: ListName): Promise<Pick<SiteList, "items">> {
      const known = await unlessMissing(collections.find(name));
      return known ? listOf(known) : { items: async () => [] };
    },
    tell: () => changes.publish("content"),
  };
}

const stampsOf = (item: ItemData): ItemData =>
  Object.fromEntries(Object.entries(item).filter(([key]) => key.startsWith("_") && key !== "_translations"));
