import { type Database, newId } from "@uola/database";
import { type Actor, type Context, minuteMs, transact } from "@uola/kernel";
import { spread, sumOf } from "../../money/money.ts";
import type { Fulfilment } from "../fulfil.ts";
import * as store from "../order-store.ts";
import type { OrderWriting } from "../order-writing.ts";
import * as paymentStore from "../payment-store.ts";
import { refundCause } from "../refunds/refund-reasons.ts";
import { leftOf } from "../refunds/unused-value.ts";
import type { DisputeNews, RefundNews } from "./provider.ts";

type Parts = { writing: OrderWriting; fulfilment: Pick<Fulfilment, "credit"> };
export type ProviderRefunds = ReturnType<typeof createProviderRefunds>;
type MessageSource = { attemptId: string; eventKey: string; actor: Actor };
/** The stored order, payment and refunds that a message is about. */
type Found = { order: store.OrderRow; payment: paymentStore.PaymentRow; refunds: paymentStore.RefundRow[] };

/** How long after a message about a pending refund the provider is queried again. */
const askAgainMs = 10 * minuteMs;

/**
 * Handles amounts moved at a provider: refunds that we requested, refunds that a person made on the
 * provider's own pages, and disputes. Each refund is counted only once, even if several messages
 * report it.
 */
