import type { contract } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Handlers, Refusal, transact } from "@uola/kernel";
import { lockPlaces, updateWaitingMin } from "../availability/availability.ts";
import {
  type BookingServices,
  causeOf,
  languageOf,
  managesBookings,
  permittedNotification,
  toBooking,
} from "../bookings/bookings.ts";
import { type BookingLimitGuard, requesterOf } from "../limits/limits.ts";
import { freePlaces, maxParties, mayJoinWaitlist } from "./rules.ts";
import * as store from "./store.ts";
import { toEntry } from "./to-entry.ts";
import type { WaitingList } from "./waiting-list.ts";

/** Joins the waiting list of a session or a course; creates a booking for the entry. */
export function joinHandlers(
  { context, prepare, store: bookings }: BookingServices,
  { view, record, notificationFor }: WaitingList,
  { withinLimits }: Pick<BookingLimitGuard, "withinLimits">,
): Handlers<Pick<typeof contract.waitlist, "join">> {
  const { db, siteId, now } = context;

  return {
    async join(input, call) {
      const { caller } = call;
      const { participantNotification } = input;
      const prepared = await prepare(input, call, { status: "WAITING_LIST" });
      const { booking, offer } = prepared;
      const { waitlistPolicy } = offer.service.bookingPolicy;
      if (!waitlistPolicy?.enabled || offer.service.type === "APPOINTMENT") {
        throw new Refusal("WAITLIST_DISABLED", "One cannot wait for places of this service.");
      }
      const at = now();
      if (offer.startDate && offer.startDate <= at) {
        const violations = { tooEarlyToBook: false, tooLateToBook: true, bookOnlineDisabled: false };
        throw new Refusal("BOOKING_POLICY_VIOLATION", "It has begun; nobody waits for it any more.", 409, violations);
      }
      const language = await languageOf(db, booking);
      const { placesId, serviceId, scheduleId, sessionId, totalParticipants, contactEmail } = booking;
      const person = {
        visitorId: booking.visitorId ?? undefined,
        memberId: booking.memberId ?? undefined,
        email: contactEmail ?? undefined,
      };

      const write = async (tx: Database) => {
        const places = await lockPlaces(tx, siteId, placesId);
        if (!places) throw new Refusal("SLOT_NOT_AVAILABLE", "It does not take place.");
        if (await store.isWaiting(tx, siteId, placesId, person)) {
          throw new Refusal("ALREADY_ON_WAITLIST", "This person waits there already.");
        }
        const free = freePlaces(places);
        if (!mayJoinWaitlist({ free, waitingMin: places.waitingMin }, totalParticipants)) {
          const data = { openSpots: Math.min(free, 1000) };
          throw new Refusal("PLACES_AVAILABLE", "There are places; they can be booked.", 409, data);
        }
        const { length, rank } = await store.lastPosition(tx, siteId, placesId);
        if (length >= maxParties(waitlistPolicy)) throw new Refusal("WAITLIST_FULL", `${length} parties wait already.`);
        const id = newId();
        const entry = {
          siteId,
          id,
          bookingId: booking.id,
          placesId,
          serviceId,
          scheduleId,
          sessionId,
          totalParticipants,
          state: "WAITING" as const,
          rank: rank + 1,
          holdId: null,
          offerExpiresDate: null,
          language,
          startDate: offer.startDate,
          joinedDate: at,
          updatedDate: at,
        };
        const isRequested = participantNotification?.notifyParticipants === true;
        const message = isRequested ? permittedNotification(caller, participantNotification)?.message : undefined;
        const about = { message, ...causeOf(caller, call.from.network) };
        const mail =
          isRequested || !managesBookings(caller)
            ? notificationFor(entry, booking, "waitlist-joined", about)
            : undefined;
        const row = await bookings.insert(tx, prepared, { mail });
        await record(tx, undefined, await store.insert(tx, entry), { step: "join", actor: caller });
        await updateWaitingMin(tx, siteId, placesId);
        return { entry: toEntry(await view(tx, id)), booking: toBooking(row) };
      };
      const request = { ...requesterOf(call), email: contactEmail, places: totalParticipants };
      return withinLimits({ ...request, tokens: input.captchaTokens }, () =>
        transact(context, { publish: "availability" }, write),
      );
    },
  };
}
