import type { CollectionField, CollectionPermissions, DataCollection } from "@uola/contract";

/** How a value is compared: by the function `item_<type>` of the database, or by the column that holds its result. */
export type ValueType = "number" | "text" | "boolean" | "moment";

/** A collection of our own as the features that work on its items know it. */
export type KnownCollection = {
  id: string;
  /** Names its tables: `items.l_<key>` and `items.s_<key>`. */
  key: string;
  revision: number;
  /** As the wire has it, with what is read only. */
  collection: DataCollection;
  permissions: CollectionPermissions;
  fields: ReadonlyMap<string, CollectionField>;
  /** The fields whose values stand in columns too: key → its name in the table and what it holds. */
  columns: ReadonlyMap<string, { column: string; type: ValueType }>;
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
  referredBy: readonly { collectionId: string; key: string; field: string; multiple: boolean; column?: string }[];
};
