import { type BookingSales, dateOf, type MailCause } from "@uola/booking";
import { byProvider, type CartVoucher, type PaidBy, type PaymentKind, type VatPart } from "@uola/contract";
import { required } from "@uola/contract/required";
import { taxClassOn } from "@uola/contract/tax-class";
import { type Database, newId } from "@uola/database";
import { type Actor, type Context, Refusal } from "@uola/kernel";
import type { OrderCoupons } from "../coupons/coupons.ts";
import { type Documents, type RequestedLine, taxDayOf } from "../documents/documents.ts";
import { sumOf } from "../money/money.ts";
import type { PassLedger } from "../passes/passes.ts";
import { taxLines, taxOf } from "../vat/vat.ts";
import { type VoucherLedger, yearAfter } from "../vouchers/vouchers.ts";
import { timeZone } from "./carts/cart-store.ts";
import type { Instalments, OfLine } from "./instalments.ts";
import { lastDayOf } from "./order-rules.ts";
import * as store from "./order-store.ts";
import { buyerOf, type Known, type OrderWriting, paidFor, personOf, totalOf } from "./order-writing.ts";
import { type RefundCause, refundCause } from "./refunds/refund-reasons.ts";

type Fulfilling = {
  known: Known;
  actor: Actor;
  late: boolean;
  kind: PaymentKind;
  /** The time the money was received; a transfer may be recorded days later. */
  receivedDate?: Date | undefined;
  /** For an order that costs nothing: the person who caused the gym's mail about it. */
  cause?: MailCause | undefined;
};

type Parts = {
  sales: BookingSales;
  coupons: OrderCoupons;
  ledger: VoucherLedger;
  passes: PassLedger;
  documents: Documents;
  writing: OrderWriting;
  instalments: Instalments;
};

export type Fulfilment = ReturnType<typeof createFulfilment>;

