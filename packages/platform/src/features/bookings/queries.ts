import type { BookingStatus, contract } from "@uola/contract";
import type { Context } from "../../kernel/context.ts";
import { type Listing, page } from "../../kernel/paging.ts";
import type { Handlers } from "../../kernel/serve.ts";
import { isCourse, toAttendance, toBooking } from "./booking.ts";
import type { Guard } from "./guard.ts";
import type { BookingMoves } from "./moves.ts";
import { allowedActions, isOwn, isOwner, seesAll } from "./rules.ts";
import * as store from "./store.ts";

const listing: Listing = {
  fields: store.fields,
  key: "id",
  sort: [{ fieldName: "createdDate", order: "DESC" }],
  limit: { usual: 50, max: 100 },
  paging: "cursor",
};

/** Finding bookings, with what is asked for around them. */
export function queries(
  { db, siteId, now }: Context,
  { offering }: BookingMoves,
  { emailOf }: Guard,
): Handlers<Pick<typeof contract.bookings, "queryExtended">> {
  return {
    queryExtended: async (input, { caller }) => {
      const email = await emailOf(caller);
      const { visitorId, memberId } = caller;
      const visible = seesAll(caller)
        ? store.readBookings(db, siteId)
        : store.ownBookings(db, siteId, {
            visitorId: caller.kind === "visitor" ? visitorId : undefined,
            memberId,
            verifiedEmail: email,
          });
      const { rows, pagingMetadata } = await page(visible, input.query, listing);
      const extendedBookings = rows.map(async (row) => ({
        booking: toBooking(row),
        ...(input.withBookingAllowedActions && {
          allowedActions: allowedActions(
            { status: row.status as BookingStatus, startDate: row.startDate, isCourse: isCourse(row) },
            (await offering.service(row.serviceId))?.bookingPolicy,
            { isOwner: isOwner(caller), isOwn: isOwn(caller, row, email) },
            now(),
          ),
        }),
        ...(input.withBookingAttendanceInfo && {
          attendance: toAttendance(
            row.sessionId ? await store.attendance(db, siteId, row.id, row.sessionId) : undefined,
          ),
        }),
      }));
      return { extendedBookings: await Promise.all(extendedBookings), pagingMetadata };
    },
  };
}
