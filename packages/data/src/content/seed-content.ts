import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type CollectionField, type CollectionPlugin, dataErrors, type ItemData } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Context, Refusal, transact } from "@uola/kernel";
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
import * as store from "./store.ts";

/**
 * A page whose texts the owner writes: a collection with one item. Each text has a default in the
 * site's language and, keyed by language, in others.
 */
export type PageSeed = {
  id: string;
  displayName: string;
  texts: readonly { key: string; displayName: string; text: string; translations: Readonly<Record<string, string>> }[];
};
/** The initial items of lists. */
export type Seeds = Partial<Record<keyof typeof lists, (ItemData & { _id: string })[]>>;

/**
 * SHA-256 hashes (hex) of texts that earlier releases seeded and that are no longer correct. The
 * seeds of this release replace them if the owner has not edited them.
 */
export type FormerTexts = ReadonlySet<string>;

const system = { kind: "system", id: "content" } as const;
/** Everyone can read the collections that pages show. */
const permissionsForWriter = (writer: "ADMIN" | "CMS_EDITOR") =>
  ({ read: "ANYONE", insert: writer, update: writer, remove: writer }) as const;
/** The id of a page's only item. */
const pageItem = "page";
const textMax = 4000;

/**
 * Whether the collections were ever created. Content that the owner deletes afterwards is not
 * created again.
 */
export const isSeeded = async (context: Context): Promise<boolean> => (await readSeeded(context)) !== undefined;

/**
 * Creates content that has not been seeded yet: everything at the first start, and new pages, lists
 * and texts of later releases. Seeded content belongs to the owner and is not seeded again after a
 * change or deletion. Each step can be repeated, so an interrupted or concurrent run neither skips
 * nor duplicates anything.
 */
