import type { RefundReason } from "@uola/contract";
import type { Actor } from "@uola/kernel";
import { words } from "@uola/words/document";

/** Who gives money back, and why. A reason of ours has a code, too; what somebody typed has none. */
export type Because = { actor: Actor; reason: string; reasonCode?: RefundReason };

/** A reason of ours, in the language of the order, as its credit note says it. */
export const because = (reasonCode: RefundReason, language: "lt" | "en", actor: Actor): Because => ({
  ...{ actor, reasonCode, reason: words(language)(`reason.${reasonCode}`) },
});
