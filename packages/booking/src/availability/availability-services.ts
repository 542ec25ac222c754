import type { Context } from "@uola/kernel";
import { createServiceCache, type Registrations } from "../services/services.ts";
import { createOffers } from "./bookable-offer.ts";
import { createCalendars } from "./calendars.ts";
import { createOfferLookup } from "./find-offer.ts";
import { createSessionViews } from "./session-views.ts";

export type AvailabilityServices = ReturnType<typeof createAvailabilityServices>;

/** What the operations on availability share. It has caches, so a process makes it once. */
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
