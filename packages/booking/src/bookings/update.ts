import type { Booking, contract } from "@uola/contract";
import { type Context, type Handlers, Refusal, Violation } from "@uola/kernel";
import { places } from "../availability/availability.ts";
import { namesOf, participantsOf, refuseTooMany, refuseUnknownChoices } from "./booking-input.ts";
import type { CancellationFee } from "./cancellation-fee.ts";
import type { Guard } from "./guard.ts";
import type { BookingMoves } from "./moves.ts";
import { full } from "./refusals.ts";
import { holdsPlaces } from "./rules.ts";
import type * as store from "./store.ts";
import { isCourse, type StoredPayment, toBooking } from "./to-booking.ts";

type Changing = Handlers<
  Pick<
    typeof contract.bookings,
    "updateNumberOfParticipants" | "updateExtendedFields" | "setPayment" | "markCancellationFee"
  >
>;

/** Changes of a booking that stays where it is: how many come, and what others attach to it. */
export function changing(
  { db, siteId, now }: Context,
  { offering, change }: BookingMoves,
  { peek, moving }: Guard,
): Changing {
  return {
    async updateNumberOfParticipants(
      { bookingId, revision, participantNotification: notification, ...wish },
      { caller },
    ) {
      if (!wish.totalParticipants && !wish.participantsChoices) {
        throw new Violation([{ field: "totalParticipants", description: "or participantsChoices is required" }]);
      }
      const wanted = { bookingId, revision, move: "participants" as const };
      const before = await peek({ ...wanted, caller });
      const service = await offering.service(before.serviceId);
      if (!service || service.type === "APPOINTMENT") {
        throw new Refusal("VALIDATION_FAILURE", "The number changes in a class or a course only.", 400);
      }
      const totalParticipants = participantsOf(wish);
      refuseUnknownChoices(service, wish);
      refuseTooMany(wish, totalParticipants, service);
      if (before.participants && !wish.participants && totalParticipants !== before.totalParticipants) {
        throw new Violation([{ field: "participants", description: "is required: those who come are named" }]);
      }
      const set: store.Changes = {
        totalParticipants,
        participantsChoices: wish.participantsChoices ?? null,
        ...(wish.participants && { participants: namesOf(wish.participants, totalParticipants) }),
      };
      const counter = await places(db, siteId, before.placesId);
      const left = counter?.capacity == null ? undefined : counter.capacity - counter.taken - counter.held;
      const { participantsChoices, totalParticipants: previousTotalParticipants } = before;
      const row = await moving(caller, [wanted], (tx, [row]) =>
        change(tx, row as store.BookingRow, {
          name: "participants",
          actor: caller,
          set,
          slug: "number_of_participants_updated",
          template: holdsPlaces(before.status) ? "booking-changed" : null,
          notification,
          about: participantsChoices
            ? { previousParticipantsChoices: participantsChoices }
            : { previousTotalParticipants },
          onFull: () => {
            throw full(isCourse(before), totalParticipants - before.totalParticipants, left);
          },
        }),
      );
      return { booking: toBooking(row) };
    },

    async setPayment({ bookingId, revision, received }, { caller }) {
      const row = await moving(caller, [{ bookingId, revision, move: "payment" }], (tx, [row]) => {
        const before = row as store.BookingRow;
        const set = received ? noted(before, received, now()) : takenBack(before);
        return change(tx, before, {
          name: "payment",
          actor: caller,
          set,
          slug: "updated",
          template: null,
          about: { previousPaymentStatus: before.paymentStatus },
        });
      });
      return { booking: toBooking(row) };
    },

    markCancellationFee: ({ bookingId, revision, status }, { caller }) =>
      moving(caller, [{ bookingId, revision, move: "fields" }], async (tx, [row]) => {
        const before = row as store.BookingRow;
        const fee = before.cancellationFee as CancellationFee | null;
        if (!fee) throw new Refusal("NO_CANCELLATION_FEE", "Cancelling it cost nothing.");
        const set = { cancellationFee: { ...fee, status } };
        const told = { name: "cancellationFee", actor: caller, slug: "updated", template: null };
        return { booking: toBooking(await change(tx, before, { ...told, set })) };
      }),

    updateExtendedFields: ({ id, namespace, namespaceData }, { caller }) =>
      moving(caller, [{ bookingId: id, move: "fields" }], async (tx, [row]) => {
        const before = row as store.BookingRow;
        const { [namespace]: _, ...others } = (before.extendedFields as Booking["extendedFields"])?.namespaces ?? {};
        const namespaces = { ...others, ...(namespaceData && { [namespace]: namespaceData }) };
        const set = { extendedFields: { namespaces } };
        await change(tx, before, { name: "fields", actor: caller, set, slug: "updated", template: null });
        return { namespace, namespaceData: namespaceData ?? null };
      }),
  };
}

const open = new Set(["UNDEFINED", "NOT_PAID", "PARTIALLY_PAID"]);
const wrongPayment = (paymentStatus: string) =>
  new Refusal("INVALID_PAYMENT_STATUS", `The booking is ${paymentStatus}.`, 409, { paymentStatus });

/** What was taken at the desk. Refuses with INVALID_PAYMENT_STATUS where nothing is left to pay. */
function noted(
  { paymentStatus }: store.BookingRow,
  { method, note }: { method: StoredPayment["method"]; note?: string | null | undefined },
  at: Date,
): store.Changes {
  if (!open.has(paymentStatus)) throw wrongPayment(paymentStatus);
  const payment: StoredPayment = { method, note: note || null, receivedDate: at.toISOString(), before: paymentStatus };
  return { paymentStatus: "PAID", payment };
}

/** Only what the desk noted can be taken back there. Refuses with INVALID_PAYMENT_STATUS. */
function takenBack({ payment, paymentStatus }: store.BookingRow): store.Changes {
  if (!payment || paymentStatus !== "PAID") throw wrongPayment(paymentStatus);
  return { paymentStatus: (payment as StoredPayment).before, payment: null };
}
