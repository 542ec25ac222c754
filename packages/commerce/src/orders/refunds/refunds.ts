import type { contract, Input, PaymentProvider, RefundQuoteLine } from "@uola/contract";
import { normalizeIban } from "@uola/contract/iban";
import type { Database } from "@uola/database";
import {
  type BackgroundTask,
  type Context,
  type Handlers,
  hourMs,
  minuteMs,
  Refusal,
  refuseStaleRevision,
  transact,
  Violation,
  workOnEach,
} from "@uola/kernel";
import { sumOf } from "../../money/money.ts";
import { type OrderReading, toRefund } from "../order-reading.ts";
import { refundRoutes } from "../order-rules.ts";
import * as store from "../order-store.ts";
import type { OrderWriting } from "../order-writing.ts";
import { messageOf, type Providers } from "../payment-providers/provider.ts";
import * as paymentStore from "../payment-store.ts";
import type { Settings } from "../settings.ts";
import type { LineRefund, LineRefunds, RefundInstruction } from "./line-refunds.ts";
import type { RefundQuotes } from "./refund-quotes.ts";
import { type RefundCause, refundCause } from "./refund-reasons.ts";
import { leftOf, type UnusedValues } from "./unused-value.ts";

type Parts = {
  quotes: RefundQuotes;
  unusedValue: UnusedValues;
  settings: Settings;
  reading: OrderReading;
  writing: OrderWriting;
  lineRefunds: LineRefunds;
};
type Asked = Input<typeof contract.orders.refund>;
/** The refund of each line, and the amount by which the total exceeds the unused value. */
type Chosen = { backs: LineRefund[]; moreThanUnused: number };
/** The indexes of the people who leave a line, with the order revision to which the indexes refer. */
type Leaving = { out: readonly number[]; revision: number };
type Decided = Pick<Asked, "orderId" | "lines"> & RefundInstruction & { revision?: string };

/** Refunds decided by a person. The rules are in docs/rules/refunds.md. */
export function refunds(
  context: Context,
  { quotes, unusedValue, settings, reading, writing, lineRefunds }: Parts,
): Pick<
  Handlers<typeof contract.orders>,
  "quoteRefund" | "quoteRefundByKey" | "refund" | "refundByKey" | "payouts" | "markPaidOut"
