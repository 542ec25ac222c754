import type { contract } from "@uola/contract";
import type { Context, Handlers } from "@uola/kernel";
import { recordDeskMoney, refuseWithoutReceipt } from "../desk/desk.ts";
import type { BatchInvoices } from "./batch-invoices.ts";
import { mailOf, type VoucherLedger } from "./ledger.ts";
import { codePrivate, readBatch } from "./reading.ts";
import { block, extend, giveBack, isCodePrivate, nothing, refund, unusable } from "./rules.ts";
import { toBatch } from "./to-voucher.ts";

/** The owner's changes to a voucher, each with a reason that is recorded in its ledger. */
export function ownerChangeHandlers(
  context: Context,
  ledger: VoucherLedger,
  invoices: BatchInvoices,
): Handlers<
  Pick<
    typeof contract.vouchers,
    "giveBack" | "extend" | "setBlocked" | "setBatchBlocked" | "refund" | "send" | "renewCode"
  >
> {
  const { siteId, now } = context;
  return {
    async giveBack({ voucherId, revision, amount, reason }, { caller: actor }) {
      const { shown: voucher } = await ledger.step(voucherId, revision, () => ({
        kind: "GIVE_BACK",
        actor,
        reason,
        decide: (state) => giveBack(state, amount),
      }));
      return { voucher };
    },

    async extend({ voucherId, revision, validUntil, reason }, { caller: actor }) {
      const { shown: voucher } = await ledger.step(voucherId, revision, () => ({
        kind: "EXTEND",
        actor,
        reason,
        about: validUntil,
        set: { validUntil },
        decide: (state, today) => extend(state, validUntil, today),
      }));
      return { voucher };
    },

    async setBlocked({ voucherId, revision, blocked, reason }, { caller: actor }) {
      const kind = blocked ? "BLOCK" : "UNBLOCK";
      const step = { kind, actor, reason, set: { blocked, blockedWithBatch: false }, decide: block } as const;
      const { shown: voucher } = await ledger.step(voucherId, revision, () => step);
      return { voucher };
    },

    async setBatchBlocked({ batchId, blocked, reason }, { caller: actor }) {
      await readBatch(context, batchId);
      const changed = await ledger.setBatchBlocked(batchId, { blocked, reason, actor });
      return { batch: toBatch(await readBatch(context, batchId)), changed };
    },

    async refund({ voucherId, revision, payment, reason }, { caller: actor }) {
      refuseWithoutReceipt(payment);
      let isCredited = false;
      const { before, shown: voucher } = await ledger.step(voucherId, revision, (row) => ({
        kind: "REFUND",
        actor,
        reason,
        payment,
        set: { refundedDate: now(), sendDate: null },
        decide: refund,
        also: async (tx) => {
          const { number, balance: amount } = row;
          const money = { kind: "VOUCHER", about: String(number), amount: -amount } as const;
          await recordDeskMoney(tx, { ...money, ...payment, siteId, at: now(), actor });
          isCredited = await invoices.credit(tx, row, { amount, reason, actor });
        },
      }));
      const creditInvoice = voucher.vatType === "SINGLE" && !isCredited;
      return { voucher, refunded: before.balance, creditInvoice };
    },

    async send({ voucherId, revision, recipientEmail, sendDate }, { caller: actor }) {
      const at = now();
      const isLater = sendDate != null && sendDate > at;
      const { shown: voucher } = await ledger.step(voucherId, revision, (row) => {
        const isOther = recipientEmail.toLowerCase() !== row.recipientEmail?.toLowerCase();
        if (actor.role !== "owner" && isOther && isCodePrivate(row)) throw codePrivate();
        return {
          kind: "SEND",
          actor,
          about: recipientEmail,
          set: { recipientEmail, sendDate: isLater ? sendDate : at, sentDate: isLater ? null : at },
          decide: (state, today) => unusable(state, today) ?? nothing,
          outbox: (after) => (isLater ? [] : mailOf(after, recipientEmail)),
        };
      });
      return { voucher };
    },

    async renewCode({ voucherId, revision, reason }, { caller: actor }) {
      const { last4, sealedCode } = ledger.codes.make();
      const { shown: voucher } = await ledger.step(voucherId, revision, ({ codeVersion }) => ({
        kind: "NEW_CODE",
        actor,
        reason,
        set: { last4, sealedCode, codeVersion: codeVersion + 1 },
        decide: (state, today) => unusable(state, today) ?? nothing,
      }));
      return { voucher };
    },
  };
}
