import type { contract, Input } from "@uola/contract";
import type { Caller, Handlers } from "@uola/kernel";
import type { BookingServices } from "./booking-services.ts";
import { cancellationFee } from "./cancellation-fee.ts";
import { groupAnswer } from "./groups.ts";
import { unauthorized } from "./refusals.ts";
import { managesBookings, refundChanges, requireBeforeDeadline } from "./rules.ts";
import type { Selection } from "./store.ts";
import { bookingAnswer, deadlineFactsOf } from "./to-booking.ts";

type CancelInput = Pick<Input<typeof contract.bookings.cancel>, "flowControlSettings" | "participantNotification">;

/** Returns the handlers that cancel one booking, or the active bookings of a group. */
export function cancelHandlers({ context: { now }, offerLookup, store, groups }: BookingServices): {
  one: Handlers<typeof contract.bookings>["cancel"];
  group: Handlers<typeof contract.multiServiceBookings>["cancel"];
} {
  const cancel = (
    selection: Selection,
    { flowControlSettings: flow, participantNotification: notification }: CancelInput,
  ) =>
    store.changeEach(
      selection,
      ({ serviceId }) => offerLookup.service(serviceId),
      async (tx, { before, known: service }) => {
        if (!flow?.ignoreCancellationPolicy)
          requireBeforeDeadline("cancel", deadlineFactsOf(before), service?.bookingPolicy, now());
        // If the policy is overridden, the gym counts as the canceling party and refunds the full
        // payment.
        const by = flow?.withRefund || flow?.ignoreCancellationPolicy ? "GYM" : "PERSON";
        const sold = await store.endSale(tx, before, { by, actor: selection.caller });
        // For a paid booking, the fee is deducted from the refund.
        const owesFee = !flow?.ignoreCancellationPolicy && !sold;
        const fee = owesFee ? cancellationFee(service, before, now()) : undefined;
        return store.transition(tx, before, {
          name: "cancel",
          actor: selection.caller,
          set: {
            status: "CANCELED",
            ...refundChanges(before, flow?.withRefund),
            ...sold,
            ...(fee && { cancellationFee: fee }),
          },
          notification,
          eventDetails: { flowControlSettings: flow },
        });
      },
    );

  return {
    async one(input, { caller }) {
      refuseOwnersFlags(input, caller);
      const selection = await store.selectionFor("cancel", [input], caller);
      return bookingAnswer(await cancel(selection, input));
    },

    async group({ multiServiceBookingId: id, returnFullEntity, ...input }, { caller }) {
      refuseOwnersFlags(input, caller);
      const selection = await groups.selectionFor("cancel", id, caller);
      return groupAnswer(id, await cancel(selection, input), returnFullEntity);
    },
  };
}

function refuseOwnersFlags({ flowControlSettings: flow }: CancelInput, caller: Caller) {
  if (managesBookings(caller) || !(flow?.ignoreCancellationPolicy || flow?.withRefund)) return;
  throw unauthorized("Passing over the cancellation policy, or refunding, needs the owner.");
}
