import type { Conflict, contract, Input, Output } from "@uola/contract";
import { newId } from "@uola/database";
import { type Context, type Handlers, transact } from "@uola/kernel";
import {
  type AvailabilityServices,
  type OpeningHours,
  type RuleException,
  slotLocation,
} from "../availability/availability.ts";
import { conflictsMax } from "./conflicts.ts";
import { editBy, recordTimetableChange, system } from "./edit-context.ts";
import { generateSessionsOf, plan, publishSessions } from "./generate-sessions.ts";
import type { SessionReader } from "./read-session.ts";
import { defaultException, type Extra, type FullRule, skips } from "./rules.ts";
import { toRule } from "./session-view.ts";
import * as store from "./store.ts";
import { refuseDates, requireKnownStaffAndResources, serviceOf } from "./validation.ts";

type Group = typeof contract.schedules;
type RuleInput = Input<Group["createRules"]>["rules"][number];

/** Returns the weekly rules of a schedule. */
export const listRulesHandler =
  (context: Context): Handlers<Group>["rules"] =>
  async ({ scheduleId }) => {
    await serviceOf(context.db, context, scheduleId);
    return { rules: (await store.rulesOf(context.db, context.siteId, scheduleId)).map(toRule) };
  };

/** Adds weekly rules, or previews the result. */
export const createRulesHandler =
  (
    context: Context,
    { conflicts }: SessionReader,
    { calendars }: AvailabilityServices,
  ): Handlers<Group>["createRules"] =>
  async ({ rules: inputs, preview: isPreview }, { caller }) => {
    const { siteId, now } = context;
    await transact(context, async (tx) => {
      for (const [index, input] of inputs.entries()) {
        await serviceOf(tx, context, input.scheduleId);
        await requireKnownStaffAndResources(tx, siteId, input);
        await refuseDates(tx, context, input, `rules.${index}`);
      }
    });
    const { outside, ...outcome } = await preview(context, inputs, await calendars.openingHours());
    if (isPreview) return { rules: [], ...outcome, conflicts: outside };
    const ruleIds = await createRules(context, inputs, editBy(caller));
    const made = await transact(context, (tx) => store.lockRules(tx, siteId, ruleIds, "share"));
    return { rules: made.map(toRule), ...outcome, conflicts: await conflicts({ ruleIds, now: now() }) };
  };

export type NewRule = Pick<RuleInput, "scheduleId" | "weekday" | "startTime" | "durationMinutes" | "validFrom"> &
  Partial<RuleInput> & {
    extra?: Extra;
    /** Exceptions for single dates, set from the start. */
    exceptions?: (Pick<RuleException, "date"> & Partial<RuleException>)[];
  };

/** Adds weekly rules to schedules and generates their sessions. Returns the ids of the rules. */
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
      await recordTimetableChange(tx, context, actor, "schedule_rule.create", rule.id, undefined, {
        ...rule,
        exceptions,
      });
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
  scheduleId,
  weekday,
  startTime,
  durationMinutes,
  validFrom,
  validUntil: input.validUntil ?? null,
  capacity: input.capacity ?? null,
  staffIds: input.staffIds ?? [],
  resourceIds: input.resourceIds ?? [],
  skipHolidays: input.skipHolidays ?? false,
  breaks: input.breaks ?? [],
  extra: { ...input.extra, ...(input.outsideHours && { hoursDecision: "WEEKLY" }) },
});

/**
 * Returns a preview of rules: the sessions they would generate, those outside opening hours, and
 * the skipped dates with reasons.
 */
async function preview(
  context: Context,
  inputs: readonly RuleInput[],
  opening: OpeningHours,
): Promise<Pick<Output<Group["createRules"]>, "dates" | "skipped"> & { outside: Conflict[] }> {
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
    const occurring = planned.filter(({ away }) => away === undefined);
    const outside = occurring.flatMap(({ occurrence: { startDate, endDate }, service, extra }): Conflict[] => {
      const { hoursDecision, location = slotLocation(service) } = extra;
      const outsideHours = opening.withheld({ startDate, endDate, hoursDecision, location: location ?? undefined });
      return outsideHours ? [{ startDate, outsideHours }] : [];
    });
    return {
      outside: outside.slice(0, conflictsMax),
      dates: occurring
        .map(({ occurrence: { startDate, endDate } }) => ({ startDate, endDate }))
        .toSorted((a, b) => +a.startDate - +b.startDate),
      skipped: [...new Map(reasons.map((each) => [`${each.date} ${each.reason}`, each])).values()].toSorted((a, b) =>
        a.date.localeCompare(b.date),
      ),
    };
  });
}
