import type { contract, Input } from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Database } from "@uola/database";
import { type Context, type Handlers, Refusal, transact } from "@uola/kernel";
import { dateAfter, dateOf } from "../availability/availability.ts";
import { capacityCheck, refuseBelowSold } from "../resources/resources.ts";
import { changeAll } from "./change-series.ts";
import { editBy, recordTimetableChange, system } from "./edit-context.ts";
import { publishSessions } from "./generate-sessions.ts";
import type { SessionReader } from "./read-session.ts";
import { changesCapacity, type FullRule, hoursDecisionAfter } from "./rules.ts";
import { toRule } from "./session-view.ts";
import * as store from "./store.ts";
import { refuseDates, requireKnownStaffAndResources } from "./validation.ts";

type Group = typeof contract.schedules;
type RuleInput = Input<Group["createRules"]>["rules"][number];

export const changeRuleHandler =
  (context: Context, { conflicts }: SessionReader): Handlers<Group>["changeRule"] =>
  async ({ rule, allowBelowSold }, { caller }) => {
    const changed = await changeRule(context, { ...rule, allowBelowSold }, editBy(caller));
    return { rule: toRule(changed), conflicts: await conflicts({ ruleIds: [rule.id], now: context.now() }) };
  };

type RuleChange = { id: string; allowBelowSold?: boolean | null | undefined } & Partial<Omit<RuleInput, "scheduleId">>;

/** Changes a weekly rule for every date that has not begun. Returns the changed rule. */
export async function changeRule(
  context: Context,
  { id, outsideHours, allowBelowSold, ...input }: RuleChange,
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
    const moves = timeFields.some((field) => to[field] !== undefined && timeOf(to, field) !== timeOf(before, field));
    to.extra = {
      ...before.extra,
      ...hoursDecisionAfter({ outsideHours, moves }, before.extra.hoursDecision, "WEEKLY"),
    };
    await requireKnownStaffAndResources(tx, siteId, to);
    await refuseDates(tx, context, { ...before, ...to }, "rule");
    const check = changesCapacity(input) ? capacityCheck(allowBelowSold) : undefined;
    await changeAll(tx, context, { ...edit, capacityCheck: check }, before, {
      to,
      days: await daysTo(tx, context, before, to.weekday),
    });
    if (check) refuseBelowSold(check);
    const [after] = await store.lockRules(tx, siteId, [id], "update");
    await recordTimetableChange(tx, context, edit.actor, "schedule_rule.change", id, before, after);
    return required(after, "rule");
  });
}

const timeFields = ["weekday", "startTime", "durationMinutes"] as const;
/** Returns the time without seconds, which are optional in requests. */
const timeOf = (rule: Partial<FullRule>, field: (typeof timeFields)[number]) => String(rule[field]).slice(0, 5);

const nullable = ["capacity", "validUntil"];

/**
 * Returns the number of days by which a rule moves to another weekday: within the same week, unless
 * that day has already passed.
 */
async function daysTo(tx: Database, { siteId, now }: Context, rule: FullRule, weekday = rule.weekday): Promise<number> {
  const days = weekday - rule.weekday;
  const first = days < 0 ? await store.firstUpcoming(tx, siteId, rule.id, now()) : undefined;
  if (!first) return days;
  const today = dateOf(now(), await store.timeZone(tx, siteId));
  return dateAfter(first, days) <= today ? days + 7 : days;
}
