import type { contract } from "@uola/contract";
import type { Handlers } from "@uola/kernel";
import { refuseWithoutReceipt } from "../desk/desk.ts";
import type { PassLedger } from "./ledger.ts";
import { correct, extend } from "./rules.ts";

/** The owner's changes to a pass, each with a reason that is recorded in its ledger. */
export function ownerChangeHandlers(
  ledger: PassLedger,
): Handlers<Pick<typeof contract.passes, "extend" | "correct" | "refund">> {
  return {
    async extend({ passId, revision, validUntil, reason }, { caller: actor }) {
      const { shown: pass } = await ledger.step(passId, revision, () => ({
        kind: "EXTEND",
        actor,
        reason,
        about: validUntil,
        decide: (state, today) => extend(state, validUntil, today),
      }));
      return { pass };
    },

    async correct({ passId, revision, delta, reason }, { caller: actor }) {
      const { shown: pass } = await ledger.step(passId, revision, () => ({
        kind: "CORRECT",
        actor,
        reason,
        decide: (state) => correct(state, delta),
      }));
      return { pass };
    },

    async refund({ passId, revision, payment, reason }, { caller: actor }) {
      refuseWithoutReceipt(payment);
      return ledger.refund(passId, revision, { payment, actor, reason });
    },
  };
}
