import { say } from "@uola/words/admin";

/**
 * Reasons why a card or bank rejects a refund, keyed by the providers' codes; unknown codes are
 * shown unchanged.
 */
const refusals = {
  lost_or_stolen_card: "lostCard",
  expired_or_canceled_card: "expiredCard",
  insufficient_funds: "noFunds",
  declined: "declined",
  charge_for_pending_refund_disputed: "disputed",
  refused: "declined",
  failed: "declined",
  rejected: "declined",
  canceled: "canceled",
} as const;

/**
 * Translates a provider failure, which the platform stores in English, into the language of the
 * admin site.
 */
export function providerFailure(failure: string): string {
  const [, silent] = /^(\w+) does not answer: /.exec(failure) ?? [];
  if (silent) return say("orders.provider.silent", { name: silent });
  const [, name, status, reason = ""] = /^(\w+) answers (\d{3}): ?(.*)$/s.exec(failure) ?? [];
  if (name && status) {
    const isKey = status === "401" || status === "403";
    return say(isKey ? "orders.provider.keys" : "orders.provider.answers", {
      name,
      status,
      reason,
      hasReason: reason.trim() ? "yes" : "no",
    });
  }
  const [, strange] = /^(\w+) answers something else/.exec(failure) ?? [];
  if (strange) return say("orders.provider.strange", { name: strange });
  const [, off] = /^(\w+) is not switched on/.exec(failure) ?? [];
  if (off) return say("orders.provider.off", { name: off });
  const code = failure.toLowerCase();
  if (Object.hasOwn(refusals, code)) return say(`orders.provider.${refusals[code as keyof typeof refusals]}`);
  return failure && say("orders.provider.says", { failure });
}
