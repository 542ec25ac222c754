import { required } from "@uola/contract/required";
import { type BackgroundTask, type Context, dayMs, hourMs, transact, workOnEach } from "@uola/kernel";
import * as store from "./store.ts";
import { dropTables } from "./table-store.ts";

const restorableDays = 30;
const atOnceMax = 100;

const restorableMs = restorableDays * dayMs;

/** Returns the removed collections that can still be restored, with their deletion dates. */
export async function restorable({ db, siteId, now }: Pick<Context, "db" | "siteId" | "now">) {
  const found = await store.removed(db, siteId, new Date(now().getTime() - restorableMs));
  return found.map(({ id, displayName, removedDate }) => {
    const removed = required(removedDate, "date");
    return {
      dataCollectionId: id,
      displayName,
      removedDate: removed,
      goneDate: new Date(removed.getTime() + restorableMs),
    };
  });
}

/** Deletes collections that were removed more than thirty days ago. Returns their number. */
export async function sweepRemoved({ db, siteId, now }: Pick<Context, "db" | "siteId" | "now">): Promise<number> {
  const before = new Date(now().getTime() - restorableMs);
  const removed = await store.expired(db, siteId, before, atOnceMax);
  await workOnEach(removed, async ({ key }) => {
    await transact({ db }, async (tx) => {
      // A concurrent restore locks the row. Afterwards the collection is no longer removed, so
      // nothing is deleted.
      if (await store.deleteExpired(tx, siteId, key, before)) await dropTables(tx, key);
    });
  });
  return removed.length;
}

export const collectionCleanupTask = (context: Context): BackgroundTask => ({
  name: "collections: drop removed tables",
  everyMs: hourMs,
  oneProcessAtATime: true,
  run: async () => (await sweepRemoved(context)) === atOnceMax,
});