export function createProviderRefunds(context: Context, { writing: { record, write }, fulfilment: { credit } }: Parts) {
  const { db, siteId, now } = context;

  /** Runs a callback on the locked order of an attempt, once per message. */
  async function once(
    { attemptId, eventKey }: MessageSource,
    message: object,
    work: (tx: Database, order: store.OrderRow) => Promise<void>,
  ): Promise<void> {
    const first = await paymentStore.attempt(db, siteId, attemptId);
    if (!first) return;
    const { orderId, way } = first;
    await transact(context, async (tx) => {
      const order = await store.lock(tx, siteId, orderId);
      const row = { siteId, way, eventKey, attemptId, message, outcome: "DONE", receivedDate: now() };
      if (order && (await paymentStore.insertEvent(tx, row))) await work(tx, order);
    });
  }

  const paymentOf = async (tx: Database, order: store.OrderRow, attemptId: string) =>
    (await paymentStore.payments(tx, siteId, [order.id])).find((payment) => payment.attemptId === attemptId);

  /** Updates a stored refund: asks the provider about a pending one, and puts a failed one on the list of payouts. */
  async function follow(
    tx: Database,
    { order }: Found,
    refund: paymentStore.RefundRow,
    news: RefundNews,
    actor: Actor,
  ) {
    const about = { refundId: refund.id, amount: refund.amount };
    if (refund.state === "DONE") {
      // A refund that failed earlier may have been paid out by hand since then.
      if (news.state !== "REFUSED" || refund.failure !== null) return;
      const failure = news.failure ?? "refused";
      await paymentStore.updateRefund(tx, refund, { state: "TO_PAY_OUT", doneDate: null, failure });
      await record(tx, order, { actor, action: "order.refund.to_pay_out", after: { ...about, failure } });
    } else if (refund.state === "TO_PAY_OUT") {
      if (news.state !== "DONE") return;
      await completePayout(tx, order, refund, news, actor);
    } else {
      // The state is read from the provider instead of the message.
      const providerRef = refund.providerRef ?? news.refundRef;
      await paymentStore.updateRefund(tx, refund, { providerRef, nextDate: now() });
    }
  }

  /**
   * Completes a refund that was waiting for a manual payout and has now been made on the provider's
   * pages.
   */
  async function completePayout(
    tx: Database,
    order: store.OrderRow,
    refund: paymentStore.RefundRow,
    { refundRef: providerRef }: RefundNews,
    actor: Actor,
  ): Promise<void> {
    await paymentStore.updateRefund(tx, refund, { state: "DONE", doneDate: now(), providerRef, failure: null });
    await record(tx, order, { actor, action: "order.paidOut", after: { refundId: refund.id, amount: refund.amount } });
  }

  /** Adds a refund that was made at the provider: reduces what may still be refunded and issues a credit note. Bookings, vouchers and passes stay valid. */
  async function add(tx: Database, { order, payment, refunds }: Found, news: RefundNews, amount: number, actor: Actor) {
    const at = now();
    const own = refunds.filter((refund) => refund.paymentId === payment.id);
    const left = payment.voidedDate ? 0 : payment.amount - sumOf(own.map((refund) => refund.amount));
    const held = order.paid - order.refunded + (order.paidDate ? order.voucherPays : 0);
    const counted = Math.max(0, Math.min(amount, left, held));
    // The remaining amount completes refunds that were waiting for payment.
    let beyond = amount - counted;
    for (const waiting of own.filter((refund) => refund.state === "TO_PAY_OUT" || refund.state === "REQUESTED")) {
      if (waiting.amount > beyond) continue;
      beyond -= waiting.amount;
      await paymentStore.updateRefund(tx, waiting, { nextDate: null });
      await completePayout(tx, order, waiting, news, actor);
    }
    const why = refundCause(news.byBank ? "VOIDED" : "AT_PROVIDER", order.language, actor);
    const facts = { amount, counted, reference: news.refundRef, ...(beyond > 0 && { beyond }) };
    const audit = { actor, action: "order.refundedElsewhere", reason: why.reason, after: facts };
    if (counted === 0) return record(tx, order, audit);
    const lines = (await store.lines(tx, siteId, [order.id])).filter((line) => line.state === "DONE");
    const shares = spread(counted, lines.map(leftOf));
    const backs = lines.map((line, index) => ({ line, amount: shares[index] ?? 0 })).filter((back) => back.amount > 0);
    for (const { line, amount } of backs) await store.updateLine(tx, line, { refunded: line.refunded + amount });
    const creditNotes = order.paidDate ? await credit(tx, order, backs, why) : [];
    await paymentStore.insertRefund(tx, {
      siteId,
      id: newId(),
      orderId: order.id,
      paymentId: payment.id,
      way: "PROVIDER",
      amount: counted,
      reason: why.reason,
      reasonCode: why.reasonCode ?? null,
      idempotencyKey: newId(),
      createdDate: at,
      providerRef: news.refundRef,
      ...(news.state === "DONE"
        ? { state: "DONE", doneDate: at }
        : { state: "SENT", nextDate: new Date(at.getTime() + askAgainMs) }),
    });
    const after = await write(tx, order, { refunded: order.refunded + counted });
    const documentIds = creditNotes.map(({ id }) => id);
    await record(tx, after, { ...audit, slug: "refunded", mail: "refunded", documentIds });
  }

  return {
    /**
     * Handles a provider's message about a refund that was requested by us or made on the
     * provider's own pages.
     */
    noteRefund: (source: MessageSource, news: RefundNews): Promise<void> =>
      once(source, news.message, async (tx, order) => {
        const { actor } = source;
        const { refundRef, key, amount } = news;
        const payment = await paymentOf(tx, order, source.attemptId);
        const refunds = await paymentStore.refunds(tx, siteId, [order.id]);
        if (payment && news.byBank) await paymentStore.setDisputed(tx, payment, null);
        const known = refunds.find(
          (refund) =>
            refund.idempotencyKey === key || (refund.providerRef === refundRef && refund.paymentId === payment?.id),
        );
        const found = payment && { order, payment, refunds };
        if (found && known) return follow(tx, found, known, news, actor);
        // A failed refund that is not recorded here had no effect.
        if (news.state === "REFUSED") return;
        if (!found || amount === undefined) {
          // The payment is unknown or in another currency, so staff have to check it.
          return record(tx, order, {
            actor,
            action: "order.refundedElsewhere",
            after: { reference: refundRef, amount },
          });
        }
        // A refund requested by us whose response is pending or was lost.
        const asked = refunds.find(
          ({ paymentId, providerRef, amount: sum, state }) =>
            paymentId === payment.id && !providerRef && sum === amount && (state === "REQUESTED" || state === "SENT"),
        );
        if (asked && !news.byBank) return follow(tx, found, asked, news, actor);
        // Excludes payouts for other payments of the order, such as a bank transfer. Older payouts
        // do not contain a payment id.
        const waiting = refunds.find(
          (refund) =>
            refund.state === "TO_PAY_OUT" &&
            refund.amount === amount &&
            (refund.paymentId ?? payment.id) === payment.id,
        );
        if (waiting && news.state === "DONE") return completePayout(tx, order, waiting, news, actor);
        return add(tx, found, news, amount, actor);
      }),

    /**
     * Handles a dispute that the payer's bank has opened or decided. If the dispute is lost, the
     * payment is reversed.
     */
    noteDispute: (source: MessageSource, { step, amount, disputeRef, message }: DisputeNews): Promise<void> =>
      once(source, message, async (tx, order) => {
        const payment = await paymentOf(tx, order, source.attemptId);
        const isOpen = step === "opened" || step === "fundsTaken";
        if (payment) await paymentStore.setDisputed(tx, payment, isOpen ? (payment.disputedDate ?? now()) : null);
        const waiting = (await paymentStore.refunds(tx, siteId, [order.id])).filter(
          ({ state }) => state === "REQUESTED",
        );
        if (!isOpen) {
          for (const refund of waiting) await paymentStore.updateRefund(tx, refund, { nextDate: now() });
        }
        const after = { amount, reference: disputeRef };
        await record(tx, order, { actor: source.actor, action: `order.dispute.${step}`, after });
      }),
  };
}