> {
  const { db, siteId, now } = context;

  const changed = (amount: number) => new Refusal("TOTAL_CHANGED", `${amount} come back by now.`, 409, { amount });

  /**
   * Returns the amount to refund for each line: the amount chosen by a person, otherwise the quoted
   * amount, otherwise the unused value. Rejects with NOT_REFUNDABLE, MORE_THAN_PAID or
   * TOTAL_CHANGED.
   */
  async function chosen(tx: Database, lines: readonly store.LineRow[], asked: Asked["lines"]): Promise<Chosen> {
    const wanting = new Map(asked.map((line) => [line.lineId, line]));
    if (wanting.size < asked.length) throw new Violation([{ field: "lines", description: "each line once" }]);
    const backs: LineRefund[] = [];
    let moreThanUnused = 0;
    for (const [lineId, { amount: decided, expectedAmount }] of wanting) {
      const line = lines.find(({ id }) => id === lineId);
      if (line?.state !== "DONE")
        throw new Refusal("NOT_REFUNDABLE", `Nothing can go back for ${lineId}.`, 409, { lineId });
      const left = leftOf(line);
      const unused = await unusedValue(tx, line);
      const amount = decided ?? expectedAmount ?? unused;
      if (amount > left)
        throw new Refusal("MORE_THAN_PAID", `${left} cents are left of ${line.name}.`, 409, { lineId, left });
      if (decided == null && amount > unused) throw changed(unused);
      if (decided == null && expectedAmount == null && unused === 0 && left > 0) {
        throw new Refusal("NOT_REFUNDABLE", `${line.name} was used.`, 409, { lineId, problem: "USED" });
      }
      backs.push({ line, amount, decided: decided != null });
      moreThanUnused += Math.max(0, amount - unused);
    }
    return { backs, moreThanUnused };
  }

  /** Rejects with TOTAL_CHANGED when the quoted amounts differ from those shown to the caller. */
  async function refuseChangedQuotes(order: store.OrderRow, asked: Asked["lines"]): Promise<void> {
    if (asked.every(({ expectedAmount }) => expectedAmount == null)) return;
    const { lines } = await quotes.ofOrder(order);
    for (const { lineId, expectedAmount } of asked) {
      const { amount = 0 } = lines.find((line) => line.lineId === lineId) ?? {};
      if (expectedAmount != null && expectedAmount !== amount) throw changed(amount);
    }
  }

  /**
   * Returns the leaving participants of a line and their equal shares of its price. Undefined when
   * all of them leave.
   */
  function leavingOf(quoted: readonly RefundQuoteLine[], bought: readonly store.LineRow[], participants: number[]) {
    const [[line, ...others], [quote]] = [bought, quoted];
    const places = [...new Set(participants)];
    const isOne = line?.kind === "BOOKING" && others.length === 0 && places.every((place) => place < line.quantity);
    if (!isOne || line.later > 0 || !quote || line.unitPrice === null || quote.fee > 0 || quote.problem) {
      throw new Refusal("NOT_REFUNDABLE", "These people cannot leave by themselves.", 409, { lineId: line?.id ?? "" });
    }
    if (places.length === line.quantity) return undefined;
    const even = Math.floor(quote.price / line.quantity);
    const more = quote.price - even * line.quantity;
    return { places, amount: sumOf(places.map((place) => even + (place < more ? 1 : 0))) };
  }

  /** Makes the decided refunds in one transaction. */
  async function makeRefunds(
    { orderId, revision, lines: asked, ...by }: Decided,
    why: RefundCause,
    { leaving }: { leaving?: Leaving | undefined } = {},
  ) {
    const { creditBonusPercent } = await settings.read();
    const done = await writing.onOrder(orderId, async (tx, order) => {
      if (revision !== undefined) refuseStaleRevision(order, revision);
      // The participants of a line are renumbered after one of them has left, so the numbers of an
      // older revision are invalid.
      if (leaving && leaving.revision !== order.revision) throw changed(0);
      const { backs, moreThanUnused } = await chosen(tx, await store.lines(tx, siteId, [orderId]), asked);
      const leave = leaving ? { out: leaving.out } : {};
      await lineRefunds.refund(
        tx,
        order,
        backs.map((back) => ({ ...back, ...leave })),
        { ...by, bonusPercent: creditBonusPercent },
        why,
        // If a refund exceeds the unused value, the difference is recorded with the reason.
        moreThanUnused > 0 ? { facts: { moreThanUnused } } : {},
      );
      return true;
    });
    if (!done) throw reading.notFound();
    return reading.answer(orderId);
  }

  /**
   * Returns whether the buyer may choose the account for a refund. That is not possible if part of
   * the payment was made through a provider or with a voucher.
   */
  async function mayNameAccount(order: store.OrderRow, amount: number): Promise<boolean> {
    const parts = await writing.partsOf(db, order, amount);
    return parts.every((part) => part.way !== "VOUCHER" && refundRoutes[part.payment.kind].buyerNamesAccount);
  }

  return {
    quoteRefund: async ({ orderId }) => quotes.ofOrder(await reading.read(orderId)),
    quoteRefundByKey: async ({ key }) => quotes.ofOrder(await reading.byKey(key), { byBuyer: true }),

    async refund(asked, { caller }) {
      if (asked.way === "DESK" && !asked.receiptNumber) {
        throw new Violation([{ field: "receiptNumber", description: "is required for money from the till" }]);
      }
      const order = await reading.read(asked.orderId);
      // A request with an older revision of the order is rejected because of the revision before
      // quotes are compared.
      if (String(order.revision) === asked.revision) await refuseChangedQuotes(order, asked.lines);
      return makeRefunds(asked, { actor: caller, reason: asked.reason });
    },

    async refundByKey({ key, lineIds, participants, expectedAmount, way, iban }) {
      const order = await reading.byKey(key);
      const { id: orderId, language, voucherPays } = order;
      const quoted = (await quotes.ofOrder(order, { byBuyer: true })).lines.filter(({ lineId }) =>
        lineIds.includes(lineId),
      );
      const bought = (await store.lines(db, siteId, [orderId])).filter(({ id }) => lineIds.includes(id));
      const out = participants ? leavingOf(quoted, bought, participants) : undefined;
      const amount = out ? out.amount : sumOf(quoted.map((line) => line.amount));
      const wrong = quoted.find((line) => line.problem || line.amount === 0);
      if (wrong || quoted.length < lineIds.length) {
        const lineId = wrong?.lineId ?? "";
        throw new Refusal("NOT_REFUNDABLE", `Nothing comes back: ${wrong?.problem}.`, 409, { lineId });
      }
      if (amount !== expectedAmount) throw changed(amount);
      // A voucher is never refunded in money. The bonus is a reward for giving up places and is
      // granted only once, so it does not apply to amounts paid with a voucher.
      const isOwners = way !== "PROVIDER" && voucherPays > 0;
      if (isOwners || (way === "CREDIT" && bought.some(({ kind }) => kind !== "BOOKING"))) {
        throw new Refusal("WAY_NOT_OFFERED", `This does not go back by ${way}.`, 409, { way });
      }
      if (way === "TRANSFER" && !(await mayNameAccount(order, amount))) {
        throw new Refusal("WAY_NOT_OFFERED", "This goes back through its provider.", 409, { way });
      }
      if (way === "TRANSFER" && !iban) throw new Violation([{ field: "iban", description: "is required" }]);
      const lines = quoted.map((line) => ({ lineId: line.lineId, expectedAmount: out ? out.amount : line.amount }));
      const why = refundCause("CANCELED", language, { kind: "system", id: "link in a mail" });
      const leaving = out && { out: out.places, revision: order.revision };
      const decided = { orderId, lines, way: way === "PROVIDER" ? ("AS_PAID" as const) : way, iban };
      return makeRefunds(decided, why, { leaving });
    },

    async payouts() {
      const rows = await paymentStore.toPayOut(db, siteId);
      const numbers = new Map<string, string>();
      for (const { orderId } of rows) numbers.set(orderId, (await store.find(db, siteId, orderId))?.number ?? "");
      const payments = await paymentStore.payments(db, siteId, [...numbers.keys()]);
      return {
        refunds: rows.map((row) => ({
          ...toRefund(row, numbers.get(row.orderId) ?? "", payments),
          iban: row.iban ?? row.payerIban,
          payerIban: row.payerIban,
          accountDiffers: accountDiffers(row),
        })),
      };
    },

    async markPaidOut({ refundId, otherAccount = false }, { caller: actor }) {
      const row = await transact(context, async (tx) => {
        const refund = await paymentStore.lockRefund(tx, siteId, refundId);
        if (!refund || refund.state === "REQUESTED" || refund.state === "SENT") return undefined;
        if (refund.state === "DONE") return refund;
        if (accountDiffers(refund) && !otherAccount) {
          throw new Refusal("ACCOUNT_DIFFERS", "It goes to another account than the one that paid.", 409, { refundId });
        }
        const order = (await store.find(tx, siteId, refund.orderId)) as store.OrderRow;
        await paymentStore.updateRefund(tx, refund, { state: "DONE", doneDate: now() });
        await writing.record(tx, order, {
          actor,
          action: "order.paidOut",
          after: { refundId, amount: refund.amount, iban: refund.iban, ...(otherAccount && { otherAccount }) },
        });
        return paymentStore.lockRefund(tx, siteId, refundId);
      });
      if (!row) throw new Refusal("REFUND_NOT_FOUND", `No refund ${refundId} waits to be paid out.`, 404);
      const payments = await paymentStore.payments(db, siteId, [row.orderId]);
      return { refund: toRefund(row, (await store.find(db, siteId, row.orderId))?.number ?? "", payments) };
    },
  };
}

