import type { Service } from "@uola/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumOf } from "../money/money.ts";
import {
  dueNow,
  monthly,
  monthsAfter,
  openInstalments,
  overdueOf,
  type PlannedLine,
  planInstalments,
  reminderAfter,
} from "./instalment-rules.ts";

const today = "2026-11-23";
const price = { value: "120.00", currency: "EUR" };
const deposit = { value: "30.00", currency: "EUR" };
const priced = (options: object = {}): Service["payment"] => ({
  rateType: "FIXED",
  fixed: { price, deposit },
  options,
});
const lesson: PlannedLine = {
  total: 24_000,
  people: 2,
  firstDay: "2026-12-10",
  lastDay: "2026-12-10",
  service: { type: "APPOINTMENT", payment: priced({ deposit: true }) },
};
const inPercent = (depositPercent: number, total = 24_000, deposit = true): PlannedLine => ({
  ...lesson,
  total,
  service: {
    type: "APPOINTMENT",
    payment: { rateType: "FIXED", fixed: { price }, depositPercent, options: { deposit } },
  },
});
const course: PlannedLine = {
  total: 10_000,
  people: 1,
  firstDay: "2026-12-01",
  lastDay: "2027-05-30",
  service: { type: "COURSE", payment: priced(), instalments: { parts: 3, from: { value: "100.00" } } },
};
const planned = (...lines: PlannedLine[]) =>
  planInstalments(lines, { today, restDays: 2 })?.map(({ dueDay, amount }) => [dueDay, amount]);

