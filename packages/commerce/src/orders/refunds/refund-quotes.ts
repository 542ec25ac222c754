import { type BookingSales, readDeadlineFacts } from "@uola/booking";
import type { RefundQuoteLine } from "@uola/contract";
import type { Context } from "@uola/kernel";
import { percentOf } from "../../coupons/coupons.ts";
import { sumOf } from "../../money/money.ts";
import { withdrawableUntil } from "../order-rules.ts";
import * as store from "../order-store.ts";
import type { OrderWriting } from "../order-writing.ts";
import type { Settings } from "../settings.ts";
import { leftOf, type UnusedValues } from "./unused-value.ts";

type Parts = {
  sales: BookingSales;
  unusedValue: UnusedValues;
  settings: Settings;
  writing: Pick<OrderWriting, "partsOf">;
};
export type RefundQuotes = ReturnType<typeof createRefundQuotes>;

/**
 * Quotes refunds: the amounts that would currently be refunded, before any decision. The rules are
 * in docs/rules/refunds.md.
 */
export function createRefundQuotes({ db, siteId, now }: Context, { sales, unusedValue, settings, writing }: Parts) {
  async function moneyOf(
    order: store.OrderRow,
    line: store.LineRow,
    byBuyer = false,
  ): Promise<Omit<RefundQuoteLine, "credit">> {
    const price = leftOf(line);
    const comesBack = async (amount: number) => {
      const parts = await writing.partsOf(db, order, amount);
      const back = parts.map(({ way, amount }) => ({ way, amount }));
      return { lineId: line.id, price, fee: price - amount, amount, back, problem: null };
    };
    const nothing = (problem: string) => ({ lineId: line.id, price, fee: price, amount: 0, back: [], problem });
    if (line.state !== "DONE" || price === 0) return nothing("NOT_REFUNDABLE");
    if (byBuyer && hasNoDate(line) && !mayReturn(line, order)) return nothing("TOO_LATE");
    if (line.kind === "DONATION") return nothing("NOT_CANCELABLE");
    const unused = await unusedValue(db, line);
    // A buyer can return a gift voucher only if it is completely unused.
    const isUsed = unused === 0 || (byBuyer && line.kind === "VOUCHER" && unused < price);
    if (hasNoDate(line)) return isUsed ? nothing("USED") : comesBack(unused);
    if (!line.bookingId || !line.policy) return unused > 0 ? comesBack(unused) : nothing("TOO_LATE");
    const facts = (await readDeadlineFacts(db, siteId, [line.bookingId])).get(line.bookingId);
    if (!facts) return nothing("NOT_REFUNDABLE");
    // The cancellation fee applies to the full price, and never exceeds the amount paid.
    const fee = sales.costOf(line.policy, { ...facts, price: price + line.later });
    return fee === undefined ? nothing("TOO_LATE") : comesBack(Math.min(unused, Math.max(0, price - fee)));
  }

  /** Whether a buyer may return an item without asking the team: only during the withdrawal period. */
  function mayReturn({ kind }: store.LineRow, { paidDate: boughtDate, soldAtDesk }: store.OrderRow): boolean {
    const until = withdrawableUntil(kind, { boughtDate, soldAtDesk });
    return until !== null && now() <= until;
  }

  const bonus = async () => {
    const { creditBonusPercent } = await settings.read();
    return (amount: number) => amount + percentOf(amount, creditBonusPercent);
  };

  return {
    /** Quotes the refund of a line by the policy at the time of purchase, with its destination. */
    async ofLine(order: store.OrderRow, line: store.LineRow): Promise<RefundQuoteLine> {
      const [creditOf, money] = [await bonus(), await moneyOf(order, line)];
      return { ...money, credit: creditOf(money.amount) };
    },

    /** Quotes the refund of all lines, as money and as a gift voucher. */
    async ofOrder(order: store.OrderRow, { byBuyer = false } = {}) {
      const creditOf = await bonus();
      const lines: RefundQuoteLine[] = [];
      for (const line of await store.lines(db, siteId, [order.id])) {
        const money = await moneyOf(order, line, byBuyer);
        lines.push({ ...money, credit: creditOf(money.amount) });
      }
      const amount = sumOf(lines.map((line) => line.amount));
      return { lines, amount, credit: creditOf(amount) };
    },
  };
}

/** Whether a line has no date, so that no cancellation policy applies. */
const hasNoDate = ({ kind }: store.LineRow): boolean => kind === "GOODS" || kind === "VOUCHER" || kind === "PASS";
