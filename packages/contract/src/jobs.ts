import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { guid, maybe } from "./wire.ts";

const JobStatus = z.enum(["WAITING", "RUNNING", "DONE", "FAILED"]);
/** Background work that continues after its call has returned. */
export const Job = z
  .object({
    id: guid,
    status: JobStatus,
    /** The total number of elements; unknown until the job starts. */
    total: maybe(z.int()),
    done: z.int(),
    failed: z.int(),
    /** The first hundred failures. */
    failures: z.array(z.object({ id: guid, code: z.string(), description: z.string() })),
  })
  .meta({ id: "Job" });
export type Job = z.infer<typeof Job>;

export const jobs = {
  get: endpoint({
    method: "GET",
    path: "/v1/jobs/{jobId}",
    access: "owner",
    input: z.object({ jobId: guid }),
    output: z.object({ job: Job }),
    errors: ["JOB_NOT_FOUND"],
    summary: "Follow a job.",
  }),
};
