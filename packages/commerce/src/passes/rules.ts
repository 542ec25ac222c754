import type { CategoryKind, PassStatus, PassTerms } from "@uola/contract";
import { addDays, daysBetween, weekdayOf } from "@uola/words/formats";
import type { Refused } from "../ledger/ledger.ts";

/**
 * The data of a pass that the rules use. Days are calendar dates of the gym, compared as text:
 * "2026-09-30" < "2026-10-01".
 */
export type PassState = {
  terms: PassTerms;
  price: number;
  /** The number of remaining entries; null if entries are not counted. */
  balance: number | null;
  visits: number;
  /**
   * The first day of validity. For a pass that begins with its first use, it is the latest possible
   * one.
   */
  validFrom: string;
  validUntil: string;
  frozenFrom: string | null;
  frozenUntil: string | null;
  /** The number of frozen days by the year in which the freeze began. */
  frozenDaysOfYears: { [year: string]: number };
  transferredDate: Date | null;
  refundedDate: Date | null;
};

/** The amounts of a change for the ledger, and the fields that the change sets on the pass. */
export type Step = {
  delta: number;
  visits: number;
  days: number;
  set?: Partial<Pick<PassState, "validFrom" | "validUntil" | "frozenFrom" | "frozenUntil" | "frozenDaysOfYears">>;
};
export type Decision = Step | Refused;

export const nothing: Step = { delta: 0, visits: 0, days: 0 };

/** The day, time and service of a visit; without a service it is entry to the gym. */
export type Visit = {
  day: string;
  time: string;
  people: number;
  service?: { id: string; categoryKind: CategoryKind } | undefined;
};

const isFrozenOn = ({ frozenFrom, frozenUntil }: PassState, day: string): boolean =>
  frozenFrom !== null && frozenUntil !== null && frozenFrom <= day && day <= frozenUntil;

const beganBy = ({ validFrom }: PassState, today: string): boolean => validFrom <= today;

export function statusOf(pass: PassState, today: string): PassStatus {
  if (pass.refundedDate) return "REFUNDED";
  if (pass.validUntil < today) return "EXPIRED";
  if (pass.balance === 0) return "USED_UP";
  if (isFrozenOn(pass, today)) return "FROZEN";
  return beganBy(pass, today) ? "ACTIVE" : "NEW";
}

/**
 * Whether the holder of a pass is a member on a day. A pass that has not begun yet counts; one that
 * is expired, used up or frozen does not.
 */
export const isHeldOn = (pass: PassState, day: string): boolean => {
  const status = statusOf(pass, day);
  return status === "ACTIVE" || status === "NEW";
};

/**
 * Returns the last day of a period that begins on a given day. A month ends on the day before the
 * same day of the next month.
 */
export function periodEnd(from: string, { count, unit }: PassTerms["period"]): string {
  if (unit === "DAYS") return addDays(from, count - 1);
  const months = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1 + count;
  const month = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
  const lastOfMonth = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).getUTCDate();
  const day = Number(from.slice(8, 10));
  // If a month does not have that day, the period ends with the month.
  if (day > lastOfMonth) return `${month}-${lastOfMonth}`;
  return addDays(`${month}-${String(day).padStart(2, "0")}`, -1);
}

/** How long a pass may wait for its first use before it begins automatically. */
const firstUsePeriod = { count: 12, unit: "MONTHS" } as const;

/** Returns the initial state of a pass at purchase. */
export function initialState(terms: PassTerms, today: string) {
  const validFrom = terms.begins === "PURCHASE" ? today : addDays(periodEnd(today, firstUsePeriod), 1);
  return { validFrom, validUntil: periodEnd(validFrom, terms.period), balance: terms.entries ?? null };
}

/** Returns the period of a pass that begins today, including the days by which it was extended before. */
function beginning({ terms: { period }, validFrom, validUntil }: PassState, today: string) {
  const extended = daysBetween(periodEnd(validFrom, period), validUntil);
  return { validFrom: today, validUntil: addDays(periodEnd(today, period), extended) };
}

/** Whether the terms allow a visit, regardless of the remaining entries and days. */
function lets({ lets: { entry, categoryKinds, serviceIds } }: PassTerms, { service }: Visit): boolean {
  if (!service) return entry;
  return serviceIds.includes(service.id) || categoryKinds.includes(service.categoryKind);
}

