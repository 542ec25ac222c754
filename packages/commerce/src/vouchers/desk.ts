import type { CodeGuesses } from "@uola/booking";
import type { contract } from "@uola/contract";
import { type Context, type Handlers, minuteMs } from "@uola/kernel";
import type { VoucherLedger } from "./ledger.ts";
import { toVoucher } from "./to-voucher.ts";

/**
 * Front-desk operations on a voucher that a customer presents: finding it, reserving an amount and
 * redeeming it.
 */
export function deskHandlers(
  { now }: Context,
  ledger: VoucherLedger,
  codeGuesses: CodeGuesses,
): Handlers<Pick<typeof contract.vouchers, "find" | "redeem" | "reserve" | "release">> {
  return {
    async find({ code }, call) {
      const row = await ledger.findByCode(code, (find) => codeGuesses.tried({ call, tokens: undefined }, find));
      return { voucher: toVoucher(row, await ledger.today()) };
    },

    async redeem({ voucherId, receiptNumber, ...taken }, { caller }) {
      const about = receiptNumber ?? undefined;
      return { voucher: (await ledger.redeem(voucherId, { ...taken, about, actor: caller })).shown };
    },

    async reserve({ voucherId, amount, reservationId, minutes }, { caller }) {
      const expiresDate = new Date(now().getTime() + minutes * minuteMs);
      const reserved = await ledger.reserve(voucherId, { id: reservationId, amount, expiresDate, actor: caller });
      return { voucher: reserved.shown };
    },

    async release({ voucherId, reservationId }, { caller }) {
      return { voucher: (await ledger.release(voucherId, { reservationId, actor: caller })).shown };
    },
  };
}
