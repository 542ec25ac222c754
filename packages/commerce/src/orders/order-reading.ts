import { cancelDeadline, type DeadlineFacts, dateOf, readDeadlineFacts } from "@uola/booking";
import {
  type CartVoucher,
  type contract,
  documentNumber,
  hasPower,
  type Order,
  type OrderLine,
  type OrderRefund,
  type PaymentKind,
  PaymentProvider,
} from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Database } from "@uola/database";
import { type Caller, type Context, type Handlers, type Listing, namedKeys, page, Refusal } from "@uola/kernel";
import { actorOf, namesOf } from "@uola/members";
import type { Documents } from "../documents/documents.ts";
import { qrOf } from "../vouchers/vouchers.ts";
import { timeZone } from "./carts/cart-store.ts";
import { dueNow, openInstalments, overdueOf } from "./instalment-rules.ts";
import { dueDateOf, isPayable, isUnderWay, transferQrText, withdrawableUntil } from "./order-rules.ts";
import * as store from "./order-store.ts";
import * as paymentStore from "./payment-store.ts";

export const listing: Listing = {
  fields: {
    id: { column: store.listColumns.id, type: "uuid", required: true },
    createdDate: { column: store.listColumns.createdDate, type: "date", required: true },
  },
  key: "id",
  sort: [{ fieldName: "createdDate", order: "DESC" }],
  limit: { default: 30, max: 100 },
  paging: "cursor",
};

export type OrderReading = ReturnType<typeof createOrderReading>;

/** Reads orders in the form that the API returns, and looks them up by their keys. */
export function createOrderReading(context: Context, { documents }: { documents: Documents }) {
  const { db, siteId, now } = context;
  const keys = namedKeys(context, "order-link-secret");

  const todayOf = async (on: Database) => dateOf(now(), await timeZone(on, siteId));

  const notFound = () => new Refusal("ORDER_NOT_FOUND", "There is no such order.", 404);

  /** Reads orders with all their related data, in one statement per kind. */
  async function toOrders(rows: readonly store.OrderRow[]): Promise<Order[]> {
    const ids = rows.map(({ id }) => id);
    const [lines, vouchers, coupons, payments, refunds, withdrawals, attempts, allParts, today, seller, issued] =
      await Promise.all([
        store.lines(db, siteId, ids),
        store.vouchers(db, siteId, ids),
        store.coupons(db, siteId, ids),
        paymentStore.payments(db, siteId, ids),
        paymentStore.refunds(db, siteId, ids),
        paymentStore.withdrawals(db, siteId, ids),
        paymentStore.attempts(db, siteId, ids),
        store.parts(db, siteId, ids),
        todayOf(db),
        documents.seller(),
        Promise.all(ids.map((id) => documents.ofOrder(id))),
      ]);
    const bookingIds = lines.flatMap(({ bookingId }) => bookingId ?? []);
    const facts = await readDeadlineFacts(db, siteId, bookingIds);
    return rows.map((row, index): Order => {
      const own = <Each extends { orderId: string | null }>(all: readonly Each[]) =>
        all.filter(({ orderId }) => orderId === row.id);
      const open = own(attempts).findLast(({ state }) => isUnderWay(state));
      const iban = row.way === "BANK_TRANSFER" && isPayable(row.state) ? seller?.iban : undefined;
      const parts = openInstalments(own(allParts), row.paidDate ? row.later : row.toPay);
      const left = sumNow(row, parts, today);
      return {
        id: row.id,
        number: row.number,
        state: row.state,
        way: row.way,
        language: row.language,
        buyer: row.buyer,
        company: row.company,
        lines: own(lines).map((line) => toLine(line, row, facts.get(line.bookingId ?? ""))),
        coupons: own(coupons).map(({ name, code, discount, thing }) => ({ name, code, discount, thing })),
        vouchers: own(vouchers).map(({ last4, amount }) => ({ last4, amount })),
        gross: row.gross,
        discount: row.discount,
        total: row.gross - row.discount,
        vat: row.vat,
        voucherPays: row.voucherPays,
        toPay: row.toPay,
        paid: row.paid,
        refunded: row.refunded,
        parts: parts.map(({ dueDay, amount, left }) => ({ dueDay, amount, left })),
        dueNow: left,
        overdue: row.state === "PART_PAID" ? overdueOf(parts, today) : 0,
        payments: own(payments)
          .filter(({ voidedDate }) => !voidedDate)
          .map(({ id, kind, amount, receiptNumber, receivedDate }) => ({
            id,
            kind,
            amount,
            receiptNumber,
            receivedDate,
          })),
        refunds: own(refunds).map((refund) => toRefund(refund, row.number, payments)),
        withdrawals: own(withdrawals).map(({ id, name, email, amount, createdDate: date }) => ({
          id,
          name,
          email,
          amount,
          date,
          lineIds: own(lines).flatMap((line) => (line.withdrawalId === id ? line.id : [])),
        })),
        documents: (issued[index] ?? []).map(({ id, kind, series, number }) => ({
          id,
          kind,
          number: documentNumber({ series, number }),
        })),
        openAttempt: open
          ? { id: open.id, way: open.way, expiresDate: open.expiresDate ?? row.dueDate ?? row.createdDate }
          : null,
        transfer:
          seller && iban && left > 0
            ? {
                receiver: seller.name,
                iban,
                bank: seller.bank ?? "",
                amount: left,
                reference: row.number,
                qr: qrOf(transferQrText({ name: seller.name, iban, cents: left, text: row.number })),
              }
            : null,
        dueDate: dueDateOf(row, own(lines)),
        createdDate: row.createdDate,
        paidDate: row.paidDate,
        revision: String(row.revision),
      };
    });
  }

  /**
   * Converts a line to its API form. `facts` contains the current deadline data of the booking that
   * the line sold.
   */
  function toLine(
    line: store.LineRow,
    { paidDate, createdDate, soldAtDesk }: store.OrderRow,
    facts: DeadlineFacts | undefined,
  ): OrderLine {
    const { id, kind, name, serviceId, startDate, endDate, quantity, unitPrice, gross, discount } = line;
    const { vatRate, state, refunded, bookingId, voucherId, passId, passEntries, policy, detail } = line;
    const participants = kind === "BOOKING" && "participants" in detail ? (detail.participants ?? []) : [];
    const isOpen = state === "WAITING" || state === "DONE";
    return {
      id,
      kind,
      name,
      serviceId,
      startDate,
      endDate,
      quantity,
      unitPrice,
      gross,
      discount,
      vatRate,
      state,
      refunded,
      bookingId,
      voucherId,
      passId,
      passEntries,
      total: gross - discount,
      participants,
      recipientEmail: kind === "VOUCHER" ? ((detail as CartVoucher).recipientEmail ?? null) : null,
      project: kind === "DONATION" && "project" in detail ? (detail.project ?? null) : null,
      cancelableUntil: isOpen && policy && facts ? cancelDeadline(policy.cancellationPolicy, facts).until : null,
      withdrawableUntil: isOpen ? withdrawableUntil(kind, { boughtDate: paidDate ?? createdDate, soldAtDesk }) : null,
    };
  }

  async function read(orderId: string | undefined): Promise<store.OrderRow> {
    const row = orderId ? await store.find(db, siteId, orderId) : undefined;
    if (!row) throw notFound();
    return row;
  }

  const toOrder = async (row: store.OrderRow): Promise<Order> => required((await toOrders([row]))[0], "order");

  return {
    keyOf: keys.keyOf,
    /** Returns the amount of the order that is to be paid next. */
    async dueNow(row: store.OrderRow, on: Database): Promise<number> {
      return sumNow(row, openInstalments(await store.parts(on, siteId, [row.id]), row.later), await todayOf(on));
    },
    notFound,
    /** Returns the order with a key. Rejects with ORDER_NOT_FOUND. */
    byKey: async (key: string) => read(await keys.opens(key)),
    read,
    toOrder,
    toOrders,
    /** Returns the current order. */
    answer: async (orderId: string): Promise<{ order: Order }> => ({ order: await toOrder(await read(orderId)) }),

    /** Returns the current order as a staff member may see it. */
    answerTo: async (caller: Caller, orderId: string): Promise<{ order: Order }> => ({
      order: shownTo(caller, await toOrder(await read(orderId))),
    }),

    handlers: {
      readByKey: async ({ key }) => ({ order: await toOrder(await read(await keys.opens(key))) }),

      async query({ limit, cursor, overdue, ...searched }, { caller }) {
        const lateOn = overdue ? await todayOf(db) : undefined;
        const searchedFor = store.list(db, siteId, { ...searched, lateOn });
        const cursorPaging = { ...(limit && { limit }), ...(cursor && { cursor }) };
        const { rows, pagingMetadata } = await page(searchedFor, { cursorPaging }, listing);
        const found = await toOrders(rows);
        return { orders: found.map((order) => shownTo(caller, order)), pagingMetadata };
      },

      async get({ orderId }, { caller }) {
        const row = await read(orderId);
        const [order, steps] = await Promise.all([toOrder(row), store.steps(db, siteId, orderId)]);
        const names = await namesOf(
          db,
          siteId,
          steps.map(({ actor }) => actorOf(actor)),
        );
        return {
          order: shownTo(caller, order),
          steps: steps.map(({ action, actor, reason, createdDate: date }) => {
            const { kind, id } = actorOf(actor);
            return { action, actor: { kind, id, name: names.get(id) ?? null }, reason, date };
          }),
        };
      },
    } satisfies Pick<Handlers<typeof contract.orders>, "readByKey" | "query" | "get">,
  };
}

