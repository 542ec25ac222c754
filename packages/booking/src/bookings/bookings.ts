import type { contract } from "@uola/contract";
import type { Context, Handlers } from "@uola/kernel";
import { visitorSignedIn } from "@uola/members";
import { type BookingLimitGuard, createBookingLimitGuard } from "../limits/limits.ts";
import { attendance } from "./attendance.ts";
import { byLink } from "./by-link.ts";
import { deciding } from "./confirm-decline.ts";
import { creating } from "./create.ts";
import { followSessions } from "./follow-sessions.ts";
import { createGuard } from "./guard.ts";
import { createBookingMoves } from "./moves.ts";
import { movingTogether } from "./multi-moves.ts";
import { createGroups, grouping } from "./multi-service.ts";
import { queries } from "./query.ts";
import { createRescheduling, rescheduling } from "./reschedule.ts";
import * as store from "./store.ts";
import { changing } from "./update.ts";

export { bookingLinks } from "./by-link.ts";
export { type Actor, createBookingMoves } from "./moves.ts";
export { causeOf, type MailCause, permittedNotification } from "./notification.ts";
export type { Prepared } from "./prepare-booking.ts";
export { isOwn, isOwner, mayCancelNow } from "./rules.ts";
export { type BookingRow, verifiedEmail } from "./store.ts";
export { paymentOf, type StoredPayment, toBooking } from "./to-booking.ts";

/** Everything that can be done to bookings, one by one and together; docs/rules/booking-moves.md says what leads where. */
export function bookingHandlers(
  context: Context,
  limitGuard: BookingLimitGuard = createBookingLimitGuard(context),
): {
  bookings: Handlers<typeof contract.bookings>;
  multiServiceBookings: Handlers<typeof contract.multiServiceBookings>;
} {
  const moves = createBookingMoves(context);
  const guard = createGuard(context);
  const groups = createGroups(context, guard);
  const another = createRescheduling(context, moves);
  followSessions(context, moves);
  context.events.subscribe(visitorSignedIn, { name: "bookings" }, async (tx, { visitorId, memberId }) => {
    await store.claimVisitorBookings(tx, context.siteId, visitorId, memberId);
  });
  const moving = { ...deciding(context, moves, guard), ...rescheduling(another, guard) };
  const finding = queries(context, moves, guard);
  return {
    bookings: {
      ...creating(context, moves, limitGuard),
      ...moving,
      ...changing(context, moves, guard),
      ...attendance(context),
      ...finding,
      ...byLink(context, { ...moving, ...finding }),
    },
    multiServiceBookings: {
      ...grouping(context, { moves, guard, groups, limitGuard }),
      ...movingTogether(context, moves, guard, groups, another),
    },
  };
}

/** Bookings one by one. */
export const bookings = (context: Context): Handlers<typeof contract.bookings> => bookingHandlers(context).bookings;
