import type { WaitlistEntry } from "@uola/contract";
import { registrationOpensAt } from "@uola/contract/registration";
import { type Database, newId } from "@uola/database";
import { type Caller, type Context, Refusal, recordChange, transact } from "@uola/kernel";
import {
  holdPlaces,
  lockPlaces,
  refuseBeforeRegistration,
  releaseHold,
  updateWaitingMin,
} from "../availability/availability.ts";
import { type BookingRow, type BookingServices, isOver, isPaidFirst, type MailCause } from "../bookings/bookings.ts";
import type { BookingTransition, ChangeCause, SessionCancellation } from "../events.ts";
import { deadline, isQuiet } from "./quiet-hours.ts";
import { freePlaces, isLive, minutesToAnswer, nextOffers, stateAfterBooking } from "./rules.ts";
import * as store from "./store.ts";
import { toAuditEntry, toEntry } from "./to-entry.ts";

export type Actor = ChangeCause["actor"];
type EntryChange = { actor: Actor; reason?: string };
/** An entry with its booking. Both and their places are locked. */
type Locked = { entry: store.Entry; booking: BookingRow };
type Finish = EntryChange & {
  state: "ACCEPTED" | "DECLINED" | "LEFT" | "LAPSED" | "CLOSED";
  template?: "waitlist-lapsed" | "waitlist-closed" | undefined;
  message?: string | null | undefined;
};

const offeringRunning = { kind: "system", id: "waiting list" } as const;
const batchMax = 200;
/** Publishes a change of availability if any places were freed or taken. */
const publishAvailabilityIfAny = (count: number) => (count > 0 ? "availability" : ([] as const));

/**
 * Waiting lists: decides which party is offered freed places and how an entry ends. The rules are
 * in docs/rules/waiting-list.md. Lock order: booking, places, hold, entry. The lock on the places
 * gives exclusive access to their entries.
 */
