import type { DaySpan, ReportColumn, ReportPeriod } from "@uola/contract";
import { totalCents } from "@uola/contract/booking-price";
import { required } from "@uola/contract/required";
import { addDays } from "@uola/words/formats";

const monthOf = (day: string) => Number(day.slice(5, 7));
const yearOf = (day: string) => Number(day.slice(0, 4));
const dayIn = (year: number, month: number) => `${year}-${String(month).padStart(2, "0")}-01`;

/** Returns the first day of the month that lies a number of months after the given one. */
function later(first: string, months: number): string {
  const count = yearOf(first) * 12 + monthOf(first) - 1 + months;
  return dayIn(Math.floor(count / 12), (count % 12) + 1);
}

/** Monday is 0. */
const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** Returns the period that contains a day. */
export function spanOf(period: ReportPeriod, today: string): DaySpan {
  if (period === "WEEK") {
    const from = addDays(today, -weekdayOf(today));
    return { from, to: addDays(from, 6) };
  }
  const month = `${today.slice(0, 7)}-01`;
  // Seasons begin in the months divisible by three: March, June, September, December.
  const back = period === "MONTH" ? 0 : monthOf(month) % 3;
  const from = later(month, -back);
  return { from, to: addDays(later(from, period === "MONTH" ? 1 : 3), -1) };
}

/**
 * Returns the days for comparison with a period until today: a week earlier, or the same days of
 * the year before.
 */
export function comparedWith(period: ReportPeriod, { from }: DaySpan, today: string): DaySpan {
  if (period === "WEEK") return { from: addDays(from, -7), to: addDays(today, -7) };
  const yearBefore = (day: string) => `${yearOf(day) - 1}${day.slice(4)}`;
  // There is no 29 February in the previous year.
  return { from: yearBefore(from), to: yearBefore(today.endsWith("02-29") ? addDays(today, -1) : today) };
}

/** The limits of the age groups in days. Orders older than the last limit form a separate group. */
const ages = [3, 14] as const;

/** Groups waiting orders by age. */
export function byAge(waiting: readonly { age: number; orders: number; amount: number }[]) {
  return [...ages, null].map((untilDays, index) => {
    const after = index === 0 ? -1 : required(ages[index - 1], "previous age");
    const some = waiting.filter(({ age }) => age > after && (untilDays === null || age <= untilDays));
    return {
      untilDays,
      orders: some.reduce((sum, { orders }) => sum + orders, 0),
      amount: some.reduce((sum, { amount }) => sum + amount, 0),
    };
  });
}

/** Returns the share of a part in a whole, in hundredths of a percent; 0 if the whole is 0. */
export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 10_000));

const share = { id: "share", unit: "SHARE" } as const;
export const cents = (...ids: ReportColumn["id"][]): ReportColumn[] => ids.map((id) => ({ id, unit: "CENTS" }));
export const counts = (...ids: ReportColumn["id"][]): ReportColumn[] => ids.map((id) => ({ id, unit: "COUNT" }));

type Row = { name: string; rate?: number | null; values: number[] };

/** Builds a table with a total row. */
export function table(columns: readonly ReportColumn[], rows: readonly Row[]) {
  const sums = columns.map((_, index) => rows.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  return { columns: [...columns], rows: [...rows], sums };
}

/**
 * Builds a table with an additional column that contains one column as a share of another. The
 * total of that column is computed from the other totals, since shares cannot be added.
 */
export function tableWithShare(columns: readonly ReportColumn[], rows: readonly Row[], part: number, whole: number) {
  const plain = table(columns, rows);
  const withShare = (values: readonly number[]) => [...values, shareOf(values[part] ?? 0, values[whole] ?? 0)];
  return {
    columns: [...plain.columns, share],
    rows: plain.rows.map((row) => ({ ...row, values: withShare(row.values) })),
    sums: withShare(plain.sums),
  };
}

type Ahead = Parameters<typeof totalCents>[0] & Parameters<typeof totalCents>[1] & { count: number };

/**
 * Returns the expected income from bookings to be paid at the gym, and the number of bookings whose
 * price is given only as text.
 */
export function expectedIncome(bookings: readonly Ahead[]): { count: number; amount: number; unpriced: number } {
  const sum = { count: 0, amount: 0, unpriced: 0 };
  for (const booking of bookings) {
    const total = totalCents(booking, booking);
    if (!total) sum.unpriced += booking.count;
    else if (total.cents > 0) {
      sum.count += booking.count;
      sum.amount += total.cents * booking.count;
    }
  }
  return sum;
}
