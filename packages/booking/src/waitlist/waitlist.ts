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

/** Waiting for places; docs/rules/waiting-list.md says who is next and for how long. */
export function waitlist(
  bookings: BookingServices,
  waitingList: WaitingList,
  limitGuard: Pick<BookingLimitGuard, "withinLimits">,
): Handlers<typeof contract.waitlist> {
  const { context, store } = bookings;
  context.events.subscribe(bookingTransitioned, { name: "waitlist" }, waitingList.follow);
  // Runs before the bookings follow: people who waited get the mail that the list is closed, not that a booking is canceled.
  context.events.subscribe(sessionsCanceled, { name: "waitlist", before: ["bookings"] }, waitingList.close);

  const { join } = joinHandlers(bookings, waitingList, limitGuard);
  const { mine, query } = queryHandlers(context, waitingList, store);
  const { accept, decline, leave, readByLink, answerByLink } = answerHandlers(context, waitingList, bookings);
  const { move } = moveHandlers(context, waitingList);
  const { offer } = offerHandlers(context, waitingList);
  return { join, mine, query, accept, decline, leave, readByLink, answerByLink, move, offer };
}

/** Offers places soon after they become free; half a minute later if the message about them was lost. */
export const waitlistOfferTask = ({ pass }: WaitingList): BackgroundTask => ({
  name: "waitlist: offer places",
  everyMs: 30_000,
  wakeOn: ["availability"],
  gatherMs: 200,
  run: pass,
});
