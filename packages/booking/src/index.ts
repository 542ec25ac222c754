import type { SiteLists } from "@uola/data";
import type { Context, PlatformHandlers, PlatformPart } from "@uola/kernel";
import type { CaptchaGate } from "@uola/members";
import { availability, createAvailabilityServices, holdExpiryTask, holds } from "./availability/availability.ts";
import { type BookingSales, bookingHandlers, createBookingSales, createBookingServices } from "./bookings/bookings.ts";
import { business, createBusinessLists, locations } from "./business/business.ts";
import { type CodeGuesses, createCodeGuessLimit } from "./limits/code-guess-limit.ts";
import { createBookingLimitGuard } from "./limits/limits.ts";
import { people } from "./people/people.ts";
import { resources } from "./resources/resources.ts";
import { schedules, sessionGenerationTask } from "./schedules/schedules.ts";
import {
  categories,
  createRegistrations,
  forms,
  jobs,
  plans,
  policies,
  serviceJobTask,
  services,
} from "./services/services.ts";
import {
  createOfferedPlaces,
  createWaitingList,
  type OfferedPlaces,
  waitlist,
  waitlistOfferTask,
} from "./waitlist/waitlist.ts";

export {
  availability,
  cancelDeadline,
  type DeadlineFacts,
  dateOf,
  holderOf,
  isOpen,
  occurrences,
  type WeeklyRule,
  wallTimeOf,
} from "./availability/availability.ts";
export {
  type BookingSales,
  bookingHandlers,
  bookingLinks,
  causeOf,
  type IsMember,
  isForOthers,
  type MailCause,
  messageViolations as wrongWords,
  nameViolations as wrongNames,
  type PlacesNow,
  type Prepared,
  type PurchasePolicy,
  readDeadlineFacts,
  requireCustomerInputAllowed as refuseMisuse,
} from "./bookings/bookings.ts";
export { type BusinessDetails, itemsOf, readBookingLimits } from "./business/business.ts";
export {
  type BookingTransition,
  beforeBookingsEnd,
  bookingEnds,
  bookingMarkedPaid,
  bookingTransitioned,
  isByCustomer as isTheirs,
  isMoved,
} from "./events.ts";
export type { CodeGuesses } from "./limits/code-guess-limit.ts";
export { isStaff, limitDecision } from "./limits/limits.ts";
export { addResource, addStaff } from "./resources/resources.ts";
export { createRules, generateSessions, holidayHours, type NewRule } from "./schedules/schedules.ts";
export {
  createCategory,
  createPolicy,
  createService,
  type PolicyRules,
  readPlans,
  readServices,
} from "./services/services.ts";
export { type OfferedPlaces, waitlistLinks } from "./waitlist/waitlist.ts";

type CaptchaProof = Pick<CaptchaGate, "requireProofOfWork">;

/**
 * Creates the parts shared by the booking operations. They contain caches, so each process creates
 * them only once.
 */
export function createBookingParts(
  context: Context,
  captchaGate: CaptchaProof,
  { siteLists }: { siteLists: Pick<SiteLists, "findAny"> },
) {
  const limitGuard = createBookingLimitGuard(context, captchaGate);
  const registrations = createRegistrations(context, siteLists);
  const availabilityServices = createAvailabilityServices(context, registrations);
  const bookingServices = createBookingServices(context, availabilityServices);
  return { limitGuard, registrations, availabilityServices, bookingServices };
}

/** Creates the booking module: services, sessions and bookings. */
export function createBooking(
  context: Context,
  { captchaGate }: { captchaGate: CaptchaProof },
  { siteLists }: { siteLists: SiteLists },
) {
  const parts = createBookingParts(context, captchaGate, { siteLists });
  const { limitGuard, registrations, availabilityServices, bookingServices } = parts;
  const lists = createBusinessLists(context, siteLists);
  const waitingList = createWaitingList(context, bookingServices);
  return {
    /** For modules that sell places together with other items. */
    sales: createBookingSales(bookingServices, availabilityServices, limitGuard),
    /** For modules that sell places offered by the waiting list. */
    offered: createOfferedPlaces(context, waitingList, bookingServices),
    /** For operations that accept codes worth money. */
    codeGuesses: createCodeGuessLimit(context, captchaGate),
    handlers: {
      business: business(context, lists),
      locations: locations(context),
      services: services(context, registrations),
      policies: policies(context),
      categories: categories(context),
      plans: plans(context),
      forms: forms(context),
      jobs: jobs(context),
      resources: resources(context),
      schedules: schedules(context, availabilityServices),
      availability: availability(context, availabilityServices),
      holds: holds(context, availabilityServices, limitGuard),
      ...bookingHandlers(context, limitGuard, bookingServices),
      waitlist: waitlist(bookingServices, waitingList, limitGuard),
      people: people(context),
    },
    tasks: [
      lists.task,
      holdExpiryTask(context),
      sessionGenerationTask(context),
      serviceJobTask(context),
      waitlistOfferTask(waitingList),
    ],
  } satisfies PlatformPart & {
    sales: BookingSales;
    offered: OfferedPlaces;
    codeGuesses: CodeGuesses;
    handlers: Partial<PlatformHandlers>;
  };
}
