import type { BookingSales } from "@uola/booking";
import {
  type contract,
  hasPower,
  isPaidOnline,
  type OrderPaymentMethod,
  type PaymentAttempt,
  type PaymentProvider,
} from "@uola/contract";
import { newId } from "@uola/database";
import { type Context, dayMs, type Handlers, Refusal, transact, Violation } from "@uola/kernel";
import type { VoucherLedger } from "../vouchers/vouchers.ts";
import type { LineCancellation } from "./line-cancellation.ts";
import { orderUrl } from "./mail-facts.ts";
import type { OrderReading } from "./order-reading.ts";
import { dueOf, graceMs, isPayable, isUnderWay } from "./order-rules.ts";
import * as store from "./order-store.ts";
import type { OrderWriting } from "./order-writing.ts";
import type { Ways } from "./payment-methods.ts";
import { messageOf, type Providers } from "./payment-providers/provider.ts";
import { type ProviderUpdates, unlessRefused } from "./payment-providers/provider-updates.ts";
import * as paymentStore from "./payment-store.ts";
import type { Settings } from "./settings.ts";
import type { Settling } from "./settle.ts";

type Parts = {
  sales: BookingSales;
  ledger: VoucherLedger;
  settings: Settings;
  providers: Providers;
  providerUpdates: ProviderUpdates;
  ways: Ways;
  reading: OrderReading;
  writing: OrderWriting;
  lineCancellation: LineCancellation;
  settling: Settling;
};

/**
 * The number of checks by order pages that are forwarded to a provider, per order and minute. A
 * page polls twenty times a minute.
 */
const checkRateLimit = { per: 60, atMost: 30 };
/**
 * The maximum number of payment attempts at providers per order and day, so that nobody can hold
 * places or send requests to providers indefinitely.
 */
const attemptsInADay = 20;

/**
 * Handlers for payments of orders: attempts at providers, bank transfers, and payments at the front
 * desk. All payment results are handled by the same function.
 */
