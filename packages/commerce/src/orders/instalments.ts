import type { BookingSales } from "@uola/booking";
import type { Database } from "@uola/database";
import type { Context } from "@uola/kernel";
import { spread, sumOf } from "../money/money.ts";
import { openInstalments, reminderAfter } from "./instalment-rules.ts";
import * as store from "./order-store.ts";
import { type OrderWriting, totalOf, vatOf } from "./order-writing.ts";

/** An amount for one line of an order. */
export type OfLine = { line: store.LineRow; amount: number };
export type Instalments = ReturnType<typeof createInstalments>;

/**
 * Manages the amount of an order that is due later, for each line. It is reduced by payments and
 * when a line is canceled.
 */
export function createInstalments(
  { siteId }: Pick<Context, "siteId">,
  { sales, writing: { write } }: { sales: BookingSales; writing: OrderWriting },
) {
  /** Paid instalments need no reminders. */
  async function stopReminders(tx: Database, order: store.OrderRow): Promise<void> {
    const parts = await store.parts(tx, siteId, [order.id]);
    for (const part of openInstalments(parts, order.later)) {
      if (part.left === 0 && part.remindDay) await store.updatePart(tx, part, { remindDay: null });
    }
  }

  return {
    /**
     * Applies a payment to the amount that is due later. Returns the lines that it pays. The last
     * payment marks the bookings as fully paid.
     */
    async pay(tx: Database, order: store.OrderRow, amount: number): Promise<{ order: store.OrderRow; paid: OfLine[] }> {
      const lines = (await store.lines(tx, siteId, [order.id])).filter(({ later }) => later > 0);
      const amounts = spread(
        amount,
        lines.map(({ later }) => later),
      );
      const paid = lines.map((line, index) => ({ line, amount: amounts[index] ?? 0 }));
      for (const { line, amount } of paid) await store.updateLine(tx, line, { later: line.later - amount });
      const after = await write(tx, order, { later: order.later - amount });
      await stopReminders(tx, after);
      if (order.paidDate && after.later === 0) {
        for (const { bookingId } of lines) {
          if (bookingId) await sales.confirm(tx, bookingId, undefined, { actor: { kind: "system", id: "orders" } });
        }
      }
      return { order: after, paid: paid.filter((each) => each.amount > 0) };
    },

    /** Waives the amount still due for canceled lines; their price becomes the amount paid. */
    async waive(tx: Database, order: store.OrderRow, lineIds: readonly string[]): Promise<store.OrderRow> {
      const lines = await store.lines(tx, siteId, [order.id]);
      const ended = lines.filter(({ id, later }) => lineIds.includes(id) && later > 0);
      const amount = sumOf(ended.map(({ later }) => later));
      if (amount === 0) return order;
      for (const line of ended) {
        await store.updateLine(tx, line, { later: 0, gross: line.gross - line.later, unitPrice: null });
      }
      const { gross, toPay, later } = order;
      const left = (await store.lines(tx, siteId, [order.id])).filter((line) => line.state !== "CALLED_OFF");
      const after = await write(tx, order, {
        gross: gross - amount,
        toPay: toPay - amount,
        later: later - amount,
        vat: vatOf(left),
      });
      await stopReminders(tx, after);
      return after;
    },
  };
}

/** Returns the rows of a new order's instalments, and the amount of each line that is due later. */
export function instalmentRows(
  order: Pick<store.OrderRow, "siteId" | "id">,
  parts: readonly { dueDay: string; amount: number }[],
  { today, reminderDays }: { today: string; reminderDays: readonly number[] },
) {
  return parts.map(({ dueDay, amount }, position) => ({
    siteId: order.siteId,
    orderId: order.id,
    position,
    dueDay,
    amount,
    remindDay: position === 0 ? null : reminderAfter(today, dueDay, reminderDays),
  }));
}

/** Returns the amount of each line that is due after the first instalment. */
export const laterOf = (lines: readonly { gross: number; discount: number }[], later: number): number[] =>
  spread(later, lines.map(totalOf));
