import type { contract, Input, WaitlistState } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import {
  type BackgroundTask,
  type Call,
  type Caller,
  type Context,
  type Handlers,
  Refusal,
  transact,
} from "@uola/kernel";
import { lockPlaces, updateWaitingMin } from "../availability/availability.ts";
import {
  type BookingRow,
  type BookingServices,
  causeOf,
  createBookingServices,
  isOwn,
  isOwner,
  languageOf,
  permittedNotification,
  toBooking,
} from "../bookings/bookings.ts";
import { bookingTransitioned, sessionsCanceled } from "../events.ts";
import { type BookingLimitGuard, createBookingLimitGuard, requesterOf } from "../limits/limits.ts";
import { waitlistLinks } from "./offer-links.ts";
import { type Answer, lengthMax, mustWait, outcome, rankAt } from "./rules.ts";
import * as store from "./store.ts";
import { toEntry } from "./to-entry.ts";
import { type Actor, createWaitingList } from "./waiting-list.ts";

export { waitlistLinks } from "./offer-links.ts";

const byLink = { kind: "system", id: "link in a mail" } as const;
const listed = 100;

/** Waiting for places; docs/rules/waiting-list.md says who is next and for how long. */
export function waitlist(
  context: Context,
  { withinLimits }: Pick<BookingLimitGuard, "withinLimits"> = createBookingLimitGuard(context),
  services: BookingServices = createBookingServices(context),
): Handlers<typeof contract.waitlist> {
  const { db, siteId, now } = context;
  const { prepare, store: bookings } = services;
  const line = createWaitingList(context, services);
  const links = waitlistLinks(context);
  context.events.subscribe(bookingTransitioned, { name: "waitlist" }, line.follow);
  // Before bookings end their own: who waited is told that, and not that something of theirs was cancelled.
  context.events.subscribe(sessionsCanceled, { name: "waitlist", before: ["bookings"] }, line.close);

  const read = async (tx: Database, entryId: string) => {
    const view = await store.view(tx, siteId, entryId);
    if (!view) throw notFound();
    return view;
  };

  async function join(input: Input<typeof contract.waitlist.join>, call: Call) {
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
    const language = (await languageOf(db, siteId, booking.memberId)) ?? "lt";
    const { placesId, serviceId, scheduleId, sessionId, totalParticipants, contactEmail } = booking;
    const asking = {
      ...requesterOf(call),
      email: contactEmail,
      places: totalParticipants,
      tokens: input.captchaTokens,
    };
    const wait = async (tx: Database) => {
      const places = await lockPlaces(tx, siteId, placesId);
      if (!places) throw new Refusal("SLOT_NOT_AVAILABLE", "It does not take place.");
      const { capacity, taken, held, waitingMin } = places;
      const free = capacity === null ? Number.POSITIVE_INFINITY : capacity - taken - held;
      const person = {
        visitorId: booking.visitorId ?? undefined,
        memberId: booking.memberId ?? undefined,
        email: contactEmail ?? undefined,
      };
      if (await store.isWaiting(tx, siteId, placesId, person)) {
        throw new Refusal("ALREADY_ON_WAITLIST", "This person waits there already.");
      }
      if (!mustWait({ free, waitingMin }, totalParticipants)) {
        const data = { openSpots: Math.min(free, 1000) };
        throw new Refusal("PLACES_AVAILABLE", "There are places; they can be booked.", 409, data);
      }
      const { length, rank } = await store.lastPosition(tx, siteId, placesId);
      if (length >= lengthMax(waitlistPolicy)) throw new Refusal("WAITLIST_FULL", `${length} parties wait already.`);
      const id = newId();
      const asked = participantNotification?.notifyParticipants === true;
      const entry = {
        siteId,
        id,
        bookingId: booking.id,
        placesId,
        serviceId,
        scheduleId,
        sessionId,
        totalParticipants,
        state: "WAITING",
        rank: rank + 1,
        holdId: null,
        offerExpiresDate: null,
        language,
        startDate: offer.startDate,
        joinedDate: at,
        updatedDate: at,
      };
      const isTold = asked || !isOwner(caller);
      const message = asked ? permittedNotification(caller, participantNotification)?.message : undefined;
      const mail = isTold
        ? line.notificationFor(entry, booking, "waitlist-joined", { message, ...causeOf(caller, call.from.network) })
        : undefined;
      const row = await bookings.insert(tx, prepared, { mail });
      await line.record(tx, undefined, await store.insert(tx, entry), { step: "join", actor: caller });
      await updateWaitingMin(tx, siteId, placesId);
      return { entry: toEntry(await read(tx, id)), booking: toBooking(row) };
    };
    return withinLimits(asking, () => transact(context, { publish: "availability" }, wait));
  }

  /** An answer to an offer, or the end of waiting. Answering twice is answering once. */
  const respond = (entryId: string, answer: Answer, actor: Actor, may: (booking: BookingRow) => boolean) =>
    transact(context, { publish: "availability" }, async (tx) => {
      const locked = await line.lock(tx, entryId);
      if (!locked || !may(locked.booking)) throw notFound();
      const { state, offerExpiresDate, start } = await read(tx, entryId);
      const at = now();
      const isLate = Boolean((offerExpiresDate && offerExpiresDate <= at) || (start && start <= at));
      const to = outcome(state as WaitlistState, isLate, answer);
      if (to === "OFFER_EXPIRED") throw new Refusal(to, "The time to answer is over.");
      if (to === "NOT_OFFERED") throw new Refusal(to, "There is no offer to answer.", 409, { state });
      const row = to === "as it is" ? locked.booking : await line.finish(tx, locked, { state: to, actor });
      return { entry: toEntry(await read(tx, entryId)), booking: toBooking(row) };
    });

  const bySelf =
    (answer: Answer) =>
    async ({ entryId }: { entryId: string }, { caller }: { caller: Caller }) => {
      const email = await bookings.verifiedEmail(caller);
      return respond(entryId, answer, caller, (booking) => isOwner(caller) || isOwn(caller, booking, email));
    };

  const opened = async (key: string) => {
    const entryId = await links.opens(key);
    if (!entryId) throw notFound();
    return entryId;
  };

  /** An entry that still waits, alone with its line. */
  async function waiting(tx: Database, entryId: string) {
    const locked = await line.lock(tx, entryId);
    if (!locked) throw notFound();
    const view = await read(tx, entryId);
    if (view.state !== "WAITING" || (view.start && view.start <= now())) {
      throw new Refusal("NOT_WAITING", "This party does not wait any more.", 409, { state: view.state });
    }
    return { ...locked, view };
  }

  return {
    join,
    mine: async (_, { caller }) => {
      const visitorId = caller.kind === "visitor" ? (caller.visitorId ?? caller.id) : undefined;
      const person = { visitorId, memberId: caller.memberId, email: await bookings.verifiedEmail(caller) };
      return { entries: (await store.liveOf(db, siteId, person)).map(toEntry) };
    },
    query: async ({ sessionId, scheduleId, ended, limit }) => {
      const views = await store.search(db, siteId, {
        sessionId: sessionId ?? undefined,
        scheduleId: scheduleId ?? undefined,
        ended: ended === true,
        limit: limit ?? listed,
        now: now(),
      });
      const rows = await store.bookingsOf(
        db,
        siteId,
        views.map(({ bookingId }) => bookingId),
      );
      const bookings = new Map(rows.map((row) => [row.id, toBooking(row)]));
      const entries = views.flatMap((view) => {
        const booking = bookings.get(view.bookingId);
        return booking ? [{ entry: toEntry(view), booking }] : [];
      });
      return { entries };
    },

    accept: bySelf("accept"),
    decline: bySelf("decline"),
    leave: bySelf("leave"),
    readByLink: async ({ key }) => ({ entry: toEntry(await read(db, await opened(key))) }),
    answerByLink: async ({ key, answer }, { caller }) =>
      respond(await opened(key), answers[answer], caller ?? byLink, () => true),

    move: ({ entryId, position, reason }, { caller }) =>
      transact(context, { publish: "availability" }, async (tx) => {
        const { entry, view } = await waiting(tx, entryId);
        const others = (await store.lockEntries(tx, siteId, entry.placesId)).filter(({ id }) => id !== entryId);
        const rank = rankAt(
          others.map(({ rank }) => rank),
          position,
        );
        const anew =
          rank === undefined ? others.toSpliced(position - 1, 0, { ...others[0], ...entry } as (typeof others)[0]) : [];
        for (const [index, { id }] of anew.entries()) await store.change(tx, siteId, id, { rank: index + 1 });
        const to = { ...(rank !== undefined && { rank }), updatedDate: now() };
        const moved = await store.change(tx, siteId, entryId, to);
        const after = toEntry(await read(tx, entryId));
        const before = { position: (view.partiesBefore ?? 0) + 1 };
        await line.record(tx, before, moved, { step: "move", actor: caller, reason });
        return { entry: after };
      }),

    offer: async ({ entryId, reason }, { caller }) => {
      const timeZone = await store.timeZone(db, siteId);
      const found = await store.find(db, siteId, entryId);
      if (!found) throw notFound();
      const policy = await line.policyOf(found.serviceId);
      return transact(context, { publish: "availability" }, async (tx) => {
        const { entry, booking, view } = await waiting(tx, entryId);
        const expires = line.expiryOf(policy, view.start, timeZone);
        const { contactEmail, revision } = booking;
        if (
          !expires ||
          !(await line.offer(tx, { ...entry, contactEmail, revision }, expires, { actor: caller, reason }))
        ) {
          throw new Refusal("NO_OPEN_SPOTS", `There are no ${entry.totalParticipants} places to offer.`);
        }
        await updateWaitingMin(tx, siteId, entry.placesId);
        return { entry: toEntry(await read(tx, entryId)) };
      });
    },
  };
}

const answers = { ACCEPT: "accept", DECLINE: "decline", LEAVE: "leave" } as const;
const notFound = () =>
  new Refusal("WAITLIST_ENTRY_NOT_FOUND", "There is no such entry, or it is somebody else's.", 404);

/** Offers what comes free, a moment after it does; half a minute later where nobody heard of it. */
export const waitlistOfferTask = (context: Context, services?: BookingServices): BackgroundTask => ({
  name: "waitlist: offer places",
  everyMs: 30_000,
  wakeOn: ["availability"],
  gatherMs: 200,
  run: createWaitingList(context, services).pass,
});
