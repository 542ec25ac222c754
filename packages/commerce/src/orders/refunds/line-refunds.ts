import { type BookingSales, dateOf } from "@uola/booking";
import type { CartBooking, RefundMethod } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Context, Refusal } from "@uola/kernel";
import { percentOf } from "../../coupons/coupons.ts";
import { recordDeskMoney } from "../../desk/desk.ts";
import { sumOf } from "../../money/money.ts";
import type { PassLedger } from "../../passes/passes.ts";
import { type VoucherLedger, yearAfter } from "../../vouchers/vouchers.ts";
import { timeZone } from "../carts/cart-store.ts";
import type { Fulfilment } from "../fulfil.ts";
import type { Instalments } from "../instalments.ts";
import { mayGoBackBy } from "../order-rules.ts";
import * as store from "../order-store.ts";
import { nameOf, type OrderRecord, type OrderWriting } from "../order-writing.ts";
import * as paymentStore from "../payment-store.ts";
import type { RefundCause } from "./refund-reasons.ts";
import { leftOf } from "./unused-value.ts";

type Parts = {
  sales: BookingSales;
  ledger: VoucherLedger;
  passes: PassLedger;
  writing: OrderWriting;
  instalments: Instalments;
  fulfilment: Pick<Fulfilment, "credit">;
};

/**
 * A line with its refund. `out` contains the indexes of the people who leave the line; the line
 * remains for the others. `decided` means that a person chose the amount, which may exceed the
 * unused part.
 */
export type LineRefund = { line: store.LineRow; amount: number; out?: readonly number[]; decided?: boolean };

/** Instructions for a refund. AS_PAID means the original payment method. */
export type RefundInstruction = {
  way: Exclude<RefundMethod, "VOUCHER"> | "AS_PAID";
  iban?: string | null | undefined;
  receiptNumber?: string | null | undefined;
  /** For CREDIT: the extra value of the gift voucher, in percent. */
  bonusPercent?: number;
};

/** The details to record about a refund, and whether the bookings end elsewhere. */
type Circumstances = Partial<Pick<OrderRecord, "action" | "slug" | "mail" | "withdrawalId" | "cause">> & {
  facts?: object;
  /** Whether the bookings of these lines have already ended in this transaction. */
  bookingsEnd?: boolean;
};

export type LineRefunds = ReturnType<typeof createLineRefunds>;

/**
 * Handles all refunds of sales. In the transaction of a locked order, the line ends, its places
 * become free, a credit note is issued and the payment is refunded. See docs/rules/refunds.md for
 * the rules.
 */
