import type { contract, Input } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Context, dayMs, type FieldError, Refusal, Violation } from "@uola/kernel";
import { readServices } from "../services/services.ts";
import { isCourse } from "./generate-sessions.ts";
import * as store from "./store.ts";

type RuleInput = Input<typeof contract.schedules.createRules>["rules"][number];

const courseDaysMax = 731;

/** Rejects unknown trainers and resources with STAFF_NOT_FOUND and RESOURCE_NOT_FOUND. */
export async function requireKnownStaffAndResources(
  tx: Database,
  siteId: string,
  {
    staffIds,
    resourceIds,
  }: { staffIds?: readonly string[] | null | undefined; resourceIds?: readonly string[] | null | undefined },
): Promise<void> {
  const staff = await store.limitsOf(tx, siteId, staffIds ?? []);
  const nobody = staffIds?.find((id) => !staff.has(id));
  if (nobody) throw new Refusal("STAFF_NOT_FOUND", `No trainer ${nobody}.`, 404);
  const things = await store.knownResources(tx, siteId, resourceIds ?? []);
  const nothing = resourceIds?.find((id) => !things.has(id));
  if (nothing) throw new Refusal("RESOURCE_NOT_FOUND", `No resource ${nothing}.`, 404);
}

/** Returns the service of a schedule. Rejects with SCHEDULE_NOT_FOUND. */
export async function serviceOf(db: Database, context: Context, scheduleId: string) {
  const [service] = (await readServices({ ...context, db }, { scheduleIds: [scheduleId] })).values();
  if (!service) throw new Refusal("SCHEDULE_NOT_FOUND", `No service has the schedule ${scheduleId}.`, 404);
  return service;
}

/** Rejects impossible dates: an end before the beginning, or a course that lasts too long. */
export async function refuseDates(
  tx: Database,
  context: Context,
  { scheduleId, validFrom, validUntil, breaks }: Pick<RuleInput, "scheduleId" | "validFrom" | "validUntil" | "breaks">,
  field: string,
): Promise<void> {
  const wrongs: FieldError[] = (breaks ?? []).flatMap(({ from, until }, index) =>
    until < from ? [{ field: `${field}.breaks.${index}.until`, description: "must not be before its beginning" }] : [],
  );
  if (validUntil && validUntil < validFrom) {
    wrongs.push({ field: `${field}.validUntil`, description: "must not be before validFrom" });
  }
  const lasts = validUntil ? (Date.parse(validUntil) - Date.parse(validFrom)) / dayMs : 0;
  if (lasts > courseDaysMax && isCourse(await serviceOf(tx, context, scheduleId))) {
    wrongs.push({ field: `${field}.validUntil`, description: `must be at most ${courseDaysMax} days after validFrom` });
  }
  if (wrongs.length > 0) throw new Violation(wrongs);
}
