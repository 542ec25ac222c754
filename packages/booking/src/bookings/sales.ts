import type { BookingPolicy, Buyer, CartBooking, LessonsLeft, Participant, Service } from "@uola/contract";
import { type PersonPrice, personPrices, totalCents } from "@uola/contract/booking-price";
import { type Database, newId } from "@uola/database";
import { type Call, type Caller, Refusal, Violation } from "@uola/kernel";
import {
  type AvailabilityServices,
  attachHold,
  cancelDeadline,
  courseSessions,
  type DeadlineFacts,
  extendHolds,
  holderOf,
  holdPlaces,
  isOpen,
  isViolated,
  lessonsLeft,
  lockHold,
  type Offer,
  opensFor,
  passHolds,
  places,
  policyViolations,
  readHold,
  readHolds,
  refuseBeforeRegistration,
  releaseHold,
  resizeHold,
  spots,
  takesPlaces,
} from "../availability/availability.ts";
import { beforeBookingsEnd } from "../events.ts";
import { type BookingLimitGuard, type LimitedRequest, requesterOf } from "../limits/limits.ts";
import type { BookingServices } from "./booking-services.ts";
import { cancellationCents } from "./cancellation-fee.ts";
import { createOfferedOrder } from "./offered-order.ts";
import { isOver, isOwn, seesAll } from "./rules.ts";
import { lock, type Prepared, read, readAll } from "./store.ts";
import { type Actor, type BookingRow, isCourse } from "./to-booking.ts";

/** The policies stored with a purchase: the cancellation cost and the cancellation deadline. */
export type PurchasePolicy = Pick<BookingPolicy, "cancellationPolicy" | "cancellationFeePolicy">;

/** The current availability and price of a cart line. `left` is null if places are not counted. */
export type PlacesNow = {
  service: Service;
  startDate: Date | null;
  endDate: Date | null;
  /** In cents, for all participants; undefined if the price is free text. */
  price: number | undefined;
  /** The participants, and which of them are members; undefined if none are named. */
  participants: Participant[] | undefined;
  /** Set for a course that has begun; its price is prorated by the remaining lessons. */
  lessons: LessonsLeft | undefined;
  /** The price of each participant, if it depends on the person. */
  byPerson: PersonPrice[] | undefined;
  left: number | null;
  hold: { expiresDate: Date; renewable: boolean; offered: boolean } | undefined;
  cancelableUntil: Date | null;
  /**
   * The time when registration opens, if it has not opened yet. Until then the places are neither
   * sold nor held for the line.
   */
  opens: Date | undefined;
};

/** Whether a person is a member on the day of the given time. */
export type IsMember = (person: Participant, at: Date) => boolean;

export type BookingSales = ReturnType<typeof createBookingSales>;

/**
 * Data looked up before the transaction that confirms a booking, because the transaction uses a
 * single connection.
 */
type Known = { service: Service | undefined; offer: Offer | undefined; placesId: string };

/**
 * Operations for selling places: checks the places in a cart, holds them until payment, confirms
 * them once paid, and releases them. The seller supplies the transaction. Lock order: bookings,
 * places, hold.
 */
