import { type BookingSales, dateOf } from "@uola/booking";
import type { contract, Input, RefundQuoteLine } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import {
  type Actor,
  type BackgroundTask,
  type Context,
  type Handlers,
  minuteMs,
  Refusal,
  refuseStaleRevision,
  transact,
  Violation,
} from "@uola/kernel";
import { percentOf } from "../coupons/coupons.ts";
import type { Documents } from "../documents/documents.ts";
import { sumOf } from "../money/money.ts";
import { type VoucherLedger, yearAfter } from "../vouchers/vouchers.ts";
import { timeZone } from "./cart-store.ts";
import type { Montonio } from "./montonio.ts";
import { type OrderReading, toRefund } from "./order-reading.ts";
import { refundWayOf } from "./order-rules.ts";
import * as store from "./order-store.ts";
import type { Settings } from "./settings.ts";
import { nameOf, type Settling } from "./settle.ts";

type Parts = {
  sales: BookingSales;
  ledger: VoucherLedger;
  documents: Documents;
  settings: Settings;
  reading: OrderReading;
  settling: Settling;
};
type Asked = Input<typeof contract.orders.refund>;
type Decided = Omit<Asked, "revision"> & { revision?: string };
/** A line with what goes back for it. */
type Back = { line: store.LineRow; amount: number };

/** Money that goes back because somebody decided so: docs/rules/refunds.md has the rules. */
export function refunds(
  context: Context,
  { sales, ledger, documents, settings, reading, settling }: Parts,
): Pick<
  Handlers<typeof contract.orders>,
  "quoteRefund" | "quoteRefundByKey" | "refund" | "refundByKey" | "payouts" | "markPaidOut"
