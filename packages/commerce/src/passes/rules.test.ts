import type { PassTerms } from "@uola/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  extend,
  freeze,
  initialState,
  isHeldOn,
  type PassState,
  periodEnd,
  resume,
  statusOf,
  unusedOf,
  use,
  visitsLeft,
} from "./rules.ts";

const terms: PassTerms = {
  entries: 10,
  period: { count: 3, unit: "MONTHS" },
  begins: "PURCHASE",
  people: 1,
  windows: [],
  lets: { entry: true, categoryKinds: [], serviceIds: [] },
  freezeDays: 30,
  transferable: true,
};
const today = "2026-09-01";
const pass = (more: Partial<PassTerms> = {}, state: Partial<PassState> = {}): PassState => {
  const own = { ...terms, ...more };
  return {
    terms: own,
    price: 10_000,
    visits: 0,
    ...initialState(own, today),
    frozenFrom: null,
    frozenUntil: null,
    frozenDaysOfYears: {},
    transferredDate: null,
    refundedDate: null,
    ...state,
  };
};
const now = { today, usedThatDay: 0 };
const visit = { day: today, time: "10:00", people: 1 };
/** Returns the state of a pass after a step; throws if the step was rejected. */
const after = (state: PassState, decided: ReturnType<typeof use>): PassState => {
  if ("code" in decided) throw new Error(decided.code);
  const balance = state.balance === null ? null : state.balance + decided.delta;
  return { ...state, ...decided.set, balance, visits: state.visits + decided.visits };
};

test.each([
  ["2026-09-01", { count: 30, unit: "DAYS" }, "2026-09-30"],
  ["2026-09-01", { count: 1, unit: "MONTHS" }, "2026-09-30"],
  ["2026-11-15", { count: 3, unit: "MONTHS" }, "2027-02-14"],
  ["2026-01-31", { count: 1, unit: "MONTHS" }, "2026-02-28"],
  ["2028-01-31", { count: 1, unit: "MONTHS" }, "2028-02-29"],
  ["2026-12-01", { count: 1, unit: "MONTHS" }, "2026-12-31"],
  ["2026-03-31", { count: 12, unit: "MONTHS" }, "2027-03-30"],
] as const)("a period from %s for %o ends on %s", (from, period, until) => {
  expect(periodEnd(from, period)).toBe(until);
});

describe("the period of a pass", () => {
  test("the period of a pass begins on the day of purchase", () => {
    expect(pass()).toMatchObject({ validFrom: "2026-09-01", validUntil: "2026-11-30", balance: 10 });
  });

  test("the period of a pass begins with its first use, or automatically a year after the purchase", () => {
    const waiting = pass({ begins: "FIRST_USE" });
    expect(statusOf(waiting, "2026-10-10")).toBe("NEW");
    expect(waiting).toMatchObject({ validFrom: "2027-09-01", validUntil: "2027-11-30" });
    expect(statusOf(waiting, "2027-09-01")).toBe("ACTIVE");
    const decided = use(waiting, { ...visit, day: "2026-10-10" }, { today: "2026-10-10", usedThatDay: 0 });
    expect(after(waiting, decided)).toMatchObject({ validFrom: "2026-10-10", validUntil: "2027-01-09", balance: 9 });
  });

  test("the period of a pass begins on the day on which its first booking is made", () => {
    const waiting = pass({ begins: "FIRST_USE" });
    const decided = use(waiting, { ...visit, day: "2026-10-20" }, { today: "2026-10-10", usedThatDay: 0 });
    expect(after(waiting, decided)).toMatchObject({ validFrom: "2026-10-10", validUntil: "2027-01-09" });
  });

  test("extending a pass that has not begun also extends its later period", () => {
    const waiting = pass({ begins: "FIRST_USE" });
    const extended = after(waiting, extend(waiting, "2027-12-10", today));
    expect(after(extended, use(extended, visit, now)).validUntil).toBe("2026-12-10");
  });
});

