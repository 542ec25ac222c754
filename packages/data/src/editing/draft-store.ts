import type { Draft, ItemData } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Database, json } from "@uola/database";
import { type Listing, page } from "@uola/kernel";
import type { Actor } from "@uola/members";
import { sql } from "kysely";
import type { CollectionSchema } from "../collections/collections.ts";

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "itemDraft.data": ItemData;
    "itemDraft.failure": NonNullable<Draft["failure"]>;
    "itemDraft.updatedBy": Actor;
  }
}

/** A stored draft. */
export type DraftRow = {
  dataCollectionId: string;
  collectionKey: string;
  itemId: string;
  data: unknown;
  revision: number;
  itemRevision: number | null;
  publishDate: Date | null;
  failure: Draft["failure"] | null;
  updatedDate: Date;
  updatedBy: unknown;
};

const columns = [
  "collection.id as dataCollectionId",
  "itemDraft.collectionKey",
  "itemDraft.itemId",
  "itemDraft.data",
  "itemDraft.revision",
  "itemDraft.itemRevision",
  "itemDraft.publishDate",
  "itemDraft.failure",
  "itemDraft.updatedDate",
  "itemDraft.updatedBy",
] as const;

const found = (db: Database, siteId: string) =>
  db
    .selectFrom("itemDraft")
    .innerJoin("collection", (join) =>
      join.onRef("collection.siteId", "=", "itemDraft.siteId").onRef("collection.key", "=", "itemDraft.collectionKey"),
    )
    .where("itemDraft.siteId", "=", siteId)
    .where("collection.removedDate", "is", null);

const of = (db: Database, siteId: string, { key }: CollectionSchema, itemId: string) =>
  found(db, siteId).where("itemDraft.collectionKey", "=", key).where("itemDraft.itemId", "=", itemId);

export const draftOf = (
  db: Database,
  siteId: string,
  collection: CollectionSchema,
  itemId: string,
): Promise<DraftRow | undefined> => of(db, siteId, collection, itemId).select(columns).executeTakeFirst();

/** Like `draftOf`, but locks the draft for the transaction. */
export const lockedDraft = (
  tx: Database,
  siteId: string,
  collection: CollectionSchema,
  itemId: string,
): Promise<DraftRow | undefined> =>
  of(tx, siteId, collection, itemId).select(columns).forUpdate("itemDraft").executeTakeFirst();

type DraftUpdate = Pick<DraftRow, "itemRevision" | "publishDate" | "updatedDate"> & { data: ItemData; by: Actor };

/** Inserts or replaces a draft and increments its revision. */
export async function writeDraft(
  tx: Database,
  siteId: string,
  collection: CollectionSchema,
  itemId: string,
  to: DraftUpdate,
) {
  const { data, by, ...rest } = to;
  const values = { ...rest, data: json(data), updatedBy: json(by), failure: null };
  await tx
    .insertInto("itemDraft")
    .values({ siteId, collectionKey: collection.key, itemId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(["siteId", "collectionKey", "itemId"])
        .doUpdateSet({ ...values, revision: sql<number>`item_draft.revision + 1` }),
    )
    .execute();
}

/**
 * Adds to a draft the data that the platform has added to the draft's item. `from` and `to` are
 * revisions of the item.
 */
export const addToDraft = (
  tx: Database,
  siteId: string,
  { key }: CollectionSchema,
  itemId: string,
  data: ItemData,
  { from, to }: { from: number; to: number },
) =>
  tx
    .updateTable("itemDraft")
    .set({
      // Values already in the draft take precedence.
      data: sql`${json(data)} || item_draft.data`,
      itemRevision: sql<number>`case when item_revision = ${from} then ${to}::int else item_revision end`,
      revision: sql<number>`revision + 1`,
    })
    .where("siteId", "=", siteId)
    .where("collectionKey", "=", key)
    .where("itemId", "=", itemId)
    .execute();

export const removeDraft = (tx: Database, siteId: string, { key }: CollectionSchema, itemId: string) =>
  tx
    .deleteFrom("itemDraft")
    .where("siteId", "=", siteId)
    .where("collectionKey", "=", key)
    .where("itemId", "=", itemId)
    .execute();

const never = new Date("9999-01-01T00:00:00Z");
const listing: Listing = {
  fields: {
    publishDate: { column: sql`coalesce(item_draft.publish_date, ${never})`, type: "date", required: true },
    updatedDate: { column: sql.ref("itemDraft.updatedDate"), type: "date", required: true },
    item: { column: sql`item_draft.collection_key::text || item_draft.item_id`, type: "text", required: true },
  },
  key: "item",
  sort: [
    { fieldName: "publishDate", order: "ASC" },
    { fieldName: "updatedDate", order: "DESC" },
  ],
  limit: { default: 50, max: 100 },
  paging: "cursor",
};

/** Returns the drafts of some collections, ordered by planned publication time. */
export const draftsOf = (
  db: Database,
  siteId: string,
  keys: readonly string[],
  cursorPaging: { limit?: number | null | undefined; cursor?: string | null | undefined },
) =>
  page(
    found(db, siteId)
      .where("itemDraft.collectionKey", "in", [...keys])
      .select(columns),
    { cursorPaging },
    listing,
  );

/**
 * Returns the next due draft, or the given draft if it is due. Drafts locked by another process are
 * skipped.
 */
export const dueDraft = (
  of: Database,
  siteId: string,
  now: Date,
  very?: Pick<DraftRow, "collectionKey" | "itemId">,
): Promise<DraftRow | undefined> =>
  found(of, siteId)
    .select(columns)
    .where("itemDraft.publishDate", "<=", now)
    .$if(very !== undefined, (query) =>
      query
        .where("itemDraft.collectionKey", "=", required(very?.collectionKey, "collection key"))
        .where("itemDraft.itemId", "=", required(very?.itemId, "item id")),
    )
    .orderBy("itemDraft.publishDate")
    .limit(1)
    .forUpdate("itemDraft")
    .skipLocked()
    .executeTakeFirst();

/** Stores why a scheduled publication failed. The draft is retained. */
export const storeFailure = (
  tx: Database,
  siteId: string,
  { collectionKey, itemId }: Pick<DraftRow, "collectionKey" | "itemId">,
  failure: NonNullable<Draft["failure"]>,
) =>
  tx
    .updateTable("itemDraft")
    .set({ publishDate: null, failure: json(failure), revision: sql<number>`revision + 1` })
    .where("siteId", "=", siteId)
    .where("collectionKey", "=", collectionKey)
    .where("itemId", "=", itemId)
    .execute();

export const collectionsWithDrafts = (db: Database, siteId: string): Promise<{ id: string }[]> =>
  found(db, siteId).select("collection.id").distinct().execute();

/** Returns all drafts of a collection, for the preview. */
export const draftsToShow = (
  db: Database,
  siteId: string,
  { key }: CollectionSchema,
): Promise<{ itemId: string; data: unknown }[]> =>
  db
    .selectFrom("itemDraft")
    .select(["itemId", "data"])
    .where("siteId", "=", siteId)
    .where("collectionKey", "=", key)
    .execute();
