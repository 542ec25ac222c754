import type { Pass, PassTerms } from "@uola/contract";
import { say } from "@uola/words/admin";

/** Formats the remaining entries, such as "7 / 10", or a text that entries are not counted. */
export const leftOf = ({ balance, terms }: Pick<Pass, "balance" | "terms">): string =>
  balance == null ? say("passes.unlimited") : `${balance} / ${terms.entries ?? balance}`;

/** Summarizes the terms of a pass type in one line. */
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