export async function seedContent(
  context: Context,
  collections: Collections,
  internalItems: InternalItems,
  pages: readonly PageSeed[],
  seeds: Seeds,
  formerTexts: FormerTexts,
): Promise<void> {
  const before = await readSeeded(context);
  const seeded: store.SeededFields = { ...before };
  for (const { id, displayName, texts } of pages) {
    const fields = texts.map(({ key, displayName }) => textField(key, displayName));
    const keys = fields.map(({ key }) => key);
    const plugins = [
      { type: "SINGLE_ITEM" as const, singleItemOptions: { singleItemId: pageItem } },
      { type: "CMS" as const },
      multilingual(keys),
    ];
    const permissions = permissionsForWriter("CMS_EDITOR");
    const seed = { id, displayName, displayField: keys[0] ?? "", fields, plugins, permissions };
    const data = { ...textsOf(texts), [translationsKey]: translationsOf(texts) };
    await seedCollection(seed, [{ id: pageItem, data }], (collection, added) => addTexts(collection, texts, added));
  }
  for (const [id, { sort, translatable, writer, ...list }] of Object.entries(lists)) {
    const fields = list.fields.map((field) => ({ ...field }));
    const siteSort = { sort: sort.map((each) => ({ ...each })) };
    const plugins = [
      { type: "CMS" as const, cmsOptions: { siteSort } },
      ...(translatable.length > 0 ? [multilingual(translatable)] : []),
    ];
    const items = (seeds[id as keyof typeof lists] ?? []).map(({ _id, ...data }) => ({ id: _id, data }));
    await seedCollection({ ...list, id, fields, plugins, permissions: permissionsForWriter(writer) }, items);
    for (const item of before?.[id] && formerTexts.size > 0 ? items : [])
      await replaceFormerTexts(id, translatable, item);
  }
  if (before && isSame(before, seeded)) return;
  await store.writeSetting(context.db, context.siteId, { given: seeded }, context.now());
  context.changes.publish("content");

  /**
   * Creates a collection with its initial items. If the collection was seeded before, only adds
   * fields that are new since then.
   */
  async function seedCollection(
    seed: CollectionSeed,
    items: { id: string; data: ItemData }[],
    fillNew?: (collection: CollectionSchema, added: string[]) => Promise<void>,
  ): Promise<void> {
    const keys = [...seed.fields.map(({ key }) => key), translationsKey];
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

  /**
   * Replaces the texts of a seeded item in each language in which all texts are still those of a
   * release. A language in which the owner has changed any text is left unchanged. A draft is also
   * left unchanged, and can still be published.
   */
  async function replaceFormerTexts(
    collectionId: string,
    keys: readonly string[],
    seed: { id: string; data: ItemData },
  ): Promise<void> {
    const isReplaced = await ignoringConflict(async () => {
      const collection = await unlessMissing(collections.read(collectionId));
      if (!collection) return false;
      return transact(context, async (tx) => {
        const item = await internalItems.find(tx, collection, seed.id);
        if (!item) return false;
        const data = withoutSystemFields(item.data);
        const changes = replacementOf(data, seed.data, keys, formerTexts);
        const translations = { ...(data[translationsKey] as Record<string, ItemData> | undefined) };
        const seededTranslations = Object.entries(seed.data[translationsKey] ?? {});
        const translated = seededTranslations.flatMap(([language, texts]) => {
          const replacement = replacementOf(translations[language] ?? {}, texts, keys, formerTexts);
          return replacement ? [[language, { ...translations[language], ...replacement }] as const] : [];
        });
        if (!changes && translated.length === 0) return false;
        const next = { ...data, ...changes };
        if (translated.length > 0) next[translationsKey] = { ...translations, ...Object.fromEntries(translated) };
        const status = collection.publishes && { _publishStatus: item.status };
        const input = { id: seed.id, data: { ...next, ...status }, expectRevision: item.revision };
        const { revision } = await internalItems.save(collection, input, system, false, tx);
        await addToDraft(tx, context.siteId, collection, seed.id, {}, { from: item.revision, to: revision });
        return true;
      });
    });
    if (isReplaced) context.changes.publish("content");
  }

  async function createIfMissing(seed: CollectionSeed): Promise<void> {
    try {
      await addCollection(context, seed, system);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === dataErrors.collectionExists)) throw error;
    }
  }

  /** Adds fields in the order of the seed. Returns false if the owner has deleted the collection. */
  async function addFields(seed: CollectionSeed, added: readonly string[]): Promise<boolean> {
    const { id, fields } = seed;
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
        // The field is not required, because existing items do not have it.
        merged.splice(previous < 0 ? merged.length : previous + 1, 0, { ...field, required: false });
      }
      const { dataCollection } = collection;
      const plugins = withTranslations(dataCollection.plugins ?? [], seed, added);
      if (merged.length > ownFields.length || plugins) {
        await replaceCollection(context, { ...dataCollection, fields: merged, ...(plugins && { plugins }) }, system);
      }
      return true;
    });
  }

  /**
   * Adds missing texts to a page and to its draft, because a draft replaces all data when
   * published. Also adds translations of texts that the owner has not changed.
   */
  async function addTexts(collection: CollectionSchema, texts: PageSeed["texts"], added: string[]): Promise<void> {
    await ignoringConflict(() =>
      transact(context, async (tx) => {
        const item = await internalItems.find(tx, collection, pageItem);
        // The owner has deleted the page's only item.
        if (!item) return;
        const missing = texts.filter(({ key }) => added.includes(key) && item.data[key] === undefined);
        const unchanged = texts.filter((each) => item.data[each.key] === each.text || missing.includes(each));
        const translated = collection.translatable.length > 0 && translationsOf(unchanged, item.data[translationsKey]);
        const changes: ItemData = { ...textsOf(missing), ...(translated && { [translationsKey]: translated }) };
        if (Object.entries(changes).every(([key, value]) => isDeepStrictEqual(item.data[key], value))) return;
        const status = collection.publishes && { _publishStatus: item.status };
        const data = { ...withoutSystemFields(item.data), ...status, ...changes };
        const seed = { id: pageItem, data, expectRevision: item.revision };
        const { revision } = await internalItems.save(collection, seed, system, false, tx);
        await addToDraft(tx, context.siteId, collection, pageItem, changes, { from: item.revision, to: revision });
      }),
    );
  }
}

