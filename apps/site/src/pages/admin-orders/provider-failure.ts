import { say } from "@uola/words/admin";

/** Why a card or a bank refused to take money back, as providers name it; others are told as they come. */
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

/** What went wrong with a provider, which the platform keeps in English, in the language of the office. */
export function providerFailure(failure: string): string {
  const [, silent] = /^(\w+) does not answer: /.exec(failure) ?? [];
  if (silent) return say("orders.provider.silent", { name: silent });
  const [, name, status, reason = ""] = /^(\w+) answers (\d{3}): ?(.*)$/s.exec(failure) ?? [];
  if (name && status) {
    const isKey = status === "401" || status === "403";
    return say(isKey ? "orders.provider.keys" : "orders.provider.answers", {
      ...{ name, status, reason, hasReason: reason.trim() ? "yes" : "no" },
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