describe("a pass", () => {
  test("a pass admits people on its last day, but not after it", () => {
    expect(use(pass(), { ...visit, day: "2026-11-30" }, { ...now, today: "2026-11-30" })).not.toHaveProperty("code");
    const late = use(pass(), { ...visit, day: "2026-12-01" }, { ...now, today: "2026-12-01" });
    expect(late).toMatchObject({ code: "PASS_EXPIRED", data: { validUntil: "2026-11-30" } });
    // It does not pay for a place after its last day, either.
    expect(use(pass(), { ...visit, day: "2026-12-01" }, now)).toMatchObject({ code: "PASS_EXPIRED" });
  });

  test("an off-peak pass admits people only within its time windows", () => {
    const offPeak = pass({ windows: [{ weekdays: [1, 2, 3, 4, 5], from: "09:00", until: "16:00" }] });
    const at = (day: string, time: string) => use(offPeak, { ...visit, day, time }, now);
    expect(at("2026-09-01", "09:00")).not.toHaveProperty("code");
    expect(at("2026-09-01", "15:59")).not.toHaveProperty("code");
    expect(at("2026-09-01", "16:00")).toEqual({ code: "PASS_NOT_AT_THIS_TIME" });
    expect(at("2026-09-05", "10:00")).toEqual({ code: "PASS_NOT_AT_THIS_TIME" });
  });

  test("a pass admits people only to the services and categories in its terms, and to the gym only with entry", () => {
    const service = { id: "0190a000-0000-7000-8000-000000000001", categoryKind: "ropes" } as const;
    const to = (lets: Partial<PassTerms["lets"]>, of?: typeof service) =>
      "code" in use(pass({ lets: { ...terms.lets, ...lets } }), { ...visit, service: of }, now);
    expect(to({}, service)).toBe(true);
    expect(to({ serviceIds: [service.id] }, service)).toBe(false);
    expect(to({ categoryKinds: ["ropes"] }, service)).toBe(false);
    expect(to({ categoryKinds: ["children"] }, service)).toBe(true);
    expect(to({ entry: false, serviceIds: [service.id] })).toBe(true);
  });

  test("a family pass admits up to its number of people at once, using one entry each", () => {
    const family = pass({ people: 4, entries: 3 });
    expect(use(family, { ...visit, people: 5 }, now)).toEqual({ code: "PASS_TOO_MANY_PEOPLE", data: { people: 4 } });
    expect(use(family, { ...visit, people: 4 }, now)).toEqual({ code: "PASS_TOO_FEW_ENTRIES", data: { balance: 3 } });
    const empty = after(family, use(family, { ...visit, people: 3 }, now));
    expect(statusOf(empty, today)).toBe("USED_UP");
    expect(use(empty, visit, now)).toEqual({ code: "PASS_USED_UP" });
  });

  test("a pass without counted entries admits each of its people once a day", () => {
    const unlimited = pass({ entries: null, people: 2 });
    expect(use(unlimited, visit, { today, usedThatDay: 1 })).toMatchObject({ delta: 0, visits: 1 });
    expect(use(unlimited, visit, { today, usedThatDay: 2 })).toMatchObject({ code: "PASS_USED_TODAY" });
    expect(use(unlimited, { ...visit, people: 2 }, { today, usedThatDay: 1 })).toMatchObject({
      code: "PASS_USED_TODAY",
    });
  });
});

describe("a freeze", () => {
  const frozen = after(pass(), freeze(pass(), { from: "2026-09-10", until: "2026-09-19", today }));

  test("a freeze extends the validity of a pass by its length and blocks visits during that time", () => {
    expect(frozen.validUntil).toBe("2026-12-10");
    expect(use(frozen, { ...visit, day: "2026-09-19" }, now)).toMatchObject({ code: "PASS_FROZEN" });
    expect(use(frozen, { ...visit, day: "2026-09-20" }, now)).not.toHaveProperty("code");
    expect(statusOf(frozen, "2026-09-10")).toBe("FROZEN");
    expect(statusOf(frozen, "2026-09-20")).toBe("ACTIVE");
  });

  test("allows one freeze at a time, and a limited number of days per year", () => {
    const more = { from: "2026-10-01", until: "2026-10-21" };
    expect(freeze(frozen, { ...more, today })).toMatchObject({ code: "ALREADY_FROZEN" });
    expect(freeze(frozen, { ...more, today: "2026-09-20" })).toEqual({ code: "FREEZE_LIMIT", data: { left: 20 } });
    expect(freeze(frozen, { ...more, until: "2026-10-20", today: "2026-09-20" })).toMatchObject({ days: 20 });
    const long = { ...frozen, validUntil: "2027-06-01" };
    expect(freeze(long, { from: "2027-01-02", until: "2027-01-31", today: "2026-12-20" })).toMatchObject({ days: 30 });
  });

  test("the remaining days of a freeze that ends early can be used again", () => {
    const resumed = after(frozen, resume(frozen, "2026-09-15"));
    expect(resumed).toMatchObject({
      frozenUntil: "2026-09-14",
      validUntil: "2026-12-05",
      frozenDaysOfYears: { 2026: 5 },
    });
    const never = after(frozen, resume(frozen, "2026-09-05"));
    expect(never).toMatchObject({ frozenFrom: null, frozenUntil: null, validUntil: "2026-11-30" });
    expect(never.frozenDaysOfYears).toEqual({ 2026: 0 });
    expect(resume(resumed, "2026-09-15")).toEqual({ code: "NOT_FROZEN" });
  });

  test("canceling a freeze planned for next year leaves this year's freeze days used", () => {
    const long = pass({}, { validUntil: "2027-06-01" });
    const used = after(long, freeze(long, { from: "2026-11-01", until: "2026-11-30", today }));
    const planned = after(used, freeze(used, { from: "2027-01-02", until: "2027-01-03", today: "2026-12-01" }));
    const givenUp = after(planned, resume(planned, "2026-12-01"));
    const again = { from: "2026-12-02", until: "2026-12-31", today: "2026-12-01" };
    expect(freeze(givenUp, again)).toEqual({ code: "FREEZE_LIMIT", data: { left: 0 } });
    expect(freeze(givenUp, { ...again, from: "2027-01-01", until: "2027-01-30" })).toMatchObject({ days: 30 });
  });
});

