import type { ItemData } from "@uola/contract";
import type { Database } from "@uola/database";
import { type BackgroundTask, type Caller, type Context, toErrorResponse, transact } from "@uola/kernel";
import type { CollectionSchema } from "../collections/collections.ts";
import type { InternalItems, ItemServices } from "../items/items.ts";
import { dueDraft, removeDraft, storeFailure } from "./draft-store.ts";

const pollMs = 1000;

type PublishInput = { itemId: string; data: ItemData };
type Actor = Pick<Caller, "kind" | "id"> | { kind: string; id: string };

/** Returns the topics to publish after a write to the collection. */
export const topicsOf = ({ shown }: CollectionSchema): readonly "content"[] => (shown ? ["content"] : []);

/** Publishes drafts and restores versions. */
export function createPublisher({ siteId }: Context, internalItems: InternalItems) {
  /** Adds or replaces the item with status PUBLISHED. The item's owner stays the same. */
  const write = (
    tx: Database,
    collection: CollectionSchema,
    { itemId, data: { _owner, ...data }, expectRevision }: PublishInput & { expectRevision?: number },
    by: Actor,
    bound: boolean,
  ) => {
    const published: ItemData = collection.publishes ? { ...data, _publishStatus: "PUBLISHED" } : data;
    return internalItems.save(collection, { id: itemId, data: published, expectRevision }, by, bound, tx);
  };

  return {
    /** Writes an earlier version without comparing revisions. */
    restore: (tx: Database, collection: CollectionSchema, input: PublishInput, by: Actor) =>
      write(tx, collection, input, by, false),

    /**
     * Publishes an item and deletes its draft. Rejects with REVISION_MISMATCH if the revision of
     * the item is not the one that the caller saw (null: no item).
     */
    async publish(
      tx: Database,
      collection: CollectionSchema,
      input: PublishInput & { revision: number | null },
      by: Actor,
    ) {
      const expectRevision = input.revision ?? 0;
      const written = await write(tx, collection, { ...input, expectRevision }, by, true);
      await removeDraft(tx, siteId, collection, input.itemId);
      return written;
    },
  };
}

/** Publishes drafts at their planned time. */
export function publishTask(context: Context, { collections, internalItems }: ItemServices): BackgroundTask {
  const { db, siteId, now } = context;
  const publisher = createPublisher(context, internalItems);

  /** Publishes one draft and deletes it in the same transaction. Returns false if none is due. */
  async function publishOne(): Promise<boolean> {
    const due = await dueDraft(db, siteId, now());
    if (!due) return false;
    try {
      const collection = await collections.find(due.dataCollectionId);
      const publish = (published: boolean) => (published ? topicsOf(collection) : []);
      await transact(context, { publish }, async (tx) => {
        const draft = await dueDraft(tx, siteId, now(), due);
        if (!draft) return false;
        const { itemId, itemRevision: revision, updatedBy } = draft;
        // The permission was checked when the publication was scheduled.
        await publisher.publish(
          tx,
          collection,
          { itemId, data: internalItems.decrypted(collection, draft.data), revision },
          updatedBy as Actor,
        );
        return true;
      });
      return true;
    } catch (error) {
      const { status, body } = toErrorResponse(error, "a planned publication");
      if (status >= 500) throw error;
      const { code = "INVALID_ARGUMENT", description = body.message } = body.details.applicationError ?? {};
      await storeFailure(db, siteId, due, { code, description });
      return true;
    }
  }

  return { name: "editing: publish what was planned", everyMs: pollMs, run: publishOne };
}
