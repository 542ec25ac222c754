import type { RefundReason } from "@uola/contract";
import type { Actor } from "@uola/kernel";
import { words } from "@uola/words/document";

/** Who makes a refund, and why. Predefined reasons also have a code; free text has none. */
export type RefundCause = { actor: Actor; reason: string; reasonCode?: RefundReason };

/** Returns a predefined reason in the language of the order, as worded on its credit note. */
export const refundCause = (reasonCode: RefundReason, language: "lt" | "en", actor: Actor): RefundCause => ({
  actor,
  reasonCode,
  reason: words(language)(`reason.${reasonCode}`),
});
