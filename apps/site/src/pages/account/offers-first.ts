import type { WaitlistEntry } from "@uola/contract";

/**
 * Returns the open waiting-list entries: offers first, the one that expires soonest on top; then by
 * session date.
 */
export function offersFirst(entries: readonly WaitlistEntry[]): WaitlistEntry[] {
  const at = ({ state, offerExpiresDate, startDate }: WaitlistEntry) =>
    state === "OFFERED" ? (offerExpiresDate?.getTime() ?? 0) : (startDate?.getTime() ?? Infinity);
  return entries
    .filter(({ state }) => state === "WAITING" || state === "OFFERED")
    .toSorted((a, b) => Number(b.state === "OFFERED") - Number(a.state === "OFFERED") || at(a) - at(b));
}
