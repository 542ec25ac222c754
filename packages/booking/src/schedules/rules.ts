import type { Session } from "@uola/contract";
import type { HoursDecision, RuleException, Skips, WeeklyRule } from "../availability/availability.ts";
import { holidayOn } from "./holidays.ts";

/** Additional fields of a rule, an exception or a session, stored in its `extra` column. */
export type Extra = Partial<
  Pick<Session, "note" | "capacityType" | "transparency" | "calendarConference" | "externalCalendar" | "location">
> & {
  /** The capacity of a manually created session. Other sessions get it from their rule. */
  capacity?: number;
  /** The owner's decision whether the session takes place outside the opening hours. */
  hoursDecision?: HoursDecision;
};
export type FullRule = WeeklyRule & { extra: Extra };
export type FullException = RuleException & { extra: Extra | null };

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "session.extra": Extra;
    "scheduleRule.extra": Extra;
    "scheduleRule.breaks": WeeklyRule["breaks"];
    "scheduleException.extra": Extra;
  }
}

/** Returns the reason why a date is skipped: a break of the rule, or a public holiday. */
export const skips: Skips = ({ breaks, skipHolidays }, date) =>
  breaks.find(({ from, until }) => from <= date && date <= until)?.name ?? (skipHolidays ? holidayOn(date) : undefined);

/**
 * Returns the capacity of a session: its own or that of its service, but never above the combined
 * limit of its trainers if each of them has a limit. null: unlimited.
 */
export function effectiveCapacity(
  input: { capacity: number | null; capacityType: Extra["capacityType"] },
  serviceCapacity: number,
  limits: readonly (number | null)[],
): number | null {
  const requested = input.capacityType === "UNLIMITED" ? Number.POSITIVE_INFINITY : (input.capacity ?? serviceCapacity);
  const everyone = limits.length > 0 && limits.every((limit) => limit !== null);
  const least = everyone
    ? Math.min(
        requested,
        limits.reduce<number>((sum, limit) => sum + (limit ?? 0), 0),
      )
    : requested;
  return Number.isFinite(least) ? least : null;
}

/** Returns an exception without any changes. */
export const defaultException = (ruleId: string, date: string): FullException => ({
  ruleId,
  date,
  canceled: false,
  restored: false,
  movedTo: null,
  startTime: null,
  durationMinutes: null,
  capacity: null,
  staffIds: null,
  resourceIds: null,
  extra: null,
});

type NullablePartial<Of> = { [Name in keyof Of]?: Of[Name] | null | undefined };

/** Returns the fields of a change that have no column of their own. */
export function extraOf(change: NullablePartial<Extra>): Extra {
  const { note, capacityType, transparency, calendarConference, externalCalendar, location, capacity } = change;
  const type = capacityType ?? (typeof capacity === "number" ? ("LIMITED" as const) : undefined);
  const all = { note, capacityType: type, transparency, calendarConference, externalCalendar, location };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value != null));
}

type CapacityFields = { capacity?: unknown; capacityType?: unknown; staffIds?: unknown };

/**
 * Whether a change may lower a capacity. A change of trainers counts, because trainers limit the
 * capacity too.
 */
export const changesCapacity = ({ capacity, capacityType, staffIds }: CapacityFields): boolean =>
  capacity != null || capacityType != null || staffIds != null;

type HoursChange = { outsideHours?: boolean | null | undefined; moves: boolean };

/**
 * Returns the decision whether the session takes place outside the opening hours, after a change. A
 * decision applies to the old times, so moving the session resets it unless the change repeats it.
 */
export function hoursDecisionAfter(
  { outsideHours, moves }: HoursChange,
  before: HoursDecision | undefined,
  level: "WEEKLY" | "DATE",
): Pick<Extra, "hoursDecision"> {
  if (outsideHours) return { hoursDecision: level };
  return before && (moves || outsideHours === false) ? { hoursDecision: "ASK" } : {};
}
