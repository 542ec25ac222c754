import type { contract } from "@uola/contract";
import type { Context, Handlers } from "@uola/kernel";
import type { AvailabilityServices } from "./availability-services.ts";
import { multiSlot } from "./multi-slot.ts";
import { queryHandler } from "./query.ts";
import { scheduleHandler } from "./schedule.ts";
import { sessionsHandler } from "./sessions.ts";

export { type AvailabilityServices, createAvailabilityServices } from "./availability-services.ts";
export type { Offer } from "./bookable-offer.ts";
export { hoursSource } from "./calendar-store.ts";
export { type ClaimRequest, createClaims, type Decision } from "./claim-places.ts";
export { cancelDeadline, type Deadline, type DeadlineFacts, isOpen, rescheduleDeadline } from "./deadlines.ts";
export type { OfferLookup } from "./find-offer.ts";
export {
  attachHold,
  extendHolds,
  moveOfferToCart as passOffer,
  readHold,
  readHolds,
  transferHolds as passHolds,
} from "./hold-store.ts";
export { holdExpiryTask, holds } from "./holds.ts";
export { createOpeningHours, type HoursDecision, type OpeningHours } from "./opening-hours.ts";
export {
  closePlaces,
  createCourseCounters as openCourses,
  holdOfBooking,
  holdPlaces,
  insertPlaces,
  lockHold,
  lockPlaces,
  movePlaces,
  openPlaces,
  places,
  releaseHold,
  resizeHold,
  returnPlaces,
  setCapacity,
  takePlaces,
  updateWaitingMin,
} from "./place-counter.ts";
export {
  dateAfter,
  dateOf,
  isTimeZone,
  type Occurrence,
  occurrenceOn,
  occurrences,
  type RuleException,
  readMoment,
  type Skips,
  takesPlaceOn,
  type WeeklyRule,
  wallTimeOf,
} from "./recurrence.ts";
export { holdNotFound, refuseBeforeRegistration, refuseByPolicy, withheld } from "./refusals.ts";
export {
  holderOf,
  isAgeUnchecked,
  isViolated,
  lessonsLeft,
  type PolicyViolations,
  placesTaken,
  policyViolations,
  registrationOpensFor as opensFor,
  slotLocation,
  spots,
  takesPlaces,
} from "./rules.ts";
export { courseSessions, sessionsByIds } from "./store.ts";
export { createAdHocSession, createAppointmentSession } from "./take-slot.ts";

/** Creates the availability operations, which return sessions and their open places. */
export const availability = (
  context: Context,
  services: AvailabilityServices,
): Handlers<typeof contract.availability> => ({
  sessions: sessionsHandler(context, services),
  query: queryHandler(context, services),
  schedule: scheduleHandler(context, services),
  multislot: multiSlot(context, services),
});
