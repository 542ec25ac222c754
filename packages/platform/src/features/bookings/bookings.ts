import type { contract } from "@uola/contract";
import type { Context } from "../../kernel/context.ts";
import type { Handlers } from "../../kernel/serve.ts";
import { attendance } from "./attendance.ts";
import { changing } from "./changing.ts";
import { creating } from "./creating.ts";
import { deciding } from "./deciding.ts";
import { createGuard } from "./guard.ts";
import { createBookingMoves } from "./moves.ts";
import { queries } from "./queries.ts";
import { createRescheduling, rescheduling } from "./rescheduling.ts";
import * as store from "./store.ts";

export { toBooking } from "./booking.ts";
export { type Actor, createBookingMoves, type Move } from "./moves.ts";
export type { Prepared } from "./prepare.ts";
export { cancelableUntil, isOwn, isOwner, reschedulableUntil } from "./rules.ts";
export { type BookingRow, verifiedEmail } from "./store.ts";

/** Everything that can be done to a booking; docs/rules/booking-moves.md says what leads where. */
export function bookings(context: Context): Handlers<typeof contract.bookings> {
  const moves = createBookingMoves(context);
  const guard = createGuard(context);
  context.signIns.push(async (tx, { visitorId, memberId }) => {
    await store.claimVisitorBookings(tx, context.siteId, visitorId, memberId);
  });
  return {
    ...creating(context, moves),
    ...deciding(context, moves, guard),
    ...rescheduling(createRescheduling(context, moves), guard),
    ...changing(context, moves, guard),
    ...attendance(context),
    ...queries(context, moves, guard),
  };
}
