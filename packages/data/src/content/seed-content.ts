import { type CollectionField, dataErrors, type ItemData } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Context, Refusal, transact } from "@uola/kernel";
import { words } from "@uola/words/site";
import { type PageName, pageTexts } from "@uola/words/site/pages";
import {
  addCollection,
  type CollectionSchema,
  type Collections,
  replaceCollection,
} from "../collections/collections.ts";
import { addToDraft } from "../editing/editing.ts";
import type { InternalItems } from "../items/items.ts";
import { lists } from "./lists.ts";
import { unlessMissing } from "./optional-collection.ts";
import { pages } from "./pages.ts";
import * as store from "./store.ts";

/** Initial items of lists. */
export type Seeds = Partial<Record<keyof typeof lists, (ItemData & { _id: string })[]>>;

const system = { kind: "system", id: "content" } as const;
// Anyone can read what pages show; editors can write it.
const permissions = { read: "ANYONE", insert: "CMS_EDITOR", update: "CMS_EDITOR", remove: "CMS_EDITOR" } as const;
/** The id of a page's only item. */
const pageItem = "page";
const textMax = 4000;

const translate = words("lt");

/** Whether the collections were created once. What the owner deletes afterwards stays deleted. */
export const isSeeded = async (context: Context): Promise<boolean> => (await readSeeded(context)) !== undefined;

/**
 * Creates what was not seeded yet: everything at the first start, and new pages, lists and texts of later releases.
 * Seeded content belongs to the owner, changed or deleted. Each step can be repeated, so an interrupted or concurrent
 * run neither skips nor duplicates anything.
 */
