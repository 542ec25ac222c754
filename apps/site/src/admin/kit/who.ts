import type { HistoryEntry } from "@uola/contract";
import { say } from "@uola/words/admin";

/** Who did it, as the history calls them. */
export const whoOf = ({ actor: { kind, name } }: Pick<HistoryEntry, "actor">): string => {
  if (kind === "apiKey") return name ? say("history.program", { name }) : say("history.program.nameless");
  // A member without a name is one whose account is gone.
  return name ?? say(`history.${kind === "member" ? "somebody" : kind}`);
};
