import type { BookingPolicy, BookingStatus, contract } from "@uola/contract";
import { type Context, type Handlers, Refusal } from "@uola/kernel";
import { cancellationFee } from "./cancellation-fee.ts";
import type { Guard } from "./guard.ts";
import type { BookingMoves, Change } from "./moves.ts";
import type { Flags } from "./prepare-booking.ts";
import { unauthorized } from "./refusals.ts";
import { isOwner, mayCancelNow } from "./rules.ts";
import type * as store from "./store.ts";
import { toBooking } from "./to-booking.ts";

type Deciding = Handlers<Pick<typeof contract.bookings, "confirm" | "decline" | "cancel" | "confirmOrDecline">>;
type Row = store.BookingRow;

/** Money is moved by whoever took it; here it is only noted that it went back. Refuses with REFUND_NOT_ALLOWED. */
export function refunded({ paymentStatus }: Row, withRefund: boolean | null | undefined): store.Changes {
  if (!withRefund) return {};
  if (paymentStatus === "PAID" || paymentStatus === "PARTIALLY_PAID") return { paymentStatus: "REFUNDED" };
  throw new Refusal("REFUND_NOT_ALLOWED", "Only what was paid can be refunded.", 409, { paymentStatus });
}

/** Refuses with BOOKING_POLICY_VIOLATION where people may not cancel any more. */
export function refuseLateCancel(policy: BookingPolicy | undefined, { startDate }: Row, now: Date) {
  const rule = policy?.cancellationPolicy;
  if (mayCancelNow(rule, startDate, now)) return;
  const data = { cancellationDisabled: !rule?.enabled, tooLateToCancel: rule?.enabled === true };
  throw new Refusal("BOOKING_POLICY_VIOLATION", "The policy does not allow to cancel now.", 409, data);
}

type Confirming = { paymentStatus?: string | null; doubleBooked?: boolean | null; sendSmsReminder?: boolean | null };
type Flow = { checkAvailabilityValidation?: boolean | null } | null | undefined;

/** What confirming, or putting up for approval, sets: a double booking counts only where availability was asked about. */
export const settingOf = (
  status: BookingStatus,
  { paymentStatus, doubleBooked, sendSmsReminder }: Confirming,
  flow: Flow,
): store.Changes => ({
  status,
  ...(paymentStatus && { paymentStatus }),
  ...(flow?.checkAvailabilityValidation && doubleBooked != null && { doubleBooked }),
  ...(sendSmsReminder != null && { smsReminder: sendSmsReminder }),
});

/** Confirm, decline, cancel and settle: docs/rules/booking-moves.md says what leads where. */
export function deciding(context: Context, moves: BookingMoves, { moving, movingWith }: Guard): Deciding {
  const { offering, timeAgain } = moves;
  const one = (rows: Row[]) => rows[0] as Row;
  const answer = (row: Row) => ({ booking: toBooking(row) });
  const told = (before: Row, change: Change): Change => ({
    ...change,
    about: { ...change.about, previousPaymentStatus: before.paymentStatus },
  });
  const serviceAndTime = async (row: Row) => ({
    service: await offering.service(row.serviceId),
    offer: await timeAgain(row),
  });

  return {
    confirm: (
      { bookingId, revision, participantNotification: notification, flowControlSettings: flow, ...wish },
      call,
    ) =>
      movingWith(call.caller, [{ bookingId, revision, move: "confirm" }], timeAgain, async (tx, rows, times) => {
        const before = one(rows);
        const offer = times.get(before.id);
        const { sendSmsReminder, doubleBooked } = wish;
        const set = settingOf("CONFIRMED", wish, flow);
        const about = { sendSmsReminder, doubleBooked, flowControlSettings: flow };
        return answer(
          await moves.change(
            tx,
            before,
            told(before, { name: "confirm", actor: call.caller, set, notification, about, offer }),
          ),
        );
      }),

    decline: (input, { caller }) =>
      moving(caller, [{ bookingId: input.bookingId, revision: input.revision, move: "decline" }], async (tx, rows) => {
        const { participantNotification: notification, flowControlSettings, paymentStatus, doubleBooked } = input;
        const before = one(rows);
        const set: store.Changes = {
          status: "DECLINED",
          ...(paymentStatus && { paymentStatus }),
          ...(doubleBooked != null && { doubleBooked }),
          ...refunded(before, flowControlSettings?.withRefund),
        };
        const about = { doubleBooked, flowControlSettings };
        return answer(
          await moves.change(tx, before, told(before, { name: "decline", actor: caller, set, notification, about })),
        );
      }),

    cancel: (input, { caller }) => {
      const { participantNotification: notification, flowControlSettings: flow } = input;
      refuseFlagsOfOthers(flow, isOwner(caller));
      return movingWith(
        caller,
        [{ bookingId: input.bookingId, revision: input.revision, move: "cancel" }],
        ({ serviceId }) => offering.service(serviceId),
        async (tx, rows, services) => {
          const before = one(rows);
          const service = services.get(before.id);
          if (!flow?.ignoreCancellationPolicy) refuseLateCancel(service?.bookingPolicy, before, context.now());
          const fee = flow?.ignoreCancellationPolicy ? undefined : cancellationFee(service, before, context.now());
          const set: store.Changes = {
            status: "CANCELED",
            ...refunded(before, flow?.withRefund),
            ...(fee && { cancellationFee: fee }),
          };
          const about = { flowControlSettings: flow };
          return answer(await moves.change(tx, before, { name: "cancel", actor: caller, set, notification, about }));
        },
      );
    },

    confirmOrDecline: ({ bookingId, paymentStatus }, { caller }) =>
      movingWith(caller, [{ bookingId, move: "settle" }], serviceAndTime, async (tx, rows, known) => {
        const before = one(rows);
        const { skipAvailabilityValidation, skipBusinessConfirmation } = (before.flowControl ?? {}) as Flags;
        const { service, offer } = known.get(before.id) ?? {};
        const waits = service?.onlineBooking.requireManualApproval && !skipBusinessConfirmation;
        const keeps = skipAvailabilityValidation || paymentStatus === "PAID" || paymentStatus === "PARTIALLY_PAID";
        const set: store.Changes = {
          status: waits ? "PENDING" : "CONFIRMED",
          ...(paymentStatus && { paymentStatus }),
        };
        const onFull = (): store.Changes => (keeps ? { doubleBooked: true } : { status: "DECLINED" });
        return answer(
          await moves.change(tx, before, told(before, { name: "settle", actor: caller, set, offer, onFull })),
        );
      }),
  };
}

type CancelFlow = { ignoreCancellationPolicy?: boolean | null; withRefund?: boolean | null } | null | undefined;
/** Passing over the policy and giving money back are the owner's. */
export function refuseFlagsOfOthers(flow: CancelFlow, byOwner: boolean) {
  if (byOwner || !(flow?.ignoreCancellationPolicy || flow?.withRefund)) return;
  throw unauthorized("Passing over the cancellation policy, or refunding, needs the owner.");
}
