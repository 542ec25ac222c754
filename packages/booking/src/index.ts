import type { SiteLists } from "@uola/data";
import type { Context, PlatformHandlers, PlatformPart } from "@uola/kernel";
import type { CaptchaGate } from "@uola/members";
import { availability, createAvailabilityServices, holdExpiryTask, holds } from "./availability/availability.ts";
import { bookingHandlers, createBookingServices } from "./bookings/bookings.ts";
import { business, createBusinessLists, locations } from "./business/business.ts";
import { createBookingLimitGuard } from "./limits/limits.ts";
import { people } from "./people/people.ts";
import { resources } from "./resources/resources.ts";
import { schedules, sessionGenerationTask } from "./schedules/schedules.ts";
import { categories, forms, jobs, plans, policies, serviceJobTask, services } from "./services/services.ts";
import { createWaitingList, waitlist, waitlistOfferTask } from "./waitlist/waitlist.ts";

export {
  availability,
  createAvailabilityServices,
  dateOf,
  holds,
  occurrences,
  type WeeklyRule,
} from "./availability/availability.ts";
export { bookingLinks, bookings, deadlines, isOpen, type MailCause } from "./bookings/bookings.ts";
export { type BusinessDetails, business, itemsOf, locations, readBookingLimits } from "./business/business.ts";
export { people } from "./people/people.ts";
export { addResource, addStaff, resources } from "./resources/resources.ts";
export {
  createRules,
  generateSessions,
  holidayHours,
  holidays,
  type NewRule,
  schedules,
} from "./schedules/schedules.ts";
export {
  categories,
  createCategory,
  createPolicy,
  createService,
  forms,
  jobs,
  type PolicyRules,
  plans,
  policies,
  readServices,
  services,
} from "./services/services.ts";
export { waitlist, waitlistLinks } from "./waitlist/waitlist.ts";

/** What people book, when it takes place, and who has a place. */
export function createBooking(
  context: Context,
  { captchaGate }: { captchaGate: Pick<CaptchaGate, "prove"> },
  { siteLists }: { siteLists: SiteLists },
) {
  const limitGuard = createBookingLimitGuard(context, captchaGate);
  const lists = createBusinessLists(context, siteLists);
  const availabilityServices = createAvailabilityServices(context);
  const bookingServices = createBookingServices(context, availabilityServices);
  const waitingList = createWaitingList(context, bookingServices);
  return {
    handlers: {
      business: business(context, lists),
      locations: locations(context),
      services: services(context),
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
  } satisfies PlatformPart & { handlers: Partial<PlatformHandlers> };
}
