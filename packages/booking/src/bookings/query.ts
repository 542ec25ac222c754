import type { BookingStatus, contract, ExtendedBooking } from "@uola/contract";
import { type Caller, type Handlers, type Listing, page } from "@uola/kernel";
import type { BookingServices } from "./booking-services.ts";
import { feeDetails } from "./cancellation-fee.ts";
import { groupNotFound } from "./groups.ts";
import { fields } from "./query-field-store.ts";
import * as queryStore from "./query-store.ts";
import { allowedActions, isOwn, managesBookings, seesAll } from "./rules.ts";
import { attendances } from "./session-store.ts";
import { readBookings } from "./store.ts";
import { type BookingRow, deadlineFactsOf, isCourse, toAttendance, toBooking } from "./to-booking.ts";

const listing: Listing = {
  fields,
  key: "id",
  sort: [{ fieldName: "createdDate", order: "DESC" }],
  limit: { default: 50, max: 100 },
  paging: "cursor",
};

/**
 * Handlers that query bookings and load the requested details. Each type of detail takes a single
 * SQL statement.
 */
export function queryHandlers({
  context,
  offerLookup,
  store,
  groups,
}: BookingServices): Handlers<Pick<typeof contract.bookings, "queryExtended">> &
  Handlers<Pick<typeof contract.multiServiceBookings, "getAllowedActions">> {
  const { db, siteId, now } = context;
  const none = new Map<string, never>();

  /** Returns the actions the caller may currently perform on a booking. */
  const actionsOf = async (row: BookingRow, caller: Caller, email: string | undefined) =>
    allowedActions(
      { ...deadlineFactsOf(row), status: row.status, isCourse: isCourse(row) },
      (await offerLookup.service(row.serviceId))?.bookingPolicy,
      { managesBookings: managesBookings(caller), isOwn: isOwn(caller, row, email) },
      now(),
    );

  return {
    queryExtended: async (input, { caller }) => {
      const email = await store.verifiedEmail(caller);
      const { bookingId, visitorId, memberId } = caller;
      const visible = seesAll(caller)
        ? readBookings(db, siteId)
        : queryStore.ownBookings(db, siteId, {
            bookingId,
            visitorId: caller.kind === "visitor" ? visitorId : undefined,
            memberId,
            verifiedEmail: email,
          });
      const { rows, pagingMetadata } = await page(visible, input.query, listing);
      const idsOf = (status?: BookingStatus) =>
        rows.flatMap((row) => (status === undefined || row.status === status ? [row.id] : []));
      const [waiting, confirmed] = [idsOf("WAITING_LIST"), idsOf("CONFIRMED")];
      const [positions, marks, conferences] = await Promise.all([
        waiting.length > 0 ? queryStore.waitingPositions(db, siteId, waiting) : none,
        input.withBookingAttendanceInfo && rows.length > 0 ? attendances(db, siteId, idsOf()) : [],
        input.withBookingConferencingDetails && confirmed.length > 0
          ? queryStore.conferences(db, siteId, confirmed)
          : none,
      ]);
      const markOf = new Map(marks.map((row) => [row.bookingId, row]));
      const extendedBookings = rows.map(async (row): Promise<ExtendedBooking> => {
        const position = positions.get(row.id);
        const waitingList = position && {
          position: position.position,
          ...(position.offerExpiresDate && { offerExpiresDate: position.offerExpiresDate }),
        };
        const conference = conferences.get(row.id);
        return {
          booking: { ...toBooking(row), ...(waitingList && { waitingList }) },
          ...(input.withBookingAllowedActions && { allowedActions: await actionsOf(row, caller, email) }),
          ...(input.withBookingAttendanceInfo && { attendance: toAttendance(markOf.get(row.id)) }),
          ...(input.withBookingFeeDetails && { bookingFeeDetails: feeDetails(row) }),
          ...(conference && {
            conferencingDetails: { guestUrl: conference.guestUrl ?? null, password: conference.password ?? null },
          }),
        };
      });
      return { extendedBookings: await Promise.all(extendedBookings), pagingMetadata };
    },

    async getAllowedActions({ multiServiceBookingIds: ids }, { caller }) {
      const visible = await groups.find(ids, caller);
      const email = await store.verifiedEmail(caller);
      const results = await Promise.all(
        ids.map(async (id, originalIndex) => {
          const rows = visible.get(id);
          if (!rows) {
            const { code, message: description } = groupNotFound(id);
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