const isOpen = ({ windows }: PassTerms, { day, time }: Visit): boolean =>
  windows.length === 0 ||
  windows.some(({ weekdays, from, until }) => weekdays.includes(weekdayOf(day)) && from <= time && time < until);

/**
 * Applies the rules for admitting people. The first visit begins a pass that has not begun, on the
 * current day. `usedThatDay` is the number of people already admitted on the day of the visit.
 */
export function use(
  pass: PassState,
  visit: Visit,
  { today, usedThatDay }: { today: string; usedThatDay: number },
): Decision {
  const { terms, balance } = pass;
  const { day, people } = visit;
  if (pass.refundedDate) return { code: "PASS_REFUNDED" };
  const begins = beganBy(pass, today) ? {} : beginning(pass, today);
  const { validUntil } = { ...pass, ...begins };
  if (validUntil < day || pass.validUntil < today) return { code: "PASS_EXPIRED", data: { validUntil } };
  if (balance === 0) return { code: "PASS_USED_UP" };
  if (isFrozenOn(pass, day)) return { code: "PASS_FROZEN", data: { until: pass.frozenUntil as string } };
  if (!lets(terms, visit)) return { code: "PASS_NOT_FOR_THIS" };
  if (!isOpen(terms, visit)) return { code: "PASS_NOT_AT_THIS_TIME" };
  if (people > terms.people) return { code: "PASS_TOO_MANY_PEOPLE", data: { people: terms.people } };
  if (balance !== null && people > balance) return { code: "PASS_TOO_FEW_ENTRIES", data: { balance } };
  if (balance === null && usedThatDay + people > terms.people) {
    return { code: "PASS_USED_TODAY", data: { people: terms.people } };
  }
  return { delta: balance === null ? 0 : -people, visits: people, days: 0, set: begins };
}

export type UsedEntry = { visits: number; bookingId: string | null; at: Date };

export type VisitLeft = { at: Date; people: number; bookingId: string | null };

/**
 * Returns the visits that remain from the ledger entries of a day, given in order. A returned entry
 * cancels the latest visits of the same booking first (or those without a booking), and then the
 * latest other visits, because the front desk returns entries without specifying a booking.
 */
