import { type BackgroundTask, type Context, dayMs, hourMs, recordChange, transact, workOnEach } from "@uola/kernel";
import type { Library } from "./library.ts";
import { abandonedMs, binDays } from "./rules.ts";
import * as store from "./store.ts";

const atOnce = 100;

/** Deletes files that have been in the bin for 30 days, and files that killed processes left behind. */
export function createCleanup({ db, siteId, now }: Context, { storage, uploadFolder, folderOf, changed }: Library) {
  async function empty(): Promise<string[]> {
    const at = now();
    const until = new Date(at.getTime() - binDays * dayMs);
    return transact({ db }, async (tx) => {
      const taken = await store.markForDeletion(tx, siteId, until, at, atOnce);
      for (const { id, ...before } of taken) {
        const actor = { kind: "system", id: "media-sweep" } as const;
        const audit = { actor, action: "media.purge", before };
        await recordChange(tx, { siteId, at, entity: "mediaFile", entityId: id, audit });
      }
      return taken.map(({ id }) => id);
    });
  }

  /**
   * Deletes the stored bytes before the database row: after an interruption, a row without bytes
   * can still be found, but bytes without a row cannot.
   */
  async function forget(ids: readonly string[]): Promise<void> {
    await workOnEach(ids, async (id) => {
      await storage.removeAll(folderOf(id));
      await transact({ db }, (tx) => store.deleteFileRow(tx, siteId, id));
    });
  }

  return async function sweep(): Promise<void> {
    await uploadFolder.sweep();
    for (let ids = await empty(); ids.length > 0; ids = await empty()) {
      changed();
      await forget(ids);
    }
    const before = new Date(now().getTime() - abandonedMs);
    const left = await store.abandoned(db, siteId, before, atOnce);
    await forget(left.map(({ id }) => id));
  };
}

export function mediaCleanupTask(context: Context, library: Library): BackgroundTask {
  return {
    name: "media: empty the bin",
    everyMs: hourMs,
    oneProcessAtATime: true,
    run: createCleanup(context, library),
  };
}