export async function seedContent(
  context: Context,
  collections: Collections,
  internalItems: InternalItems,
  seeds: Seeds,
): Promise<void> {
  const before = await readSeeded(context);
  const seeded: store.SeededFields = { ...before };
  for (const [id, words] of Object.entries(pageTexts)) {
    const { displayName, texts } = pages[id as PageName];
    const fields = Object.entries(texts).map(([key, name]) => textField(key, name));
    const defaults = Object.fromEntries(Object.entries(words).map(([key, word]) => [key, translate(word)]));
    const plugins = [
      { type: "SINGLE_ITEM" as const, singleItemOptions: { singleItemId: pageItem } },
      { type: "CMS" as const },
    ];
    const seed = { id, displayName, displayField: fields[0]?.key ?? "", fields, plugins };
    await seedCollection(seed, [{ id: pageItem, data: defaults }], (collection, added) =>
      addTexts(collection, pick(defaults, added)),
    );
  }
  for (const [id, { sort, ...list }] of Object.entries(lists)) {
    const fields = list.fields.map((field) => ({ ...field }));
    const plugins = [{ type: "CMS" as const, cmsOptions: { siteSort: { sort: sort.map((each) => ({ ...each })) } } }];
    const items = (seeds[id as keyof typeof lists] ?? []).map(({ _id, ...data }) => ({ id: _id, data }));
    await seedCollection({ ...list, id, fields, plugins }, items);
  }
  if (before && isSame(before, seeded)) return;
  await store.writeSetting(context.db, context.siteId, { given: seeded }, context.now());
  context.changes.publish("content");

  /**
   * Creates a collection with its first items. In a collection that was seeded before, only adds fields that are new
   * since.
   */
  async function seedCollection(
    seed: CollectionSeed,
    items: { id: string; data: ItemData }[],
    fillNew?: (collection: CollectionSchema, added: string[]) => Promise<void>,
  ): Promise<void> {
    const keys = seed.fields.map(({ key }) => key);
    const seededFields = seeded[seed.id];
    seeded[seed.id] = [...new Set([...(seededFields ?? []), ...keys])];
    if (!seededFields) {
      await createIfMissing(seed);
      if (items.length > 0) await internalItems.addMissing(await collections.find(seed.id), items, system);
      return;
    }
    const added = keys.filter((key) => !seededFields.includes(key));
    if (added.length === 0 || !(await addFields(seed, added))) return;
    await fillNew?.(await collections.read(seed.id), added);
  }

  async function createIfMissing(seed: CollectionSeed): Promise<void> {
    try {
      await addCollection(context, { ...seed, permissions }, system);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === dataErrors.collectionExists)) throw error;
    }
  }

  /** Adds fields in the order of the seed. Returns false when the owner deleted the collection. */
  async function addFields({ id, fields }: CollectionSeed, added: readonly string[]): Promise<boolean> {
    return ignoringConflict(async () => {
      const collection = await unlessMissing(collections.read(id));
      if (!collection) return false;
      const ownFields = collection.dataCollection.fields.filter(
        ({ key, systemField }) => !systemField && !collection.reverse.has(key),
      );
      const merged = [...ownFields];
      for (const [index, field] of fields.entries()) {
        if (!added.includes(field.key) || merged.some(({ key }) => key === field.key)) continue;
        const previous = merged.findIndex(({ key }) => key === fields[index - 1]?.key);
        // Existing items do not have the field.
        merged.splice(previous < 0 ? merged.length : previous + 1, 0, { ...field, required: false });
      }
      if (merged.length > ownFields.length)
        await replaceCollection(context, { ...collection.dataCollection, fields: merged }, system);
      return true;
    });
  }

  /** Adds missing texts to a page and to its draft, because a draft replaces all data when published. */
  async function addTexts(collection: CollectionSchema, texts: ItemData): Promise<void> {
    await ignoringConflict(() =>
      transact(context, async (tx) => {
        const item = await internalItems.find(tx, collection, pageItem);
        const missing = Object.fromEntries(Object.entries(texts).filter(([key]) => item?.data[key] === undefined));
        // The owner removed the page's only item.
        if (!item || Object.keys(missing).length === 0) return;
        const status = collection.publishes && { _publishStatus: item.status };
        const data = { ...withoutSystemFields(item.data), ...status, ...missing };
        const seed = { id: pageItem, data, expectRevision: item.revision };
        const { revision } = await internalItems.save(collection, seed, system, false, tx);
        await addToDraft(tx, context.siteId, collection, pageItem, missing, { from: item.revision, to: revision });
      }),
    );
  }
}

type CollectionSeed = Omit<Parameters<typeof addCollection>[1], "permissions" | "fields"> & {
  fields: CollectionField[];
};

const tries = 5;

/** Another process may have added the same. */
async function ignoringConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = tries; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 1 || !(error instanceof Refusal && error.code === "REVISION_MISMATCH")) throw error;
    }
  }
}

async function readSeeded({ db, siteId }: Context): Promise<store.SeededFields | undefined> {
  const value = await store.readSetting(db, siteId);
  if (!value) return undefined;
  return value.given ?? seededByAudit(db, siteId);
}

/** For a setting without `given`: what was seeded by then, as audit entries have it. */
async function seededByAudit(db: Database, siteId: string): Promise<store.SeededFields> {
  const created = await store.createdCollections(db, siteId, system);
  return Object.fromEntries(created.map(({ id, fields }) => [id, fields.map(({ key }) => key)]));
}

const isSame = (a: store.SeededFields, b: store.SeededFields) =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(b).every(([id, fields]) => a[id]?.length === fields.length);
const pick = (data: ItemData, keys: readonly string[]): ItemData =>
  Object.fromEntries(Object.entries(data).filter(([key]) => keys.includes(key)));
const withoutSystemFields = (data: ItemData): ItemData =>
  Object.fromEntries(Object.entries(data).filter(([key]) => !key.startsWith("_") || key === "_translations"));

const textField = (key: string, displayName: string): CollectionField => ({
  key,
  type: "TEXT",
  displayName,
  stringLengthRange: { maxLength: textMax },
});