export function createLineRefunds(
  { siteId, now }: Context,
  { sales, ledger, passes, writing, instalments, fulfilment }: Parts,
) {
  /**
   * Revokes the items that a line provided: in this transaction, the places become free again and a
   * voucher becomes worthless.
   */
  async function revokeLine(
    tx: Database,
    { line, amount, out, decided = false }: LineRefund,
    because: RefundCause,
    { bookingsEnd = false }: Circumstances,
  ) {
    const refunded = line.refunded + amount;
    if (out) return removePeople(tx, line, { refunded, out }, because);
    const whole = refunded === line.gross - line.discount;
    if (line.bookingId && !bookingsEnd) await sales.cancel(tx, line.bookingId, { ...because, whole });
    const refuseUsed = (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      const message = `${line.name} was used.`;
      throw new Refusal("NOT_REFUNDABLE", message, 409, { lineId: line.id, problem: "USED" });
    };
    if (line.voucherId) {
      // An amount used since the quote is not refunded.
      const usedAtMost = decided ? Number.POSITIVE_INFINITY : leftOf(line) - amount;
      await ledger.ofOrder.refund(tx, line.voucherId, { ...because, usedAtMost }).catch(refuseUsed);
    }
    if (line.kind === "PASS" && line.passId) {
      const { actor, reason } = because;
      const atLeast = decided ? 0 : amount;
      await passes.ofOrder.refund(tx, line.passId, { actor, reason, atLeast }).catch(refuseUsed);
    }
    await store.updateLine(tx, line, { state: "CANCELED", refunded });
  }

  /** Removes some people from a line; the line remains for the others. */
  async function removePeople(
    tx: Database,
    line: store.LineRow,
    { refunded, out }: { refunded: number; out: readonly number[] },
    { actor }: RefundCause,
  ) {
    if (!line.bookingId || !(await sales.removeParticipants(tx, line.bookingId, out, actor))) {
      throw new Refusal("NOT_REFUNDABLE", `The people of ${line.name} cannot change.`, 409, { lineId: line.id });
    }
    const { participants, ...detail } = line.detail as CartBooking;
    const left = participants?.filter((_, index) => !out.includes(index));
    const quantity = line.quantity - out.length;
    const changed = { ...detail, totalParticipants: quantity, ...(left && { participants: left }) };
    await store.updateLine(tx, line, { refunded, quantity, detail: changed });
  }

  /** Refunds a sum as a new gift voucher, increased by the owner's bonus. */
  async function asCredit(tx: Database, order: store.OrderRow, amount: number, bonus: number, { actor }: RefundCause) {
    const at = now();
    const [voucher] = await ledger.issue(
      tx,
      [
        {
          id: newId(),
          face: amount + bonus,
          serviceId: null,
          serviceName: null,
          vatType: "MULTI",
          vatRate: null,
          validUntil: yearAfter(dateOf(at, await timeZone(tx, siteId))),
          design: "TAPE",
          language: order.language,
          greeting: "",
          recipientName: nameOf(order),
          giverName: "",
          recipientEmail: order.buyer.email ?? null,
          sendDate: at,
          payment: null,
          createdDate: at,
        },
      ],
      actor,
    );
    return { bonus, voucherId: voucher?.id ?? null };
  }

  async function moneyBack(
    tx: Database,
    order: store.OrderRow,
    amount: number,
    by: RefundInstruction,
    because: RefundCause,
  ) {
    const { way, iban, receiptNumber = null, bonusPercent = 0 } = by;
    if (amount === 0) return;
    if (!mayGoBackBy(way, await writing.partsOf(tx, order, amount))) {
      throw new Refusal("WAY_NOT_OFFERED", `This does not go back by ${way}.`, 409, { way });
    }
    const at = now();
    const { actor, reason, reasonCode = null } = because;
    if (way === "CREDIT") {
      const gift = await asCredit(tx, order, amount, percentOf(amount, bonusPercent), because);
      await paymentStore.insertRefund(tx, {
        siteId,
        id: newId(),
        orderId: order.id,
        way,
        amount,
        reason,
        reasonCode,
        ...gift,
        idempotencyKey: newId(),
        createdDate: at,
        state: "DONE",
        doneDate: at,
      });
      return;
    }
    const target = { way: way === "PROVIDER" ? "AS_PAID" : way, iban, receiptNumber } as const;
    await writing.refundSum(tx, order, amount, because, target);
    if (way !== "DESK") return;
    await recordDeskMoney(tx, {
      siteId,
      at,
      kind: "ORDER",
      method: "CASH",
      amount: -amount,
      receiptNumber,
      about: order.number,
      actor,
    });
  }

  return {
    /**
     * Refunds lines of a locked order. Rejects with WAY_NOT_OFFERED or NOT_REFUNDABLE. Returns the
     * updated order.
     */
    async refund(
      tx: Database,
      before: store.OrderRow,
      asked: readonly LineRefund[],
      by: RefundInstruction,
      because: RefundCause,
      { facts, bookingsEnd, ...recorded }: Circumstances = {},
    ): Promise<store.OrderRow> {
      const amount = sumOf(asked.map((each) => each.amount));
      // The outstanding instalments of lines that end now are waived.
      const ending = asked.filter(({ out }) => !out).map(({ line }) => line.id);
      const order = await instalments.waive(tx, before, ending);
      const lines = await store.lines(tx, siteId, [order.id]);
      const backs = asked.map((back) => ({ ...back, line: lines.find(({ id }) => id === back.line.id) ?? back.line }));
      for (const back of backs.toSorted(byBooking)) {
        await revokeLine(tx, back, because, { bookingsEnd });
      }
      const creditNotes = await fulfilment.credit(tx, order, backs, because);
      await moneyBack(tx, order, amount, by, because);
      const after = await writing.write(tx, order, { refunded: order.refunded + amount });
      const { way, receiptNumber } = by;
      const taken = backs.map(({ line, amount }) => ({ name: line.name, amount }));
      await writing.record(tx, after, {
        action: "order.refund",
        slug: "refunded",
        // If nothing is refunded, the email about the booking is sufficient, unless an unpaid
        // instalment was waived.
        ...(amount > 0 ? { mail: "refunded" as const } : order.later < before.later && { mail: "letGo" as const }),
        actor: because.actor,
        reason: because.reason,
        after: { amount, way, receiptNumber, lines: taken, ...facts },
        ...recorded,
        documentIds: creditNotes.map(({ id }) => id),
      });
      return after;
    },
  };
}

const byBooking = (a: LineRefund, b: LineRefund): number =>
  (a.line.bookingId ?? a.line.id) < (b.line.bookingId ?? b.line.id) ? -1 : 1;
