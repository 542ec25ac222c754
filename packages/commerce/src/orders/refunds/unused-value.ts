import type { BookingSales } from "@uola/booking";
import type { Database } from "@uola/database";
import { shareOf } from "../../money/money.ts";
import type { PassLedger } from "../../passes/passes.ts";
import type { VoucherLedger } from "../../vouchers/vouchers.ts";
import type * as store from "../order-store.ts";
import { paidFor, totalOf } from "../order-writing.ts";

export type UnusedValues = ReturnType<typeof createUnusedValues>;

/** The paid price of a line that has not been refunded yet, in cents. */
export const leftOf = (line: store.LineRow): number => paidFor(line) - line.refunded;

/** The value of a line that its buyer has not used yet: the default refund. */
export function createUnusedValues({
  sales,
  ledger,
  passes,
}: {
  sales: BookingSales;
  ledger: VoucherLedger;
  passes: PassLedger;
}) {
  /** The value is in cents and does not exceed the remaining amount of the line. */
  return async function unusedValue(on: Database, line: store.LineRow): Promise<number> {
    const left = leftOf(line);
    switch (line.kind) {
      case "VOUCHER": {
        if (!line.voucherId) return left;
        const { face, balance, reserved, refundedDate } = await ledger.read(line.voucherId, on);
        // An unpaid order may still use the reserved amount.
        return refundedDate || reserved > 0 || balance === 0 ? 0 : Math.max(0, left - (face - balance));
      }
      case "PASS":
        return line.passId ? Math.min(left, await passes.unused(line.passId, on)) : left;
      case "BOOKING": {
        if (!line.bookingId) return left;
        const { ahead, all } = await sales.remainingSessions(on, line.bookingId);
        return Math.max(0, left - shareOf(totalOf(line), all - ahead, Math.max(all, 1)));
      }
      default:
        return left;
    }
  };
}
