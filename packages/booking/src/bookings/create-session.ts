import type { Booking } from "@uola/contract";
import type { Database } from "@uola/database";
import type { Context } from "@uola/kernel";
import { createAdHocSession, createAppointmentSession, type Offer } from "../availability/availability.ts";
import type * as store from "./store.ts";
import { isCourse } from "./to-booking.ts";

/** Whether a booking is of a time that has no session yet: an appointment, or a class at a time of the owner's. */
export const isUnseated = (row: store.BookingRow): boolean => row.sessionId === null && !isCourse(row);

type Seating = { ignoreConflicts?: boolean | undefined; besides?: readonly string[] | undefined };

/**
 * Makes the session of a booking that has none: what of the booking changes with it. Refuses with SLOT_NOT_AVAILABLE, unless
 * conflicts are ignored: then the booking is double.
 */
export async function seat(
  tx: Database,
  context: Context,
  row: store.BookingRow,
  offer: Offer,
  { ignoreConflicts, besides }: Seating,
): Promise<store.Changes> {
  const { totalParticipants } = row;
  const taken = offer.appointment
    ? await createAppointmentSession(tx, context, offer, {
        totalParticipants,
        ignoreConflicts,
        excludeSessionIds: besides,
      })
    : { ...(await createAdHocSession(tx, context, offer)), doubleBooked: false, staff: offer.staff };
  const { sessionId, doubleBooked } = taken;
  const [resource] = taken.staff;
  const entity = row.bookedEntity as Booking["bookedEntity"];
  const bookedEntity = { ...entity, slot: { ...entity.slot, sessionId, ...(resource && { resource }) } };
  const double = doubleBooked && { doubleBooked };
  return { sessionId, placesId: sessionId, bookedEntity, resourceId: resource?.id ?? null, ...double };
}
