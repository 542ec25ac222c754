import type { Context } from "@uola/kernel";
import type { AvailabilityServices } from "../availability/availability.ts";
import { createSessionMaker } from "./create-session.ts";
import { createGroups } from "./groups.ts";
import { createBookingPreparation } from "./prepare-booking.ts";
import { createBookingStore } from "./store.ts";

/**
 * Creates the services shared by the booking and waiting-list operations. They hold caches, so
 * create them once per process.
 */
export function createBookingServices(context: Context, { offerLookup }: Pick<AvailabilityServices, "offerLookup">) {
  const sessions = createSessionMaker(context, offerLookup);
  const store = createBookingStore(context, sessions);
  return {
    context,
    offerLookup,
    sessions,
    store,
    groups: createGroups(context, store),
    prepare: createBookingPreparation(context, offerLookup),
  };
}
export type BookingServices = ReturnType<typeof createBookingServices>;