> {
  const { db, siteId, now } = context;

  /** What comes back for a line by the policy of its purchase, now. */
  async function quoteLine(line: store.LineRow): Promise<RefundQuoteLine> {
    const price = line.gross - line.discount - line.refunded;
    const nothing = (problem: string) => ({ lineId: line.id, price, fee: price, amount: 0, problem });
    if (line.state !== "DONE" || price === 0) return nothing("NOT_REFUNDABLE");
    if (line.kind === "VOUCHER") {
      const voucher = line.voucherId ? await ledger.read(line.voucherId) : undefined;
      const isWhole = voucher?.balance === voucher?.face && voucher?.reserved === 0 && !voucher?.refundedDate;
      return isWhole ? { lineId: line.id, price, fee: 0, amount: price, problem: null } : nothing("USED");
    }
    if (line.kind === "DONATION") return nothing("NOT_CANCELABLE");
    if (!line.bookingId || !line.policy) return { lineId: line.id, price, fee: 0, amount: price, problem: null };
    const startDate = (await sales.startOf(line.bookingId)) ?? line.startDate;
    const fee = sales.costOf(line.policy, { startDate, price });
    if (fee === undefined) return nothing("TOO_LATE");
    return { lineId: line.id, price, fee, amount: price - fee, problem: null };
  }

  /** Which lines, and how much of each. Refuses NOT_REFUNDABLE, MORE_THAN_PAID. */
  function chosen(lines: readonly store.LineRow[], asked: Asked["lines"]): Back[] {
    const wanting = new Map(asked.map((line) => [line.lineId, line.amount]));
    if (wanting.size < asked.length) throw new Violation([{ field: "lines", description: "each line once" }]);
    return [...wanting].map(([lineId, amount]) => {
      const line = lines.find(({ id }) => id === lineId);
      if (line?.state !== "DONE")
        throw new Refusal("NOT_REFUNDABLE", `Nothing can go back for ${lineId}.`, 409, { lineId });
      const left = line.gross - line.discount - line.refunded;
      const back = amount ?? left;
      if (back > left)
        throw new Refusal("MORE_THAN_PAID", `${left} cents are left of ${line.name}.`, 409, { lineId, left });
      return { line, amount: back };
    });
  }

  /** Ends what a line gave: the places are free again in this transaction, a voucher is worth nothing. */
  async function takeBack(tx: Database, { line, amount }: Back, { actor, reason }: { actor: Actor; reason: string }) {
    const refunded = line.refunded + amount;
    const whole = refunded === line.gross - line.discount;
    if (line.bookingId) await sales.cancel(tx, line.bookingId, { actor, reason, whole });
    if (line.voucherId) await ledger.ofOrder.refund(tx, line.voucherId, { actor, reason });
    await store.updateLine(tx, line, { state: "CANCELED", refunded });
  }

  /** The credit note of lines that an invoice has. */
  async function credit(
    tx: Database,
    order: store.OrderRow,
    backs: readonly Back[],
    { actor, reason }: { actor: Actor; reason: string },
  ) {
    const invoice = await documents.invoiceOf(tx, order.id);
    const credited = backs.filter(({ amount }) => amount > 0);
    if (!invoice || credited.length === 0) return;
    const lines = await Promise.all(
      credited.map(async ({ line, amount }) => {
        const whole = await settling.documentLine(tx, line);
        return amount === whole.gross
          ? whole
          : { ...whole, quantity: 1, unitGross: amount, discount: 0, gross: amount };
      }),
    );
    await documents.issue(
      tx,
      {
        ...{ kind: "CREDIT", orderId: order.id, orderNumber: order.number, language: order.language },
        ...{ buyer: { name: nameOf(order) }, lines, refersTo: invoice.id, reason },
      },
      actor,
    );
  }

  /** The sum as a new gift voucher, worth more by the owner's bonus. */
  async function asCredit(tx: Database, order: store.OrderRow, amount: number, bonusPercent: number, actor: Actor) {
    const bonus = percentOf(amount, bonusPercent);
    const at = now();
    const [voucher] = await ledger.issue(
      tx,
      [
        {
          ...{ id: newId(), face: amount + bonus, serviceId: null, serviceName: null, vatType: "MULTI", vatRate: null },
          ...{
            validUntil: yearAfter(dateOf(at, await timeZone(tx, siteId))),
            design: "TAPE",
            language: order.language,
          },
          ...{ greeting: "", recipientName: nameOf(order), giverName: "", recipientEmail: order.buyer.email },
          ...{ sendDate: at, payment: { method: "TRANSFER" as const }, createdDate: at },
        },
      ],
      actor,
    );
    return { bonus, voucherId: voucher?.id ?? null };
  }

  /** What would come back for all lines, as money and as a gift voucher. */
  async function quote(orderId: string) {
    const lines = await store.lines(db, siteId, [orderId]);
    const quoted: RefundQuoteLine[] = [];
    for (const line of lines) quoted.push(await quoteLine(line));
    const amount = sumOf(quoted.map((line) => line.amount));
    const { creditBonusPercent } = await settings.read();
    return { lines: quoted, amount, credit: amount + percentOf(amount, creditBonusPercent) };
  }

  /** Gives back what was decided, in one transaction. */
  async function carryOut(
    { orderId, revision, lines: asked, way, receiptNumber, iban, reason }: Decided,
    actor: Actor,
  ) {
    const { creditBonusPercent } = await settings.read();
    const done = await settling.onOrder(orderId, async (tx, order) => {
      if (revision !== undefined) refuseStaleRevision(order, revision);
      const backs = chosen(await store.lines(tx, siteId, [orderId]), asked);
      const amount = sumOf(backs.map((each) => each.amount));
      for (const back of backs.toSorted(byBooking)) await takeBack(tx, back, { actor, reason });
      await credit(tx, order, backs, { actor, reason });
      if (way === "PROVIDER") await providerBack(tx, order, amount, { actor, reason });
      else if (amount > 0) {
        const at = now();
        const gift =
          way === "CREDIT"
            ? await asCredit(tx, order, amount, creditBonusPercent, actor)
            : { bonus: 0, voucherId: null };
        await store.insertRefund(tx, {
          ...{ siteId, id: newId(), orderId, way, amount, reason, idempotencyKey: newId(), createdDate: at, ...gift },
          ...(way === "TRANSFER"
            ? { state: "TO_PAY_OUT", iban: iban || null, receiverName: nameOf(order) }
            : { state: "DONE", doneDate: at, receiptNumber: receiptNumber ?? null }),
        });
      }
      const after = await settling.write(tx, order, { refunded: order.refunded + amount });
      const facts = {
        amount,
        way,
        receiptNumber,
        lines: backs.map(({ line, amount }) => ({ name: line.name, amount })),
      };
      await settling.record(tx, after, {
        ...{ actor, action: "order.refund", reason, after: facts, slug: "refunded", mail: "refunded" as const },
      });
      return true;
    });
    if (!done) throw reading.notFound();
    return reading.answer(orderId);
  }

  return {
    async quoteRefund({ orderId }) {
      await reading.read(orderId);
      return quote(orderId);
    },

    quoteRefundByKey: async ({ key }) => quote((await reading.byKey(key)).id),

    async refund(asked, { caller }) {
      if (asked.way === "DESK" && !asked.receiptNumber) {
        throw new Violation([{ field: "receiptNumber", description: "is required for money from the till" }]);
      }
      return carryOut(asked, caller);
    },

    async refundByKey({ key, lineIds, expectedAmount, way, iban }) {
      const { id: orderId, language, voucherPays } = await reading.byKey(key);
      const quoted = (await quote(orderId)).lines.filter(({ lineId }) => lineIds.includes(lineId));
      const amount = sumOf(quoted.map((line) => line.amount));
      const wrong = quoted.find((line) => line.problem || line.amount === 0);
      if (wrong || quoted.length < lineIds.length) {
        const lineId = wrong?.lineId ?? "";
        throw new Refusal("NOT_REFUNDABLE", `Nothing comes back: ${wrong?.problem}.`, 409, { lineId });
      }
      if (amount !== expectedAmount) throw new Refusal("TOTAL_CHANGED", `${amount} come back by now.`, 409, { amount });
      const bought = (await store.lines(db, siteId, [orderId])).filter(({ id }) => lineIds.includes(id));
      // A voucher does not become money, and the bonus is for giving places up, once: not for what a voucher paid.
      const isOwners = way !== "PROVIDER" && voucherPays > 0;
      if (isOwners || (way === "CREDIT" && bought.some(({ kind }) => kind !== "BOOKING"))) {
        throw new Refusal("WAY_NOT_OFFERED", `This does not go back by ${way}.`, 409, { way });
      }
      if (way === "TRANSFER" && !iban) throw new Violation([{ field: "iban", description: "is required" }]);
      const lines = quoted.map((line) => ({ lineId: line.lineId, amount: line.amount }));
      const reason = language === "en" ? "canceled by the buyer" : "atšaukė pirkėjas";
      return carryOut({ orderId, lines, way, iban, reason }, { kind: "system", id: "link in a mail" });
    },

    async payouts() {
      const rows = await store.toPayOut(db, siteId);
      const numbers = new Map<string, string>();
      for (const { orderId } of rows) numbers.set(orderId, (await store.find(db, siteId, orderId))?.number ?? "");
      return { refunds: rows.map((row) => toRefund(row, numbers.get(row.orderId) ?? "")) };
    },

    async markPaidOut({ refundId }, { caller: actor }) {
      const row = await transact(context, async (tx) => {
        const refund = await store.lockRefund(tx, siteId, refundId);
        if (!refund || refund.state === "REQUESTED" || refund.state === "SENT") return undefined;
        if (refund.state === "DONE") return refund;
        const order = (await store.find(tx, siteId, refund.orderId)) as store.OrderRow;
        await store.updateRefund(tx, refund, { state: "DONE", doneDate: now() });
        await settling.record(tx, order, {
          actor,
          action: "order.paidOut",
          after: { refundId, amount: refund.amount },
        });
        return store.lockRefund(tx, siteId, refundId);
      });
      if (!row) throw new Refusal("REFUND_NOT_FOUND", `No refund ${refundId} waits to be paid out.`, 404);
      return { refund: toRefund(row, (await store.find(db, siteId, row.orderId))?.number ?? "") };
    },
  };

  /** Back the way it came. Money from the till or by transfer has no provider. */
  async function providerBack(
    tx: Database,
    order: store.OrderRow,
    amount: number,
    { actor, reason }: { actor: Actor; reason: string },
  ) {
    const kinds = (await store.payments(tx, siteId, [order.id])).map(({ kind }) => kind);
    if (kinds.some((kind) => refundWayOf(kind) !== "PROVIDER")) {
      throw new Refusal("WAY_NOT_OFFERED", "It was not paid by a provider that gives money back.", 409, {
        way: "PROVIDER",
      });
    }
    await settling.refundSum(tx, order, { amount, reason, actor });
  }
}

