import type { contract } from "@uola/contract";
import type { BackgroundTask, Handlers } from "@uola/kernel";
import type { BookingServices } from "../bookings/bookings.ts";
import { bookingTransitioned, sessionsCanceled } from "../events.ts";
import type { BookingLimitGuard } from "../limits/limits.ts";
import { answerHandlers } from "./answer.ts";
import { joinHandlers } from "./join.ts";
import { moveHandlers } from "./move.ts";
import { offerHandlers } from "./offer.ts";
import { queryHandlers } from "./query.ts";
import type { WaitingList } from "./waiting-list.ts";

export { waitlistLinks } from "./offer-links.ts";
export { createOfferedPlaces, type OfferedPlaces } from "./offered-places.ts";
export { createWaitingList } from "./waiting-list.ts";

/**
 * Handlers of the waiting lists. docs/rules/waiting-list.md defines the order and the deadlines of
 * offers.
 */
export function waitlist(
  bookings: BookingServices,
  waitingList: WaitingList,
  limitGuard: Pick<BookingLimitGuard, "withinLimits">,
): Handlers<typeof contract.waitlist> {
  const { context, store } = bookings;
  context.events.subscribe(bookingTransitioned, { name: "waitlist" }, waitingList.follow);
  // Runs before the subscription of the bookings, so that waiting people get the mail about the
  // closed list and not the one about a canceled booking.
  context.events.subscribe(sessionsCanceled, { name: "waitlist", before: ["bookings"] }, waitingList.close);

  const { join } = joinHandlers(bookings, waitingList, limitGuard);
  const { mine, query } = queryHandlers(context, waitingList, store);
  const { accept, decline, leave, readByLink, answerByLink } = answerHandlers(context, waitingList, bookings);
  const { move } = moveHandlers(context, waitingList);
  const { offer } = offerHandlers(context, waitingList);
  return { join, mine, query, accept, decline, leave, readByLink, answerByLink, move, offer };
}

/**
 * Background task that offers places soon after they become free, or half a minute later if the
 * notification was lost.
 */
export const waitlistOfferTask = ({ pass }: WaitingList): BackgroundTask => ({
  name: "waitlist: offer places",
  everyMs: 30_000,
  wakeOn: ["availability"],
  debounceMs: 200,
  run: pass,
});
