import type { Connection, Database } from "@uola/database";
import { fromKysely, type JobWithMetadata, PgBoss } from "pg-boss";
import type { Logger } from "pino";

/** How a delivery ended: `done` for good, `again` after a pause, `never` because trying again cannot help. */
export type Outcome = { end: "done" | "again" | "never"; note: string };

/** One effect on its way. `last` says that no try comes after this one. */
export type Delivery<Payload> = { id: string; payload: Payload; last: boolean };

/** All in seconds. A mail server that is down for a night costs nothing: ten tries spread over some nine hours. */
export const defaultPace = {
  retryLimit: 9,
  retryDelay: 60,
  retryDelayMax: 4 * 3600,
  expireInSeconds: 300,
  /** A process that dies gives its jobs back when its heart has not beaten for this long. */
  heartbeatSeconds: 30,
  superviseIntervalSeconds: 15,
};
export type QueuePace = typeof defaultPace;

const days = 24 * 3600;
/** Mails on their way at once in a process; each keeps one connection of the pool while the mail server has it. */
const batchSize = 4;

export type Queue<Payload> = {
  /** Without working on it: enough to look and to put in. */
  open(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Put effects in within the caller's transaction; one id is put in once. */
  put(tx: Database, effects: readonly { id: string; payload: Payload }[]): Promise<void>;
  /** Look for work now rather than at the next turn. */
  wake(): void;
  /** What nobody will try again by itself. */
  failed(): Promise<Failed<Payload>[]>;
  /** Try failed ones once more; without ids, all of them. Returns how many. */
  retryFailed(ids?: string[]): Promise<number>;
};
/** `id` names the failure, for trying again; `effectId` is what was put in. */
export type Failed<Payload> = { id: string; effectId: string; payload: Payload; failedDate: Date };

type Options<Payload> = {
  connection: Connection;
  name: string;
  log: Logger;
  pace: QueuePace;
  deliver(delivery: Delivery<Payload>): Promise<Outcome>;
};

/** A queue on the same PostgreSQL, in its schema `queue`; any number of processes may work on it. */
export function createQueue<Payload extends object>({
  connection,
  name,
  log,
  pace,
  deliver,
}: Options<Payload>): Queue<Payload> {
  const failedName = `${name}/failed`;
  const { superviseIntervalSeconds, ...rules } = pace;
  const boss = new PgBoss({
    connectionString: connection.url,
    application_name: "uola queue",
    schema: "queue",
    max: 3,
    schedule: false,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
  });
  boss.on("error", (error) => log.error({ err: error }, "the queue has a problem"));
  let worker: string | undefined;

  const handle = async ({ id, sourceRootId, data, retryCount, retryLimit }: JobWithMetadata<Payload>) => {
    // A failed one that is tried again is another job, but the same effect.
    const effectId = sourceRootId ?? id;
    const outcome = await deliver({ id: effectId, payload: data, last: retryCount >= retryLimit }).catch(
      (error): Outcome => ({
        end: "again",
        note: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
    );
    const level = outcome.end === "done" ? "info" : "warn";
    log[level]({ queue: name, id: effectId, end: outcome.end, note: outcome.note, tries: retryCount + 1 }, "delivery");
    const status = ({ done: "completed", again: "failed", never: "deadletter" } as const)[outcome.end];
    return { id, status, output: { note: outcome.note } };
  };

  const open = async () => {
    await boss.start();
    await boss.createQueue(failedName, { retentionSeconds: 90 * days });
    await boss.createQueue(name, { deadLetter: failedName });
    await boss.updateQueue(name, { ...rules, retryBackoff: true, retentionSeconds: 30 * days });
  };

  return {
    open,
    start: async () => {
      await open();
      worker = await boss.work<Payload, unknown, typeof work>(name, work, (jobs) => Promise.all(jobs.map(handle)));
    },
    stop: () => boss.stop({ graceful: true, timeout: 20_000 }),
    put: async (tx, effects) => {
      const jobs = effects.map(({ id, payload }) => ({ id, data: payload }));
      await boss.insert(name, jobs, { db: fromKysely(tx.withoutPlugins()) });
    },
    wake: () => {
      if (worker) boss.notifyWorker(worker);
    },
    failed: async () => {
      const jobs = await boss.findJobs<Payload>(failedName);
      return jobs.map(({ id, sourceRootId, data: payload, createdOn: failedDate }) => {
        return { id, effectId: sourceRootId ?? id, payload, failedDate };
      });
    },
    retryFailed: (ids) => boss.redrive(failedName, ids ? { ids } : {}),
  };
}

const work = {
  batchSize,
  burstWhenBatchFull: true,
  includeMetadata: true,
  perJobResults: true,
  pollingIntervalSeconds: 1,
} as const;
