import type { Business } from "@uola/contract";
import { type FieldError, Violation } from "@uola/kernel";

type Hours = {
  openingHours?: Business["openingHours"] | null | undefined;
  specialHours?: Business["specialHours"] | null | undefined;
};

/**
 * Rejects hours that end before they begin or that overlap, and dates listed twice. `field` is the
 * path of the hours in the request.
 */
export function checkHours({ openingHours, specialHours }: Hours, field: string): void {
  const wrongs: FieldError[] = [];
  for (const [index, { weekday, open, close }] of (openingHours ?? []).entries()) {
    const at = `${field}.openingHours.${index}`;
    if (open >= close) wrongs.push({ field: `${at}.close`, description: "must be later than it opens" });
    const overlaps = openingHours?.some(
      (other, before) => before < index && other.weekday === weekday && other.open < close && open < other.close,
    );
    if (overlaps) wrongs.push({ field: at, description: "overlaps other hours of the day" });
  }
  const dates = new Set<string>();
  for (const [index, { date, closed, open, close }] of (specialHours ?? []).entries()) {
    const at = `${field}.specialHours.${index}`;
    if (dates.has(date)) wrongs.push({ field: `${at}.date`, description: "is given once" });
    dates.add(date);
    if (closed) continue;
    if (!open || !close) wrongs.push({ field: at, description: "needs hours, as it is not closed" });
    else if (open >= close) wrongs.push({ field: `${at}.close`, description: "must be later than it opens" });
  }
  if (wrongs.length > 0) throw new Violation(wrongs);
}