describe("the unused value of a pass", () => {
  test.each([
    ["all entries", pass(), today, 10_000],
    ["three of ten entries", pass({}, { balance: 3 }), today, 3000],
    ["one of three entries, rounded up in favor of the buyer", pass({ entries: 3 }, { balance: 1 }), today, 3334],
    ["more entries than were bought, limited to the price", pass({}, { balance: 12 }), today, 10_000],
    ["zero after the last day", pass({}, { balance: 3 }), "2026-12-01", 0],
    ["all days of a period pass", pass({ entries: null }), today, 10_000],
    ["the last of 91 days", pass({ entries: null }), "2026-11-30", 110],
    ["a period pass that starts at its first use", pass({ entries: null, begins: "FIRST_USE" }), "2026-12-24", 10_000],
  ])("the unused value of a pass: %s", (_, state, day, cents) => {
    expect(unusedOf(state, day)).toBe(cents);
  });

  test("frozen days do not reduce the unused value of a pass", () => {
    const own = pass({ entries: null });
    const frozen = after(own, freeze(own, { from: "2026-09-11", until: "2026-09-20", today }));
    expect(unusedOf(frozen, "2026-09-11")).toBe(unusedOf(frozen, "2026-09-21"));
  });

  test("the unused value of a pass is between zero and its price", () => {
    const day = fc
      .integer({ min: 0, max: 400 })
      .map((days) => new Date(Date.UTC(2026, 8, 1 + days)).toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 30 }), fc.option(fc.nat(10)), (at, days, balance) => {
        const own = pass({ entries: balance === null ? null : 10 }, { balance });
        const until = new Date(Date.UTC(2026, 8, days)).toISOString().slice(0, 10);
        const frozen = after(
          { ...own, balance: balance || null },
          freeze({ ...own, balance: balance || null }, { from: today, until, today }),
        );
        expect(unusedOf(frozen, at)).toBeGreaterThanOrEqual(0);
        expect(unusedOf(frozen, at)).toBeLessThanOrEqual(10_000);
      }),
    );
  });
});

test.each<[string, Partial<PassState>, string, boolean]>([
  ["during the validity of the pass", {}, today, true],
  ["before the pass becomes valid", { validFrom: "2027-01-01", validUntil: "2027-03-31" }, today, true],
  ["after the last day of the pass", { validUntil: "2026-01-01" }, today, false],
  ["with no entries left", { balance: 0 }, today, false],
  ["while the pass is frozen", { frozenFrom: today, frozenUntil: today }, today, false],
  ["after the pass was refunded", { refundedDate: new Date() }, today, false],
])("determines whether a pass holder is a member %s", (_, state, day, held) =>
  expect(isHeldOn(pass({}, state), day)).toBe(held),
);

describe("the remaining visits of a day", () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 8, 1, hour));
  const entry = (hour: number, visits: number, bookingId: string | null = null) => ({
    at: at(hour),
    visits,
    bookingId,
  });
  const visit = (hour: number, people: number, bookingId: string | null = null) => ({
    at: at(hour),
    people,
    bookingId,
  });

  test.each([
    ["no entries", [], []],
    ["two visits", [entry(8, 1), entry(9, 2)], [visit(8, 1), visit(9, 2)]],
    ["a reversed visit", [entry(8, 1), entry(9, -1)], []],
    ["a partly reversed visit", [entry(8, 3), entry(9, -1)], [visit(8, 2)]],
    ["the later of two visits reversed", [entry(8, 1), entry(9, 1), entry(10, -1)], [visit(8, 1)]],
    ["a canceled booking", [entry(18, 1, "a"), entry(9, 1), entry(18, -1, "a")], [visit(9, 1)]],
    ["a booking reversed at the desk", [entry(18, 1, "a"), entry(10, -1)], []],
    ["a booking later than a walk-in visit", [entry(18, 1, "a"), entry(9, 1)], [visit(9, 1), visit(18, 1, "a")]],
  ])("returns the remaining visits of a day with %s", (_, entries, left) => expect(visitsLeft(entries)).toEqual(left));
});