export function payments(
  context: Context,
  { sales, ledger, settings, providers, providerUpdates, ways, reading, writing, lineCancellation, settling }: Parts,
): Omit<Handlers<typeof contract.payments>, "importStatement" | "bankEntries" | "noteBankEntry" | "setBankEntryAside"> {
  const { db, siteId, now, accounts, demo, urls } = context;

  const notOpen = () => new Refusal("ORDER_NOT_OPEN", "The order does not wait for a payment.");
  const notOffered = (way: OrderPaymentMethod) =>
    new Refusal("WAY_NOT_OFFERED", `One cannot pay by ${way} for this now.`, 409, { way });
  const siteIn = (language: string) => `${urls.site}${language === "en" ? "/en" : ""}`;

  async function demoAttempt(attemptId: string) {
    const attempt = demo ? await paymentStore.attempt(db, siteId, attemptId) : undefined;
    const order = attempt?.way === "DEMO_BANK" ? await store.find(db, siteId, attempt.orderId) : undefined;
    if (!attempt || !order) throw new Refusal("ATTEMPT_NOT_FOUND", "The demo's bank has no such attempt.", 404);
    return { attempt, order };
  }

  /**
   * Returns the open attempts with other payment methods, to be canceled. Rejects when a bank is
   * still processing one: it has to finish first.
   */
  function endOthers(attempts: readonly paymentStore.AttemptRow[], way: OrderPaymentMethod): paymentStore.AttemptRow[] {
    const others = attempts.filter((attempt) => isUnderWay(attempt.state) && attempt.way !== way);
    if (others.some(({ state }) => state === "PENDING")) {
      throw new Refusal("PAYMENT_UNDER_WAY", "A bank is still working on an earlier payment.");
    }
    return others;
  }

  /**
   * Rejects with TOO_MANY_ATTEMPTS. The order is locked, so concurrent requests cannot exceed the
   * limit.
   */
  function refuseMany(attempts: readonly paymentStore.AttemptRow[], at: Date): void {
    const ofDay = attempts.filter(({ createdDate }) => createdDate.getTime() > at.getTime() - dayMs);
    if (ofDay.length < attemptsInADay) return;
    const max = attemptsInADay;
    throw new Refusal("TOO_MANY_ATTEMPTS", `An order has ${max} attempts in a day at most.`, 429, { max });
  }

  /** Returns an open attempt to continue, or a new one. */
  async function begin(orderId: string, way: Exclude<OrderPaymentMethod, "ZERO">) {
    return writing.onOrder(orderId, async (tx, waiting, known) => {
      if (!isPayable(waiting.state)) throw notOpen();
      const desk = { kind: "system", id: "payments: desk" } as const;
      const isFulfilled = waiting.state === "PART_PAID";
      // The first instalment is payable online only, as when the order was placed.
      if (waiting.later > 0 && !isFulfilled && !isPaidOnline(way)) throw notOffered(way);
      // If people pay at the front desk or by bank transfer, they are not charged for places
      // canceled while the order was waiting for an online payment.
      const leavesOut = !isPaidOnline(way) && !isFulfilled;
      const order = leavesOut ? await lineCancellation.leaveOutCalledOff(tx, waiting, { actor: desk, known }) : waiting;
      if (!isPayable(order.state)) return undefined;
      const at = now();
      const attempts = await paymentStore.attempts(tx, siteId, [orderId]);
      for (const other of endOthers(attempts, way)) {
        await paymentStore.updateAttempt(
          tx,
          other,
          { state: "CANCELED", pollDate: providerUpdates.closePoll(other, at) },
          at,
        );
      }
      const lines = await store.lines(tx, siteId, [orderId]);
      const amount = await reading.dueNow(order, tx);
      const starts = lines.flatMap(({ startDate }) => startDate ?? []);
      const due = dueOf(way, { at, starts: isFulfilled ? [] : starts });
      if (!due) throw notOffered(way);
      const dueDate = order.dueDate && order.dueDate > due ? order.dueDate : due;
      const until = new Date(dueDate.getTime() + graceMs);
      const bookingIds = lines.flatMap(({ bookingId }) => bookingId ?? []);
      if (!isFulfilled) await sales.extend(tx, bookingIds, until);
      if (way === "AT_DESK" && !isFulfilled) {
        for (const id of bookingIds) await sales.confirm(tx, id, known.get(id), { actor: desk, paid: null });
      }
      for (const { voucherId, reservationId } of await store.vouchers(tx, siteId, [orderId])) {
        await ledger.ofOrder.extend(tx, voucherId, reservationId, until);
      }
      if (order.way !== way || order.dueDate?.getTime() !== dueDate.getTime()) {
        await writing.write(tx, order, { way, ...(!isFulfilled && { dueDate }) });
      }
      if (way === "BANK_TRANSFER" || way === "AT_DESK") return undefined;
      const open = attempts.findLast((each) => each.way === way && (each.state === "OPEN" || each.state === "PENDING"));
      if (open && open.amount === amount && (!open.expiresDate || open.expiresDate > at)) return open;
      refuseMany(attempts, at);
      const id = newId();
      const isDemo = way === "DEMO_BANK";
      const row = {
        siteId,
        id,
        orderId,
        way,
        amount,
        createdDate: at,
        updatedDate: at,
        merchantRef: `${order.number}-${attempts.length + 1}`,
        expiresDate: dueDate,
        state: isDemo ? ("OPEN" as const) : ("CREATED" as const),
        ...(isDemo && { redirectUrl: `${siteIn(order.language)}/order/demo-bank/?attempt=${id}` }),
        pollDate: providerUpdates.nextPoll({ way, polls: 0, expiresDate: dueDate }, at),
      };
      await paymentStore.insertAttempt(tx, row);
      await writing.record(tx, order, {
        actor: { kind: "system", id: "payments" },
        action: "order.attempt",
        after: { way, amount: row.amount },
      });
      return paymentStore.attempt(tx, siteId, id);
    });
  }

  /** Opens the payment at its provider, outside any transaction. */
  async function open(attempt: paymentStore.AttemptRow, order: store.OrderRow, key: string, bank: string | null) {
    const { id: attemptId, merchantRef, amount } = attempt;
    const returnUrl = orderUrl(urls.site, order.language, key);
    const { number, language, buyer } = order;
    const { firstName, lastName, email } = buyer;
    const payment = { attemptId, merchantRef, number, amount, language, bank, returnUrl };
    try {
      const provider = providers[attempt.way as PaymentProvider];
      const opened = await provider.start({ ...payment, buyer: { firstName, lastName, email } });
      await transact(context, (tx) => paymentStore.updateAttempt(tx, attempt, { ...opened, state: "OPEN" }, now()));
      return opened.redirectUrl;
    } catch (error) {
      const failure = messageOf(error);
      await settling.applyProviderEvent({
        attemptId: attempt.id,
        state: "FAILED",
        key: `${attempt.id} not opened`,
        message: { failure },
        failure,
      });
      throw error;
    }
  }

  return {
    ways: async () => ({ ways: await ways.offered() }),

    async start({ key, way, bank }) {
      const order = await reading.byKey(key);
      if (!isPayable(order.state)) throw notOpen();
      if (!(await ways.isOffered(way))) {
        throw new Refusal("WAY_NOT_OFFERED", `One cannot pay by ${way} now.`, 409, { way });
      }
      const attempt = await begin(order.id, way);
      const redirectUrl = attempt && (attempt.redirectUrl ?? (await open(attempt, order, key, bank ?? null)));
      return { ...(await reading.answer(order.id)), redirectUrl: redirectUrl ?? null };
    },

    async check({ key, token }) {
      const order = await reading.byKey(key);
      const attempts = await paymentStore.attempts(db, siteId, [order.id]);
      // Anyone with the link may check as often as they like, but not every check results in a
      // provider request.
      const { per, atMost } = checkRateLimit;
      if ((await accounts.limits.count("payment checks", order.id, { per })) > atMost) return reading.answer(order.id);
      if (token) await providerUpdates.receiveFromBrowser(attempts, token);
      for (const attempt of await paymentStore.attempts(db, siteId, [order.id])) {
        if (isUnderWay(attempt.state)) await providerUpdates.ask(attempt).catch(unlessRefused);
      }
      return reading.answer(order.id);
    },

    async demoAttempt({ attemptId }) {
      const { attempt, order } = await demoAttempt(attemptId);
      return { attempt: toAttempt(attempt, order.number) };
    },

    async demoDecide({ attemptId, pay }) {
      const { attempt, order } = await demoAttempt(attemptId);
      await settling.applyProviderEvent({
        attemptId,
        state: pay ? "SUCCEEDED" : "CANCELED",
        amount: attempt.amount,
        reference: `demo ${attemptId}`,
        key: `${attemptId} ${pay ? "paid" : "refused"}`,
        message: { pay },
      });
      const returnUrl = orderUrl(urls.site, order.language, await reading.keyOf(order.id));
      return { attempt: toAttempt((await demoAttempt(attemptId)).attempt, order.number), returnUrl };
    },

    async receive({ orderId, kind, amount, requestId, receiptNumber, receivedDate }, { caller }) {
      if (kind === "BANK_TRANSFER" ? !hasPower("keepsBooks", caller) : caller.role === "accountant") {
        throw new Refusal("PERMISSION_DENIED", "Whoever keeps the books notes transfers, and the desk its money.", 403);
      }
      if (kind !== "BANK_TRANSFER" && !receiptNumber) {
        throw new Violation([{ field: "receiptNumber", description: "is required for cash and cards" }]);
      }
      const money = { kind, amount, reference: requestId, receiptNumber: receiptNumber ?? null };
      const done = await writing.onOrder(orderId, async (tx, order, known) => {
        const earlier = (await paymentStore.payments(tx, siteId, [orderId])).find(
          ({ reference }) => reference === requestId,
        );
        if (earlier && (earlier.kind !== kind || earlier.amount !== amount)) {
          throw new Refusal("ALREADY_EXISTS", "Another payment was noted with this requestId.", 409);
        }
        if (earlier) return true;
        if (kind !== "BANK_TRANSFER") {
          // The customer is present at the front desk, so a payment that would have to be refunded
          // is not accepted.
          if ((order.paidDate && order.state !== "PART_PAID") || order.state === "CANCELED") throw notOpen();
          const left = await reading.dueNow(order, tx);
          const isAll = order.state === "PART_PAID" && amount === order.later;
          if (amount !== left && !isAll)
            throw new Refusal("AMOUNT_DIFFERS", `There are ${left} cents to pay.`, 409, { left });
        }
        const at = receivedDate ?? now();
        await settling.receive(tx, order, { ...money, receivedDate: at }, { known, actor: caller });
        return true;
      });
      if (!done) throw reading.notFound();
      return reading.answerTo(caller, orderId);
    },

    settings: async () => ({ settings: await settings.read() }),

    async updateSettings({ settings: changed, revision }, { caller }) {
      const updated = await settings.update(changed, revision, caller);
      for (const provider of Object.values(providers)) provider.forget?.();
      return { settings: updated };
    },

    testConnection: ({ provider }) => providers[provider].test(),
  };
}

const toAttempt = (
  { id, orderId, way, amount, state, expiresDate, createdDate }: paymentStore.AttemptRow,
  orderNumber: string,
): PaymentAttempt => ({ id, orderId, orderNumber, way, amount, state, expiresDate, createdDate });
