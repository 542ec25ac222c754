import type { DuePart, Service } from "@uola/contract";
import { centsOf } from "@uola/contract/cents";
import { addDays } from "@uola/words/formats";
import { shareOf, spread, sumOf } from "../money/money.ts";

/** A line as it decides whether its order may be paid in parts. Days are those of the gym's clock. */
export type PlannedLine = {
  /** What it costs, without discounts. */
  total: number;
  people: number;
  service: Pick<Service, "type" | "payment" | "instalments"> | undefined;
  firstDay: string | undefined;
  lastDay: string | undefined;
};

/** What is paid of a line at once in hundredths of a cent: the sum that its service asks of each person, or its share of the price. */
function depositOf({ service, people, total }: PlannedLine): number | undefined {
  const { options, fixed, varied, depositPercent } = service?.payment ?? {};
  if (!options?.deposit) return undefined;
  const deposit = (fixed ?? varied)?.deposit;
  if (deposit) return Math.min(centsOf(deposit) * people, total) * 100;
  return depositPercent ? total * depositPercent : undefined;
}

/**
 * How an order may be paid in parts; undefined where it is paid at once. All of its lines have to allow the same: a deposit and the
 * rest some days before the first of them begins, or monthly parts.
 */
export function partsOf(
  lines: readonly PlannedLine[],
  { today, restDays }: { today: string; restDays: number },
): DuePart[] | undefined {
  const sold = lines.filter(({ total }) => total > 0);
  const total = sumOf(sold.map((line) => line.total));
  const days = sold.flatMap(({ firstDay }) => firstDay ?? []).toSorted();
  if (sold.length === 0 || days.length < sold.length) return undefined;
  const deposits = sold.flatMap((line) => depositOf(line) ?? []);
  if (deposits.length === sold.length) {
    // Rounded once: lines have their shares of it in whole cents that sum to it.
    const now = shareOf(sumOf(deposits), 1, 100);
    const dueDay = addDays(days[0] as string, -restDays);
    return now > 0 && now < total && dueDay > today
      ? [
          { dueDay: today, amount: now },
          { dueDay, amount: total - now },
        ]
      : undefined;
  }
  const offers = sold.flatMap(({ service }) => (service?.type === "COURSE" && service.instalments) || []);
  if (offers.length < sold.length || offers.some(({ from }) => total < centsOf(from))) return undefined;
  // Nothing is due after a course is over.
  const last = sold.map(({ lastDay = "" }) => lastDay).toSorted()[0] ?? "";
  const most = Math.min(...offers.map(({ parts }) => parts));
  const count = Array.from({ length: most }, (_, index) => monthsAfter(today, index)).filter(
    (day) => day <= last,
  ).length;
  return count > 1 ? monthly(total, count, today) : undefined;
}

/** Equal parts that sum to the total, the first today and the others a month apart. Cents that are left over are in the first ones. */
export const monthly = (total: number, count: number, today: string): DuePart[] =>
  spread(
    total,
    Array.from({ length: count }, () => 1),
  ).map((amount, index) => ({ dueDay: monthsAfter(today, index), amount }));

/** The same day of a later month, or its last day where there is none. */
export function monthsAfter(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + count, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

/** What nobody has paid of each part, where so much is to come: the first ones are paid first. */
export function openOf<Part extends DuePart>(parts: readonly Part[], toCome: number): (Part & { left: number })[] {
  let later = sumOf(parts.map(({ amount }) => amount));
  return parts.map((part) => {
    later -= part.amount;
    return { ...part, left: Math.min(part.amount, Math.max(0, toCome - later)) };
  });
}

/** What is paid next: the parts that are due, or the next one. */
export function dueNow(parts: readonly (DuePart & { left: number })[], today: string): number {
  const due = sumOf(parts.filter(({ dueDay }) => dueDay <= today).map(({ left }) => left));
  return due > 0 ? due : (parts.find(({ left }) => left > 0)?.left ?? 0);
}

/** What nobody has paid of the parts whose day is over. */
export const overdueOf = (parts: readonly (DuePart & { left: number })[], today: string): number =>
  sumOf(parts.filter(({ dueDay }) => dueDay < today).map(({ left }) => left));

/** The next day after one on which a part is reminded of; null after the last one. */
export const reminderAfter = (after: string, dueDay: string, offsets: readonly number[]): string | null =>
  offsets
    .map((days) => addDays(dueDay, days))
    .toSorted()
    .find((day) => day > after) ?? null;
