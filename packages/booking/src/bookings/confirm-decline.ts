import type { BookingStatus, contract, Input } from "@uola/contract";
import { type Handlers, Refusal } from "@uola/kernel";
import type { BookingServices } from "./booking-services.ts";
import { groupAnswer } from "./groups.ts";
import { refundChanges, type Target } from "./rules.ts";
import type { Selection } from "./store.ts";
import { type BookingChanges, type BookingRow, bookingAnswer } from "./to-booking.ts";

type Bookings = typeof contract.bookings;
type Groups = typeof contract.multiServiceBookings;
/** Each booking of a group may have a different payment status. */
type PaidTarget = Target & { paymentStatus?: BookingRow["paymentStatus"] | null | undefined };
type ConfirmInput = Pick<
  Input<Bookings["confirm"]>,
  "doubleBooked" | "sendSmsReminder" | "flowControlSettings" | "participantNotification"
>;
type DeclineInput = Pick<
  Input<Bookings["decline"]>,
  "doubleBooked" | "flowControlSettings" | "participantNotification"
>;

/**
 * Returns the handlers for the owner's decisions about one booking or a group: confirm, decline,
 * request approval, or decide by payment status.
 */
export function confirmDeclineHandlers({ offerLookup, sessions, store, groups }: BookingServices): {
  confirm: Handlers<Bookings>["confirm"];
  decline: Handlers<Bookings>["decline"];
  confirmOrDecline: Handlers<Bookings>["confirmOrDecline"];
  confirmGroup: Handlers<Groups>["confirm"];
  declineGroup: Handlers<Groups>["decline"];
  markGroupAsPending: Handlers<Groups>["markAsPending"];
} {
  const serviceAndOffer = async (row: BookingRow) => ({
    service: await offerLookup.service(row.serviceId),
    offer: await sessions.reloadOffer(row),
  });

  const confirm = (selection: Selection<PaidTarget>, input: ConfirmInput) =>
    store.changeEach(selection, sessions.reloadOffer, (tx, { before, target, known: offer }) => {
      const { sendSmsReminder, doubleBooked, flowControlSettings, participantNotification } = input;
      return store.transition(tx, before, {
        name: "confirm",
        actor: selection.caller,
        set: confirmationChanges("CONFIRMED", target, input),
        notification: participantNotification,
        eventDetails: { sendSmsReminder, doubleBooked, flowControlSettings, ...previousPayment(before) },
        offer,
      });
    });

  const decline = (selection: Selection<PaidTarget>, input: DeclineInput) =>
    store.changeEach(selection, undefined, async (tx, { before, target: { paymentStatus } }) => {
      const { doubleBooked, flowControlSettings, participantNotification } = input;
      const sold = await store.endSale(tx, before, { by: "GYM", actor: selection.caller });
      return store.transition(tx, before, {
        name: "decline",
        actor: selection.caller,
        set: {
          status: "DECLINED",
          ...(paymentStatus && { paymentStatus }),
          ...(doubleBooked != null && { doubleBooked }),
          ...refundChanges(before, flowControlSettings?.withRefund),
          ...sold,
        },
        notification: participantNotification,
        eventDetails: { doubleBooked, flowControlSettings, ...previousPayment(before) },
      });
    });

  return {
    confirm: async (input, { caller }) =>
      bookingAnswer(await confirm(await store.selectionFor("confirm", [input], caller), input)),

    decline: async (input, { caller }) =>
      bookingAnswer(await decline(await store.selectionFor("decline", [input], caller), input)),

    async confirmOrDecline({ bookingId, paymentStatus }, { caller }) {
      const selection = await store.selectionFor("settle", [{ bookingId }], caller);
      const rows = await store.changeEach(selection, serviceAndOffer, (tx, { before, known: { service, offer } }) => {
        const { skipAvailabilityValidation, skipBusinessConfirmation } = before.flowControl ?? {};
        const needsApproval = service?.onlineBooking.requireManualApproval && !skipBusinessConfirmation;
        const isPaid = paymentStatus === "PAID" || paymentStatus === "PARTIALLY_PAID";
        return store.transition(tx, before, {
          name: "settle",
          actor: caller,
          set: { status: needsApproval ? "PENDING" : "CONFIRMED", ...(paymentStatus && { paymentStatus }) },
          eventDetails: previousPayment(before),
          offer,
          onFull: () => (isPaid || skipAvailabilityValidation ? { doubleBooked: true } : { status: "DECLINED" }),
        });
      });
      return bookingAnswer(rows);
    },

    async confirmGroup({ multiServiceBookingId: id, confirmBookingsInfo, returnFullEntity, ...input }, { caller }) {
      const selection = await groups.selectionFor("confirm", id, caller, confirmBookingsInfo);
      return groupAnswer(id, await confirm(selection, input), returnFullEntity);
    },

    async declineGroup({ multiServiceBookingId: id, declineBookingsInfo, returnFullEntity, ...input }, { caller }) {
      const selection = await groups.selectionFor("decline", id, caller, declineBookingsInfo);
      return groupAnswer(id, await decline(selection, input), returnFullEntity);
    },

    async markGroupAsPending(
      { multiServiceBookingId: id, markAsPendingBookingsInfo, returnFullEntity, ...input },
      { caller },
    ) {
      const { participantNotification: notification, flowControlSettings: flow } = input;
      const selection: Selection<PaidTarget> = await groups.selectionFor("pend", id, caller, markAsPendingBookingsInfo);
      const rows = await store.changeEach(
        selection,
        serviceAndOffer,
        async (tx, { before, target, known: { service, offer } }) => {
          if (!service?.onlineBooking.requireManualApproval && !flow?.skipPendingApprovalServiceValidation) {
            throw new Refusal("VALIDATION_FAILURE", "The service asks for no approval.", 400);
          }
          const set = confirmationChanges("PENDING", target, input);
          return store.transition(tx, before, { name: "pend", actor: caller, set, notification, offer });
        },
      );
      return groupAnswer(id, rows, returnFullEntity);
    },
  };
}

const previousPayment = ({ paymentStatus }: BookingRow) => ({ previousPaymentStatus: paymentStatus });

type Confirmation = {
  doubleBooked?: boolean | null | undefined;
  sendSmsReminder?: boolean | null | undefined;
  flowControlSettings?: { checkAvailabilityValidation?: boolean | null | undefined } | null | undefined;
};

/**
 * Returns the changes for confirming a booking or for setting it to await approval. A double
 * booking is recorded only if availability is checked.
 */
const confirmationChanges = (
  status: BookingStatus,
  { paymentStatus }: PaidTarget,
  { doubleBooked, sendSmsReminder, flowControlSettings: flow }: Confirmation,
): BookingChanges => ({
  status,
  ...(paymentStatus && { paymentStatus }),
  ...(flow?.checkAvailabilityValidation && doubleBooked != null && { doubleBooked }),
  ...(sendSmsReminder != null && { smsReminder: sendSmsReminder }),
});
