import type { contract } from "@uola/contract";
import { keysOf } from "@uola/contract/entries";

/**
 * The name of the API key from the server's settings. Duplicated here because importing the
 * contract's constant would bundle its whole library.
 */
export const settingsKeyName = "OWNER_API_KEY";

type Feature = keyof typeof contract;

/** Scopes of API keys, named from a gym owner's point of view, and the features that each includes. */
export const scopes = {
  bookings: ["availability", "schedules", "holds", "bookings", "multiServiceBookings", "waitlist"],
  services: [
    ...(["services", "categories", "policies", "forms", "plans", "prices", "resources"] as const),
    ...(["business", "locations", "jobs"] as const),
  ],
  people: ["people", "members", "notifications", "inquiries"],
  sales: ["carts", "orders", "payments", "vouchers", "coupons", "passes"],
  books: ["documents", "reports", "bookkeeping", "desk"],
  content: [
    ...(["collections", "items", "indexes", "editing", "content", "media", "imports", "exports"] as const),
    "connections",
  ],
  programs: ["webhooks", "history", "errorReports", "measuring"],
} as const satisfies Record<string, readonly Feature[]>;
export type Scope = keyof typeof scopes;
export const allScopes = keysOf(scopes);

export const featuresOf = (chosen: readonly Scope[]): string[] => chosen.flatMap((scope) => [...scopes[scope]]);

/**
 * Returns the scopes that the features of a key cover completely, and the remaining features, which
 * occur only in keys created elsewhere.
 */
export function scopesOf(features: readonly string[]): { whole: Scope[]; rest: string[] } {
  const whole = allScopes.filter((scope) => scopes[scope].every((feature) => features.includes(feature)));
  const told = featuresOf(whole);
  return { whole, rest: features.filter((feature) => !told.includes(feature)) };
}
