import type { contract } from "@uola/contract";
import { type Context, type Handlers, Refusal, Violation } from "@uola/kernel";
import { lacksReceipt } from "../vouchers/vouchers.ts";
import type { PassLedger } from "./ledger.ts";
import { correct, extend, refund, unusedOf } from "./rules.ts";

/** What the owner changes about a pass, each with a reason that stays in its ledger. */
export function ownerChangeHandlers(
  { now }: Context,
  ledger: PassLedger,
): Handlers<Pick<typeof contract.passes, "extend" | "correct" | "refund">> {
  return {
    async extend({ passId, revision, validUntil, reason }, { caller: actor }) {
      const { pass } = await ledger.step(passId, revision, () => ({
        ...{ kind: "EXTEND", actor, reason, about: validUntil },
        decide: (state, today) => extend(state, validUntil, today),
      }));
      return { pass };
    },

    async correct({ passId, revision, delta, reason }, { caller: actor }) {
      const { pass } = await ledger.step(passId, revision, () => ({
        ...{ kind: "CORRECT", actor, reason, decide: (state) => correct(state, delta) },
      }));
      return { pass };
    },

    async refund({ passId, revision, payment, reason }, { caller: actor }) {
      if (lacksReceipt(payment)) {
        throw new Violation([{ field: "payment.receiptNumber", description: "is required for cash and cards" }]);
      }
      let refunded = 0;
      const { pass } = await ledger.step(passId, revision, ({ orderId }) => {
        if (orderId) throw new Refusal("PASS_OF_ORDER", "The money goes back by the order it was bought with.");
        return {
          ...{ kind: "REFUND", actor, reason, payment, set: { refundedDate: now() } },
          decide(state, today) {
            refunded = unusedOf(state, today);
            if (!state.refundedDate && refunded === 0) return { code: "NOTHING_UNUSED" };
            return refund(state);
          },
        };
      });
      return { pass, refunded };
    },
  };
}
