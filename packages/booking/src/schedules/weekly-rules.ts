import type { contract, Input, Output } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Context, dayMs, type FieldError, Refusal, recordChange, transact, Violation } from "@uola/kernel";
import { dateAfter, dateOf, lockPlaces, type RuleException } from "../availability/availability.ts";
import { readServices } from "../services/services.ts";
import { changeAll, type EditContext } from "./change-series.ts";
import { generateSessionsOf, isCourse, limitCourse, plan, publishSessions } from "./generate-sessions.ts";
import { defaultException, type Extra, type FullRule, skips } from "./rules.ts";
import * as store from "./store.ts";

type Group = typeof contract.schedules;
type RuleInput = Input<Group["createRules"]>["rules"][number];
const courseDaysMax = 731;

export const system: EditContext = { actor: { kind: "system", id: "schedules" }, notification: undefined };

export type NewRule = Pick<RuleInput, "scheduleId" | "weekday" | "startTime" | "durationMinutes" | "validFrom"> &
  Partial<RuleInput> & {
    extra?: Extra;
    /** Dates on which it is different from the beginning. */
    exceptions?: (Pick<RuleException, "date"> & Partial<RuleException>)[];
  };

/** Adds weekly times to schedules and makes their sessions. Returns the rules' ids. */
export async function createRules(context: Context, inputs: readonly NewRule[], { actor } = system): Promise<string[]> {
  const { siteId, now } = context;
  return transact(context, publishSessions, async (tx) => {
    const ids: string[] = [];
    for (const { exceptions = [], ...input } of inputs) {
      const rule = ruleFrom(input);
      await store.insertRule(tx, siteId, rule, now());
      await store.putExceptions(
        tx,
        siteId,
        exceptions.map((each) => ({ ...defaultException(rule.id, each.date), ...each })),
      );
      await note(tx, context, actor, "schedule_rule.create", rule.id, undefined, { ...rule, exceptions });
      ids.push(rule.id);
    }
    await generateSessionsOf(tx, context, ids);
    return ids;
  });
}

const ruleFrom = ({
  scheduleId,
  weekday,
  startTime,
  durationMinutes,
  validFrom,
  ...input
}: Omit<NewRule, "exceptions">): FullRule => ({
  id: newId(),
  ...{ scheduleId, weekday, startTime, durationMinutes, validFrom },
  validUntil: input.validUntil ?? null,
  capacity: input.capacity ?? null,
  staffIds: input.staffIds ?? [],
  resourceIds: input.resourceIds ?? [],
  skipHolidays: input.skipHolidays ?? false,
  breaks: input.breaks ?? [],
  extra: input.extra ?? {},
});

/** What would be made of rules, and which dates would not be, and why. */
export async function preview(
  context: Context,
  inputs: readonly RuleInput[],
): Promise<Pick<Output<Group["createRules"]>, "dates" | "skipped">> {
  const rules = inputs.map(ruleFrom);
  return transact(context, async (tx) => {
    const planned = await plan(tx, context, rules, true);
    const unrestricted = await plan(
      tx,
      context,
      rules.map((rule) => ({ ...rule, skipHolidays: false, breaks: [] })),
      true,
    );
    const byId = new Map(rules.map((rule) => [rule.id, rule]));
    const reasons = unrestricted.flatMap(({ occurrence: { ruleId, date }, away }) => {
      const rule = byId.get(ruleId);
      const reason = (rule && skips(rule, date)) ?? away;
      return reason === undefined ? [] : [{ date, reason }];
    });
    return {
      dates: planned
        .filter(({ away }) => away === undefined)
        .map(({ occurrence: { startDate, endDate } }) => ({ startDate, endDate }))
        .toSorted((a, b) => +a.startDate - +b.startDate),
      skipped: [...new Map(reasons.map((each) => [`${each.date} ${each.reason}`, each])).values()].toSorted((a, b) =>
        a.date.localeCompare(b.date),
      ),
    };
  });
}

/** Changes a weekly time for every date that has not begun; returns it as it is then. */
export async function changeRule(
  context: Context,
  { id, ...input }: { id: string } & Partial<Omit<RuleInput, "scheduleId">>,
  edit = system,
): Promise<FullRule> {
  const { siteId } = context;
  return transact(context, publishSessions, async (tx) => {
    const [before] = await store.lockRules(tx, siteId, [id], "update");
    if (!before) throw new Refusal("RULE_NOT_FOUND", `No weekly time ${id}.`, 404);
    const to = Object.fromEntries(
      Object.entries(input).filter(
        ([name, value]) => value !== undefined && (value !== null || nullable.includes(name)),
      ),
    ) as Partial<FullRule>;
    await refuseUnknown(tx, siteId, to);
    await refuseDates(tx, context, { ...before, ...to }, "rule");
    await changeAll(tx, context, edit, before, { to, days: await daysTo(tx, context, before, to.weekday) });
    const [after] = await store.lockRules(tx, siteId, [id], "update");
    await note(tx, context, edit.actor, "schedule_rule.change", id, before, after);
    return after as FullRule;
  });
}

const nullable = ["capacity", "validUntil"];

/** To another day of the week: of the same week, unless that is over. */
async function daysTo(tx: Database, { siteId, now }: Context, rule: FullRule, weekday = rule.weekday): Promise<number> {
  const days = weekday - rule.weekday;
  const first = days < 0 ? await store.firstUpcoming(tx, siteId, rule.id, now()) : undefined;
  if (!first) return days;
  const today = dateOf(now(), await store.timeZone(tx, siteId));
  return dateAfter(first, days) <= today ? days + 7 : days;
}

/** Errors: STAFF_NOT_FOUND, RESOURCE_NOT_FOUND. */
export async function refuseUnknown(
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

/** The service a schedule belongs to. Errors: SCHEDULE_NOT_FOUND. */
export async function serviceOf(db: Database, context: Context, scheduleId: string) {
  const [service] = (await readServices({ ...context, db }, { scheduleIds: [scheduleId] })).values();
  if (!service) throw new Refusal("SCHEDULE_NOT_FOUND", `No service has the schedule ${scheduleId}.`, 404);
  return service;
}

/** Dates that cannot be: ends before beginnings, a course without an end in sight. */
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

/** Changes how many a course takes. Errors: SCHEDULE_NOT_FOUND. */
export async function setCourseCapacity(context: Context, scheduleId: string, capacity: number, { actor } = system) {
  const { siteId } = context;
  return transact(context, publishSessions, async (tx) => {
    const service = await serviceOf(tx, context, scheduleId);
    const before = await lockPlaces(tx, siteId, scheduleId);
    if (!isCourse(service) || !before) {
      throw new Refusal("SCHEDULE_NOT_FOUND", `No course has the schedule ${scheduleId}.`, 404);
    }
    await limitCourse(tx, context, scheduleId, capacity);
    const after = await lockPlaces(tx, siteId, scheduleId);
    await note(tx, context, actor, "schedule.capacity", scheduleId, before, after);
    const totalSpots = after?.capacity ?? capacity;
    return { totalSpots, openSpots: totalSpots - before.taken - before.held };
  });
}

/** Notes who changed what of the timetable. */
export const note = (
  tx: Database,
  { siteId, now }: Context,
  actor: EditContext["actor"],
  action: string,
  entityId: string,
  before: unknown,
  after: unknown,
) =>
  recordChange(tx, {
    siteId,
    at: now(),
    entity: action.slice(0, action.indexOf(".")),
    entityId,
    audit: { actor, action, before, after },
  });
