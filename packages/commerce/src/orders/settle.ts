import { type BookingSales, dateOf } from "@uola/booking";
import type { AttemptState, CartVoucher, PaidBy, PaymentKind, PaymentWay, TaxClass } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Actor, type AuditedChange, type Context, Refusal, recordChange, transact } from "@uola/kernel";
import type { CouponPerson, OrderCoupons } from "../coupons/coupons.ts";
import type { Documents, RequestedLine } from "../documents/documents.ts";
import { sumOf } from "../money/money.ts";
import { taxOf } from "../vat/vat.ts";
import { type VoucherLedger, yearAfter } from "../vouchers/vouchers.ts";
import { timeZone } from "./cart-store.ts";
import { mayFollow, refundWayOf, stateOf } from "./order-rules.ts";
import * as store from "./order-store.ts";

/** The order for a mail about an order: what happened to it. */
export type OrderMail = {
  template: "order";
  about: "placed" | "paid" | "ended" | "refunded";
  orderId: string;
  language: string;
};

/** What a provider says of an attempt, however it came: a message, the page after the bank, the poller, the desk. */
export type ProviderEvent = {
  attemptId: string;
  state: AttemptState;
  /** In cents, with SUCCEEDED. */
  amount?: number;
  /** The provider's name for the payment. */
  reference?: string;
  /** The same message has the same key. */
  key: string;
  message: object;
  failure?: string;
};

/** Money that came in, from wherever. The kind and reference are known once. */
type Money = {
  kind: PaymentKind;
  amount: number;
  reference: string;
  attemptId?: string;
  receiptNumber?: string | null;
  receivedDate: Date;
};

export type Known = Awaited<ReturnType<BookingSales["lookUp"]>>;
export type Settling = ReturnType<typeof createSettling>;

type Parts = { sales: BookingSales; coupons: OrderCoupons; ledger: VoucherLedger; documents: Documents };

/**
 * The one place that decides what money does to an order. The order is locked first; then bookings, coupons, vouchers and the
 * series of documents. Whatever is told twice, late or in another order has one effect.
 */
