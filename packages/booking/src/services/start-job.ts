import { ServiceChange } from "@uola/contract";
import { type Context, compileFilter } from "@uola/kernel";
import { z } from "zod";
import type { Actor } from "./change-service.ts";
import { insertJob } from "./job-store.ts";
import { fields } from "./search-store.ts";

const Filter = z.record(z.string(), z.json());
/** Schemas of job inputs by job kind, as stored in the table. */
export const jobInputs = {
  "services.update": z.object({ filter: Filter, change: ServiceChange, allowBelowSold: z.boolean().nullish() }),
  "services.delete": z.object({
    filter: Filter,
    keepBooked: z.boolean(),
    notification: z.object({ notifyParticipants: z.boolean().nullish(), message: z.string().nullish() }).optional(),
  }),
};
type Kind = keyof typeof jobInputs;

/**
 * Starts a job that processes every service matching a filter and returns the job's id. Rejects
 * with INVALID_FILTER.
 */
export async function startJob<K extends Kind>(
  { db, siteId, now }: Context,
  kind: K,
  input: z.output<(typeof jobInputs)[K]>,
  actor: Actor,
): Promise<string> {
  compileFilter(fields, input.filter);
  return insertJob(db, siteId, { kind, input, actor, at: now() });
}
