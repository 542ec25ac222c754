import type { BookingStatus, contract, Input } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Caller, type Context, type Handlers, Refusal, Violation } from "@uola/kernel";
import { holdOfBooking, policyViolations, releaseHold } from "../availability/availability.ts";
import { entityOf, participantsOf, refuseTooMany, refuseUnknownChoices } from "./booking-input.ts";
import type { Guard } from "./guard.ts";
import type { BookingMoves, Change } from "./moves.ts";
import { full, refuseByPolicy, unauthorized } from "./refusals.ts";
import { holdsPlaces, isOwner, mayRescheduleNow } from "./rules.ts";
import type * as store from "./store.ts";
import { isCourse, toBooking } from "./to-booking.ts";

type Row = store.BookingRow;
type Wish = Pick<
  Input<typeof contract.bookings.reschedule>,
  "slot" | "totalParticipants" | "participantsChoices" | "flowControlSettings" | "participantNotification"
>;

/** What a booking was, as the event of its new time tells it. */
export const previously = (row: Row) => ({
  previousBookedEntity: row.bookedEntity,
  previousStartDate: row.startDate,
  previousEndDate: row.endDate,
  ...(row.participantsChoices
    ? { previousParticipantsChoices: row.participantsChoices }
    : { previousTotalParticipants: row.totalParticipants }),
});

/** Another time for a booking: what would become of it, looked up before its transaction, and the doing within. */
export function createRescheduling({ siteId, now }: Context, { offering, change }: BookingMoves) {
  /** Refuses with the codes of rescheduling but those about places. `besides` are sessions that are not in the way. */
  async function plan(before: Row, wish: Wish, caller: Caller, besides: readonly string[] = []): Promise<Change> {
    const { slot, flowControlSettings: flow } = wish;
    if (Object.values(flow ?? {}).includes(true) && !isOwner(caller)) {
      throw unauthorized("A flow-control flag needs the owner.");
    }
    const service = await offering.service(before.serviceId);
    if (!service || isCourse(before)) throw impossible("A course is not moved to another time.");
    if (slot.serviceId !== before.serviceId) throw impossible("A booking stays with its service.");
    if (!flow?.ignoreReschedulePolicy) {
      const rule = service.bookingPolicy.reschedulePolicy;
      if (!mayRescheduleNow(rule, before.startDate, now())) {
        const data = { rescheduleDisabled: !rule?.enabled, tooLateToReschedule: rule?.enabled === true };
        throw new Refusal("BOOKING_POLICY_VIOLATION", "The policy does not allow another time now.", 409, data);
      }
    }
    const { totalParticipants, participantsChoices } = howMany(before, wish);
    refuseUnknownChoices(service, { participantsChoices });
    refuseTooMany({ participantsChoices }, totalParticipants, service);
    const skips = flow?.skipAvailabilityValidation === true;
    const own = before.sessionId ? [before.sessionId, ...besides] : besides;
    const isAppointment = service.type === "APPOINTMENT";
    // A class moves to a session that is there.
    const asking = { field: "slot", skipChecks: isAppointment && skips, totalParticipants, excludeSessionIds: own };
    const offer = await offering.of({ slot }, caller, asking);
    if (!skips) refuseByPolicy(policyViolations(service, offer, now()));
    const status = statusOf(before.status, service.onlineBooking.requireManualApproval, flow?.skipBusinessConfirmation);
    const set: store.Changes = {
      status,
      sessionId: offer.sessionId,
      placesId: offer.placesId || before.id,
      startDate: offer.startDate,
      endDate: offer.endDate,
      bookedEntity: entityOf(offer, { slot }),
      resourceId: offer.staff[0]?.id ?? null,
      totalParticipants,
      participantsChoices,
      doubleBooked: false,
    };
    const onFull = (): store.Changes => {
      if (skips) return { doubleBooked: true };
      if (isAppointment) throw new Refusal("SLOT_NOT_AVAILABLE", "This time is not free.");
      throw full(false, totalParticipants, undefined);
    };
    return {
      name: "reschedule",
      actor: caller,
      set,
      slug: "rescheduled",
      template: holdsPlaces(status) ? "booking-rescheduled" : null,
      notification: wish.participantNotification,
      about: { flowControlSettings: flow, ...previously(before) },
      offer,
      besides: own,
      onFull,
    };
  }

  async function apply(tx: Database, before: Row, planned: Change): Promise<Row> {
    // What was held was held for the old time.
    const holdId = before.status === "CREATED" ? await holdOfBooking(tx, siteId, before.id) : undefined;
    if (holdId) await releaseHold(tx, siteId, holdId);
    return change(tx, before, planned);
  }

  return { plan, apply };
}
export type Rescheduling = ReturnType<typeof createRescheduling>;

export function rescheduling(
  { plan, apply }: Rescheduling,
  { peek, moving }: Guard,
): Handlers<Pick<typeof contract.bookings, "reschedule">> {
  return {
    async reschedule({ bookingId, revision, ...wish }, { caller }) {
      const wanted = { bookingId, revision, move: "reschedule" as const };
      const planned = await plan(await peek({ ...wanted, caller }), wish, caller);
      // The revision tells that it is still the booking the plan was made for.
      const row = await moving(caller, [wanted], (tx, [before]) => apply(tx, before as Row, planned));
      return { booking: toBooking(row) };
    },
  };
}

const impossible = (message: string) => new Refusal("VALIDATION_FAILURE", message, 400);

/** Where approval is asked for it is asked for anew. */
function statusOf(before: string, asksApproval: boolean | null | undefined, skips: boolean | null | undefined) {
  if (!holdsPlaces(before)) return before as BookingStatus;
  if (skips) return "CONFIRMED";
  return asksApproval ? "PENDING" : (before as BookingStatus);
}

/** As many as before with the same choices, unless others are named. */
function howMany(before: Row, wish: Pick<Wish, "totalParticipants" | "participantsChoices">) {
  const { totalParticipants, participantsChoices } = before;
  if (!wish.totalParticipants && !wish.participantsChoices) {
    return {
      totalParticipants,
      participantsChoices: participantsChoices as NonNullable<Wish["participantsChoices"]> | null,
    };
  }
  const count = participantsOf(wish);
  if (before.participants && count !== totalParticipants) {
    const description = "cannot change with the time: those who come are named";
    throw new Violation([{ field: "totalParticipants", description }]);
  }
  return { totalParticipants: count, participantsChoices: wish.participantsChoices ?? null };
}
