import type { Database } from "@uola/database";
import { type BackgroundTask, transact } from "@uola/kernel";
import type { Queue } from "./queue.ts";

const batch = 100;
const pollMs = 500;

/**
 * Hand waiting outbox rows to their queue: rows go and jobs come in one transaction, so an effect is in exactly one
 * of the two. Rows another relay holds are passed over. Returns how many were handed on.
 */
export function relayOnce<Payload extends object>(
  db: Database,
  siteId: string,
  kind: string,
  queue: Queue<Payload>,
): Promise<number> {
  return transact({ db }, async (tx) => {
    const rows = await tx
      .selectFrom("outbox")
      .select(["id", "payload"])
      .where("siteId", "=", siteId)
      .where("kind", "=", kind)
      .orderBy("id")
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    if (rows.length === 0) return 0;
    await queue.put(
      tx,
      rows.map(({ id, payload }) => ({ id, payload: payload as unknown as Payload })),
    );
    const ids = rows.map(({ id }) => id);
    await tx.deleteFrom("outbox").where("siteId", "=", siteId).where("id", "in", ids).execute();
    return rows.length;
  });
}

type Options<Payload> = { db: Database; siteId: string; kind: string; queue: Queue<Payload> };

/** Keeps handing outbox rows on. Polling and not NOTIFY, which would make committing bookings take turns. */
export const outboxRelayTask = <Payload extends object>({
  db,
  siteId,
  kind,
  queue,
}: Options<Payload>): BackgroundTask => ({
  name: `outbox: hand on ${kind}`,
  everyMs: pollMs,
  async run() {
    const moved = await relayOnce(db, siteId, kind, queue);
    if (moved > 0) queue.wake();
    return moved === batch;
  },
});