/** Hides participants, who are often children, and recipients of gifts from accountants. */
const shownTo = (caller: Caller, order: Order): Order =>
  hasPower("seesBookings", caller)
    ? order
    : { ...order, lines: order.lines.map((line) => ({ ...line, participants: [], recipientEmail: null })) };

/**
 * Returns the amount to pay next: for an order that awaits its first instalment, that instalment;
 * for a fulfilled order, the instalments that are due; otherwise nothing.
 */
function sumNow(
  { state, toPay, later, paid }: store.OrderRow,
  parts: Parameters<typeof dueNow>[0],
  today: string,
): number {
  if (state === "PART_PAID") return dueNow(parts, today);
  return isPayable(state) ? toPay - later - paid : 0;
}

const isProvider = (kind: PaymentKind | undefined): kind is PaymentProvider =>
  PaymentProvider.options.some((provider) => provider === kind);

/**
 * Returns a refund in its API form. If an account number came from a bank statement, all readers
 * see only its last characters.
 */
export function toRefund(
  row: paymentStore.RefundRow,
  orderNumber: string,
  payments: readonly paymentStore.PaymentRow[],
): OrderRefund {
  const { id, orderId, way, state, amount, bonus, reason, reasonCode, receiverName, failure } = row;
  const kind = payments.find((payment) => payment.id === row.paymentId)?.kind;
  return {
    id,
    orderId,
    orderNumber,
    way,
    state,
    amount,
    bonus,
    reason,
    reasonCode,
    receiverName,
    failure,
    iban: row.iban ?? (row.payerIban && `…${row.payerIban.slice(-4)}`),
    provider: way === "PROVIDER" && isProvider(kind) ? kind : null,
    createdDate: row.createdDate,
    doneDate: row.doneDate,
  };
}