export function createSettling(context: Context, { sales, coupons, ledger, documents }: Parts) {
  const { db, siteId, now } = context;
  const system = (id: string): Actor => ({ kind: "system", id });

  /** The bookings of an order, looked up before the transaction that confirms them. */
  async function lookUp(orderId: string): Promise<Known> {
    const lines = await store.lines(db, siteId, [orderId]);
    return sales.lookUp(lines.flatMap(({ bookingId }) => bookingId ?? []));
  }

  const record = (
    tx: Database,
    order: store.OrderRow,
    { mail, ...audit }: AuditedChange["audit"] & { slug?: string; mail?: OrderMail["about"] },
  ) => {
    const { slug, ...entry } = audit;
    const payload: OrderMail | undefined = mail && {
      ...{ template: "order", about: mail, orderId: order.id, language: order.language },
    };
    const { id: orderId, number, state, paid, refunded } = order;
    return recordChange(tx, {
      ...{ siteId, at: now(), entity: "order", entityId: order.id, audit: entry },
      ...(slug && { event: { slug, sequence: order.revision, body: { orderId, number, state, paid, refunded } } }),
      outbox: payload ? [{ kind: "mail", payload }] : [],
    });
  };

  /** Writes the sums of an order, and the state that follows from them. */
  function write(
    tx: Database,
    order: store.OrderRow,
    set: Partial<Pick<store.OrderRow, "paid" | "refunded" | "paidDate" | "dueDate" | "way">>,
    ended: "EXPIRED" | "CANCELED" | null = order.state === "EXPIRED" || order.state === "CANCELED" ? order.state : null,
  ) {
    const next = { ...order, ...set };
    const { paidDate, paid, refunded, voucherPays, gross, discount } = next;
    const received = paid + (paidDate ? voucherPays : 0);
    const state = stateOf({ paidDate, total: gross - discount, received, refunded, ended });
    return store.update(tx, order, { ...set, state }, now());
  }

  /** Notes that money goes back, and where it came from decides how. */
  async function giveBack(
    tx: Database,
    order: store.OrderRow,
    { payment, amount, reason }: { payment: store.PaymentRow; amount: number; reason: string },
  ): Promise<void> {
    const way = refundWayOf(payment.kind);
    const at = now();
    await store.insertRefund(tx, {
      ...{ siteId, id: newId(), orderId: order.id, paymentId: payment.id, way, amount, reason },
      ...{ state: way === "PROVIDER" ? "REQUESTED" : "TO_PAY_OUT", idempotencyKey: newId(), createdDate: at },
      ...(way === "PROVIDER" ? { nextDate: at } : { receiverName: nameOf(order) }),
    });
  }

  /** The sum goes back the way it came: to the money first, the last payment first, and then onto the vouchers that paid. */
  async function refundSum(
    tx: Database,
    order: store.OrderRow,
    { amount, reason, actor }: { amount: number; reason: string; actor: Actor },
  ): Promise<void> {
    let left = amount;
    for (const { payment, free } of await freePayments(tx, order)) {
      const part = Math.min(left, free);
      if (part > 0) await giveBack(tx, order, { payment, amount: part, reason });
      left -= part;
    }
    for (const used of await store.vouchers(tx, siteId, [order.id])) {
      const part = Math.min(left, used.amount - used.givenBack);
      if (used.state !== "REDEEMED" || part === 0) continue;
      await ledger.ofOrder.giveBack(tx, used.voucherId, { amount: part, reason, actor });
      await store.updateVoucher(tx, used, { givenBack: used.givenBack + part });
      await store.insertRefund(tx, {
        ...{ siteId, id: newId(), orderId: order.id, way: "VOUCHER", state: "DONE", amount: part, reason },
        ...{ voucherId: used.voucherId, idempotencyKey: newId(), createdDate: now(), doneDate: now() },
      });
      left -= part;
    }
    if (left > 0) throw new Error(`${left} cents more would go back than came in for order ${order.number}.`);
  }

  /** The payments of an order that hold, the last first, with what has not gone back of each. */
  async function freePayments(tx: Database, order: store.OrderRow) {
    const [payments, refunds] = [
      await store.payments(tx, siteId, [order.id]),
      await store.refunds(tx, siteId, [order.id]),
    ];
    return payments
      .filter(({ voidedDate }) => !voidedDate)
      .toReversed()
      .map((payment) => ({
        payment,
        free: payment.amount - sumOf(refunds.filter((one) => one.paymentId === payment.id).map((one) => one.amount)),
      }));
  }

  /**
   * Gives what was bought: places, vouchers, documents. `late`: the order had ended, and what it kept was free again. Returns
   * the order as it is then.
   */
  async function fulfil(
    tx: Database,
    order: store.OrderRow,
    { known, actor, late, kind }: { known: Known; actor: Actor; late: boolean; kind: PaymentKind },
  ): Promise<store.OrderRow> {
    const at = now();
    const lines = await store.lines(tx, siteId, [order.id]);
    const state = late ? "CANCELED" : "WAITING";
    const open = lines.filter((line) => line.state === state);
    const done: store.LineRow[] = [];
    const failed: store.LineRow[] = lines.filter((line) => line.state === "NOT_DONE");
    const isPaid = await usesAgain(tx, order, lines, { actor, late });
    for (const line of byPlaces(open, known)) {
      const isDone = isPaid && (await give(tx, order, line, { known, actor, late }));
      (isDone ? done : failed).push(line);
    }
    for (const line of failed) await store.updateLine(tx, line, { state: "NOT_DONE", refunded: totalOf(line) });
    const day = dateOf(at, await timeZone(tx, siteId));
    const sold = done.toSorted((a, b) => a.position - b.position).filter((line) => totalOf(line) > 0);
    if (sold.length > 0) {
      await documents.issue(
        tx,
        {
          ...{ kind: "INVOICE", orderId: order.id, orderNumber: order.number, language: order.language },
          ...{ buyer: buyerOf(order), paid: { method: paidBy[kind], date: day } },
          lines: await Promise.all(sold.map((line) => documentLine(tx, line))),
        },
        actor,
      );
    }
    if (failed.length === 0) {
      const after = await write(tx, order, { paidDate: at, dueDate: null });
      await record(tx, after, { actor, action: "order.pay", after: facts(after), slug: "paid", mail: "paid" });
      return after;
    }
    // What could not be given was never a sale: it is no part of the invoice, and what was paid for it goes back at once.
    const back = isPaid ? sumOf(failed.map(totalOf)) : order.paid - order.refunded;
    const reason = order.language === "en" ? "could not be given any more" : "nebegalėjome suteikti";
    await refundSum(tx, order, { amount: back, reason, actor });
    if (done.length === 0 && !late) await coupons.release(tx, order.id, actor);
    const ended = late ? undefined : "CANCELED";
    const set = { refunded: order.refunded + back, dueDate: null, ...(done.length > 0 && { paidDate: at }) };
    const after = await write(tx, order, set, ended);
    const given = { actor, action: "order.refund", after: { amount: back, lines: failed.map(({ name }) => name) } };
    await record(tx, after, { ...given, slug: "refunded", mail: "refunded" });
    if (done.length === 0) return after;
    const later = await write(tx, after, {});
    await record(tx, later, { actor, action: "order.pay", after: facts(later), slug: "paid", mail: "paid" });
    return later;
  }

  /** Takes what coupons and vouchers pay. Of a late order they were free meanwhile: false when they do not pay any more. */
  async function usesAgain(
    tx: Database,
    order: store.OrderRow,
    lines: readonly store.LineRow[],
    { actor, late }: { actor: Actor; late: boolean },
  ): Promise<boolean> {
    if (late && order.discount > 0 && !(await reuseCoupons(tx, order, lines, actor))) return false;
    for (const used of await store.vouchers(tx, siteId, [order.id])) {
      if (late && !(await isStillWorth(tx, used))) return false;
    }
    for (const used of await store.vouchers(tx, siteId, [order.id])) {
      const { voucherId, reservationId, amount } = used;
      await ledger.ofOrder.redeem(tx, voucherId, {
        ...{ amount, reservationId, requestId: reservationId, about: order.number, actor },
      });
      await store.updateVoucher(tx, used, { state: "REDEEMED" });
    }
    return true;
  }

  const isStillWorth = async (tx: Database, { voucherId, amount }: store.VoucherRow): Promise<boolean> =>
    (await ledger.ofOrder.worth(tx, voucherId)) >= amount;

  async function reuseCoupons(
    tx: Database,
    order: store.OrderRow,
    lines: readonly store.LineRow[],
    actor: Actor,
  ): Promise<boolean> {
    for (const { code, couponId, price, discount, firstBooking, serviceId } of await coupons.released(tx, order.id)) {
      const person = personOf(order);
      const use = { code, couponId, orderId: order.id, price, discount, firstBooking, serviceId, person, actor };
      if (await coupons.use(tx, use)) return false;
    }
    return lines.length > 0;
  }

  /** Gives one line. False when it cannot be given any more. */
  async function give(
    tx: Database,
    order: store.OrderRow,
    line: store.LineRow,
    { known, actor, late }: { known: Known; actor: Actor; late: boolean },
  ): Promise<boolean> {
    if (line.bookingId) {
      if (!(await sales.confirm(tx, line.bookingId, known.get(line.bookingId), { actor, late }))) return false;
      await store.updateLine(tx, line, { state: "DONE" });
      return true;
    }
    const voucherId = line.kind === "VOUCHER" ? await issueVoucher(tx, order, line, actor) : undefined;
    await store.updateLine(tx, line, { state: "DONE", ...(voucherId && { voucherId }) });
    return true;
  }

  async function issueVoucher(tx: Database, order: store.OrderRow, line: store.LineRow, actor: Actor) {
    const detail = line.detail as CartVoucher;
    const at = now();
    const day = dateOf(at, await timeZone(tx, siteId));
    const sendDate = detail.sendDate ? new Date(detail.sendDate) : at;
    const isSingle = line.taxClass !== "OUT_OF_SCOPE";
    const [issued] = await ledger.issue(
      tx,
      [
        {
          ...{ id: newId(), face: detail.face, serviceId: null, serviceName: null, validUntil: yearAfter(day) },
          ...{ vatType: isSingle ? "SINGLE" : "MULTI", vatRate: isSingle ? taxOf(line.taxClass, day).rate : null },
          ...{ design: detail.design, language: detail.language, greeting: detail.greeting ?? "" },
          recipientName: detail.recipientName ?? "",
          giverName: detail.giverName ?? "",
          // Without an address of somebody else the buyer gets it, to print or to pass on.
          recipientEmail: detail.recipientEmail ?? order.buyer.email,
          sendDate: sendDate > at ? sendDate : at,
          payment: { method: "TRANSFER" },
          createdDate: at,
        },
      ],
      actor,
    );
    return issued?.id;
  }

  async function documentLine(tx: Database, line: store.LineRow): Promise<RequestedLine> {
    const zone = await timeZone(tx, siteId);
    const { id: lineId, name, quantity, unitPrice, gross, discount, taxClass, startDate, endDate } = line;
    const isEven = unitPrice !== null && unitPrice * quantity === gross;
    const serviceDate = startDate ? dateOf(startDate, zone) : undefined;
    const last = endDate ? dateOf(endDate, zone) : undefined;
    return {
      ...{ lineId, name, taxClass: taxClass as TaxClass, discount, gross: gross - discount },
      ...(isEven ? { quantity, unitGross: unitPrice } : { quantity: 1, unitGross: gross }),
      ...(serviceDate && { serviceDate }),
      ...(last && last !== serviceDate && { serviceUntil: last }),
    };
  }

  /**
   * Money came in for a locked order: it is paid with it, or the money goes back. The same money told again does nothing.
   */
  async function receive(
    tx: Database,
    order: store.OrderRow,
    money: Money,
    { known, actor }: { known: Known; actor: Actor },
  ): Promise<store.OrderRow> {
    const { kind, amount, reference, attemptId = null, receiptNumber = null, receivedDate } = money;
    const payment = { siteId, id: newId(), orderId: order.id, attemptId, kind, amount, reference, receiptNumber };
    const isNew = await store.insertPayment(tx, { ...payment, receivedDate, createdDate: now() });
    if (!isNew) return order;
    const audit = { actor, action: "order.receive", after: { kind, amount, reference, receiptNumber } };
    let after = await write(tx, order, { paid: order.paid + amount });
    await record(tx, after, audit);
    // What is more than an order costs goes back first, whether it is the second payment or one that was too large.
    const isOpen = order.state === "AWAITING_PAYMENT";
    const owed = order.paidDate ? order.paid - order.refunded : order.toPay;
    const enough = order.paidDate !== null || after.paid - after.refunded >= owed;
    const surplus = enough ? after.paid - after.refunded - owed : isOpen ? 0 : amount;
    if (surplus > 0) after = await surplusBack(tx, after, surplus, actor);
    return order.paidDate || !enough ? after : fulfil(tx, after, { known, actor, late: !isOpen, kind });
  }

  async function surplusBack(tx: Database, order: store.OrderRow, amount: number, actor: Actor) {
    const reason = order.language === "en" ? "paid more than once" : "sumokėta daugiau nei reikėjo";
    await refundSum(tx, order, { amount, reason, actor });
    const after = await write(tx, order, { refunded: order.refunded + amount });
    const audit = { actor, action: "order.refundSurplus", after: { amount }, slug: "refunded" };
    await record(tx, after, { ...audit, mail: "refunded" });
    return after;
  }

  /** Frees what an unpaid order keeps: places, uses of coupons, amounts of vouchers. */
  async function end(
    tx: Database,
    order: store.OrderRow,
    ended: "EXPIRED" | "CANCELED",
    { actor, reason }: { actor: Actor; reason?: string | undefined },
  ): Promise<store.OrderRow> {
    const lines = await store.lines(tx, siteId, [order.id]);
    for (const line of byId(lines)) {
      // What its person has called off does not come back with late money.
      const isFreed = !line.bookingId || (await sales.giveUp(tx, line.bookingId, actor));
      await store.updateLine(tx, line, { state: isFreed ? "CANCELED" : "NOT_DONE" });
    }
    await coupons.release(tx, order.id, actor);
    for (const used of await store.vouchers(tx, siteId, [order.id])) {
      await ledger.ofOrder.release(tx, used.voucherId, used.reservationId, actor);
      await store.updateVoucher(tx, used, { state: "RELEASED" });
    }
    let after = await write(tx, order, { dueDate: null }, ended);
    const action = ended === "EXPIRED" ? "order.expire" : "order.cancel";
    await record(tx, after, { actor, action, reason, slug: ended.toLowerCase(), mail: "ended" });
    // A part that was paid goes back.
    if (after.paid > after.refunded) after = await surplusBack(tx, after, after.paid - after.refunded, actor);
    return after;
  }

  /**
   * A bank takes its word back: the money never came. What was given for it ends, with a credit note. Where some of it went
   * back already, somebody has to look at it.
   */
  async function takeBack(tx: Database, order: store.OrderRow, attemptId: string, actor: Actor): Promise<void> {
    const payment = (await store.payments(tx, siteId, [order.id])).find((each) => each.attemptId === attemptId);
    if (!payment || order.refunded > 0) {
      return record(tx, order, { actor, action: "order.voidedAfterRefund", after: { amount: payment?.amount } });
    }
    await store.voidPayment(tx, payment, now());
    const paid = order.paid - payment.amount;
    const facts = { amount: payment.amount, reference: payment.reference };
    if (!order.paidDate || paid >= order.toPay) {
      const after = await write(tx, order, { paid });
      return record(tx, after, { actor, action: "order.void", after: facts });
    }
    const reason = order.language === "en" ? "the bank revoked the payment" : "bankas atšaukė mokėjimą";
    const lines = (await store.lines(tx, siteId, [order.id])).filter((line) => line.state === "DONE");
    for (const line of byId(lines)) {
      if (line.bookingId) await sales.cancel(tx, line.bookingId, { actor, reason, whole: true });
      // What was taken from a voucher meanwhile is lost; what is left on it is not.
      if (line.voucherId) await ledger.ofOrder.refund(tx, line.voucherId, { actor, reason }).catch(unlessRefused);
      await store.updateLine(tx, line, { state: "CANCELED" });
    }
    for (const used of await store.vouchers(tx, siteId, [order.id])) {
      await ledger.ofOrder.giveBack(tx, used.voucherId, { amount: used.amount, reason, actor });
      await store.updateVoucher(tx, used, { state: "RELEASED" });
    }
    await coupons.release(tx, order.id, actor);
    const invoice = await documents.invoiceOf(tx, order.id);
    const sold = lines.filter((line) => totalOf(line) > 0);
    if (invoice && sold.length > 0) {
      const { id: orderId, number: orderNumber, language } = order;
      const credited = await Promise.all(sold.map((line) => documentLine(tx, line)));
      const request = { orderId, orderNumber, language, buyer: buyerOf(order), refersTo: invoice.id, reason };
      await documents.issue(tx, { ...request, kind: "CREDIT", lines: credited }, actor);
    }
    const after = await write(tx, order, { paid, paidDate: null }, "CANCELED");
    await record(tx, after, { actor, action: "order.void", after: facts, slug: "canceled", mail: "ended" });
  }

  return {
    lookUp,
    record,
    write,
    receive,
    fulfil,
    end,
    refundSum,
    documentLine,

    /** Runs work on a locked order with its bookings looked up. Undefined when there is none. */
    onOrder: <Result>(
      orderId: string,
      work: (tx: Database, order: store.OrderRow, known: Known) => Promise<Result>,
    ): Promise<Result | undefined> =>
      transact(context, { publish: "availability", lookUp: () => lookUp(orderId) }, async (tx, known) => {
        const order = await store.lock(tx, siteId, orderId);
        return order ? work(tx, order, known) : undefined;
      }),

    /** What a provider says of an attempt. Everything that hears of one calls this. */
    async applyProviderEvent(event: ProviderEvent): Promise<"DONE" | "KNOWN" | "IGNORED" | "WRONG_AMOUNT" | "UNKNOWN"> {
      const { attemptId, state, amount, reference, key, message, failure } = event;
      const first = await store.attempt(db, siteId, attemptId);
      if (!first) return "UNKNOWN";
      const orderId = first.orderId;
      return transact(context, { publish: "availability", lookUp: () => lookUp(orderId) }, async (tx, known) => {
        const order = await store.lock(tx, siteId, orderId);
        const attempt = await store.attempt(tx, siteId, attemptId);
        if (!order || !attempt) return "UNKNOWN";
        const isWrong = state === "SUCCEEDED" && amount !== attempt.amount;
        const may = mayFollow(attempt.state, state);
        const outcome = isWrong ? "WRONG_AMOUNT" : may ? "DONE" : "IGNORED";
        const row = { siteId, way: attempt.way, eventKey: key, attemptId, message, outcome, receivedDate: now() };
        if (!(await store.insertEvent(tx, row))) return "KNOWN";
        const actor = system(`payments: ${wayNames[attempt.way]}`);
        if (isWrong) {
          // Somebody has to look at it: nothing is given for another sum than was asked.
          await record(tx, order, {
            actor,
            action: "order.wrongAmount",
            after: { asked: attempt.amount, amount, reference },
          });
          await store.updateAttempt(tx, attempt, { failure: `paid ${amount} instead of ${attempt.amount}` }, now());
          return outcome;
        }
        if (!may) return outcome;
        const isOver = state === "SUCCEEDED" || state === "VOIDED";
        const set = { state, failure: failure ?? null, ...(isOver && { pollDate: null }) };
        await store.updateAttempt(tx, attempt, set, now());
        if (state === "SUCCEEDED") {
          const kind = attempt.way as PaymentKind;
          const money = { kind, amount: attempt.amount, reference: reference ?? attemptId, attemptId };
          await receive(tx, order, { ...money, receivedDate: now() }, { known, actor });
        } else if (state === "VOIDED") {
          await takeBack(tx, order, attemptId, actor);
        } else {
          await record(tx, order, { actor, action: `order.attempt.${state.toLowerCase()}`, after: { failure } });
        }
        return outcome;
      });
    },

    /** Ends orders whose time is over. */
    async expireDue(limit: number): Promise<boolean> {
      const due = await store.overdue(db, siteId, now(), limit);
      for (const id of due) {
        await transact(context, { publish: "availability" }, async (tx) => {
          const order = await store.lock(tx, siteId, id);
          if (order?.state !== "AWAITING_PAYMENT" || !order.dueDate || order.dueDate > now()) return;
          await end(tx, order, "EXPIRED", { actor: system("orders: expire") });
        });
      }
      return due.length === limit;
    },
  };
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

const totalOf = ({ gross, discount }: store.LineRow): number => gross - discount;
const byId = (lines: readonly store.LineRow[]) =>
  lines.toSorted((a, b) => ((a.bookingId ?? a.id) < (b.bookingId ?? b.id) ? -1 : 1));

/** Counters are locked in the order of their ids, so that two orders for the same sessions wait for each other. */
const byPlaces = (lines: readonly store.LineRow[], known: Known) => {
  const placesOf = ({ bookingId }: store.LineRow) => (bookingId ? (known.get(bookingId)?.placesId ?? "") : "");
  return lines.toSorted((a, b) => (placesOf(a) < placesOf(b) ? -1 : 1));
};

export const nameOf = ({ buyer, company }: Pick<store.OrderRow, "buyer" | "company">): string =>
  company?.name ?? [buyer.firstName, buyer.lastName].filter(Boolean).join(" ");

export const buyerOf = ({ buyer, company }: store.OrderRow) => ({
  name: [buyer.firstName, buyer.lastName].filter(Boolean).join(" "),
  email: buyer.email,
  ...(company && { company }),
});

/** Coupons know a person by the address and the digits of the phone number. */
export const personOf = ({ buyer: { email, phone } }: Pick<store.OrderRow, "buyer">): CouponPerson => ({
  email: email.toLowerCase(),
  phone: phone?.replace(/\D/g, "") || null,
});

const facts = ({ number, state, paid, voucherPays, refunded }: store.OrderRow) => ({
  ...{ number, state, paid, voucherPays, refunded },
});

const paidBy: Record<PaymentKind, PaidBy> = {
  ...{ DEMO_BANK: "BANK_LINK", MONTONIO: "BANK_LINK", BANK_TRANSFER: "TRANSFER" },
  ...{ CASH: "CASH", CARD: "TERMINAL", ZERO: "VOUCHER" },
};

const wayNames: Record<PaymentWay, string> = {
  ...{ DEMO_BANK: "demo bank", MONTONIO: "Montonio", BANK_TRANSFER: "transfer", AT_DESK: "desk", ZERO: "zero" },
};
