import type { BookingStatus, contract, Input } from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Database } from "@uola/database";
import { type Call, type Caller, type Handlers, Refusal, Violation } from "@uola/kernel";
import type { CaptchaTokens } from "@uola/members";
import { holdOfBooking, refuseByPolicy, releaseHold, takesPlaces } from "../availability/availability.ts";
import { type BookingLimitGuard, requesterOf } from "../limits/limits.ts";
import {
  entityOf,
  participantsOf,
  refuseTooMany,
  refuseUnknownChoices,
  refuseWithoutChoices,
} from "./booking-input.ts";
import type { BookingServices } from "./booking-services.ts";
import { groupAnswer, requireCompatibleTimes } from "./groups.ts";
import { full, notInGroup, unauthorized } from "./refusals.ts";
import { managesBookings, participantsDiffer, requireBeforeDeadline, requireChangeable } from "./rules.ts";
import { type BookingChange, readAll, type Selection } from "./store.ts";
import { type BookingChanges, type BookingRow, bookingAnswer, deadlineFactsOf, isCourse } from "./to-booking.ts";

type RescheduleInput = Pick<
  Input<typeof contract.bookings.reschedule>,
  "slot" | "totalParticipants" | "participantsChoices" | "flowControlSettings" | "participantNotification"
>;

type ParticipantsInput = Pick<RescheduleInput, "totalParticipants" | "participantsChoices">;

/** Returns the previous state of a booking, for the event about its reschedule. */
export const previously = (row: BookingRow) => ({
  previousBookedEntity: row.bookedEntity,
  previousStartDate: row.startDate,
  previousEndDate: row.endDate,
  ...(row.participantsChoices
    ? { previousParticipantsChoices: row.participantsChoices }
    : { previousTotalParticipants: row.totalParticipants }),
});

