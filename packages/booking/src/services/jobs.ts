import type { jobs as jobsContract } from "@uola/contract";
import type { Database } from "@uola/database";
import {
  type BackgroundTask,
  type Context,
  compileFilter,
  type Handlers,
  Refusal,
  toErrorResponse,
  transact,
} from "@uola/kernel";
import { failureOf } from "./bulk-results.ts";
import { publishServices } from "./change-service.ts";
import { deleteService } from "./delete.ts";
import * as store from "./job-store.ts";
import { countMatching, fields, servicesAfter } from "./search-store.ts";
import { jobInputs } from "./start-job.ts";
import { changeService } from "./update.ts";

const batch = 100;
const failuresMax = 100;

type JobRow = NonNullable<Awaited<ReturnType<typeof store.nextJob>>>;

/** Handlers that return the progress of jobs. */
export const jobs = ({ db, siteId }: Context): Handlers<typeof jobsContract> => ({
  get: async ({ jobId }) => {
    const job = await store.job(db, siteId, jobId);
    if (!job) throw new Refusal("JOB_NOT_FOUND", `No job ${jobId}.`, 404);
    return { job };
  },
});

/**
 * Processes the oldest job. Returns false if there is none, if it must stop, or if another process
 * works on the job.
 */
export async function runJob(context: Context, isStopping: () => boolean = () => false): Promise<boolean> {
  const { db, siteId, now } = context;
  const job = await store.nextJob(db, siteId);
  if (!job) return false;
  const step = readStep(context, job);
  if (!step) {
    await store.endJob(db, siteId, job.id, now(), "FAILED");
    return true;
  }
  const condition = compileFilter(fields, step.filter);
  if (job.position === null) {
    const total = await countMatching(db, siteId, condition);
    await store.beginJob(db, siteId, job.id, now(), total);
  }
  let position = job.position;
  for (;;) {
    const ids = await servicesAfter(db, siteId, condition, { position, limit: batch });
    if (ids.length === 0) break;
    for (const id of ids) {
      if (isStopping() || !(await claimStep(context, job.id, position, id, step.work))) return false;
      position = id;
    }
  }
  await store.endJob(db, siteId, job.id, now(), "DONE");
  return true;
}

type Step = { filter: unknown; work: (tx: Database, id: string) => Promise<unknown> };

function readStep(context: Context, { id: jobId, kind, input, actor: by }: JobRow): Step | undefined {
  try {
    if (kind === "services.update") {
      const { filter, change, allowBelowSold } = jobInputs[kind].parse(input);
      return { filter, work: (tx, id) => changeService(tx, context, { id, change, allowBelowSold }, by) };
    }
    const { filter, keepBooked, notification } = jobInputs["services.delete"].parse(input);
    return { filter, work: (tx, id) => deleteService(tx, context, { id, keepBooked, notification }, by) };
  } catch (error) {
    context.log.error({ jobId, err: error }, "a job cannot be read");
    return undefined;
  }
}

/**
 * Processes one service in a transaction that also stores the job's new position, so that a process
 * that stops half-way neither skips nor repeats a service. Returns false if another process works
 * on the job or has worked on it since the position was read.
 */
async function claimStep(context: Context, jobId: string, before: string | null, id: string, work: Step["work"]) {
  const { siteId, now } = context;
  const mine = async (tx: Database) => {
    const job = await store.lockJob(tx, siteId, jobId);
    return job?.position === before ? job : undefined;
  };
  try {
    return await transact(context, publishServices, async (tx) => {
      if (!(await mine(tx))) return false;
      await work(tx, id);
      await store.countDone(tx, siteId, jobId, now(), id);
      return true;
    });
  } catch (error) {
    // A lost connection, which the driver reports without a code, is not a failure of the service;
    // the service is retried.
    const lost = error instanceof Error && error.message.startsWith("Connection terminated");
    if (lost || toErrorResponse(error, jobId).status === 503) throw error;
    const { code, description } = failureOf(context, error, jobId);
    return transact(context, async (tx) => {
      const job = await mine(tx);
      if (!job) return false;
      const failures = [...job.failures, { id, code, description }].slice(0, failuresMax);
      await store.countFailed(tx, siteId, jobId, now(), { position: id, failures });
      return true;
    });
  }
}

/** Background task that processes jobs until none is left. */
export const serviceJobTask = (context: Context): BackgroundTask => ({
  name: "services: work on jobs",
  everyMs: 500,
  run: ({ signal }) => runJob(context, () => signal.aborted),
});