/** Fulfils paid orders, and refunds the lines that cannot be fulfilled any more. */
export function createFulfilment(
  { siteId, now }: Context,
  { sales, coupons, ledger, passes, documents, instalments, writing: { record, write, refundSum } }: Parts,
) {
  /**
   * Fulfils an order: places, vouchers, documents. `late`: the order had already ended and its
   * reservations were released. Returns the updated order.
   */
  async function fulfil(
    tx: Database,
    ordered: store.OrderRow,
    { known, actor, late, kind, receivedDate, cause }: Fulfilling,
  ): Promise<store.OrderRow> {
    let order = ordered;
    const at = now();
    const lines = await store.lines(tx, siteId, [order.id]);
    const state = late ? "CANCELED" : "WAITING";
    const open = lines.filter((line) => line.state === state);
    const done: store.LineRow[] = [];
    let failed: store.LineRow[] = lines.filter((line) => line.state === "NOT_DONE");
    const isPaid = await redeemCodes(tx, order, lines, { actor, late });
    for (const line of byPlaces(open, known)) {
      const isDone = isPaid && (await fulfilLine(tx, order, line, { known, actor, late }));
      (isDone ? done : failed).push(line);
    }
    if (failed.length > 0) {
      const failedIds = failed.map(({ id }) => id);
      order = await instalments.waive(tx, order, failedIds);
      failed = (await store.lines(tx, siteId, [order.id])).filter(({ id }) => failedIds.includes(id));
    }
    for (const line of failed) await store.updateLine(tx, line, { state: "NOT_DONE", refunded: totalOf(line) });
    const zone = await timeZone(tx, siteId);
    const day = dateOf(at, zone);
    const vat = await updateVat(tx, lines, day);
    const taxed = vat ? { vat } : {};
    const sold = done.toSorted((a, b) => a.position - b.position).filter((line) => totalOf(line) > 0);
    const invoice =
      sold.length > 0 &&
      (await documents.issue(
        tx,
        {
          kind: "INVOICE",
          orderId: order.id,
          orderNumber: order.number,
          language: order.language,
          buyer: buyerOf(order),
          paid: { method: paidBy[kind], date: dateOf(receivedDate ?? at, zone) },
          lines: await Promise.all(sold.map((line) => documentLine(tx, line, paidFor(line)))),
        },
        actor,
      ));
    const mail = { mail: "paid" as const, documentIds: invoice ? [invoice.id] : [], cause };
    if (failed.length === 0) {
      const after = await write(tx, order, { paidDate: at, dueDate: null, ...taxed });
      await record(tx, after, { actor, action: "order.pay", after: facts(after), slug: "paid", ...mail });
      return after;
    }
    // A line that could not be fulfilled is not a sale: it is not on the invoice, and the amount
    // paid for it is refunded at once.
    const back = isPaid ? sumOf(failed.map(totalOf)) : order.paid - order.refunded;
    await refundSum(tx, order, back, refundCause("NOT_GIVEN", order.language, actor));
    if (done.length === 0) await coupons.release(tx, order.id, actor);
    const ended = late ? undefined : "CANCELED";
    const set = { refunded: order.refunded + back, dueDate: null, ...taxed, ...(done.length > 0 && { paidDate: at }) };
    const after = await write(tx, order, set, ended);
    const given = { actor, action: "order.refund", after: { amount: back, lines: failed.map(({ name }) => name) } };
    await record(tx, after, { ...given, slug: "refunded", mail: "refunded" });
    if (done.length === 0) return after;
    const later = await write(tx, after, {});
    await record(tx, later, { actor, action: "order.pay", after: facts(later), slug: "paid", ...mail });
    return later;
  }

  /**
   * Updates the VAT of an order that is paid on a later day than it was placed: the price stays the
   * same, but the VAT is that of the later day. Returns the new VAT amounts, or undefined if they
   * are unchanged.
   */
  async function updateVat(tx: Database, lines: readonly store.LineRow[], day: string): Promise<VatPart[] | undefined> {
    const vatPayer = (await documents.seller(tx))?.vatCode !== null;
    const taxed = await Promise.all(
      lines.map(async (line) => {
        const { serviceDate, serviceUntil } = await documentLine(tx, line);
        const taxDay = taxDayOf({ serviceDate, serviceUntil }, day);
        const taxClass = taxClassOn(line, taxDay);
        return { line, taxClass, gross: totalOf(line), tax: taxOf(taxClass, taxDay, { vatPayer }) };
      }),
    );
    const changed = taxed.filter(({ line, taxClass, tax }) => line.taxClass !== taxClass || line.vatRate !== tax.rate);
    if (changed.length === 0) return undefined;
    for (const { line, taxClass, tax } of changed) {
      await store.updateLine(tx, line, { taxClass, vatRate: tax.rate });
    }
    return taxLines(taxed.filter(({ gross }) => gross > 0)).rows.map(({ rate, gross, net, vat }) => ({
      rate,
      gross,
      net,
      vat,
    }));
  }

  /**
   * Redeems the amounts that coupons and vouchers pay. For a late order, these amounts were
   * released in the meantime. Returns false if they no longer cover the order.
   */
  async function redeemCodes(
    tx: Database,
    order: store.OrderRow,
    lines: readonly store.LineRow[],
    { actor, late }: { actor: Actor; late: boolean },
  ): Promise<boolean> {
    if (late && order.discount > 0 && !(await reuseCoupons(tx, order, lines, actor))) return false;
    if (late && !(await isCovered(tx, order))) return false;
    for (const used of await store.vouchers(tx, siteId, [order.id])) {
      const { voucherId, reservationId, amount } = used;
      await ledger.ofOrder.redeem(tx, voucherId, {
        // A voucher that was redeemed and refunded before may be redeemed again.
        amount,
        reservationId,
        requestId: newId(),
        about: order.number,
        actor,
      });
      await store.updateVoucher(tx, used, { state: "REDEEMED" });
    }
    return true;
  }

  /** Whether the vouchers still cover their amounts: one may have been blocked or used elsewhere. */
  async function isCovered(tx: Database, order: store.OrderRow): Promise<boolean> {
    for (const { voucherId, ...part } of await store.vouchers(tx, siteId, [order.id])) {
      if (!(await ledger.ofOrder.covers(tx, voucherId, part))) return false;
    }
    return true;
  }

  async function reuseCoupons(
    tx: Database,
    order: store.OrderRow,
    lines: readonly store.LineRow[],
    actor: Actor,
  ): Promise<boolean> {
    // A coupon that was released more than once is used only once.
    const bookingIds = lines.flatMap(({ bookingId }) => bookingId ?? []);
    const latest = new Map((await coupons.released(tx, order.id)).map((each) => [each.couponId, each]));
    for (const released of latest.values()) {
      const { code, couponId, price, discount, firstBooking, serviceId, shares } = released;
      const use = { code, couponId, orderId: order.id, bookingIds, price, discount, firstBooking, serviceId, shares };
      if (await coupons.use(tx, { ...use, person: personOf(order), actor })) return false;
    }
    return lines.length > 0;
  }

  /** Fulfils one line. Returns false if that is not possible any more. */
  async function fulfilLine(
    tx: Database,
    order: store.OrderRow,
    line: store.LineRow,
    { known, actor, late }: { known: Known; actor: Actor; late: boolean },
  ): Promise<boolean> {
    if (line.bookingId) {
      const facts = known.get(line.bookingId);
      if (late && line.passId && !(await redeemPassAgain(tx, line, facts, actor))) return false;
      const paid = line.later > 0 ? "PARTIALLY_PAID" : "PAID";
      if (!(await sales.confirm(tx, line.bookingId, facts, { actor, late, paid, byPass: line.passId !== null }))) {
        await passes.ofOrder.putBack(tx, line.bookingId, { actor });
        return false;
      }
      await store.updateLine(tx, line, { state: "DONE" });
      return true;
    }
    const voucherId = line.kind === "VOUCHER" ? await issueVoucher(tx, order, line, actor) : undefined;
    const passId = line.kind === "PASS" ? await issuePass(tx, order, line, actor) : undefined;
    await store.updateLine(tx, line, { state: "DONE", ...(voucherId && { voucherId }), ...(passId && { passId }) });
    return true;
  }

  /**
   * Uses the entries of a late order again, which were returned when it ended. Returns false if the
   * pass does not allow them any more.
   */
  async function redeemPassAgain(
    tx: Database,
    { bookingId, passId, passEntries: people, startDate }: store.LineRow,
    known: ReturnType<Known["get"]>,
    actor: Actor,
  ): Promise<boolean> {
    const { id = "", category } = known?.service ?? {};
    const service = { id, categoryKind: category?.kind ?? ("other" as const) };
    const entering = { people, at: startDate ?? now(), service, requestId: newId(), actor };
    try {
      await passes.ofOrder.use(tx, required(passId, "pass id"), {
        ...entering,
        bookingId: required(bookingId, "booking id"),
      });
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  async function issuePass(tx: Database, order: store.OrderRow, line: store.LineRow, actor: Actor): Promise<string> {
    const { kindId, holder, terms } = line.detail as store.BoughtPass;
    const { id, buyer, memberId, language } = order;
    const own = { name: [buyer.firstName, buyer.lastName].filter(Boolean).join(" "), email: buyer.email ?? null };
    const issued = await passes.issue(
      tx,
      {
        kindId,
        name: line.name,
        terms,
        price: totalOf(line),
        order: { id, lineId: line.id },
        language,
        ...(holder ? { holder, memberId: null } : { holder: own, memberId }),
      },
      actor,
    );
    return issued.id;
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
          id: newId(),
          face: detail.face,
          serviceId: null,
          serviceName: null,
          validUntil: yearAfter(day),
          vatType: isSingle ? "SINGLE" : "MULTI",
          vatRate: isSingle ? taxOf(line.taxClass, day).rate : null,
          design: detail.design,
          language: detail.language,
          greeting: detail.greeting ?? "",
          recipientName: detail.recipientName ?? "",
          giverName: detail.giverName ?? "",
          // If there is no email address of a recipient, the voucher is sent to the buyer to print
          // or forward.
          recipientEmail: detail.recipientEmail ?? order.buyer.email ?? null,
          sendDate: sendDate > at ? sendDate : at,
          payment: null,
          createdDate: at,
        },
      ],
      actor,
    );
    return issued?.id;
  }

  /**
   * Issues credit notes for line amounts against the invoices that contain the lines, starting with
   * the last line. An amount that is on no invoice is not credited.
   */
  async function credit(
    tx: Database,
    order: store.OrderRow,
    backs: readonly OfLine[],
    { actor, reason }: RefundCause,
  ): Promise<{ id: string }[]> {
    const left = new Map(backs.map(({ line, amount }) => [line.id, amount]));
    const issued: { id: string }[] = [];
    for (const invoice of await documents.invoicesOf(tx, order.id)) {
      const lines = [];
      for (const { line } of backs) {
        const amount = Math.min(left.get(line.id) ?? 0, invoice.remaining.get(line.id) ?? 0);
        if (amount === 0) continue;
        lines.push(await documentLine(tx, line, amount));
        left.set(line.id, (left.get(line.id) ?? 0) - amount);
      }
      if (lines.length === 0) continue;
      const { id: orderId, number: orderNumber, language } = order;
      const request = { orderId, orderNumber, language, buyer: buyerOf(order), refersTo: invoice.id, reason, lines };
      issued.push(await documents.issue(tx, { ...request, kind: "CREDIT" }, actor));
    }
    return issued;
  }

  /** Issues a proforma for an order paid by transfer. */
  async function proforma(tx: Database, order: store.OrderRow, due: Date) {
    const lines = (await store.lines(tx, siteId, [order.id])).filter(({ state }) => state === "WAITING");
    return documents.issue(tx, {
      kind: "PROFORMA",
      orderId: order.id,
      orderNumber: order.number,
      language: order.language,
      buyer: buyerOf(order),
      dueDate: due.toISOString().slice(0, 10),
      toPay: order.toPay - order.paid,
      lines: await Promise.all(lines.filter((line) => totalOf(line) > 0).map((line) => documentLine(tx, line))),
    });
  }

  /** Issues an invoice for an instalment that was due later. */
  const partInvoice = async (
    tx: Database,
    order: store.OrderRow,
    paid: readonly OfLine[],
    { actor, kind, receivedDate }: Pick<Fulfilling, "actor" | "kind" | "receivedDate">,
  ): Promise<{ id: string }> => {
    const date = dateOf(receivedDate ?? now(), await timeZone(tx, siteId));
    const { id: orderId, number: orderNumber, language } = order;
    const lines = await Promise.all(paid.map(({ line, amount }) => documentLine(tx, line, amount)));
    const request = { orderId, orderNumber, language, buyer: buyerOf(order), paid: { method: paidBy[kind], date } };
    return documents.issue(tx, { ...request, kind: "INVOICE", lines }, actor);
  };

  /**
   * Returns a line for a document. An amount other than the line's price is shown as a single item,
   * marked as a part.
   */
  async function documentLine(tx: Database, line: store.LineRow, amount?: number): Promise<RequestedLine> {
    const zone = await timeZone(tx, siteId);
    const { id: lineId, name, quantity, unitPrice, gross, discount, taxClass, laterTax, startDate, endDate } = line;
    const isEven = unitPrice !== null && unitPrice * quantity === gross;
    const serviceDate = startDate ? dateOf(startDate, zone) : undefined;
    const last = endDate ? lastDayOf(endDate, zone) : undefined;
    const isPart = amount !== undefined && amount !== gross - discount;
    return {
      lineId,
      name,
      taxClass,
      laterTax,
      ...(isPart ? { discount: 0, gross: amount } : { discount, gross: gross - discount }),
      ...(isPart
        ? { quantity: 1, unitGross: amount }
        : isEven
          ? { quantity, unitGross: unitPrice }
          : { quantity: 1, unitGross: gross }),
      ...(serviceDate && { serviceDate }),
      ...(last && last !== serviceDate && { serviceUntil: last }),
    };
  }

  return { fulfil, isCovered, documentLine, credit, proforma, partInvoice };
}

/**
 * Counters are locked in the order of their ids, so that two orders for the same sessions cannot
 * deadlock.
 */
const byPlaces = (lines: readonly store.LineRow[], known: Known) => {
  const placesOf = ({ bookingId }: store.LineRow) => (bookingId ? (known.get(bookingId)?.placesId ?? "") : "");
  return lines.toSorted((a, b) => (placesOf(a) < placesOf(b) ? -1 : 1));
};

const facts = ({ number, state, paid, voucherPays, refunded }: store.OrderRow) => ({
  number,
  state,
  paid,
  voucherPays,
  refunded,
});

const paidBy: Record<PaymentKind, PaidBy> = {
  DEMO_BANK: "BANK_LINK",
  ...byProvider((provider) => provider.paidBy),
  BANK_TRANSFER: "TRANSFER",
  CASH: "CASH",
  CARD: "TERMINAL",
  ZERO: "VOUCHER",
};
