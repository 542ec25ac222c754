import type { WaitlistEntry } from "@uola/contract";

/** What is still waited for: offers first, the one that ends soonest on top; then by when it takes place. */
export function inLine(entries: readonly WaitlistEntry[]): WaitlistEntry[] {
  const at = ({ state, offerExpiresDate, startDate }: WaitlistEntry) =>
    state === "OFFERED" ? (offerExpiresDate?.getTime() ?? 0) : (startDate?.getTime() ?? Infinity);
  return entries
    .filter(({ state }) => state === "WAITING" || state === "OFFERED")
    .toSorted((a, b) => Number(b.state === "OFFERED") - Number(a.state === "OFFERED") || at(a) - at(b));
}

/** Why an answer was not taken. */
type WaitRefusal = "expired" | "gone" | "offline" | "broken";

const reasons: Record<string, WaitRefusal> = {
  OFFER_EXPIRED: "expired",
  NOT_OFFERED: "expired",
  WAITLIST_ENTRY_NOT_FOUND: "gone",
};

export function waitRefusalOf(error: unknown): WaitRefusal {
  const { code = "", status = 0 } = (error ?? {}) as { code?: string; status?: number };
  return reasons[code] ?? (status === 0 ? "offline" : "broken");
}
