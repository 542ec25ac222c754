import type { Delivery, Gift } from "./gift.ts";

/** What is typed stays in the tab until it is in the cart: through reloads, another language, and other pages and back. */
export const keptName = "uola.gift";
type Kept = Partial<Gift & Delivery>;

export function kept(): Kept {
  try {
    return JSON.parse(sessionStorage.getItem(keptName) ?? "{}");
  } catch {
    return {};
  }
}

export const keep = (part: Kept | null) => {
  try {
    if (part) sessionStorage.setItem(keptName, JSON.stringify({ ...kept(), ...part }));
    else sessionStorage.removeItem(keptName);
  } catch {
    // A browser that keeps nothing still sells.
  }
};
