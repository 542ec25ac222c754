import type { Context } from "@uola/kernel";
import type { AvailabilityServices } from "../availability/availability.ts";
import { createSessionMaker } from "./create-session.ts";
import { createGroups } from "./groups.ts";
import { createBookingPreparation } from "./prepare-booking.ts";
import { createBookingStore } from "./store.ts";

/** What the operations on bookings, and those on waiting lists, share. Made once for a process: it has caches. */
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