export function createWaitingList(context: Context, { store: bookings, offerLookup }: BookingServices) {
  const { db, siteId, now, log } = context;

  async function lock(tx: Database, entryId: string): Promise<Locked | undefined> {
    const found = await store.find(tx, siteId, entryId);
    const booking = found && (await store.lockBooking(tx, found));
    if (!booking) return undefined;
    await lockPlaces(tx, siteId, found.placesId);
    const entry = await store.lock(tx, siteId, entryId);
    return entry && { entry, booking };
  }

  /** Returns an entry as shown to people. Rejects with WAITLIST_ENTRY_NOT_FOUND. */
  async function view(of: Database, entryId: string): Promise<store.View> {
    const found = await store.view(of, siteId, entryId);
    if (!found) throw entryNotFound();
    return found;
  }

  /** Locks a waiting entry and returns it with the view shown to people. Rejects with NOT_WAITING. */
  async function lockWaiting(tx: Database, entryId: string) {
    const locked = await lock(tx, entryId);
    if (!locked) throw entryNotFound();
    const before = await view(tx, entryId);
    if (before.state !== "WAITING" || (before.start && before.start <= now())) {
      throw new Refusal("NOT_WAITING", "This party does not wait any more.", 409, { state: before.state });
    }
    return { ...locked, before };
  }

  type Step = EntryChange & { step: string; mail?: object | undefined };
  const record = (tx: Database, before: object | undefined, after: store.Entry, { step, actor, reason, mail }: Step) =>
    recordChange(tx, {
      siteId,
      at: now(),
      entity: "booking",
      entityId: after.bookingId,
      audit: { actor, action: `waitlist.${step}`, before, after: toAuditEntry(after), reason },
      outbox: mail ? [{ kind: "mail", payload: mail }] : [],
    });

  /** Returns the payload of a mail about an entry; undefined if the booking has no email address. */
  const notificationFor = (
    { id: entryId, bookingId, language }: store.Entry,
    { contactEmail, revision }: Pick<BookingRow, "contactEmail" | "revision">,
    template: string | undefined,
    { message, ...caused }: { message?: string | null | undefined; caused?: MailCause } = {},
  ) =>
    template && contactEmail
      ? { template, bookingId, revision, entryId, language, ...caused, ...(message ? { message } : {}) }
      : undefined;

  /** Ends an entry and updates its booking accordingly. */
  async function finish(tx: Database, { entry, booking }: Locked, finish: Finish): Promise<BookingRow> {
    const { state, actor, reason, template, message } = finish;
    const { holdId, placesId } = entry;
    // The entry is changed first, so that `follow` has nothing left to do when the booking changes.
    const to = { state, holdId: null, offerExpiresDate: null, updatedDate: now() };
    const ended = await store.change(tx, siteId, entry.id, to);
    const accepted = state === "ACCEPTED";
    if (!accepted && holdId) await releaseHold(tx, siteId, holdId);
    await updateWaitingMin(tx, siteId, placesId);
    const row = accepted
      ? await bookings.transition(tx, booking, {
          name: "confirm",
          actor,
          set: { status: "CONFIRMED" },
          holdId: holdId ?? undefined,
          always: true,
        })
      : await bookings.transition(tx, booking, {
          name: "cancel",
          actor,
          set: { status: "CANCELED" },
          template: null,
          reason,
        });
    const mail = notificationFor(ended, row, template, { message });
    await record(tx, toAuditEntry(entry), ended, { step: steps[state], actor, mail, ...(reason && { reason }) });
    return row;
  }

  /** Whether an offered place of this service has to be ordered and paid before it is confirmed. */
  const isOrdered = async (serviceId: string): Promise<boolean> => {
    const service = await offerLookup.service(serviceId);
    return service !== undefined && isPaidFirst(service.payment);
  };

  /** Rejects an answer to an offer if registration for the service has not opened or was postponed. */
  async function refuseBeforeRegistrationOpens(
    { serviceId }: Pick<store.Entry, "serviceId">,
    caller: Pick<Caller, "role">,
  ) {
    const service = await offerLookup.service(serviceId);
    if (service) refuseBeforeRegistration(service, caller, now());
  }

  /**
   * Returns an entry as shown to the person who waits. A flag indicates whether the places have to
   * be paid for.
   */
  async function shown(entry: store.View): Promise<WaitlistEntry> {
    const { state, serviceId, bookingStatus } = entry;
    const paidFirst =
      state === "OFFERED" ? await isOrdered(serviceId) : state === "ACCEPTED" && bookingStatus === "CREATED";
    return { ...toEntry(entry), ...(paidFirst && { paidFirst }) };
  }

  const policyOf = async (serviceId: string) => (await offerLookup.service(serviceId))?.bookingPolicy.waitlistPolicy;
  const isUnopened = async (serviceId: string) =>
    registrationOpensAt((await offerLookup.service(serviceId))?.registrations, now()) !== null;
  type Policy = Awaited<ReturnType<typeof policyOf>>;

  /**
   * Returns the deadline of an offer made now; undefined when the session begins before anybody
   * could answer.
   */
  function offerDeadline(policy: Policy, start: Date | null, timeZone: string): Date | undefined {
    const at = now();
    const expires = deadline(at, minutesToAnswer(policy, start, at), { timeZone, start });
    return expires > at ? expires : undefined;
  }

  type Party = store.Entry & Pick<BookingRow, "contactEmail" | "revision">;
  /**
   * Holds places for a party and sends it a mail; returns false when not enough places are free.
   * The caller has locked places and entry.
   */
  async function offer(tx: Database, party: Party, expiresDate: Date, change: EntryChange): Promise<boolean> {
    const { id, placesId, serviceId, scheduleId, sessionId, totalParticipants } = party;
    const holdId = newId();
    const hold = { siteId, id: holdId, placesId, serviceId, scheduleId, sessionId, totalParticipants };
    const times = { expiresDate, createdDate: now() };
    if (!(await holdPlaces(tx, { ...hold, ...times, state: "OFFER", holder: `offer ${id}` }))) return false;
    const to = { state: "OFFERED" as const, holdId, offerExpiresDate: expiresDate, updatedDate: now() };
    const offered = await store.change(tx, siteId, id, to);
    const mail = notificationFor(offered, party, "waitlist-offer");
    await record(tx, toAuditEntry(party), offered, { step: "offer", mail, ...change });
    return true;
  }

  type Claimable = Awaited<ReturnType<typeof store.listsWithFittingParty>>[number];
  /** Offers the free places to the next parties; returns the number of offers made. */
  async function offerAt({ placesId, serviceId, scheduleId, sessionId, start }: Claimable, timeZone: string) {
    if (isQuiet(now(), { timeZone, start }) || (await isUnopened(serviceId))) return 0;
    if (await offerLookup.isWithheld({ sessionId, scheduleId })) return 0;
    const expires = offerDeadline(await policyOf(serviceId), start, timeZone);
    if (!expires) return 0;
    return transact(context, { publish: publishAvailabilityIfAny }, async (tx) => {
      const places = await lockPlaces(tx, siteId, placesId);
      if (!places) return 0;
      let offered = 0;
      for (const party of nextOffers(await store.lockEntries(tx, siteId, placesId), freePlaces(places))) {
        if (await offer(tx, party, expires, { actor: offeringRunning })) offered++;
      }
      await updateWaitingMin(tx, siteId, placesId);
      return offered;
    });
  }

  /** Ends an entry if `still` returns true after it is locked. Returns the number of entries ended. */
  const end = (entryId: string, to: Finish, still: (tx: Database, entry: store.Entry) => Promise<boolean> | boolean) =>
    transact(context, { publish: publishAvailabilityIfAny }, async (tx) => {
      const locked = await lock(tx, entryId);
      if (!locked || !isLive(locked.entry.state) || !(await still(tx, locked.entry))) return 0;
      await finish(tx, locked, to);
      return 1;
    });

  const closeStarted = (entryId: string) =>
    end(entryId, { state: "CLOSED", actor: offeringRunning }, async (tx) => {
      const start = (await store.view(tx, siteId, entryId))?.start;
      return Boolean(start && start <= now());
    });
  const lapse = (entryId: string) =>
    end(entryId, { state: "LAPSED", actor: offeringRunning, template: "waitlist-lapsed" }, (_, { offerExpiresDate }) =>
      Boolean(offerExpiresDate && offerExpiresDate <= now()),
    );

  /** Processes the items one by one; an item that fails does not delay the others. */
  async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<number>): Promise<number> {
    let done = 0;
    for (const item of items) {
      done += await work(item).catch((error) => {
        log.error({ err: error }, "a place on the waiting list could not be dealt with");
        return 0;
      });
    }
    return done;
  }

  /**
   * Closes the waiting lists of sessions that have begun, ends expired offers and offers free
   * places. Several processes may run it concurrently.
   */
  async function processWaitingLists(): Promise<void> {
    for (const [find, work] of [
      [store.startedSessions, closeStarted],
      [store.expiredOffers, lapse],
    ] as const) {
      for (let round = batchMax; round === batchMax; ) {
        round = await each(await find(db, siteId, now(), batchMax), work);
      }
    }
    const claimable = await store.listsWithFittingParty(db, siteId);
    if (claimable.length > 0) {
      const timeZone = await store.timeZone(db, siteId);
      await each(claimable, (at) => offerAt(at, timeZone));
    }
  }

  /** Updates the entry when its booking is changed. */
  async function follow(tx: Database, { bookingId, actor, before, after }: BookingTransition): Promise<void> {
    if (before.status === "CREATED" && isOver(after)) return endUnpaid(tx, bookingId, { actor });
    if (before.status !== "WAITING_LIST") return;
    const waits = after.status === "WAITING_LIST" && after.placesId === before.placesId;
    if (waits && after.totalParticipants === before.totalParticipants) return;
    const found = await store.liveOfBooking(tx, { siteId, bookingId });
    if (!found) return;
    await lockPlaces(tx, siteId, found.placesId);
    const entry = await store.lock(tx, siteId, found.id);
    if (!entry || !isLive(entry.state)) return;
    // An ordered offer keeps its hold until the payment.
    if (entry.holdId && after.status !== "CREATED") await releaseHold(tx, siteId, entry.holdId);
    const moved = after.status === "WAITING_LIST" ? "LEFT" : stateAfterBooking(after.status);
    const to = waits ? { state: "WAITING" as const, totalParticipants: after.totalParticipants } : { state: moved };
    const stateNow = { ...to, holdId: null, offerExpiresDate: null, updatedDate: now() };
    const changed = await store.change(tx, siteId, entry.id, stateNow);
    await updateWaitingMin(tx, siteId, entry.placesId);
    await record(tx, toAuditEntry(entry), changed, { step: waits ? "change" : steps[moved], actor });
  }

  /**
   * Ends an ordered offer that was not paid in time or was canceled before payment: its places go
   * to the next party.
   */
  async function endUnpaid(tx: Database, bookingId: string, change: EntryChange): Promise<void> {
    const entry = await store.acceptedOfBooking(tx, { siteId, bookingId });
    if (!entry) return;
    const lapsed = await store.change(tx, siteId, entry.id, { state: "LAPSED", updatedDate: now() });
    await record(tx, toAuditEntry(entry), lapsed, { step: steps.LAPSED, ...change });
  }

  /** Closes the waiting lists of canceled sessions. */
  async function close(tx: Database, { scheduleId, sessionIds, course, actor, notification }: SessionCancellation) {
    const template = notification?.notifyParticipants ? ("waitlist-closed" as const) : undefined;
    for (const entryId of await store.liveAt(tx, siteId, course ? [scheduleId, ...sessionIds] : sessionIds)) {
      const locked = await lock(tx, entryId);
      if (!locked || !isLive(locked.entry.state)) continue;
      await finish(tx, locked, { state: "CLOSED", actor, template, message: notification?.message });
    }
  }

  return {
    view,
    shown,
    isOrdered,
    refuseUnopened: refuseBeforeRegistrationOpens,
    lock,
    lockWaiting,
    record,
    notificationFor,
    finish,
    policyOf,
    expiryOf: offerDeadline,
    offer,
    pass: processWaitingLists,
    follow,
    close,
  };
}

export type WaitingList = ReturnType<typeof createWaitingList>;

export const entryNotFound = () =>
  new Refusal("WAITLIST_ENTRY_NOT_FOUND", "There is no such entry, or it is somebody else's.", 404);

const steps = { ACCEPTED: "accept", DECLINED: "decline", LEFT: "leave", LAPSED: "lapse", CLOSED: "close" } as const;