describe("instalments of an order", () => {
  test.each<[string, PlannedLine[], [string, number][] | undefined]>([
    [
      "a deposit per person, and the rest before the session",
      [lesson],
      [
        [today, 6000],
        ["2026-12-08", 18_000],
      ],
    ],
    [
      "a free line adds no deposit",
      [{ ...lesson, total: 0 }, lesson],
      [
        [today, 6000],
        ["2026-12-08", 18_000],
      ],
    ],
    ["full payment if the deposit exceeds the price", [{ ...lesson, total: 5000 }], undefined],
    [
      "a deposit as a percentage of the price for all people",
      [inPercent(30)],
      [
        [today, 7200],
        ["2026-12-08", 16_800],
      ],
    ],
    [
      "a deposit of one percent",
      [inPercent(1, 1050)],
      [
        [today, 11],
        ["2026-12-08", 1039],
      ],
    ],
    [
      "a deposit of 99 percent",
      [inPercent(99, 1050)],
      [
        [today, 1040],
        ["2026-12-08", 10],
      ],
    ],
    [
      "percentages of several lines are rounded once",
      [inPercent(33, 101), inPercent(33, 101), inPercent(33, 101)],
      [
        [today, 100],
        ["2026-12-08", 203],
      ],
    ],
    [
      "a fixed deposit together with a percentage deposit",
      [lesson, inPercent(50, 999)],
      [
        [today, 6500],
        ["2026-12-08", 18_499],
      ],
    ],
    ["full payment if the deposit rounds to zero", [inPercent(1, 49)], undefined],
    ["full payment if the rest rounds to zero", [inPercent(99, 50)], undefined],
    ["full payment if the deposit option is off", [inPercent(30, 24_000, false)], undefined],
    ["full payment if the rest would already be due", [{ ...lesson, firstDay: "2026-11-25" }], undefined],
    ["full payment without a session date", [{ ...lesson, firstDay: undefined }], undefined],
    [
      "monthly instalments with the odd cent in the first one",
      [course],
      [
        [today, 3334],
        ["2026-12-23", 3333],
        ["2027-01-23", 3333],
      ],
    ],
    ["full payment below the minimum amount", [{ ...course, total: 9999 }], undefined],
    [
      "no instalment is due after the end of the course",
      [{ ...course, lastDay: "2027-01-22" }],
      [
        [today, 5000],
        ["2026-12-23", 5000],
      ],
    ],
    ["full payment for a course shorter than a month", [{ ...course, lastDay: "2026-12-22" }], undefined],
    ["full payment if something else is bought too", [course, lesson], undefined],
    ["full payment for a free course", [{ ...course, total: 0 }], undefined],
  ])("plans instalments: %s", (_, lines, parts) => expect(planned(...lines)).toEqual(parts));

  test.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-11-30", 3, "2027-02-28"],
    ["2026-12-15", 1, "2027-01-15"],
    ["2026-08-31", 0, "2026-08-31"],
  ])("adds months to a day: %s and %i months", (day, count, then) => expect(monthsAfter(day, count)).toBe(then));

  test("instalments add up to the total, differ by at most a cent, and the open ones equal the amount due", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 12, max: 5_000_000 }),
        fc.integer({ min: 2, max: 12 }),
        fc.nat(),
        (total, count, paid) => {
          const parts = monthly(total, count, today);
          const amounts = parts.map(({ amount }) => amount);
          expect(sumOf(amounts)).toBe(total);
          expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1);
          const toCome = total - (paid % (total + 1));
          const open = openInstalments(parts, toCome);
          expect(sumOf(open.map(({ left }) => left))).toBe(toCome);
          // Earlier instalments are paid first.
          const firstOpen = open.findIndex(({ left }) => left > 0);
          expect(open.slice(firstOpen + 1).every(({ left, amount }) => firstOpen < 0 || left === amount)).toBe(true);
        },
      ),
    );
  });

  test("the amount to pay next is the total of all due instalments, or otherwise the next instalment", () => {
    const parts = monthly(9000, 3, today);
    expect(dueNow(openInstalments(parts, 6000), today)).toBe(3000);
    expect(dueNow(openInstalments(parts, 6000), "2027-01-23")).toBe(6000);
    expect(dueNow(openInstalments(parts, 3500), "2026-12-23")).toBe(500);
    expect(dueNow(openInstalments(parts, 0), "2027-01-23")).toBe(0);
  });

  test.each([
    [today, "2026-12-20"],
    ["2026-12-20", "2026-12-26"],
    ["2026-12-25", "2026-12-26"],
    ["2026-12-30", null],
  ])("after %s, an instalment due on 23 December has its next reminder on %s", (after, day) =>
    expect(reminderAfter(after, "2026-12-23", [3, -3])).toBe(day),
  );
});

test("a deposit and its rest are whole cents that sum to the price, and the deposit is exact to half a cent", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 99 }),
      (totals, percent) => {
        const total = sumOf(totals);
        const parts = planned(...totals.map((each) => inPercent(percent, each)));
        if (!parts) return;
        const [now = 0, rest = 0] = parts.map(([, amount]) => Number(amount));
        expect(now + rest).toBe(total);
        expect(Number.isInteger(now) && now > 0 && rest > 0).toBe(true);
        expect(Math.abs(now * 100 - total * percent)).toBeLessThanOrEqual(50);
      },
    ),
  );
});

describe("the overdue amount", () => {
  const parts = [
    { dueDay: "2026-11-20", amount: 300 },
    { dueDay: "2026-11-23", amount: 200 },
    { dueDay: "2026-12-23", amount: 100 },
  ];
  test.each([
    ["zero on the due date", 500, "2026-11-20", 0],
    ["one instalment from the day after its due date", 600, "2026-11-21", 300],
    ["the rest of a partly paid instalment", 450, "2026-11-21", 150],
    ["zero if the due instalments are paid", 300, "2026-11-23", 0],
    ["the sum of several instalments", 600, "2026-12-01", 500],
    ["the whole amount after the last due date", 600, "2027-01-01", 600],
  ])("the overdue amount is %s", (_, toCome, day, late) => {
    expect(overdueOf(openInstalments(parts, toCome), day)).toBe(late);
  });
});
