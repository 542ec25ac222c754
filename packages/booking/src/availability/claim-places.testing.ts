import { type TestGym, visitor } from "../testing.ts";
import { bookingRow } from "./booking-row.testing.ts";
import type { ClaimRequest } from "./claim-places.ts";

/**
 * Returns a function that makes claims for places of the service's sessions, in the form used by
 * bookings.
 */
export const claimsIn =
  ({ context, clock }: TestGym, { id: serviceId, scheduleId }: { id: string; scheduleId: string }) =>
  (
    placesId: string,
    totalParticipants = 1,
    more: Partial<ClaimRequest["booking"]> = {},
    { caller } = visitor(),
  ): ClaimRequest => {
    const session = { siteId: context.siteId, serviceId, scheduleId, sessionId: placesId, placesId };
    const booking = bookingRow({ ...session, now: clock.now, totalParticipants, visitorId: caller.id, ...more });
    return { booking, entity: { id: booking.id }, actor: caller, mail: { bookingId: booking.id } };
  };
