import type { contract } from "@uola/contract";

/** The name of the key that comes from the server's settings. The contract's own would bring its whole library along. */
export const settingsKeyName = "OWNER_API_KEY";

type Feature = keyof typeof contract;

/** What a program is let to, as somebody who owns a gym would say it, and the groups of operations that it means. */
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
export const allScopes = Object.keys(scopes) as Scope[];

export const featuresOf = (chosen: readonly Scope[]): string[] => chosen.flatMap((scope) => [...scopes[scope]]);

/** The scopes that a key's features make up whole, and the features that are left: of a key that was not made here. */
export function scopesOf(features: readonly string[]): { whole: Scope[]; rest: string[] } {
  const whole = allScopes.filter((scope) => scopes[scope].every((feature) => features.includes(feature)));
  const told = featuresOf(whole);
  return { whole, rest: features.filter((feature) => !told.includes(feature)) };
}
