import { dataErrors, type ItemData } from "@uola/contract";
import type { Database } from "@uola/database";
import type { Context } from "@uola/kernel";
import type { CollectionSchema } from "../collections/collections.ts";
import type { StoredItem } from "./data-item.ts";
import type { ItemAccess } from "./item-access.ts";
import type { Outcome, WriteInput } from "./item-writer.ts";
import * as store from "./store/live-items.ts";
import { dataOf, translate } from "./store/query.ts";
import type { Referrers } from "./store/remove-statement.ts";
import { unrestricted } from "./write-grant.ts";

/** An item with its last writer, its data in wire format, and its references. */
export type InternalItem = {
  id: string;
  data: ItemData;
  revision: number;
  status: string | null;
  updatedDate: Date;
  writtenBy: unknown;
};
type Actor = { kind: string; id: string };

const publishedMax = 1000;

/** Access to live items for features that check permissions themselves. */
export function createInternalItems(
  { siteId }: Pick<Context, "siteId">,
  { collections, encryption, itemTables, writer, remover }: ItemAccess,
) {
  const tableOf = (collection: CollectionSchema) => collections.tableOf(collection, "LIVE", false);

  /** Returns the ids in MULTI_REFERENCE fields, in order. */
  async function referencesOf(
    tx: Database,
    { key, fields, reverse }: CollectionSchema,
    itemId: string,
  ): Promise<ItemData> {
    const referenceFields = [...fields.values()].filter(
      (field) => field.type === "MULTI_REFERENCE" && !reverse.has(field.key),
    );
    if (referenceFields.length === 0) return {};
    const rows = await store.referencesOf(tx, siteId, key, itemId);
    const idsIn = (field: string) => rows.filter((row) => row.field === field).map(({ referencedId }) => referencedId);
    return Object.fromEntries(referenceFields.map((field) => [field.key, idsIn(field.key)]));
  }

  async function one(outcomes: Promise<Outcome[]>): Promise<StoredItem> {
    const [outcome] = await outcomes;
    if (!outcome || "error" in outcome) throw outcome?.error ?? new Error("The writer returned no outcome.");
    return outcome.item;
  }

  return {
    /** Returns a version's data with encrypted fields decrypted. */
    decrypted: (collection: CollectionSchema, data: unknown): ItemData =>
      encryption.decrypt(collection, data as ItemData),
    encrypted: (collection: CollectionSchema, data: ItemData): ItemData => encryption.encrypt(collection, data),

    /** Returns the data in one language. */
    inLanguage(collection: CollectionSchema, data: ItemData, language: string | null | undefined): ItemData {
      const copy = { ...data };
      if (language && collection.translatable.length > 0) translate(copy, collection.translatable, language);
      return copy;
    },

    async find(tx: Database, collection: CollectionSchema, id: string): Promise<InternalItem | undefined> {
      const row = await store.findItem(tx, await tableOf(collection), id);
      if (!row) return undefined;
      const { revision, status, updatedDate, writtenBy } = row;
      const data = { ...dataOf(collection, row, encryption), ...(await referencesOf(tx, collection, id)) };
      return { id, data, revision, status, updatedDate, writtenBy };
    },

    /** Returns up to a thousand published items in the collection's sort order. */
    async published(db: Database, collection: CollectionSchema, language?: string | null): Promise<ItemData[]> {
      const rows = await store.publishedItems(db, await tableOf(collection), collection, {
        language,
        limit: publishedMax,
      });
      return rows.map((row) => dataOf(collection, row, encryption, language));
    },

    /**
     * Adds or replaces an item. Rejects with the same errors as other writes. With `bound`,
     * read-only and immutable fields are left unchanged.
     */
    save: async (
      collection: CollectionSchema,
      input: WriteInput,
      by: Actor,
      bound: boolean,
      tx: Database,
    ): Promise<StoredItem> =>
      one(writer.save(await itemTables.tableFor(collection), [input], { ...unrestricted(by), bound }, tx)),

    /** Adds those items that do not exist yet. */
    async addMissing(collection: CollectionSchema, inputs: readonly WriteInput[], by: Actor): Promise<void> {
      for (const outcome of await writer.insert(await itemTables.tableFor(collection), inputs, unrestricted(by))) {
        if ("error" in outcome && outcome.error.code !== dataErrors.itemExists) throw outcome.error;
      }
    },

    /**
     * Finds the fields that refer to the items. Must be called before the transaction that replaces
     * items.
     */
    referrersOf: async (collection: CollectionSchema) => itemTables.referrersOf(await itemTables.tableFor(collection)),

    /** Replaces all items of the collection. */
    async replaceAll(
      collection: CollectionSchema,
      inputs: readonly (WriteInput & { id: string })[],
      by: Actor,
      { tx, referrers }: { tx: Database; referrers: Referrers },
    ) {
      const itemTable = await itemTables.tableFor(collection);
      const ids = inputs.map(({ id }) => id);
      const removed = await store.otherItems(tx, await tableOf(collection), ids);
      if (removed.length > 0) await remover.remove(itemTable, removed, unrestricted(by), { tx, referrers });
      for (const outcome of inputs.length > 0 ? await writer.save(itemTable, inputs, unrestricted(by), tx) : []) {
        if ("error" in outcome) throw outcome.error;
      }
    },
  };
}
export type InternalItems = ReturnType<typeof createInternalItems>;
