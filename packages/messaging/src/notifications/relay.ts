import type { Database } from "@uola/database";
import type { Logger } from "pino";
import type { Queue } from "./queue.ts";

const batch = 100;
const pauseMilliseconds = 500;

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
  return db.transaction().execute(async (tx) => {
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

type Options<Payload> = { db: Database; siteId: string; kind: string; queue: Queue<Payload>; log: Logger };

/** Keeps handing outbox rows on, twice a second. Polling and not NOTIFY, which would make committing bookings take turns. */
export function createRelay<Payload extends object>({ db, siteId, kind, queue, log }: Options<Payload>) {
  let stopping = false;
  let running: Promise<void> = Promise.resolve();
  let wake = () => {};

  const turn = async () => {
    let moved = 0;
    for (let n = batch; n === batch && !stopping; moved += n) n = await relayOnce(db, siteId, kind, queue);
    if (moved > 0) queue.wake();
  };
  const run = async () => {
    while (!stopping) {
      await turn().catch((error) => log.error({ err: error }, "the outbox could not be relayed"));
      if (stopping) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMilliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  return {
    start: () => {
      stopping = false;
      running = run();
    },
    stop: async () => {
      stopping = true;
      wake();
      await running;
    },
  };
}
