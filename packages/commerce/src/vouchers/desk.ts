import type { CodeGuesses } from "@uola/booking";
import { type contract, readVoucherCode } from "@uola/contract";
import { type Context, type Handlers, minuteMs, Refusal } from "@uola/kernel";
import type { VoucherLedger } from "./ledger.ts";
import { reserve } from "./rules.ts";
import { toVoucher } from "./to-voucher.ts";

/** Desk operations on a voucher that a person shows: finding it, reserving an amount and redeeming it. */
export function deskHandlers(
  { now }: Context,
  ledger: VoucherLedger,
  codeGuesses: CodeGuesses,
): Handlers<Pick<typeof contract.vouchers, "find" | "redeem" | "reserve" | "release">> {
  return {
    async find({ code }, call) {
      const letters = readVoucherCode(code);
      const row = letters
        ? await codeGuesses.tried({ call, tokens: undefined }, () => ledger.byCode(letters))
        : undefined;
      if (!row) throw new Refusal("VOUCHER_NOT_FOUND", "No voucher has this code.", 404);
      return { voucher: toVoucher(row, await ledger.today()) };
    },

    async redeem({ voucherId, receiptNumber, ...taken }, { caller }) {
      const about = receiptNumber ?? undefined;
      const { voucher } = await ledger.redeem(voucherId, { ...taken, about, actor: caller });
      return { voucher };
    },

    async reserve({ voucherId, amount, reservationId, minutes }, { caller }) {
      const { voucher } = await ledger.reserve(voucherId, {
        id: reservationId,
        amount,
        expiresDate: new Date(now().getTime() + minutes * minuteMs),
        actor: caller,
        decide: (state, today) => reserve(state, amount, today),
      });
      return { voucher };
    },

    async release({ voucherId, reservationId }, { caller }) {
      const { voucher } = await ledger.release(voucherId, { reservationId, actor: caller });
      return { voucher };
    },
  };
}
