import type { Service } from "@uola/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sumOf } from "../money/money.ts";
import {
  dueNow,
  monthly,
  monthsAfter,
  openOf,
  overdueOf,
  type PlannedLine,
  partsOf,
  reminderAfter,
} from "./part-rules.ts";

const today = "2026-11-23";
const price = { value: "120.00", currency: "EUR" };
const deposit = { value: "30.00", currency: "EUR" };
const priced = (options: object = {}): Service["payment"] => ({
  rateType: "FIXED",
  fixed: { price, deposit },
  options,
});
const lesson: PlannedLine = {
  ...{ total: 24_000, people: 2, firstDay: "2026-12-10", lastDay: "2026-12-10" },
  service: { type: "APPOINTMENT", payment: priced({ deposit: true }) },
};
const inPercent = (depositPercent: number, total = 24_000, deposit = true): PlannedLine => ({
  ...{ ...lesson, total },
  service: {
    type: "APPOINTMENT",
    payment: { rateType: "FIXED", fixed: { price }, depositPercent, options: { deposit } },
  },
});
const course: PlannedLine = {
  ...{ total: 10_000, people: 1, firstDay: "2026-12-01", lastDay: "2027-05-30" },
  service: { type: "COURSE", payment: priced(), instalments: { parts: 3, from: { value: "100.00" } } },
};
const planned = (...lines: PlannedLine[]) =>
  partsOf(lines, { today, restDays: 2 })?.map(({ dueDay, amount }) => [dueDay, amount]);

describe("how an order is paid in parts", () => {
  test.each<[string, PlannedLine[], [string, number][] | undefined]>([
    [
      "a deposit for each person, and the rest before it begins",
      [lesson],
      [
        [today, 6000],
        ["2026-12-08", 18_000],
      ],
    ],
    [
      "what a deposit is not for is no part",
      [{ ...lesson, total: 0 }, lesson],
      [
        [today, 6000],
        ["2026-12-08", 18_000],
      ],
    ],
    ["a deposit is never more than the price", [{ ...lesson, total: 5000 }], undefined],
    [
      "a share of the price of all people",
      [inPercent(30)],
      [
        [today, 7200],
        ["2026-12-08", 16_800],
      ],
    ],
    [
      "a share of one percent",
      [inPercent(1, 1050)],
      [
        [today, 11],
        ["2026-12-08", 1039],
      ],
    ],
    [
      "a share of all but one percent",
      [inPercent(99, 1050)],
      [
        [today, 1040],
        ["2026-12-08", 10],
      ],
    ],
    [
      "shares are rounded once, however many lines they are of",
      [inPercent(33, 101), inPercent(33, 101), inPercent(33, 101)],
      [
        [today, 100],
        ["2026-12-08", 203],
      ],
    ],
    [
      "a sum beside a share",
      [lesson, inPercent(50, 999)],
      [
        [today, 6500],
        ["2026-12-08", 18_499],
      ],
    ],
    ["at once where the share is no whole cent", [inPercent(1, 49)], undefined],
    ["at once where the share leaves no whole cent", [inPercent(99, 50)], undefined],
    ["at once where nobody offers to pay the share", [inPercent(30, 24_000, false)], undefined],
    ["at once where the rest would be due already", [{ ...lesson, firstDay: "2026-11-25" }], undefined],
    ["at once without a day", [{ ...lesson, firstDay: undefined }], undefined],
    [
      "monthly, with the odd cents first",
      [course],
      [
        [today, 3334],
        ["2026-12-23", 3333],
        ["2027-01-23", 3333],
      ],
    ],
    ["at once below the sum", [{ ...course, total: 9999 }], undefined],
    [
      "nothing is due after the course is over",
      [{ ...course, lastDay: "2027-01-22" }],
      [
        [today, 5000],
        ["2026-12-23", 5000],
      ],
    ],
    ["at once where a course lasts less than a month", [{ ...course, lastDay: "2026-12-22" }], undefined],
    ["at once where something else is bought too", [course, lesson], undefined],
    ["at once where nothing costs anything", [{ ...course, total: 0 }], undefined],
  ])("%s", (_, lines, parts) => expect(planned(...lines)).toEqual(parts));

  test.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-11-30", 3, "2027-02-28"],
    ["2026-12-15", 1, "2027-01-15"],
    ["2026-08-31", 0, "2026-08-31"],
  ])("%s and %i months", (day, count, then) => expect(monthsAfter(day, count)).toBe(then));

  test("drawn sums: parts sum to the total, differ by a cent at most, and what is open is what is to come", () => {
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
          const open = openOf(parts, toCome);
          expect(sumOf(open.map(({ left }) => left))).toBe(toCome);
          // The first ones are paid first.
          const firstOpen = open.findIndex(({ left }) => left > 0);
          expect(open.slice(firstOpen + 1).every(({ left, amount }) => firstOpen < 0 || left === amount)).toBe(true);
        },
      ),
    );
  });

  test("what is paid next is all that is due, or the next part", () => {
    const parts = monthly(9000, 3, today);
    expect(dueNow(openOf(parts, 6000), today)).toBe(3000);
    expect(dueNow(openOf(parts, 6000), "2027-01-23")).toBe(6000);
    expect(dueNow(openOf(parts, 3500), "2026-12-23")).toBe(500);
    expect(dueNow(openOf(parts, 0), "2027-01-23")).toBe(0);
  });

  test.each([
    [today, "2026-12-20"],
    ["2026-12-20", "2026-12-26"],
    ["2026-12-25", "2026-12-26"],
    ["2026-12-30", null],
  ])("after %s a part of 23 December is reminded of on %s", (after, day) =>
    expect(reminderAfter(after, "2026-12-23", [3, -3])).toBe(day),
  );
});

test("a share and its rest are whole cents that sum to the price, and the share is right to half a cent", () => {
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

describe("what is late", () => {
  const parts = [
    { dueDay: "2026-11-20", amount: 300 },
    { dueDay: "2026-11-23", amount: 200 },
    { dueDay: "2026-12-23", amount: 100 },
  ];
  test.each([
    ["nothing on the day itself", 500, "2026-11-20", 0],
    ["a part from the day after", 600, "2026-11-21", 300],
    ["what is left of a part", 450, "2026-11-21", 150],
    ["nothing of what is paid", 300, "2026-11-23", 0],
    ["several parts together", 600, "2026-12-01", 500],
    ["all of it", 600, "2027-01-01", 600],
  ])("is %s", (_, toCome, day, late) => {
    expect(overdueOf(openOf(parts, toCome), day)).toBe(late);
  });
});
