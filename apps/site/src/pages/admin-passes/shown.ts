import type { Pass, PassTerms } from "@uola/contract";
import { say } from "@uola/words/admin";

/** What a pass is called: "Nr. 000187 (…QXYZ)". */
export const nameOf = ({ number, last4 }: Pick<Pass, "number" | "last4">) =>
  say("vouchers.name", { number: String(number).padStart(6, "0"), last4 });

/** "7 / 10", or how often it was used. */
export const leftOf = ({ balance, terms, visits }: Pick<Pass, "balance" | "terms" | "visits">): string =>
  balance == null ? say("passes.visits", { count: visits }) : `${balance} / ${terms.entries ?? balance}`;

/** What a kind gives, in a line. */
export function termsOf({ entries, period, people, windows, begins }: PassTerms): string {
  const { count, unit } = period;
  return [
    entries == null ? say("passes.terms.unlimited") : say("passes.terms.entries", { count: entries }),
    [say(`passes.terms.valid.${unit}`, { count }), begins === "FIRST_USE" && say("passes.terms.firstUse")]
      .filter(Boolean)
      .join(" "),
    people > 1 && say("passes.terms.people", { count: people }),
    windows.length > 0 && say("passes.terms.windows"),
  ]
    .filter(Boolean)
    .join(", ");
}