export function visitsLeft(entries: readonly UsedEntry[]): VisitLeft[] {
  const left: VisitLeft[] = [];
  for (const { visits, bookingId, at } of entries) {
    if (visits > 0) left.push({ at, people: visits, bookingId });
    let back = -visits;
    const latest = left.toReversed();
    const own = latest.filter((visit) => visit.bookingId === bookingId);
    for (const visit of [...own, ...latest]) {
      if (back <= 0) break;
      const taken = Math.min(back, visit.people);
      visit.people -= taken;
      back -= taken;
    }
  }
  return left.filter(({ people }) => people > 0).sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Returns entries to the pass, at most as many as were used. */
export function giveBack({ balance, visits, refundedDate }: PassState, people: number): Decision {
  if (refundedDate) return { code: "PASS_REFUNDED" };
  if (people > visits) return { code: "MORE_THAN_USED", data: { used: visits } };
  return { delta: balance === null ? 0 : people, visits: -people, days: 0 };
}

/** Returns the number of days, both ends included. */
const daysIn = (from: string, until: string): number => daysBetween(from, until) + 1;

/** Adds a number of days to the frozen days of a year, or subtracts them if the number is negative. */
function frozenDays({ frozenDaysOfYears: years }: PassState, from: string, days: number) {
  const year = from.slice(0, 4);
  return { ...years, [year]: (years[year] ?? 0) + days };
}

/**
 * Returns how many days a freeze that begins on a day may still last. A freeze counts for the year
 * in which it begins.
 */
export const freezeDaysLeft = ({ terms, frozenDaysOfYears }: PassState, from: string): number =>
  Math.max(0, terms.freezeDays - (frozenDaysOfYears[from.slice(0, 4)] ?? 0));

export type Freezing = { from: string; until: string };

/**
 * Decides whether a freeze is allowed. The last day is postponed by the number of frozen days. Only
 * one freeze is allowed at a time, and none over past days or days with a visit or a booked place;
 * `visited` is the first day with a visit or a booked place.
 */
export function freeze(
  pass: PassState,
  { from, until, today, visited }: Freezing & { today: string; visited?: string | undefined },
): Decision {
  const { validUntil, frozenUntil, refundedDate, balance } = pass;
  if (refundedDate) return { code: "PASS_REFUNDED" };
  if (validUntil < from) return { code: "PASS_EXPIRED", data: { validUntil } };
  if (balance === 0) return { code: "PASS_USED_UP" };
  if (!beganBy(pass, today)) return { code: "PASS_NOT_BEGUN" };
  if (frozenUntil !== null && frozenUntil >= today) return { code: "ALREADY_FROZEN", data: { until: frozenUntil } };
  const days = daysIn(from, until);
  const left = freezeDaysLeft(pass, from);
  if (days > left) return { code: "FREEZE_LIMIT", data: { left } };
  if (visited) return { code: "FREEZE_OVER_VISIT", data: { day: visited } };
  return {
    ...nothing,
    days,
    set: {
      frozenFrom: from,
      frozenUntil: until,
      validUntil: addDays(validUntil, days),
      frozenDaysOfYears: frozenDays(pass, from, days),
    },
  };
}

/** Ends a freeze today. Its remaining days are subtracted from the last day and can be frozen again. */
export function resume(pass: PassState, today: string): Decision {
  const { frozenFrom, frozenUntil, validUntil, refundedDate } = pass;
  if (refundedDate) return { code: "PASS_REFUNDED" };
  if (frozenFrom === null || frozenUntil === null || frozenUntil < today) return { code: "NOT_FROZEN" };
  const isWhole = today <= frozenFrom;
  const left = daysIn(isWhole ? frozenFrom : today, frozenUntil);
  return {
    ...nothing,
    days: -left,
    set: {
      ...(isWhole ? { frozenFrom: null, frozenUntil: null } : { frozenUntil: addDays(today, -1) }),
      validUntil: addDays(validUntil, -left),
      frozenDaysOfYears: frozenDays(pass, frozenFrom, -left),
    },
  };
}

/**
 * Applies the rules for an extension. The new last day must be later than the current one and not
 * in the past.
 */
export function extend(pass: PassState, validUntil: string, today: string): Decision {
  if (pass.refundedDate) return { code: "PASS_REFUNDED" };
  if (validUntil <= pass.validUntil || validUntil < today) {
    return { code: "NOT_LATER", data: { validUntil: pass.validUntil } };
  }
  return { ...nothing, days: daysBetween(pass.validUntil, validUntil), set: { validUntil } };
}

export function transfer(pass: PassState, today: string): Decision {
  const status = statusOf(pass, today);
  if (status === "REFUNDED" || status === "EXPIRED" || status === "USED_UP") return { code: `PASS_${status}` };
  if (!pass.terms.transferable) return { code: "NOT_TRANSFERABLE" };
  return pass.transferredDate ? { code: "ALREADY_TRANSFERRED" } : nothing;
}

export function correct({ balance, refundedDate }: PassState, delta: number): Decision {
  if (refundedDate) return { code: "PASS_REFUNDED" };
  if (balance === null) return { code: "PASS_UNCOUNTED" };
  return balance + delta < 0 ? { code: "PASS_TOO_FEW_ENTRIES", data: { balance } } : { ...nothing, delta };
}

/**
 * Returns the unused part of the price: the share of the remaining entries, or else of the
 * remaining days; frozen days count as unused. Rounded up to a cent in favour of the buyer. Zero
 * for an expired pass.
 */
export function unusedOf(pass: PassState, today: string): number {
  const { terms, price, balance, validFrom, validUntil, frozenFrom, frozenUntil } = pass;
  if (pass.refundedDate || validUntil < today) return 0;
  if (balance !== null) return share(price, balance, terms.entries ?? balance);
  if (!beganBy(pass, today)) return price;
  const whole = daysIn(validFrom, periodEnd(validFrom, terms.period));
  const frozen =
    frozenFrom !== null && frozenUntil !== null && frozenUntil >= today
      ? daysIn(frozenFrom > today ? frozenFrom : today, frozenUntil)
      : 0;
  return share(price, daysIn(today, validUntil) - frozen, whole);
}

const share = (price: number, left: number, whole: number): number =>
  whole === 0 ? 0 : Math.ceil((price * Math.min(left, whole)) / whole);

/** Applies the rules for a refund of the unused part, which ends the pass. */
export function refund(pass: PassState): Decision {
  return pass.refundedDate ? { code: "PASS_REFUNDED" } : { ...nothing, delta: -(pass.balance ?? 0) };
}

/** How many days before the last day the holder of a valid pass is reminded. */
export const remindDays = 7;
