import type { Job, jobs as jobsContract } from "@uola/contract";
import { type Database, json } from "@uola/database";
import {
  type BackgroundTask,
  type Context,
  compileFilter,
  type Handlers,
  Refusal,
  redacted,
  toErrorResponse,
  transact,
} from "@uola/kernel";
import { type RawBuilder, sql } from "kysely";
import type { ChangeCause } from "../events.ts";
import { failureOf } from "./bulk-results.ts";
import { publishServices } from "./change-service.ts";
import { deleteService } from "./delete.ts";
import { fields, findServices } from "./search-store.ts";
import { jobInputs } from "./start-job.ts";
import { changeService } from "./update.ts";

const batch = 100;
const failuresMax = 100;

type JobRow = { id: string; kind: string; input: unknown; actor: unknown; position: string | null };

/** Following jobs. */
export const jobs = ({ db, siteId }: Context): Handlers<typeof jobsContract> => ({
  get: async ({ jobId }) => {
    const job = await db
      .selectFrom("job")
      .select(["id", "status", "total", "done", "failed", "failures"])
      .where("siteId", "=", siteId)
      .where("id", "=", jobId)
      .executeTakeFirst();
    if (!job) throw new Refusal("JOB_NOT_FOUND", `No job ${jobId}.`, 404);
    return { job: { ...job, status: job.status as Job["status"], failures: job.failures as Job["failures"] } };
  },
});

/** Works on the oldest job there is; false when there is none, when it has to stop, or when another process is at it. */
export async function runJob(context: Context, isStopping: () => boolean = () => false): Promise<boolean> {
  const { db, siteId } = context;
  const job = await db
    .selectFrom("job")
    .select(["id", "kind", "input", "actor", "position"])
    .where("siteId", "=", siteId)
    .where("status", "in", ["WAITING", "RUNNING"])
    .orderBy("createdDate")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (!job) return false;
  const step = readStep(context, job);
  if (!step) {
    await recordProgress(db, context, job.id, { status: "FAILED" });
    return true;
  }
  const found = () =>
    findServices(db, siteId).where(compileFilter(fields, step.filter)).select("service.id").orderBy("service.id");
  if (job.position === null) {
    const { total } = await db
      .selectFrom(found().as("found"))
      .select(sql<number>`count(*)::int`.as("total"))
      .executeTakeFirstOrThrow();
    await recordProgress(db, context, job.id, { status: "RUNNING", total: sql`coalesce(total, ${total})` });
  }
  let position = job.position;
  for (;;) {
    const next = found().limit(batch);
    const ids = await (position === null ? next : next.where("service.id", ">", position)).execute();
    if (ids.length === 0) break;
    for (const { id } of ids) {
      if (isStopping() || !(await claimStep(context, job.id, position, id, step.work))) return false;
      position = id;
    }
  }
  await recordProgress(db, context, job.id, { status: "DONE" });
  return true;
}

type Step = { filter: unknown; work: (tx: Database, id: string) => Promise<unknown> };

function readStep(context: Context, { id: jobId, kind, input, actor }: JobRow): Step | undefined {
  const by = actor as ChangeCause["actor"];
  try {
    if (kind === "services.update") {
      const { filter, change } = jobInputs[kind].parse(input);
      return { filter, work: (tx, id) => changeService(tx, context, { id, change }, by) };
    }
    const { filter, keepBooked, notification } = jobInputs["services.delete"].parse(input);
    return { filter, work: (tx, id) => deleteService(tx, context, { id, keepBooked, notification }, by) };
  } catch (error) {
    context.log.error({ jobId, err: redacted(error) }, "a job cannot be read");
    return undefined;
  }
}

/**
 * Works on one service, in one transaction with the job's new position: whoever is stopped half-way leaves no service
 * done twice and none left out. False when another process is at the job, or was since the position was read.
 */
async function claimStep(context: Context, jobId: string, before: string | null, id: string, work: Step["work"]) {
  const mine = async (tx: Database) => {
    const job = await tx
      .selectFrom("job")
      .select(["position", "failures"])
      .where("siteId", "=", context.siteId)
      .where("id", "=", jobId)
      .where("status", "in", ["WAITING", "RUNNING"])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    return job?.position === before ? job : undefined;
  };
  try {
    return await transact(context, publishServices, async (tx) => {
      if (!(await mine(tx))) return false;
      await work(tx, id);
      await recordProgress(tx, context, jobId, { position: id, done: sql<number>`done + 1` });
      return true;
    });
  } catch (error) {
    // A lost connection, which the driver tells without a code, says nothing about the service: it is taken again.
    const lost = error instanceof Error && error.message.startsWith("Connection terminated");
    if (lost || toErrorResponse(error, jobId).status === 503) throw error;
    const { code, description } = failureOf(context, error, jobId);
    return transact(context, async (tx) => {
      const job = await mine(tx);
      if (!job) return false;
      const failures = [...(job.failures as Job["failures"]), { id, code, description }].slice(0, failuresMax);
      await recordProgress(tx, context, jobId, {
        position: id,
        failed: sql<number>`failed + 1`,
        failures: json(failures),
      });
      return true;
    });
  }
}

type Progress = {
  status?: Job["status"];
  position?: string;
  failures?: string;
} & Partial<Record<"total" | "done" | "failed", RawBuilder<number>>>;
const recordProgress = (db: Database, { siteId, now }: Context, id: string, to: Progress) =>
  db
    .updateTable("job")
    .set({ ...to, updatedDate: now() })
    .where("siteId", "=", siteId)
    .where("id", "=", id)
    .execute();

/** Works on jobs as long as there are any. */
export const serviceJobTask = (context: Context): BackgroundTask => ({
  name: "services: work on jobs",
  everyMs: 500,
  run: ({ signal }) => runJob(context, () => signal.aborted),
});
