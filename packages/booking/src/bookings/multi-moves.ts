import type { contract } from "@uola/contract";
import { type Context, type Handlers, Refusal } from "@uola/kernel";
import { isViolated, places, policyViolations } from "../availability/availability.ts";
import { refunded, refuseFlagsOfOthers, refuseLateCancel, settingOf } from "./confirm-decline.ts";
import type { Guard } from "./guard.ts";
import type { BookingMoves, Change } from "./moves.ts";
import { answerOf, type Group, noGroup, refuseDisjoint } from "./multi-service.ts";
import { createActions } from "./query.ts";
import type { Rescheduling } from "./reschedule.ts";
import { counted, isOwner } from "./rules.ts";
import type * as store from "./store.ts";

type Row = store.BookingRow;
type Moving = Handlers<
  Omit<typeof contract.multiServiceBookings, "create" | "get" | "mark" | "addBookings" | "removeBookings">
>;

/** Moves of bookings that belong together. */
export function movingTogether(
  context: Context,
  moves: BookingMoves,
  { emailOf }: Guard,
  { find, of, moveAll }: Group,
  { plan, apply }: Rescheduling,
): Moving {
  const { db, siteId, now } = context;
  const { offering, change, timeAgain } = moves;
  const serviceOf = ({ serviceId }: Row) => offering.service(serviceId);
  const actionsOf = createActions(context, moves);
  const told = (row: Row, change: Change): Change => ({
    ...change,
    about: { ...change.about, previousPaymentStatus: row.paymentStatus },
  });

  return {
    async getAvailability({ multiServiceBookingId: id }, { caller }) {
      const rows = await of(id, caller);
      const violations = { tooEarlyToBook: false, tooLateToBook: false, bookOnlineDisabled: false };
      const capacities: { total: number; left: number }[] = [];
      const limits: number[] = [];
      let fits = true;
      for (const row of rows) {
        const service = await offering.service(row.serviceId);
        const counter = await places(db, siteId, row.placesId);
        if (counter?.capacity != null) {
          const left = counter.capacity - counter.taken - counter.held;
          capacities.push({ total: counter.capacity, left });
          fits &&= left >= row.totalParticipants - counted(row);
        }
        if (!service || !row.startDate || !row.endDate) continue;
        const found = policyViolations(service, { startDate: row.startDate, endDate: row.endDate }, now());
        for (const name of Object.keys(violations) as (keyof typeof violations)[]) violations[name] ||= found[name];
        limits.push(service.bookingPolicy.participantsPolicy?.maxParticipantsPerBooking ?? 1000);
      }
      const least = (numbers: number[]) => (numbers.length > 0 ? Math.min(...numbers) : null);
      return {
        bookable: fits && !isViolated(violations),
        totalCapacity: least(capacities.map(({ total }) => total)),
        remainingCapacity: least(capacities.map(({ left }) => left)),
        policyViolations: violations,
        policySettings: { maxParticipantsPerBooking: least(limits) },
        multiServiceBookingInfo: rows.map((row) => ({ bookingId: row.id })),
      };
    },

    async reschedule(
      { multiServiceBookingId: id, rescheduleBookingsInfo: infos, returnFullEntity, ...wish },
      { caller },
    ) {
      const all = await of(id, caller);
      const byId = new Map(all.map((row) => [row.id, row]));
      const type = all[0]?.multiServiceBookingType ?? "SEPARATE_BOOKINGS";
      // Of one that follows the other the old times are not in the way.
      const besides = type === "SEQUENTIAL_BOOKINGS" ? all.flatMap(({ sessionId }) => sessionId ?? []) : [];
      const plans = new Map<string, Change>();
      for (const { bookingId, revision: _, ...info } of infos) {
        const before = byId.get(bookingId);
        if (!before) throw new Refusal("BOOKING_NOT_FOUND", `The booking ${bookingId} does not belong to it.`, 404);
        plans.set(bookingId, await plan(before, { ...info, ...wish }, caller, besides));
      }
      refuseDisjoint(
        type,
        all.map((row) => ({ ...row, ...plans.get(row.id)?.set })),
      );
      const rows = await moveAll({ id, move: "reschedule", caller, named: infos }, (tx, row) =>
        apply(tx, row, plans.get(row.id) as Change),
      );
      return answerOf(id, rows, returnFullEntity);
    },

    async cancel({ multiServiceBookingId: id, flowControlSettings: flow, returnFullEntity, ...wish }, { caller }) {
      refuseFlagsOfOthers(flow, isOwner(caller));
      const { participantNotification: notification } = wish;
      const rows = await moveAll({ id, move: "cancel", caller, lookUp: serviceOf }, async (tx, row, _, service) => {
        if (!flow?.ignoreCancellationPolicy) refuseLateCancel(service?.bookingPolicy, row, now());
        const set: store.Changes = { status: "CANCELED", ...refunded(row, flow?.withRefund) };
        return change(tx, row, {
          name: "cancel",
          actor: caller,
          set,
          notification,
          about: { flowControlSettings: flow },
        });
      });
      return answerOf(id, rows, returnFullEntity);
    },

    async markAsPending(
      { multiServiceBookingId: id, markAsPendingBookingsInfo: named, returnFullEntity, ...wish },
      { caller },
    ) {
      const { participantNotification: notification, flowControlSettings: flow } = wish;
      const lookUp = async (row: Row) => ({ service: await serviceOf(row), offer: await timeAgain(row) });
      const rows = await moveAll({ id, move: "pend", caller, named, lookUp }, async (tx, row, info, known) => {
        const { service, offer } = known ?? {};
        if (!service?.onlineBooking.requireManualApproval && !flow?.skipPendingApprovalServiceValidation) {
          throw new Refusal("VALIDATION_FAILURE", "The service asks for no approval.", 400);
        }
        const set = settingOf("PENDING", { ...wish, paymentStatus: info?.paymentStatus ?? null }, flow);
        return change(tx, row, { name: "pend", actor: caller, set, notification, offer });
      });
      return answerOf(id, rows, returnFullEntity);
    },

    async confirm({ multiServiceBookingId: id, confirmBookingsInfo: named, returnFullEntity, ...wish }, { caller }) {
      const { participantNotification: notification, flowControlSettings: flow, sendSmsReminder, doubleBooked } = wish;
      const about = { sendSmsReminder, doubleBooked, flowControlSettings: flow };
      const confirming = { id, move: "confirm" as const, caller, named, lookUp: timeAgain };
      const rows = await moveAll(confirming, (tx, row, info, offer) => {
        const set = settingOf("CONFIRMED", { ...wish, paymentStatus: info?.paymentStatus ?? null }, flow);
        return change(tx, row, told(row, { name: "confirm", actor: caller, set, notification, about, offer }));
      });
      return answerOf(id, rows, returnFullEntity);
    },

    async decline({ multiServiceBookingId: id, declineBookingsInfo: named, returnFullEntity, ...wish }, { caller }) {
      const { participantNotification: notification, flowControlSettings: flow, doubleBooked } = wish;
      const rows = await moveAll({ id, move: "decline", caller, named }, (tx, row, info) => {
        const set: store.Changes = {
          status: "DECLINED",
          ...(info?.paymentStatus && { paymentStatus: info.paymentStatus }),
          ...(doubleBooked != null && { doubleBooked }),
          ...refunded(row, flow?.withRefund),
        };
        const about = { doubleBooked, flowControlSettings: flow };
        return change(tx, row, told(row, { name: "decline", actor: caller, set, notification, about }));
      });
      return answerOf(id, rows, returnFullEntity);
    },

    async getAllowedActions({ multiServiceBookingIds: ids }, { caller }) {
      const found = await find(ids, caller);
      const email = await emailOf(caller);
      const results = await Promise.all(
        ids.map(async (id, originalIndex) => {
          const rows = found.get(id);
          if (!rows) {
            const { code, message: description } = noGroup(id);
            return { itemMetadata: { id, originalIndex, success: false, error: { code, description } } };
          }
          const actions = await Promise.all(rows.map((row) => actionsOf(row, caller, email)));
          const item = {
            cancel: actions.every(({ cancel }) => cancel),
            reschedule: actions.every(({ reschedule }) => reschedule),
          };
          return { itemMetadata: { id, originalIndex, success: true }, item };
        }),
      );
      const totalSuccesses = results.filter(({ itemMetadata }) => itemMetadata.success).length;
      const totalFailures = results.length - totalSuccesses;
      return { results, bulkActionMetadata: { totalSuccesses, totalFailures, undetailedFailures: 0 } };
    },
  };
}
