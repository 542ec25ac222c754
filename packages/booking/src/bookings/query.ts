import type { BookingStatus, contract, ExtendedBooking } from "@uola/contract";
import { type Caller, type Context, type Handlers, type Listing, page } from "@uola/kernel";
import { feeDetails } from "./cancellation-fee.ts";
import type { Guard } from "./guard.ts";
import type { BookingMoves } from "./moves.ts";
import { fields } from "./query-fields.ts";
import { allowedActions, isOwn, isOwner, seesAll } from "./rules.ts";
import * as store from "./store.ts";
import { isCourse, toAttendance, toBooking } from "./to-booking.ts";

const listing: Listing = {
  fields,
  key: "id",
  sort: [{ fieldName: "createdDate", order: "DESC" }],
  limit: { default: 50, max: 100 },
  paging: "cursor",
};

/** What the caller may do with a booking now. */
export function createActions({ now }: Context, { offering }: BookingMoves) {
  return async (row: store.BookingRow, caller: Caller, email: string | undefined) =>
    allowedActions(
      { status: row.status as BookingStatus, startDate: row.startDate, isCourse: isCourse(row) },
      (await offering.service(row.serviceId))?.bookingPolicy,
      { isOwner: isOwner(caller), isOwn: isOwn(caller, row, email) },
      now(),
    );
}

/** Finding bookings, with what is asked for around them: one statement for a page of each kind. */
export function queries(
  context: Context,
  moves: BookingMoves,
  { emailOf }: Guard,
): Handlers<Pick<typeof contract.bookings, "queryExtended">> {
  const { db, siteId } = context;
  const actionsOf = createActions(context, moves);
  const none = new Map<string, never>();

  return {
    queryExtended: async (input, { caller }) => {
      const email = await emailOf(caller);
      const { bookingId, visitorId, memberId } = caller;
      const visible = seesAll(caller)
        ? store.readBookings(db, siteId)
        : store.ownBookings(db, siteId, {
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
        waiting.length > 0 ? store.waitingPositions(db, siteId, waiting) : none,
        input.withBookingAttendanceInfo && rows.length > 0 ? store.attendances(db, siteId, idsOf()) : [],
        input.withBookingConferencingDetails && confirmed.length > 0 ? store.conferences(db, siteId, confirmed) : none,
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
  };
}