/** Returns whether the account chosen for a refund differs from the account used for the payment. */
const accountDiffers = ({ iban, payerIban }: paymentStore.RefundRow): boolean =>
  iban !== null && payerIban !== null && normalizeIban(iban) !== normalizeIban(payerIban);

const atOnce = 20;
/** How many times a refund is sent to its provider before a person has to transfer it. */
const triesMax = 8;

/**
 * Sends refunds to their providers. Refunds that a provider rejects are put on the payout list with
 * the reason.
 */
export const refundTask = (
  context: Context,
  { providers, writing }: { providers: Providers; writing: OrderWriting },
): BackgroundTask => ({
  name: "refunds: hand to providers",
  everyMs: 5000,
  oneProcessAtATime: true,
  async run() {
    const { db, siteId, now } = context;
    const due = await paymentStore.toSend(db, siteId, now(), atOnce);
    await workOnEach(due, async (refund) => {
      const outcome = await ask(refund);
      await transact(context, async (tx) => {
        const order = await store.lock(tx, siteId, refund.orderId);
        const locked = await paymentStore.lockRefund(tx, siteId, refund.id);
        if (!order || !locked || (locked.state !== "REQUESTED" && locked.state !== "SENT")) return;
        await paymentStore.updateRefund(tx, locked, outcome);
        const facts = { refundId: refund.id, amount: refund.amount, failure: outcome.failure };
        const action = `order.refund.${outcome.state.toLowerCase()}`;
        if (outcome.state !== locked.state) {
          await writing.record(tx, order, { actor: { kind: "system", id: "refunds" }, action, after: facts });
        }
      });
    });
    return due.length === atOnce;

    async function ask(refund: paymentStore.RefundRow) {
      const at = now();
      const done = { state: "DONE" as const, doneDate: at, nextDate: null, failure: null };
      const manually = (failure: string) => ({ state: "TO_PAY_OUT" as const, nextDate: null, failure });
      const payment = (await paymentStore.payments(db, siteId, [refund.orderId])).find(
        ({ id }) => id === refund.paymentId,
      );
      if (payment?.kind === "DEMO_BANK") return done;
      // A lost dispute reverses the payment, so the payment must not be refunded as well.
      if (payment?.disputedDate)
        return { state: refund.state, nextDate: new Date(at.getTime() + 6 * hourMs), failure: null };
      const giveBack = providers[payment?.kind as PaymentProvider]?.refund;
      if (!payment || !giveBack) return manually("There is no provider to ask.");
      try {
        const { amount, idempotencyKey: key, providerRef } = refund;
        const others = (await paymentStore.refunds(db, siteId, [refund.orderId])).filter(({ id }) => id !== refund.id);
        const known = others.flatMap((other) => other.providerRef ?? []);
        const asked = { amount, key, refundRef: providerRef, known };
        const outcome = await giveBack(payment.reference, asked);
        const { refundRef, state } = outcome;
        if (state === "DONE") return { ...done, providerRef: refundRef };
        if (state === "REFUSED") return { ...manually(outcome.failure ?? "refused"), providerRef: refundRef };
        const nextDate = new Date(at.getTime() + 10 * minuteMs);
        return { state: "SENT" as const, providerRef: refundRef, nextDate, failure: null };
      } catch (error) {
        const failure = messageOf(error);
        const tries = refund.tries + 1;
        if (tries >= triesMax) return { ...manually(failure), tries };
        return { state: refund.state, tries, failure, nextDate: new Date(at.getTime() + 2 ** tries * minuteMs) };
      }
    }
  },
});