/**
 * Returns the seeded texts if all stored texts are still those of a release and at least one of
 * them is a former text.
 */
function replacementOf(
  stored: ItemData,
  seeded: ItemData,
  keys: readonly string[],
  formerTexts: FormerTexts,
): ItemData | undefined {
  const isFormer = (text: unknown) =>
    typeof text === "string" && formerTexts.has(createHash("sha256").update(text).digest("hex"));
  const isShipped = keys.every((key) => stored[key] === seeded[key] || isFormer(stored[key]));
  const isOutdated = keys.some((key) => stored[key] !== seeded[key]);
  if (!isShipped || !isOutdated) return undefined;
  return Object.fromEntries(Object.entries(seeded).filter(([key]) => keys.includes(key)));
}

/** Returns the plugins with translation of the seeded texts enabled, or undefined if nothing changes. */
function withTranslations(plugins: readonly CollectionPlugin[], seed: CollectionSeed, added: readonly string[]) {
  const seeded = seed.plugins?.find(({ type }) => type === "MULTILINGUAL");
  const current = plugins.find(({ type }) => type === "MULTILINGUAL");
  // The owner has removed the plugin.
  if (!seeded || (!current && !added.includes(translationsKey))) return undefined;
  const keys = current?.multilingualOptions?.translatableFieldKeys ?? [];
  const more = (seeded.multilingualOptions?.translatableFieldKeys ?? []).filter(
    (key) => !keys.includes(key) && (!current || added.includes(key)),
  );
  if (more.length === 0) return undefined;
  return [...plugins.filter((plugin) => plugin !== current), multilingual([...keys, ...more])];
}

type CollectionSeed = Omit<Parameters<typeof addCollection>[1], "fields"> & {
  fields: CollectionField[];
};

const tries = 5;

/** Another process may have added the same content. */
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

/** Derives the seeded content from audit entries, for a setting without `given`. */
async function seededByAudit(db: Database, siteId: string): Promise<store.SeededFields> {
  const created = await store.createdCollections(db, siteId, system);
  return Object.fromEntries(
    created.map(({ id, fields, plugins }) => {
      const isTranslated = plugins?.some(({ type }) => type === "MULTILINGUAL");
      return [id, [...fields.map(({ key }) => key), ...(isTranslated ? [translationsKey] : [])]];
    }),
  );
}

const isSame = (a: store.SeededFields, b: store.SeededFields) =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(b).every(([id, fields]) => a[id]?.length === fields.length);
const translationsKey = "_translations";
const multilingual = (keys: readonly string[]) => ({
  type: "MULTILINGUAL" as const,
  multilingualOptions: { translatableFieldKeys: [...keys] },
});
const textsOf = (texts: PageSeed["texts"]): ItemData => Object.fromEntries(texts.map(({ key, text }) => [key, text]));

/** Merges the default translations by language and key into the existing ones, which take precedence. */
function translationsOf(texts: PageSeed["texts"], existing?: unknown): Record<string, ItemData> {
  const translations: Record<string, ItemData> = { ...(existing as Record<string, ItemData> | undefined) };
  for (const { key, translations: languages } of texts) {
    for (const [language, text] of Object.entries(languages)) {
      translations[language] = { [key]: text, ...translations[language] };
    }
  }
  return translations;
}
const withoutSystemFields = (data: ItemData): ItemData =>
  Object.fromEntries(Object.entries(data).filter(([key]) => !key.startsWith("_") || key === translationsKey));

const textField = (key: string, displayName: string): CollectionField => ({
  key,
  type: "TEXT",
  displayName,
  stringLengthRange: { maxLength: textMax },
});
