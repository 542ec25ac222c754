import type { contract } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Handlers, Refusal } from "@uola/kernel";
import { bookingMarkedPaid } from "../events.ts";
import type { BookingServices } from "./booking-services.ts";
import { type BookingChanges, type BookingRow, bookingAnswer, type StoredPayment } from "./to-booking.ts";

/**
 * Creates the handlers for payments recorded by the front desk: payments received, and cancellation
 * fees applied to an order.
 */
export function paymentHandlers({
  context: { now, events },
  store,
}: BookingServices): Handlers<Pick<typeof contract.bookings, "setPayment" | "markCancellationFee">> {
  return {
    async setPayment({ bookingId, revision, received }, { caller }) {
      const rows = await store.changeEach(
        await store.selectionFor("payment", [{ bookingId, revision }], caller),
        undefined,
        async (tx, { before }) => {
          const set = received ? receivedPayment(before, received, now()) : withdrawnPayment(before);
          const method = received?.method ?? required(before.payment, "payment of the booking").method;
          await events.emit(tx, bookingMarkedPaid, {
            bookingId: before.id,
            method,
            received: received !== null,
            actor: caller,
          });
          return store.transition(tx, before, {
            name: "payment",
            actor: caller,
            set,
            slug: "updated",
            template: null,
            eventDetails: { previousPaymentStatus: before.paymentStatus },
          });
        },
      );
      return bookingAnswer(rows);
    },

    async markCancellationFee({ bookingId, revision, status }, { caller }) {
      const rows = await store.changeEach(
        await store.selectionFor("fields", [{ bookingId, revision }], caller),
        undefined,
        async (tx, { before }) => {
          const { cancellationFee: fee } = before;
          if (!fee) throw new Refusal("NO_CANCELLATION_FEE", "Cancelling it cost nothing.");
          return store.transition(tx, before, {
            name: "cancellationFee",
            actor: caller,
            set: { cancellationFee: { ...fee, status } },
            slug: "updated",
            template: null,
          });
        },
      );
      return bookingAnswer(rows);
    },
  };
}

const unpaidStatuses = new Set(["UNDEFINED", "NOT_PAID", "PARTIALLY_PAID"]);
const invalidPayment = (paymentStatus: string) =>
  new Refusal("INVALID_PAYMENT_STATUS", `The booking is ${paymentStatus}.`, 409, { paymentStatus });

/**
 * Returns the changes for a payment received at the front desk. Rejects with INVALID_PAYMENT_STATUS
 * if nothing is left to pay.
 */
function receivedPayment(
  { paymentStatus }: BookingRow,
  { method, note }: { method: StoredPayment["method"]; note?: string | null | undefined },
  at: Date,
): BookingChanges {
  if (!unpaidStatuses.has(paymentStatus)) throw invalidPayment(paymentStatus);
  const payment: StoredPayment = { method, note: note || null, receivedDate: at.toISOString(), before: paymentStatus };
  return { paymentStatus: "PAID", payment };
}

/**
 * Returns the changes that undo a payment recorded by the front desk. Other payments are rejected
 * with INVALID_PAYMENT_STATUS.
 */
function withdrawnPayment({ payment, paymentStatus }: BookingRow): BookingChanges {
  if (!payment || paymentStatus !== "PAID") throw invalidPayment(paymentStatus);
  return { paymentStatus: payment.before, payment: null };
}
