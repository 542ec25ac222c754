import type { Database } from "@uola/database";
import { type BackgroundTask, transact } from "@uola/kernel";
import * as store from "./outbox-store.ts";
import type { Queue } from "./queue.ts";

const batch = 100;

/**
 * Moves waiting outbox rows to their queue. Deleting the rows and inserting the jobs is one transaction, so a message is
 * in exactly one of the two. Returns the number of moved rows.
 */
export function relayOnce<Payload extends object>(
  db: Database,
  siteId: string,
  kind: store.OutboxKind,
  queue: Queue<Payload>,
): Promise<number> {
  return transact({ db }, async (tx) => {
    const rows = await store.lockOldest(tx, siteId, kind, batch);
    if (rows.length === 0) return 0;
    await queue.put(
      tx,
      rows.map(({ id, payload }) => ({ id, payload: payload as unknown as Payload })),
    );
    const ids = rows.map(({ id }) => id);
    await store.deleteRows(tx, siteId, ids);
    return rows.length;
  });
}

type Options<Payload> = {
  db: Database;
  siteId: string;
  kind: store.OutboxKind;
  queue: Queue<Payload>;
  everyMs: number;
};

/** Relays by polling. NOTIFY would serialise the commits of all transactions that write to the outbox. */
export const outboxRelayTask = <Payload extends object>({
  db,
  siteId,
  kind,
  queue,
  everyMs,
}: Options<Payload>): BackgroundTask => ({
  name: `outbox: hand on ${kind}`,
  everyMs,
  async run() {
    const moved = await relayOnce(db, siteId, kind, queue);
    if (moved > 0) queue.wake();
    return moved === batch;
  },
});
