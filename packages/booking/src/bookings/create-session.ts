import { required } from "@uola/contract/required";
import type { Database } from "@uola/database";
import { type Context, Refusal } from "@uola/kernel";
import {
  createAdHocSession,
  createAppointmentSession,
  lockPlaces,
  type Offer,
  type OfferLookup,
  takesPlaces,
} from "../availability/availability.ts";
import { type BookingChanges, type BookingRow, isAppointment, isCourse } from "./to-booking.ts";

type CreateOptions = { ignoreConflicts?: boolean | undefined; excludeSessionIds?: readonly string[] | undefined };

/**
 * Whether a booking is for a time that has no session yet: an appointment, or a class at a time
 * chosen by the owner.
 */
export const lacksSession = (row: BookingRow): boolean => row.sessionId === null && !isCourse(row);

/** Creates the functions that create sessions together with their bookings. */
export function createSessionMaker(context: Context, offerLookup: OfferLookup) {
  const { siteId } = context;

  /**
   * Creates the session of a booking that has none, and returns the changed columns of the booking.
   * Errors: SLOT_NOT_AVAILABLE, unless conflicts are ignored; then the time is double-booked.
   */
  async function createFor(
    tx: Database,
    row: BookingRow,
    offer: Offer,
    { ignoreConflicts, excludeSessionIds }: CreateOptions,
  ): Promise<BookingChanges> {
    const { totalParticipants } = row;
    const { sessionId, doubleBooked, staff } = offer.appointment
      ? await createAppointmentSession(tx, context, offer, { totalParticipants, ignoreConflicts, excludeSessionIds })
      : { ...(await createAdHocSession(tx, context, offer)), doubleBooked: false, staff: offer.staff };
    const [resource] = staff;
    const entity = row.bookedEntity;
    const bookedEntity = {
      ...entity,
      slot: { ...required(entity.slot, "slot"), sessionId, ...(resource && { resource }) },
    };
    const double = doubleBooked && { doubleBooked };
    return { sessionId, placesId: sessionId, bookedEntity, resourceId: resource?.id ?? null, ...double };
  }

  return {
    isMissing: lacksSession,
    createFor,

    /**
     * Whether a booking needs a session before it can take places, because the session of a held
     * appointment ends with its hold.
     */
    isNeeded: async (tx: Database, before: BookingRow, next: BookingRow): Promise<boolean> =>
      takesPlaces(next.status) &&
      (lacksSession(next) ||
        (isAppointment(next) &&
          !takesPlaces(before.status) &&
          before.placesId === next.placesId &&
          !(await lockPlaces(tx, siteId, next.placesId)))),

    /** Like `createFor`, but for an existing booking; returns undefined if its time is no longer free. */
    createAgain: async (
      tx: Database,
      row: BookingRow,
      { offer, ...options }: CreateOptions & { offer?: Offer | undefined },
    ) =>
      offer &&
      createFor(tx, row, offer, { ...options, ignoreConflicts: options.ignoreConflicts || row.doubleBooked }).catch(
        unlessRefused,
      ),

    /**
     * Returns the offer for a booking that may need a session before it takes places. Call it
     * before the transaction. Undefined if no session is needed or the trainer has left.
     */
    async reloadOffer(row: BookingRow): Promise<Offer | undefined> {
      const { slot } = row.bookedEntity;
      if (!slot || takesPlaces(row.status) || !(lacksSession(row) || isAppointment(row))) return undefined;
      const { totalParticipants, sessionId } = row;
      const excludeSessionIds = sessionId ? [sessionId] : [];
      return offerLookup.reloadOffer(slot, { totalParticipants, excludeSessionIds }).catch(unlessRefused);
    },
  };
}
export type SessionMaker = ReturnType<typeof createSessionMaker>;

/** A rejection means that the time is taken or the trainer has left. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}
