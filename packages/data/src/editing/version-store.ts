import type { Database } from "@uola/database";
import { type Listing, page } from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import type { CollectionSchema } from "../collections/collections.ts";

/** A stored version of an item. */
export type VersionRow = {
  itemId: string;
  revision: number;
  data: unknown;
  writtenDate: Date;
  writtenBy: unknown;
  removedDate: Date | null;
  removedBy: unknown;
};

type CursorPaging = { limit?: number | null | undefined; cursor?: string | null | undefined };

const columns = ["itemId", "revision", "data", "writtenDate", "writtenBy", "removedDate", "removedBy"] as const;
const usual = { default: 50, max: 100 };

const found = (db: Database, siteId: string, { key }: CollectionSchema) =>
  db.selectFrom("itemVersion").where("siteId", "=", siteId).where("collectionKey", "=", key);

const ofItem: Listing = {
  fields: { revision: { column: sql.ref("itemVersion.revision"), type: "number", required: true } },
  key: "revision",
  sort: [{ fieldName: "revision", order: "DESC" }],
  limit: usual,
  paging: "cursor",
};

export const versionsOf = (
  db: Database,
  siteId: string,
  collection: CollectionSchema,
  itemId: string,
  cursorPaging: CursorPaging,
) => page(found(db, siteId, collection).select(columns).where("itemId", "=", itemId), { cursorPaging }, ofItem);

export const versionOf = (
  db: Database,
  siteId: string,
  collection: CollectionSchema,
  itemId: string,
  revision: number,
): Promise<VersionRow | undefined> =>
  found(db, siteId, collection)
    .select(columns)
    .where("itemId", "=", itemId)
    .where("revision", "=", revision)
    .executeTakeFirst();

const removedOnes: Listing = {
  fields: {
    removedDate: { column: sql.ref("itemVersion.removedDate"), type: "date" },
    itemId: { column: sql.ref("itemVersion.itemId"), type: "text", required: true },
  },
  key: "itemId",
  sort: [{ fieldName: "removedDate", order: "DESC" }],
  limit: usual,
  paging: "cursor",
};

/** Returns the last version of each removed item that has not been added again. */
export const lastVersionsOfRemovedItems = (
  db: Database,
  siteId: string,
  collection: CollectionSchema,
  table: RawBuilder<unknown>,
  cursorPaging: CursorPaging,
) =>
  page(
    found(db, siteId, collection)
      .select(columns)
      .where("removedDate", "is not", null)
      .where(sql<boolean>`not exists (select from ${table} live where live.id = item_version.item_id)`)
      .where(
        sql<boolean>`not exists (select from item_version later where later.site_id = item_version.site_id
          and later.collection_key = item_version.collection_key and later.item_id = item_version.item_id
          and later.revision > item_version.revision)`,
      ),
    { cursorPaging },
    removedOnes,
  );
