import { type contract, type Draft, dataErrors, type ItemData, type ItemVersion } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Caller, type Context, type Handlers, Refusal, refuseStaleRevision, transact } from "@uola/kernel";
import { accessLevelFor, type CollectionSchema, restorable, summaries } from "../collections/collections.ts";
import { checkUndeclaredData, type ItemServices, readOnlyFields } from "../items/items.ts";
import * as drafts from "./draft-store.ts";
import { editors } from "./editor-names.ts";
import { createPublisher, topicsOf } from "./publish-drafts.ts";
import * as store from "./version-store.ts";

export { addToDraft, draftsToShow } from "./draft-store.ts";
export { publishTask } from "./publish-drafts.ts";

const previewSeconds = 3600;

/** Drafts and versions of items; see docs/rules/data.md. */
export function editing(
  context: Context,
  { collections, internalItems }: ItemServices,
): Handlers<typeof contract.editing> {
  const { db, siteId, now, tokenSigner } = context;
  const publisher = createPublisher(context, internalItems);

  /**
   * Returns a native collection if the caller may change all of its items. External collections
   * have no drafts.
   */
  async function open(id: string, caller: Caller): Promise<CollectionSchema> {
    if (id.includes("/")) {
      throw new Refusal(
        dataErrors.unsupportedByCollection,
        `${id} belongs to an external database: its items have no drafts and versions.`,
        400,
      );
    }
    const collection = await collections.find(id);
    if (accessLevelFor(collection.permissions, "update", caller) === "all") return collection;
    throw new Refusal(dataErrors.notAllowed, `You may not change items of ${id}.`, 403);
  }

  /** Returns the data without references that are stored in items the caller may not change. */
  async function withoutReadOnlyReferences(
    collection: CollectionSchema,
    data: ItemData,
    caller: Caller,
  ): Promise<ItemData> {
    const closed = await readOnlyFields(collections, collection, caller);
    if (closed.size === 0) return data;
    return Object.fromEntries(Object.entries(data).filter(([key]) => !closed.has(key)));
  }

  /** Returns the collections that have drafts and whose items the caller may all change. */
  async function editable(caller: Caller): Promise<string[]> {
    const ids = await drafts.collectionsWithDrafts(db, siteId);
    const collection = await Promise.all(ids.map(({ id }) => collections.find(id)));
    return collection
      .filter(({ permissions }) => accessLevelFor(permissions, "update", caller) === "all")
      .map(({ key }) => key);
  }

  const noItem = (itemId: string) => new Refusal(dataErrors.itemNotFound, `There is no item ${itemId}.`, 404);

  async function shown(rows: readonly drafts.DraftRow[]): Promise<Draft[]> {
    const by = await editors(
      db,
      siteId,
      rows.map(({ updatedBy }) => updatedBy),
    );
    const ids = [...new Set(rows.map(({ dataCollectionId }) => dataCollectionId))];
    const collection = new Map(await Promise.all(ids.map(async (id) => [id, await collections.find(id)] as const)));
    return rows.map((row) => ({
      dataCollectionId: row.dataCollectionId,
      dataItemId: row.itemId,
      data: internalItems.decrypted(collection.get(row.dataCollectionId) as CollectionSchema, row.data),
      revision: String(row.revision),
      itemRevision: row.itemRevision === null ? null : String(row.itemRevision),
      publishDate: row.publishDate,
      failure: row.failure,
      updatedDate: row.updatedDate,
      updatedBy: by(row.updatedBy),
    }));
  }
  const one = async (row: drafts.DraftRow) => required((await shown([row]))[0], "draft");

  return {
    collections: async (_, { caller }) => ({
      collections: await summaries(db, siteId, (permissions) =>
        (["update", "read"] as const).some((action) => accessLevelFor(permissions, action, caller) === "all"),
      ),
    }),

    removedCollections: async () => ({ collections: await restorable(context) }),

    async open({ dataCollectionId, dataItemId }, { caller }) {
      const collection = await open(dataCollectionId, caller);
      const [item, draft] = await Promise.all([
        internalItems.find(db, collection, dataItemId),
        drafts.draftOf(db, siteId, collection, dataItemId),
      ]);
      if (!item && !draft) throw noItem(dataItemId);
      return {
        item: item && {
          data: item.data,
          revision: String(item.revision),
          status: item.status === "DRAFT" ? ("DRAFT" as const) : ("PUBLISHED" as const),
        },
        draft: draft && (await one(draft)),
      };
    },

    async save({ dataCollectionId, dataItemId, data: sent, revision }, { caller }) {
      const collection = await open(dataCollectionId, caller);
      const data = await withoutReadOnlyReferences(collection, sent, caller);
      const written = await transact(context, { publish: topicsOf(collection) }, (tx) =>
        publisher.publish(
          tx,
          collection,
          { itemId: dataItemId, data, revision: revision ? Number(revision) : null },
          caller,
        ),
      );
      return { data: written.data, revision: String(written.revision) };
    },

    async saveDraft({ dataCollectionId, dataItemId, data: sent, revision, publishDate }, { caller }) {
      const collection = await open(dataCollectionId, caller);
      const data = await withoutReadOnlyReferences(collection, sent, caller);
      checkUndeclaredData(data);
      const at = now();
      if (publishDate && publishDate <= at) {
        throw new Refusal("PUBLISH_DATE_IN_PAST", "The time of publication is in the past.", 400);
      }
      const row = await transact(context, async (tx) => {
        const before = await drafts.lockedDraft(tx, siteId, collection, dataItemId);
        refuseStaleRevision(before ?? { revision: 0 }, revision ?? "0");
        const item = await internalItems.find(tx, collection, dataItemId);
        await drafts.writeDraft(tx, siteId, collection, dataItemId, {
          data: internalItems.encrypted(collection, data),
          // A draft stores the item revision it is based on. Null if the item is new or was
          // removed.
          itemRevision: item ? (before ? before.itemRevision : item.revision) : null,
          publishDate: publishDate ?? null,
          updatedDate: at,
          by: { kind: caller.kind, id: caller.id },
        });
        return (await drafts.draftOf(tx, siteId, collection, dataItemId)) as drafts.DraftRow;
      });
      return { draft: await one(row) };
    },

    async discardDraft({ dataCollectionId, dataItemId }, { caller }) {
      const collection = await open(dataCollectionId, caller);
      const row = await transact(context, async (tx) => {
        const draft = await drafts.lockedDraft(tx, siteId, collection, dataItemId);
        if (!draft) throw new Refusal("DRAFT_NOT_FOUND", `There is no draft of ${dataItemId}.`, 404);
        await drafts.removeDraft(tx, siteId, collection, dataItemId);
        return draft;
      });
      return { draft: await one(row) };
    },

    async drafts({ dataCollectionId, cursorPaging }, { caller }) {
      const keys = dataCollectionId ? [(await open(dataCollectionId, caller)).key] : await editable(caller);
      if (keys.length === 0) return { drafts: [], pagingMetadata: { count: 0, cursors: {} } };
      const { rows, pagingMetadata } = await drafts.draftsOf(db, siteId, keys, cursorPaging ?? {});
      const { next } = pagingMetadata.cursors ?? {};
      return { drafts: await shown(rows), pagingMetadata: { count: rows.length, cursors: { next } } };
    },

    async versions({ dataCollectionId, dataItemId, cursorPaging }, { caller }) {
      const collection = await open(dataCollectionId, caller);
      const [item, { rows, pagingMetadata }] = await Promise.all([
        cursorPaging?.cursor ? undefined : internalItems.find(db, collection, dataItemId),
        store.versionsOf(db, siteId, collection, dataItemId, cursorPaging ?? {}),
      ]);
      if (!item && rows.length === 0 && !cursorPaging?.cursor) throw noItem(dataItemId);
      const by = await editors(db, siteId, [
        ...rows.map(({ writtenBy }) => writtenBy),
        ...(item ? [item.writtenBy] : []),
      ]);
      const former = rows.map(
        (row): ItemVersion => ({
          revision: String(row.revision),
          data: internalItems.decrypted(collection, row.data),
          date: row.writtenDate,
          by: by(row.writtenBy),
          current: false,
          removedDate: row.removedDate,
        }),
      );
      const current = item && {
        revision: String(item.revision),
        data: item.data,
        date: item.updatedDate,
        by: by(item.writtenBy),
        current: true,
      };
      const { next } = pagingMetadata.cursors ?? {};
      const versions = current ? [current, ...former] : former;
      return { versions, pagingMetadata: { count: versions.length, cursors: { next } } };
    },

    async restore({ dataCollectionId, dataItemId, revision }, { caller }) {
      const collection = await open(dataCollectionId, caller);
      const written = await transact(context, { publish: topicsOf(collection) }, async (tx) => {
        const version = await store.versionOf(tx, siteId, collection, dataItemId, Number(revision));
        if (!version)
          throw new Refusal(dataErrors.itemNotFound, `There is no revision ${revision} of item ${dataItemId}.`, 404);
        return publisher.restore(
          tx,
          collection,
          { itemId: dataItemId, data: internalItems.decrypted(collection, version.data) },
          caller,
        );
      });
      return { data: written.data, revision: String(written.revision) };
    },

    async removed({ dataCollectionId, cursorPaging }, { caller }) {
      const collection = await open(dataCollectionId, caller);
      const table = await collections.tableOf(collection, "LIVE", false);
      const { rows, pagingMetadata } = await store.lastVersionsOfRemovedItems(
        db,
        siteId,
        collection,
        table,
        cursorPaging ?? {},
      );
      const by = await editors(
        db,
        siteId,
        rows.map(({ removedBy }) => removedBy),
      );
      const items = rows.map(({ itemId, data, revision, removedDate, removedBy }) => ({
        dataItemId: itemId,
        data: internalItems.decrypted(collection, data),
        revision: String(revision),
        removedDate: required(removedDate, "date"),
        removedBy: removedBy === null ? null : by(removedBy),
      }));
      const { next } = pagingMetadata.cursors ?? {};
      return { items, pagingMetadata: { count: items.length, cursors: { next } } };
    },

    async preview(_, { caller }) {
      const exp = Math.floor(now().getTime() / 1000) + previewSeconds;
      const kind = caller.kind === "member" ? "member" : "visitor";
      const session = caller.sessionId && { session: caller.sessionId };
      const key = await tokenSigner.sign({ use: "preview", kind, subject: caller.id, ...session, exp });
      return { key, expires: new Date(exp * 1000) };
    },
  };
}
