import type { CollectionField, CollectionPermissions, DataCollection, Index } from "@uola/contract";

/** How a value is compared: by the database function `item_<type>`, or by the column that stores its result. */
export type ValueType = "number" | "text" | "boolean" | "moment";

/** A native collection as features that work on items see it. */
export type CollectionSchema = {
  id: string;
  /** Part of the table names `items.l_<key>` (live) and `items.s_<key>` (sandbox). */
  key: string;
  revision: number;
  /** The wire form, including read-only fields. */
  dataCollection: DataCollection;
  permissions: CollectionPermissions;
  /** All fields: the owner's, the platform's own (`systemField`) and reverse fields. */
  fields: ReadonlyMap<string, CollectionField>;
  /** Fields that also have a column: key → column name and type. */
  columns: ReadonlyMap<string, { column: string; type: ValueType }>;
  indexes: readonly IndexSchema[];
  hasSandbox: boolean;
  /** Plugin PUBLISH: the default status of an item. */
  publishes: "PUBLISHED" | "DRAFT" | undefined;
  /** Plugin SINGLE_ITEM: the only allowed item id. */
  singleItemId: string | undefined;
  /** Plugin MULTILINGUAL: the keys of translated fields. */
  translatable: readonly string[];
  /** Plugin CMS: the default sort order on the site. */
  siteSort: readonly { fieldKey: string; direction: "ASC" | "DESC" }[];
  /** Plugin CMS: pages show the items, so a write invalidates cached pages. */
  shown: boolean;
  /** Fields of any native collection that refer to items of this one. */
  referredBy: readonly ReferringField[];
  /** Reverse fields of MULTI_REFERENCE fields: key → the field that stores the references. */
  reverse: ReadonlyMap<string, ReferringField>;
};

/** A reference field, and the key of its collection. */
export type ReferringField = { collectionId: string; key: string; field: string; multiple: boolean; column?: string };

/** What an index covers. Unique indexes are named `u_…` in the database, others `i_…`. */
export type IndexSchema = Pick<Index, "name" | "fields"> & {
  /** An index that exists is never "UNKNOWN". */
  status: Exclude<Index["status"], "UNKNOWN">;
  unique: boolean;
  caseInsensitive: boolean;
};
