import type { HistoryEntry } from "@uola/contract";
import { say } from "@uola/words/admin";

/** Returns the actor of a history entry as displayed. */
export const actorName = ({ actor: { kind, name } }: Pick<HistoryEntry, "actor">): string => {
  if (kind === "apiKey") return name ? say("history.program", { name }) : say("history.program.nameless");
  // A member without a name has a deleted account.
  return name ?? say(`history.${kind === "member" ? "somebody" : kind}`);
};
