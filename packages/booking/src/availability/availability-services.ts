import type { Context } from "@uola/kernel";
import { createServiceCache, type Registrations } from "../services/services.ts";
import { createOffers } from "./bookable-offer.ts";
import { createCalendars } from "./calendars.ts";
import { createOfferLookup } from "./find-offer.ts";
import { createSessionViews } from "./session-views.ts";

export type AvailabilityServices = ReturnType<typeof createAvailabilityServices>;

/**
 * Creates the services shared by the availability operations. They hold caches, so create them once
 * per process.
 */
export function createAvailabilityServices(context: Context, registrations: Registrations) {
  const serviceCache = createServiceCache(context, registrations);
  const calendars = createCalendars(context);
  const offers = createOffers(context, { serviceCache, calendars });
  return {
    serviceCache,
    calendars,
    offers,
    offerLookup: createOfferLookup(context, offers),
    sessionViews: createSessionViews(context, serviceCache, calendars),
  };
}
