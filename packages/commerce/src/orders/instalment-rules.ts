import type { Instalment, Service } from "@uola/contract";
import { centsOf } from "@uola/contract/cents";
import { required } from "@uola/contract/required";
import { addDays } from "@uola/words/formats";
import { shareOf, spread, sumOf } from "../money/money.ts";

/**
 * The data of a line that decides whether its order may be paid in instalments. Days are in the
 * gym's time zone.
 */
export type PlannedLine = {
  /** The price, without discounts. */
  total: number;
  people: number;
  service: Pick<Service, "type" | "payment" | "instalments"> | undefined;
  firstDay: string | undefined;
  lastDay: string | undefined;
};

/**
 * Returns the deposit of a line in hundredths of a cent: the sum that its service requires for each
 * person, or its percentage of the price.
 */
function depositOf({ service, people, total }: PlannedLine): number | undefined {
  const { options, fixed, varied, depositPercent } = service?.payment ?? {};
  if (!options?.deposit) return undefined;
  const deposit = (fixed ?? varied)?.deposit;
  if (deposit) return Math.min(centsOf(deposit) * people, total) * 100;
  return depositPercent ? total * depositPercent : undefined;
}

/**
 * Returns the instalments in which an order may be paid; undefined if it is paid at once. All of
 * its lines must allow the same plan: either a deposit and the rest some days before the first of
 * them begins, or monthly instalments.
 */
export function planInstalments(
  lines: readonly PlannedLine[],
  { today, restDays }: { today: string; restDays: number },
): Instalment[] | undefined {
  const sold = lines.filter(({ total }) => total > 0);
  const total = sumOf(sold.map((line) => line.total));
  const days = sold.flatMap(({ firstDay }) => firstDay ?? []).toSorted();
  if (sold.length === 0 || days.length < sold.length) return undefined;
  const deposits = sold.flatMap((line) => depositOf(line) ?? []);
  if (deposits.length === sold.length) {
    // The deposit is rounded once for the whole order; the shares of the lines are whole cents that
    // sum to it.
    const now = shareOf(sumOf(deposits), 1, 100);
    const dueDay = addDays(required(days[0], "day of the first session"), -restDays);
    return now > 0 && now < total && dueDay > today
      ? [
          { dueDay: today, amount: now },
          { dueDay, amount: total - now },
        ]
      : undefined;
  }
  const offers = sold.flatMap(({ service }) => (service?.type === "COURSE" && service.instalments) || []);
  if (offers.length < sold.length || offers.some(({ from }) => total < centsOf(from))) return undefined;
  // No instalment is due after a course has ended.
  const last = sold.map(({ lastDay = "" }) => lastDay).toSorted()[0] ?? "";
  const most = Math.min(...offers.map(({ parts }) => parts));
  const count = Array.from({ length: most }, (_, index) => monthsAfter(today, index)).filter(
    (day) => day <= last,
  ).length;
  return count > 1 ? monthly(total, count, today) : undefined;
}

/**
 * Returns equal instalments that sum to the total, the first today and the others a month apart.
 * The first ones contain the leftover cents.
 */
export const monthly = (total: number, count: number, today: string): Instalment[] =>
  spread(
    total,
    Array.from({ length: count }, () => 1),
  ).map((amount, index) => ({ dueDay: monthsAfter(today, index), amount }));

/** Returns the same day of a later month, or the month's last day if it has no such day. */
export function monthsAfter(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + count, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

/**
 * Returns the unpaid amount of each instalment, given the total amount still due: earlier
 * instalments are paid first.
 */
export function openInstalments<Part extends Instalment>(
  parts: readonly Part[],
  toCome: number,
): (Part & { left: number })[] {
  let later = sumOf(parts.map(({ amount }) => amount));
  return parts.map((part) => {
    later -= part.amount;
    return { ...part, left: Math.min(part.amount, Math.max(0, toCome - later)) };
  });
}

/**
 * Returns the amount to pay next: the total of all instalments that are due, or otherwise the next
 * instalment.
 */
export function dueNow(parts: readonly (Instalment & { left: number })[], today: string): number {
  const due = sumOf(parts.filter(({ dueDay }) => dueDay <= today).map(({ left }) => left));
  return due > 0 ? due : (parts.find(({ left }) => left > 0)?.left ?? 0);
}

/** Returns the unpaid amount of the instalments whose due day has passed. */
export const overdueOf = (parts: readonly (Instalment & { left: number })[], today: string): number =>
  sumOf(parts.filter(({ dueDay }) => dueDay < today).map(({ left }) => left));

/** Returns the next reminder day of an instalment after a given day; null after the last one. */
export const reminderAfter = (after: string, dueDay: string, offsets: readonly number[]): string | null =>
  offsets
    .map((days) => addDays(dueDay, days))
    .toSorted()
    .find((day) => day > after) ?? null;
