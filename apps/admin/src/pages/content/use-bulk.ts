import type { DataCollection } from "@uola/contract";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { say } from "@uola/words/admin";
import { isExternal } from "./collection.ts";
import { useContentWrite } from "./use-content.ts";
import { draftsIn } from "./use-items.ts";

/** Bulk actions on several items, with undo. */
export function useBulk({ id: dataCollectionId }: DataCollection, { make }: Feedback, onDone: () => void) {
  const write = useContentWrite();

  /**
   * Discards drafts that were never published and removes published items; undo restores both to
   * their previous state.
   */
  const remove = async (ids: string[]) => {
    const external = isExternal({ id: dataCollectionId });
    let removed: string[] = [];
    let forgotten: { dataItemId: string; data: Record<string, unknown>; publishDate?: Date | null | undefined }[] = [];
    const done = await make(
      () =>
        write(async ({ items, editing }) => {
          const { results, bulkActionMetadata } = await items.bulkRemove({ dataCollectionId, dataItemIds: ids });
          removed = results.flatMap(({ itemMetadata: { id, success } }) => (success && id ? [id] : []));
          if (external) return bulkActionMetadata.totalSuccesses;
          const { items: drafts } = await draftsIn(editing, dataCollectionId);
          forgotten = drafts.filter(({ dataItemId }) => ids.includes(dataItemId));
          for (const { dataItemId } of forgotten) await editing.discardDraft({ dataCollectionId, dataItemId });
          return new Set([...removed, ...forgotten.map(({ dataItemId }) => dataItemId)]).size;
        }),
      (count) => say("content.done.removed", { count }),
      external
        ? undefined
        : () =>
            write(async ({ editing }) => {
              for (const dataItemId of removed) {
                const one = { dataCollectionId, dataItemId };
                const { versions } = await editing.versions({ ...one, cursorPaging: { limit: 1 } });
                if (versions[0]) await editing.restore({ ...one, revision: versions[0].revision });
              }
              for (const { dataItemId, data, publishDate } of forgotten) {
                await editing.saveDraft({ dataCollectionId, dataItemId, data: data as never, publishDate });
              }
            }),
    );
    if (done) onDone();
  };

  /** Publishes the drafts; those that cannot be published stay drafts. */
  const publish = async (ids: string[]) => {
    const done = await make(
      () =>
        write(async ({ editing }) => {
          let failed = 0;
          for (const dataItemId of ids) {
            const one = { dataCollectionId, dataItemId };
            try {
              const { item, draft } = await editing.open(one);
              if (!draft && item?.status === "PUBLISHED") continue;
              const data = draft?.data ?? item?.data;
              if (data) await editing.save({ ...one, data, revision: item?.revision });
            } catch {
              failed++;
            }
          }
          return failed;
        }),
      (failed) =>
        failed === 0
          ? say("content.done.published", { count: ids.length })
          : say("content.done.publishedSome", { done: ids.length - failed, failed }),
    );
    if (done) onDone();
  };
  return { remove, publish };
}
