import type { Delivery, Gift } from "./gift-rules.ts";

/**
 * Session storage key of the voucher form. The values stay in the tab until the voucher is in the
 * cart: across reloads, a language change and navigation to other pages.
 */
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
    // The form still works in a browser without storage.
  }
};