export function createBookingSales(
  { context, prepare, store, sessions }: BookingServices,
  { offerLookup }: Pick<AvailabilityServices, "offerLookup">,
  { withinLimits }: BookingLimitGuard,
) {
  const { db, siteId, now, events } = context;

  /**
   * Returns the caller's hold if it is not yet waiting for a payment, or the waiting-list offer in
   * the caller's cart. An expired hold counts until it is released.
   */
  const ownHold = async (on: Database, holdId: string | null | undefined, holder: string) => {
    const hold = holdId ? await readHold(on, siteId, holdId) : undefined;
    return hold && hold.holder === holder && (!hold.bookingId || hold.state === "OFFER") ? hold : undefined;
  };
  const orderOffered = createOfferedOrder(context, store);
  const isLive = ({ expiresDate }: { expiresDate: Date }) => expiresDate > now();

  async function offerOf(detail: CartBooking, caller: Caller, holdId: string | undefined): Promise<Offer> {
    const { totalParticipants } = detail;
    return offerLookup.of(detail, caller, { field: "booking", totalParticipants, ...(holdId && { holdId }) });
  }

  return {
    /**
     * Returns the current state of a cart line. Returns undefined if the session does not take
     * place, has begun or is not offered. If the hold on an appointment with a trainer is gone,
     * searches for the time again.
     */
    async placesNow(
      detail: CartBooking,
      caller: Caller,
      holdId: string | null | undefined,
      isMember: IsMember,
    ): Promise<PlacesNow | undefined> {
      const own = await ownHold(db, holdId, holderOf(caller));
      const held = own && isLive(own) ? own : undefined;
      const offer = await offerOf(detail, caller, held?.id).catch(undefinedIfRefused);
      if (!offer || offer.canceled) return undefined;
      const { service, startDate, endDate, placesId } = offer;
      const asked = { now: now(), role: caller.role };
      const opens = opensFor(service, asked.role, asked.now) ?? undefined;
      const { tooEarlyToBook, ...otherViolations } = policyViolations(service, { startDate, endDate }, asked);
      // A place offered by the waiting list can be booked until the offer expires. Before
      // registration opens, the cart line waits for the opening.
      const isOffered = held?.state === "OFFER";
      if (!isOffered && isViolated({ ...otherViolations, tooEarlyToBook: tooEarlyToBook && !opens })) return undefined;
      const counter = placesId ? await places(db, siteId, placesId) : undefined;
      if (placesId && !counter) return undefined;
      const { openSpots, locked } = counter ? spots(counter) : { openSpots: detail.totalParticipants, locked: false };
      // For a course that has begun, membership is checked on the day of purchase.
      const at = startDate && startDate > now() ? startDate : now();
      const participants = detail.participants?.map((each) => ({ ...each, member: isMember(each, at) }));
      // While the places are held, the price from the time of the hold applies.
      const lessons = lessonsLeft(offer.lessonStarts ?? [], held?.createdDate ?? now());
      const counts = { ...detail, participants, startDate, lessons };
      return {
        service,
        startDate,
        endDate,
        participants,
        lessons,
        price: totalCents(service, counts)?.cents,
        byPerson: personPrices(service, counts),
        left: counter?.capacity === null ? null : (own?.totalParticipants ?? 0) + (locked ? 0 : openSpots),
        opens,
        hold:
          held && !opens
            ? {
                expiresDate: held.expiresDate,
                renewable: held.state === "OPEN" && !held.renewed,
                offered: isOffered,
              }
            : undefined,
        cancelableUntil: cancelDeadline(service.bookingPolicy.cancellationPolicy, { startDate, participants }).until,
      };
    },

    /**
     * Prepares a booking that waits for payment, without storing it. Uses the participants returned
     * by `placesNow`. Rejects with the same errors as booking creation.
     */
    prepare(
      detail: CartBooking,
      buyer: Buyer,
      call: Call,
      hold: { id: string; createdDate: Date; state: string } | undefined,
    ): Promise<Prepared> {
      const { slot, schedule, totalParticipants, participantsChoices, participants, additionalFields } = detail;
      const { idempotencyKey: _, ...from } = call;
      const booking = {
        bookedEntity: { slot: slot ?? null, schedule: schedule ?? null },
        contactDetails: buyer,
        ...(participantsChoices ? { participantsChoices } : { totalParticipants }),
        participants: participants?.length ? participants : null,
        additionalFields: additionalFields ?? null,
      };
      // The payment method of an order is determined by the order, not by the service.
      const flowControlSettings = {
        skipSelectedPaymentOptionValidation: true,
        ignoreBookingPolicy: hold?.state === "OFFER",
      };
      return prepare({ booking, flowControlSettings, holdId: hold?.id ?? null }, from, {
        status: "CREATED",
        knowsMembers: true,
        pricedAt: hold?.createdDate,
      });
    },

    /** Rejects a line whose registration has not opened; the error contains the opening time. */
    async refuseUnopened({ slot, schedule }: Pick<CartBooking, "slot" | "schedule">, caller: Caller): Promise<void> {
      const service = await offerLookup.serviceOf({ slot, schedule });
      if (service) refuseBeforeRegistration(service, caller, now());
    },

    async liveHold(holdId: string | null | undefined, caller: Caller) {
      const hold = await ownHold(db, holdId, holderOf(caller));
      return hold && isLive(hold) ? hold : undefined;
    },

    /**
     * Returns the creation time of the caller's earliest active hold among these; undefined if none
     * of them is active.
     */
    async heldSince(holdIds: readonly string[], caller: Caller): Promise<Date | undefined> {
      const held = [...(await readHolds(db, siteId, holdIds)).values()].filter(
        (hold) => hold.holder === holderOf(caller) && !hold.bookingId && isLive(hold),
      );
      return held.map(({ createdDate }) => createdDate).toSorted((a, b) => a.getTime() - b.getTime())[0];
    },

    /**
     * Runs the transaction of an order within the limits on how many places one person can take
     * without paying.
     */
    withinLimits: <Done>(
      call: Call,
      { email, ...order }: { email: string | null } & Pick<LimitedRequest, "places" | "waitingOrders" | "tokens">,
      take: () => Promise<Done>,
    ): Promise<Done> => withinLimits({ ...requesterOf(call), ...order, email: email?.toLowerCase() ?? null }, take),

    /**
     * Writes a prepared booking and holds its places until a given time: the places of the caller's
     * hold, of the offer in their cart, or free ones. Returns undefined if there are not enough
     * places.
     */
    async storeUnpaid(
      tx: Database,
      prepared: Prepared,
      { holdId, until }: { holdId: string | null | undefined; until: Date },
    ): Promise<BookingRow | undefined> {
      const { actor, offer } = prepared;
      const holder = holderOf(actor);
      const own = await ownHold(tx, holdId, holder);
      if (own?.bookingId && isLive(own))
        return orderOffered(tx, prepared, { hold: own, bookingId: own.bookingId, until });
      let { booking } = prepared;
      let hold = holdId ? await lockHold(tx, siteId, holdId) : undefined;
      const isTheirs = hold?.holder === holder && hold.state !== "OFFER" && !hold.bookingId;
      if (hold && (!isTheirs || hold.placesId !== booking.placesId || !isLive(hold))) {
        if (isTheirs) await releaseHold(tx, siteId, hold.id);
        hold = undefined;
      }
      if (hold && hold.totalParticipants !== booking.totalParticipants) {
        if (!(await resizeHold(tx, hold, booking.totalParticipants))) return undefined;
      }
      if (!hold) {
        if (sessions.isMissing(booking)) {
          const session = await sessions.createFor(tx, booking, offer, {}).catch(undefinedIfRefused);
          if (!session) return undefined;
          booking = { ...booking, ...session };
        }
        hold = {
          siteId,
          id: newId(),
          placesId: booking.placesId,
          serviceId: booking.serviceId,
          scheduleId: booking.scheduleId,
          sessionId: booking.sessionId,
          state: "OPEN",
          renewed: false,
          totalParticipants: booking.totalParticipants,
          holder,
          network: null,
          bookingId: null,
          expiresDate: until,
          createdDate: now(),
        };
        if (!(await holdPlaces(tx, hold))) return undefined;
      }
      const row = await store.insert(
        tx,
        { ...prepared, booking: { ...booking, paymentStatus: "NOT_PAID", selectedPaymentOption: "ONLINE" } },
        { held: true, mail: undefined },
      );
      await attachHold(tx, hold, { bookingId: row.id, expiresDate: until });
      return row;
    },

    /** Looks up the data for `confirm`; must be called before it and outside its transaction. */
    async lookUp(bookingIds: readonly string[]): Promise<Map<string, Known>> {
      const known = new Map<string, Known>();
      for (const id of bookingIds) {
        const row = await read(db, siteId, id);
        if (!row) continue;
        const service = await offerLookup.service(row.serviceId);
        known.set(id, { service, offer: await sessions.reloadOffer(row), placesId: row.placesId });
      }
      return known;
    },

    /**
     * Confirms a stored booking that is paid, or will be paid at the front desk: it takes the
     * places held for it. A booking that was ended because the payment was late takes free places.
     * Returns false if no places are free or the person has canceled the booking; the payment must
     * then be refunded.
     */
    async confirm(
      tx: Database,
      bookingId: string,
      known: Known | undefined,
      {
        actor,
        late = false,
        paid = "PAID",
        byPass = false,
      }: { actor: Actor; late?: boolean; paid?: "PAID" | "PARTIALLY_PAID" | null; byPass?: boolean },
    ): Promise<boolean> {
      const before = await lock(tx, siteId, bookingId);
      if (before && paid && isUnpaid(before)) {
        const set = { paymentStatus: paid };
        await store.transition(tx, before, { name: "payment", actor, set, slug: "updated", template: null });
        return true;
      }
      if (!before || before.status !== (late ? "DECLINED" : "CREATED")) return false;
      if (late && before.endDate && before.endDate <= now()) return false;
      const needsApproval = known?.service?.onlineBooking.requireManualApproval === true;
      const row = await store.transition(tx, before, {
        name: "settle",
        actor,
        set: {
          status: needsApproval ? "PENDING" : "CONFIRMED",
          ...(paid
            ? { paymentStatus: paid, ...(byPass && { selectedPaymentOption: "MEMBERSHIP" }) }
            : { selectedPaymentOption: "OFFLINE" }),
        },
        always: true,
        offer: known?.offer,
        onFull: () => ({ status: "DECLINED", paymentStatus: "REFUNDED" }),
      });
      return takesPlaces(row.status);
    },

    /** Whether a booking that waits for its payment has been canceled in the meantime. */
    async isCanceled(tx: Database, bookingId: string): Promise<boolean> {
      const row = await lock(tx, siteId, bookingId);
      return row === undefined || isOver(row);
    },

    /**
     * Ends a stored booking that was not paid in time or whose order is canceled. No mail is sent
     * about the booking, because the order sends one. Returns false if the booking has already
     * ended.
     */
    async giveUp(tx: Database, bookingId: string, actor: Actor): Promise<boolean> {
      const before = await lock(tx, siteId, bookingId);
      if (!before || !(before.status === "CREATED" || isUnpaid(before))) return false;
      const ended =
        before.status === "CREATED"
          ? ({ name: "decline", set: { status: "DECLINED" } } as const)
          : ({ name: "cancel", set: { status: "CANCELED" } } as const);
      await store.transition(tx, before, { ...ended, actor, template: null });
      return true;
    },

    /** Cancels a paid booking and releases its places. Returns false if the booking has already ended. */
    async cancel(
      tx: Database,
      bookingId: string,
      { actor, reason, whole }: { actor: Actor; reason: string; whole: boolean },
    ): Promise<boolean> {
      const before = await lock(tx, siteId, bookingId);
      if (!before || isOver(before)) return false;
      await store.transition(tx, before, {
        name: "cancel",
        actor,
        reason,
        always: true,
        set: { status: "CANCELED", ...(whole && { paymentStatus: "REFUNDED" }) },
      });
      return true;
    },

    /**
     * Cancels bookings on behalf of the gym and notifies the people of the reason. If another
     * module sold a booking, that module refunds the price.
     */
    async end(tx: Database, bookingIds: readonly string[], { actor, message }: { actor: Actor; message: string }) {
      if (bookingIds.length === 0) return;
      await events.emit(tx, beforeBookingsEnd, { bookingIds });
      for (const id of bookingIds.toSorted()) {
        const before = await lock(tx, siteId, id);
        if (!before || isOver(before)) continue;
        const sold = await store.endSale(tx, before, { by: "GYM", actor });
        await store.transition(tx, before, {
          name: "cancel",
          actor,
          notification: { notifyParticipants: true, message },
          set: { status: "CANCELED", ...sold },
        });
      }
    },

    /**
     * Removes participants who will not come and frees their places. Returns false if the booking
     * has ended, has participant choices, or would have no participants left.
     */
    async removeParticipants(tx: Database, bookingId: string, out: readonly number[], actor: Actor): Promise<boolean> {
      const before = await lock(tx, siteId, bookingId);
      const left = (before?.totalParticipants ?? 0) - out.length;
      if (!before || !takesPlaces(before.status) || before.participantsChoices || left < 1) return false;
      const named = before.participants;
      await store.transition(tx, before, {
        name: "participants",
        actor,
        always: true,
        template: "booking-changed",
        set: {
          totalParticipants: left,
          ...(named && { participants: named.filter((_, index) => !out.includes(index)) }),
        },
        slug: "number_of_participants_updated",
        eventDetails: { previousTotalParticipants: before.totalParticipants },
      });
      return true;
    },

    /**
     * Returns the number of upcoming sessions and of all sessions of a booking: for a course, the
     * lessons since the booking was made; otherwise the single session.
     */
    async remainingSessions(on: Database, bookingId: string): Promise<{ ahead: number; all: number }> {
      const row = await read(on, siteId, bookingId);
      if (!row) return { ahead: 1, all: 1 };
      const lessons = isCourse(row) ? await courseSessions(on, siteId, [row.placesId]) : [];
      const starts = lessons.flatMap(({ startDate }) => (startDate > row.createdDate ? startDate : []));
      const times = starts.length > 0 ? starts : [row.startDate];
      return { ahead: times.filter((start) => !start || start > now()).length, all: times.length };
    },

    /** Extends the holds of bookings that wait for their payment until at least the given time. */
    extend: (tx: Database, bookingIds: readonly string[], until: Date) => extendHolds(tx, siteId, bookingIds, until),

    /** Whether a booking belongs to the caller, or the caller may see all bookings. */
    async isSeenBy(bookingId: string, caller: Caller): Promise<boolean> {
      const row = await read(db, siteId, bookingId);
      return row !== undefined && (seesAll(caller) || isOwn(caller, row, await store.verifiedEmail(caller)));
    },

    /** Returns those of the given bookings that belong to the caller. */
    async seenOf(bookingIds: readonly string[], caller: Caller): Promise<string[]> {
      const [rows, email] = [await readAll(db, siteId, bookingIds), await store.verifiedEmail(caller)];
      return [...rows.values()].filter((row) => isOwn(caller, row, email)).map(({ id }) => id);
    },

    /**
     * Returns the verified email address that identifies the caller's own bookings and the
     * purchases sold with them.
     */
    verifiedEmail: store.verifiedEmail,

    policyOf: ({ bookingPolicy: { cancellationPolicy, cancellationFeePolicy } }: Service): PurchasePolicy => ({
      cancellationPolicy,
      cancellationFeePolicy,
    }),

    /**
     * Returns the cancellation cost under the policy of the purchase; undefined if it is too late
     * to cancel or canceling is never allowed.
     */
    costOf({ cancellationPolicy, cancellationFeePolicy }: PurchasePolicy, facts: DeadlineFacts & { price: number }) {
      if (!isOpen(cancelDeadline(cancellationPolicy, facts), now())) return undefined;
      return cancellationCents(cancellationFeePolicy, facts, now());
    },

    /** Transfers the holds of one holder to another. */
    passHolds: (tx: Database, from: string, to: string) => passHolds(tx, siteId, from, to),

    /** Releases a hold that is not yet waiting for a payment. Holds of other holders are not released. */
    async releaseOf(tx: Database, holdId: string, holder: string): Promise<void> {
      const hold = await readHold(tx, siteId, holdId);
      if (hold?.holder === holder && !hold.bookingId) await releaseHold(tx, siteId, holdId);
    },
  };
}

/** Whether a booking has taken its places and is still to be paid at the front desk. */
const isUnpaid = ({ status, paymentStatus }: BookingRow): boolean =>
  takesPlaces(status) && (paymentStatus === "NOT_PAID" || paymentStatus === "PARTIALLY_PAID");

/**
 * Converts a rejection to undefined: an item that is not offered is not an error here, because the
 * cart reports it.
 */
function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof Refusal) && !(error instanceof Violation)) throw error;
}