const byBooking = (a: Back, b: Back): number =>
  (a.line.bookingId ?? a.line.id) < (b.line.bookingId ?? b.line.id) ? -1 : 1;

const atOnce = 20;
/** A provider that does not take a refund is asked again so often, and then a person transfers it. */
const triesMax = 8;

/** Hands refunds to their providers. What a provider refuses stands on the list to pay out, with its reason. */
export const refundTask = (
  context: Context,
  { montonio, settling }: { montonio: Montonio; settling: Settling },
): BackgroundTask => ({
  name: "refunds: hand to providers",
  everyMs: 5000,
  takesTurns: true,
  async run() {
    const { db, siteId, now } = context;
    const due = await store.toSend(db, siteId, now(), atOnce);
    for (const refund of due) {
      const outcome = await ask(refund);
      await transact(context, async (tx) => {
        const order = await store.lock(tx, siteId, refund.orderId);
        const locked = await store.lockRefund(tx, siteId, refund.id);
        if (!order || !locked || (locked.state !== "REQUESTED" && locked.state !== "SENT")) return;
        await store.updateRefund(tx, locked, outcome);
        const facts = { refundId: refund.id, amount: refund.amount, failure: outcome.failure };
        const action = `order.refund.${outcome.state.toLowerCase()}`;
        if (outcome.state !== locked.state) {
          await settling.record(tx, order, { actor: { kind: "system", id: "refunds" }, action, after: facts });
        }
      });
    }
    return due.length === atOnce;

    async function ask(refund: store.RefundRow) {
      const at = now();
      const done = { state: "DONE" as const, doneDate: at, nextDate: null, failure: null };
      const manually = (failure: string) => ({ state: "TO_PAY_OUT" as const, nextDate: null, failure });
      const payment = (await store.payments(db, siteId, [refund.orderId])).find(({ id }) => id === refund.paymentId);
      if (payment?.kind === "DEMO_BANK") return done;
      if (payment?.kind !== "MONTONIO") return manually("There is no provider to ask.");
      try {
        const { amount, idempotencyKey: key, providerRef } = refund;
        const others = (await store.refunds(db, siteId, [refund.orderId])).filter(({ id }) => id !== refund.id);
        const known = others.flatMap((other) => other.providerRef ?? []);
        const asked = { amount, key, refundRef: providerRef, known };
        const { refundRef, status } = await montonio.refund(payment.reference, asked);
        if (status === "SUCCESSFUL") return { ...done, providerRef: refundRef };
        if (status === "REJECTED" || status === "CANCELED") return { ...manually(status), providerRef: refundRef };
        const nextDate = new Date(at.getTime() + 10 * minuteMs);
        return { state: "SENT" as const, providerRef: refundRef, nextDate, failure: null };
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error);
        const tries = refund.tries + 1;
        if (tries >= triesMax) return { ...manually(failure), tries };
        return { state: refund.state, tries, failure, nextDate: new Date(at.getTime() + 2 ** tries * minuteMs) };
      }
    }
  },
});
