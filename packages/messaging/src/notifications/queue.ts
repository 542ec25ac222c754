import { setTimeout as pause } from "node:timers/promises";
import type { Connection, Database } from "@uola/database";
import { fromKysely, type JobWithMetadata, PgBoss } from "pg-boss";
import type { Logger } from "pino";

/** Result of a delivery: `done`, `again` (retry after a pause), or `never` (retrying cannot help). */
export type Outcome = { end: "done" | "again" | "never"; note: string };

/** One mail or text message. `last` is true on the final attempt. */
export type Delivery<Payload> = { id: string; payload: Payload; last: boolean };

/**
 * Most values are in seconds. Ten attempts over about nine hours are enough if a mail server is
 * down for a night.
 */
export const defaultTimings = {
  retryLimit: 9,
  retryDelay: 60,
  retryDelayMax: 4 * 3600,
  expireInSeconds: 300,
  /** The jobs of a dead process are reassigned after this time without a heartbeat. */
  heartbeatSeconds: 30,
  superviseIntervalSeconds: 15,
  /** How often a process polls for work that it was not notified of with `wake`, such as retries. */
  pollingIntervalSeconds: 1,
  /** How often new requests are moved from the outbox to the queue. */
  relayEveryMs: 500,
};
export type QueueTimings = typeof defaultTimings;

const days = 24 * 3600;
/**
 * Concurrent deliveries per process and queue; each holds a database connection while the message
 * is being sent.
 */
const batchSize = 4;
/** Maximum time that `stop` waits for running deliveries; unfinished ones are delivered again. */
const stopMs = 20_000;

export type Queue<Payload> = {
  /** Inserts jobs in the caller's transaction. Idempotent by id. */
  put(tx: Database, messages: readonly { id: string; payload: Payload }[]): Promise<void>;
  /** Polls for work immediately. */
  wake(): void;
  /** Deliveries that failed permanently. */
  failed(): Promise<Failed<Payload>[]>;
  /** Retries permanently failed deliveries; without ids, all of them. Returns their number. */
  retryFailed(ids?: string[]): Promise<number>;
};
/** `id` is the id of the failed job; `messageId` is the id that was inserted. */
export type Failed<Payload> = { id: string; messageId: string; payload: Payload; failedDate: Date };

type Deliver<Payload> = (delivery: Delivery<Payload>) => Promise<Outcome>;
export type Queues = {
  /** Adds a queue. Call it before `open` and `start`. */
  add<Payload extends object>(name: string, deliver: Deliver<Payload>): Queue<Payload>;
  /** Connects without processing jobs: enough to list and to insert. */
  open(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

type Options = { connection: Connection; log: Logger; pace: QueueTimings };

/**
 * Queues in the schema `queue` of the same PostgreSQL database. Any number of processes can process
 * them.
 */
export function createQueues({ connection, log, pace }: Options): Queues {
  const { superviseIntervalSeconds, pollingIntervalSeconds, relayEveryMs: _, ...retries } = pace;
  const workOptions = {
    batchSize,
    burstWhenBatchFull: true,
    includeMetadata: true,
    perJobResults: true,
    pollingIntervalSeconds,
  } as const;
  const boss = new PgBoss({
    connectionString: connection.url,
    application_name: "uola queue",
    schema: "queue",
    max: 4,
    schedule: false,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
  });
  boss.on("error", (error) => log.error({ err: error }, "queue error"));
  const added: { name: string; create(): Promise<void>; work(): Promise<void> }[] = [];

  const open = async () => {
    await boss.start();
    for (const queue of added) await queue.create();
  };

  return {
    open,
    async start() {
      await open();
      for (const queue of added) await queue.work();
    },
    async stop() {
      // pg-boss's graceful stop would check only every half second whether its workers have ended.
      const ended = Promise.all(added.map(({ name }) => boss.offWork(name)));
      await Promise.race([ended, pause(stopMs, undefined, { ref: false })]);
      await boss.stop({ graceful: false });
    },
    add<Payload extends object>(name: string, deliver: Deliver<Payload>): Queue<Payload> {
      const failedName = `${name}/failed`;
      let worker: string | undefined;

      const handle = async ({ id, sourceRootId, data, retryCount, retryLimit }: JobWithMetadata<Payload>) => {
        // Retrying a failed job creates a new job with the same message.
        const messageId = sourceRootId ?? id;
        const outcome = await deliver({ id: messageId, payload: data, last: retryCount >= retryLimit }).catch(
          (error): Outcome => ({
            end: "again",
            note: error instanceof Error ? (error.stack ?? error.message) : String(error),
          }),
        );
        const { end, note } = outcome;
        log[end === "done" ? "info" : "warn"](
          { queue: name, id: messageId, end, note, tries: retryCount + 1 },
          "delivery",
        );
        const status = ({ done: "completed", again: "failed", never: "deadletter" } as const)[end];
        return { id, status, output: { note } };
      };

      added.push({
        name,
        async create() {
          await boss.createQueue(failedName, { retentionSeconds: 90 * days });
          await boss.createQueue(name, { deadLetter: failedName });
          await boss.updateQueue(name, { ...retries, retryBackoff: true, retentionSeconds: 30 * days });
        },
        async work() {
          worker = await boss.work<Payload, unknown, typeof workOptions>(name, workOptions, (jobs) =>
            Promise.all(jobs.map(handle)),
          );
        },
      });

      return {
        put: async (tx, messages) => {
          const jobs = messages.map(({ id, payload }) => ({ id, data: payload }));
          await boss.insert(name, jobs, { db: fromKysely(tx.withoutPlugins()) });
        },
        wake: () => {
          if (worker) boss.notifyWorker(worker);
        },
        failed: async () => {
          const jobs = await boss.findJobs<Payload>(failedName);
          return jobs.map(({ id, sourceRootId, data: payload, createdOn: failedDate }) => {
            return { id, messageId: sourceRootId ?? id, payload, failedDate };
          });
        },
        retryFailed: (ids) => boss.redrive(failedName, ids ? { ids } : {}),
      };
    },
  };
}
