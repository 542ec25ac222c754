import type { CollectionField, CollectionPermissions, DataCollection, Index } from "@uola/contract";

/** How a value is compared: by the function `item_<type>` of the database, or by the column that holds its result. */
export type ValueType = "number" | "text" | "boolean" | "moment";

/** A collection of our own as the features that work on its items know it. */
export type CollectionSchema = {
  id: string;
  /** Names its tables: `items.l_<key>` and `items.s_<key>`. */
  key: string;
  revision: number;
  /** As the wire has it, with what is read only. */
  dataCollection: DataCollection;
  permissions: CollectionPermissions;
  /** All of them: the owner's, the platform's own (`systemField`), and those other collections refer back by. */
  fields: ReadonlyMap<string, CollectionField>;
  /** The fields whose values stand in columns too: key → its name in the table and what it holds. */
  columns: ReadonlyMap<string, { column: string; type: ValueType }>;
  indexes: readonly IndexSchema[];
  hasSandbox: boolean;
  /** With the plugin PUBLISH: what an item is that does not say. */
  publishes: "PUBLISHED" | "DRAFT" | undefined;
  /** With the plugin SINGLE_ITEM: the only id an item may have. */
  singleItemId: string | undefined;
  /** With the plugin MULTILINGUAL: the fields a language may say differently. */
  translatable: readonly string[];
  /** With the plugin CMS: how the site orders it. */
  siteSort: readonly { fieldKey: string; direction: "ASC" | "DESC" }[];
  /** Whether pages of the site show it (plugin CMS): they are drawn anew when an item changes. */
  shown: boolean;
  /** Fields of this and other collections of ours that refer to items of this one. */
  referredBy: readonly ReferringField[];
  /** Fields of this collection that are the other side of a MULTI_REFERENCE: key → where the references stand. */
  reverse: ReadonlyMap<string, ReferringField>;
};

/** A field that refers to items, and the key of its collection. */
export type ReferringField = { collectionId: string; key: string; field: string; multiple: boolean; column?: string };

/** What an index of a collection is over; `unique` ones are named `u_…` in the database, others `i_…`. */
export type IndexSchema = Pick<Index, "name" | "fields" | "status"> & { unique: boolean; caseInsensitive: boolean };
