import { setTimeout as pause } from "node:timers/promises";
import type { Connection, Database } from "@uola/database";
import { fromKysely, type JobWithMetadata, PgBoss } from "pg-boss";
import type { Logger } from "pino";

/** Result of a delivery: `done`, `again` after a pause, or `never` because retrying cannot help. */
export type Outcome = { end: "done" | "again" | "never"; note: string };

/** One mail or text message. `last` is true on the final attempt. */
export type Delivery<Payload> = { id: string; payload: Payload; last: boolean };

/** Mostly in seconds. Ten attempts over about nine hours outlast a mail server that is down for a night. */
export const defaultPace = {
  retryLimit: 9,
  retryDelay: 60,
  retryDelayMax: 4 * 3600,
  expireInSeconds: 300,
  /** A dead process loses its jobs after this time without a heartbeat. */
  heartbeatSeconds: 30,
  superviseIntervalSeconds: 15,
  /** How often a process looks for work that nobody has woken it for, such as retries. */
  pollingIntervalSeconds: 1,
  /** How often new orders are moved from the outbox to the queue. */
  relayEveryMs: 500,
};
export type QueuePace = typeof defaultPace;

const days = 24 * 3600;
/** Deliveries at once per process and queue; each holds a database connection while the server has the message. */
const batchSize = 4;
/** So long a stop waits for the deliveries under way; what is not done by then is delivered again. */
const stopMs = 20_000;

export type Queue<Payload> = {
  /** Inserts jobs in the caller's transaction. An id is inserted once. */
  put(tx: Database, messages: readonly { id: string; payload: Payload }[]): Promise<void>;
  /** Looks for work now instead of at the next poll. */
  wake(): void;
  /** Deliveries that were given up. */
  failed(): Promise<Failed<Payload>[]>;
  /** Retries given-up deliveries; without ids, all of them. Returns their number. */
  retryFailed(ids?: string[]): Promise<number>;
};
/** `id` names the given-up job; `messageId` is the id that was inserted. */
export type Failed<Payload> = { id: string; messageId: string; payload: Payload; failedDate: Date };

type Deliver<Payload> = (delivery: Delivery<Payload>) => Promise<Outcome>;
export type Queues = {
  /** Adds a queue. Call it before `open` and `start`. */
  add<Payload extends object>(name: string, deliver: Deliver<Payload>): Queue<Payload>;
  /** Connects without starting to work: enough to list and to insert. */
  open(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

type Options = { connection: Connection; log: Logger; pace: QueuePace };

/** Queues in the schema `queue` of the same PostgreSQL. Any number of processes can work on them. */
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
      // A graceful stop of pg-boss would look only every half second whether its workers have ended.
      const ended = Promise.all(added.map(({ name }) => boss.offWork(name)));
      await Promise.race([ended, pause(stopMs, undefined, { ref: false })]);
      await boss.stop({ graceful: false });
    },
    add<Payload extends object>(name: string, deliver: Deliver<Payload>): Queue<Payload> {
      const failedName = `${name}/failed`;
      let worker: string | undefined;

      const handle = async ({ id, sourceRootId, data, retryCount, retryLimit }: JobWithMetadata<Payload>) => {
        // A retried failure is a new job, but the same message.
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