/** Handlers that reschedule one booking, or several bookings of a group. */
export function rescheduleHandlers(
  { context, offerLookup, store, groups }: BookingServices,
  { withinLimits }: Pick<BookingLimitGuard, "withinLimits">,
): {
  one: Handlers<typeof contract.bookings>["reschedule"];
  group: Handlers<typeof contract.multiServiceBookings>["reschedule"];
} {
  const { db, siteId, now } = context;

  /**
   * Prepares the reschedule of a booking. Rejects with all error codes of rescheduling except those
   * about free places.
   */
  async function plan(
    before: BookingRow,
    input: RescheduleInput,
    caller: Caller,
    groupSessionIds: readonly string[] = [],
  ): Promise<BookingChange> {
    const { slot, flowControlSettings: flow } = input;
    if (Object.values(flow ?? {}).includes(true) && !managesBookings(caller)) {
      throw unauthorized("A flow-control flag needs the owner.");
    }
    const service = await offerLookup.service(before.serviceId);
    if (!service || isCourse(before)) throw impossible("A course is not moved to another time.");
    if (slot.serviceId !== before.serviceId) throw impossible("A booking stays with its service.");
    if (!flow?.ignoreReschedulePolicy)
      requireBeforeDeadline("reschedule", deadlineFactsOf(before), service.bookingPolicy, now());
    const { totalParticipants, participantsChoices } = participantCount(before, input);
    if (!managesBookings(caller) && participantsDiffer(before, { totalParticipants, participantsChoices })) {
      if (before.paymentStatus !== "NOT_PAID" && before.paymentStatus !== "UNDEFINED") {
        throw unauthorized("What is paid is for so many people and these choices: only the gym changes them.");
      }
      refuseWithoutChoices(service, { participantsChoices });
    }
    refuseUnknownChoices(service, { participantsChoices });
    refuseTooMany({ participantsChoices }, totalParticipants, service);
    const skipChecks = flow?.skipAvailabilityValidation === true;
    const excludeSessionIds = before.sessionId ? [before.sessionId, ...groupSessionIds] : groupSessionIds;
    const isAppointment = service.type === "APPOINTMENT";
    const offer = await offerLookup.of({ slot }, caller, {
      field: "slot",
      // A class booking moves to an existing session.
      skipChecks: isAppointment && skipChecks,
      totalParticipants,
      excludeSessionIds,
    });
    if (!skipChecks) refuseByPolicy(service, offer, caller, now());
    const status = statusOf(before.status, service.onlineBooking.requireManualApproval, flow?.skipBusinessConfirmation);
    return {
      name: "reschedule",
      actor: caller,
      set: {
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
      },
      slug: "rescheduled",
      template: takesPlaces(status) ? "booking-rescheduled" : null,
      notification: input.participantNotification,
      eventDetails: { flowControlSettings: flow, ...previously(before) },
      offer,
      excludeSessionIds,
      onFull(): BookingChanges {
        if (skipChecks) return { doubleBooked: true };
        if (isAppointment) throw new Refusal("SLOT_NOT_AVAILABLE", "This time is not free.");
        throw full(false, totalParticipants, undefined);
      },
    };
  }

  async function reschedule(tx: Database, before: BookingRow, planned: BookingChange): Promise<BookingRow> {
    // The hold of an unpaid booking is for the old time.
    const holdId = before.status === "CREATED" ? await holdOfBooking(tx, siteId, before.id) : undefined;
    if (holdId) await releaseHold(tx, siteId, holdId);
    return store.transition(tx, before, planned);
  }

  /**
   * Runs `move` within the booking limits: places added by a reschedule count like those of a new
   * booking. The number of places a person has booked is disclosed only to callers who may change
   * the bookings. Revision checks guarantee that the counts are still correct when `move` acquires
   * its locks.
   */
  async function withinPersonLimits<Done>(
    selection: Selection,
    inputs: ReadonlyMap<string, ParticipantsInput>,
    { tokens, call }: { tokens: CaptchaTokens; call: Call },
    move: () => Promise<Done>,
  ): Promise<Done> {
    const rows = await readAll(db, siteId, [...inputs.keys()]);
    const before = selection.targets.map((target) => requireChangeable(rows.get(target.bookingId), target, selection));
    const places = before.reduce((sum, row) => {
      const input = inputs.get(row.id) ?? {};
      return sum + participantCount(row, input).totalParticipants - row.totalParticipants;
    }, 0);
    if (places <= 0) return move();
    return withinLimits({ ...requesterOf(call), email: before[0]?.contactEmail ?? null, places, tokens }, move);
  }

  return {
    async one({ bookingId, revision, captchaTokens: tokens, ...input }, call) {
      const { caller } = call;
      const selection = await store.selectionFor("reschedule", [{ bookingId, revision }], caller);
      const rows = await withinPersonLimits(selection, new Map([[bookingId, input]]), { tokens, call }, () =>
        store.changeEach(
          selection,
          (before) => plan(before, input, caller),
          (tx, { before, known: planned }) => reschedule(tx, before, planned),
        ),
      );
      return bookingAnswer(rows);
    },

    async group(request, call) {
      const { multiServiceBookingId: id, rescheduleBookingsInfo: infos, returnFullEntity, ...rest } = request;
      const { captchaTokens: tokens, ...input } = rest;
      const { caller } = call;
      const all = await groups.read(id, caller);
      const byId = new Map(all.map((row) => [row.id, row]));
      const type = all[0]?.multiServiceBookingType ?? "SEPARATE_BOOKINGS";
      // Bookings of one group do not conflict with each other.
      const groupSessionIds = type === "SEQUENTIAL_BOOKINGS" ? all.flatMap(({ sessionId }) => sessionId ?? []) : [];
      const plans = new Map<string, BookingChange>();
      for (const { bookingId, revision: _, ...info } of infos) {
        const before = byId.get(bookingId);
        if (!before) throw notInGroup(bookingId);
        plans.set(bookingId, await plan(before, { ...info, ...input }, caller, groupSessionIds));
      }
      requireCompatibleTimes(
        type,
        all.map((row) => ({ ...row, ...plans.get(row.id)?.set })),
      );
      const selection = await groups.selectionFor("reschedule", id, caller, infos);
      const inputs = new Map(infos.map((info) => [info.bookingId, info]));
      const rows = await withinPersonLimits(selection, inputs, { tokens, call }, () =>
        store.changeEach(selection, undefined, (tx, { before }) =>
          reschedule(tx, before, required(plans.get(before.id), "change of the booking")),
        ),
      );
      return groupAnswer(id, rows, returnFullEntity);
    },
  };
}

const impossible = (message: string) => new Refusal("VALIDATION_FAILURE", message, 400);

/** If the service requires manual approval, the rescheduled booking must be approved again. */
function statusOf(
  before: BookingStatus,
  needsApproval: boolean | null | undefined,
  skipsApproval: boolean | null | undefined,
) {
  if (!takesPlaces(before)) return before;
  if (skipsApproval) return "CONFIRMED";
  return needsApproval ? "PENDING" : before;
}

/**
 * Returns the number of participants and the participants' choices. They stay unchanged unless the
 * input sets them.
 */
function participantCount(before: BookingRow, input: ParticipantsInput) {
  const { totalParticipants, participantsChoices } = before;
  const named = input.totalParticipants ?? totalParticipants;
  if (named === totalParticipants && !input.participantsChoices) {
    return {
      totalParticipants,
      participantsChoices,
    };
  }
  const count = participantsOf(input);
  if (before.participants && count !== totalParticipants) {
    const description = "cannot change with the time: those who come are named";
    throw new Violation([{ field: "totalParticipants", description }]);
  }
  return { totalParticipants: count, participantsChoices: input.participantsChoices ?? null };
}
