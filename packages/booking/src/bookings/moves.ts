import type { Booking, BookingStatus } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Caller, type Context, Refusal, recordChange } from "@uola/kernel";
import {
  convertHold,
  holdOfBooking,
  lockPlaces,
  type Offer,
  releaseHold,
  returnPlaces,
  spots,
  takePlaces,
} from "../availability/availability.ts";
import { bookingTransitioned } from "../events.ts";
import { isUnseated, seat } from "./create-session.ts";
import { type ChangedSession, type Notification, notificationFor, permittedNotification } from "./notification.ts";
import { refuseAnotherRequest } from "./one-request-rule.ts";
import { createPreparing, type Flags, type Prepared } from "./prepare-booking.ts";
import { full, noOpenSpots } from "./refusals.ts";
import { counted, holdsPlaces, isOwner, type MailTemplate, needsRoom, slugOf } from "./rules.ts";
import * as store from "./store.ts";
import { identityOf, isAppointment, isCourse, toBooking } from "./to-booking.ts";

type Row = store.BookingRow;
export type Actor = Caller | { kind: "system"; id: string };

/** A change of one booking: what becomes of it, and what is told of it. */
export type Change = {
  /** The audit entry is `booking.<name>`. */
  name: string;
  actor: Actor;
  set: store.Changes;
  /** The event's name; usually that of the status reached. */
  slug?: string;
  /** What the event tells beside the booking and what it was. */
  about?: Record<string, unknown>;
  template?: MailTemplate | null;
  notification?: Notification;
  /** The person is told even if nobody asked for it. */
  always?: boolean;
  /** Lessons of its course that are not as they were. */
  lessons?: readonly ChangedSession[];
  reason?: string | undefined;
  /** Places held before, which the booking takes. */
  holdId?: string | undefined;
  /** What it is to be about, where that has no session yet, or has lost it. */
  offer?: Offer | undefined;
  /** Sessions that are not in its way. */
  besides?: readonly string[];
  /** The owner books over what is there. */
  ignoreConflicts?: boolean;
  /** Called when the places do not fit: what else to do with the booking, or a refusal thrown. */
  onFull?: () => store.Changes;
};

/**
 * Writes bookings and moves them, each time with places, audit entry, event and mail, in the caller's transaction; whoever calls
 * publishes "availability" after it. Lock order: bookings (in id order), then places.
 */
export function createBookingMoves(context: Context) {
  const { siteId, now, events } = context;
  const preparing = createPreparing(context);
  const { offering, languageOf } = preparing;

  /**
   * Writes a prepared booking and takes its places. Refuses with SESSION_ or SCHEDULE_CAPACITY_EXCEEDED, and for a time that
   * needs a session with SLOT_NOT_AVAILABLE.
   */
  async function insert(
    tx: Database,
    prepared: Prepared,
    { action = "booking.create", mail = prepared.letter }: { action?: string; mail?: object | undefined } = {},
  ): Promise<Row> {
    await refuseAnotherRequest(tx, prepared);
    const { booking, offer, actor, besides } = prepared;
    const seats = holdsPlaces(booking.status) && isUnseated(booking);
    const ignoreConflicts = (booking.flowControl as Flags | null)?.skipAvailabilityValidation;
    const seated = seats ? await seat(tx, context, booking, offer, { ignoreConflicts, besides }) : {};
    const row = { ...booking, ...seated };
    const wanted = counted(row);
    if (wanted > 0 && !(await takePlaces(tx, siteId, row.placesId, wanted)))
      throw full(isCourse(row), wanted, undefined);
    if (needsRoom(row) && !isUnseated(row)) await refuseFullAt(tx, row);
    await store.insert(tx, row);
    const entity = toBooking(row);
    await recordChange(tx, {
      siteId,
      at: row.createdDate,
      entity: "booking",
      entityId: row.id,
      audit: { actor, action, after: entity },
      event: { slug: "created", sequence: 1, body: { createdEvent: { entity } } },
      outbox: mail ? [{ kind: "mail", payload: mail }] : [],
    });
    return row;
  }

  /** Refuses where as many as come would not find places now. */
  async function refuseFullAt(tx: Database, row: Row): Promise<void> {
    const counter = await lockPlaces(tx, siteId, row.placesId);
    const { openSpots, locked } = spots(counter);
    if (counter && !locked && openSpots >= row.totalParticipants) return;
    throw full(isCourse(row), row.totalParticipants, counter && (locked ? 0 : openSpots));
  }

  /** A booking's places become what they are to be: what else of it that changes, or undefined when they do not fit. */
  async function movePlaces(tx: Database, before: Row, next: Row, change: Change): Promise<store.Changes | undefined> {
    if (holdsPlaces(next.status) && (isUnseated(next) || (await hasLostSeat(tx, before, next)))) {
      const seated = await seatAgain(tx, next, change);
      return seated && (await moveCounted(tx, before, { ...next, ...seated }, change.holdId)) ? seated : undefined;
    }
    return (await moveCounted(tx, before, next, change.holdId)) ? {} : undefined;
  }

  /** A time with a trainer that was held for a booking goes when the hold ends. */
  const hasLostSeat = async (tx: Database, before: Row, next: Row): Promise<boolean> =>
    isAppointment(next) &&
    !holdsPlaces(before.status) &&
    before.placesId === next.placesId &&
    !(await lockPlaces(tx, siteId, next.placesId));

  /**
   * The time of a booking that may have to be seated once it gets places: it never was, or its time went with its hold. To
   * be looked up before the transaction; undefined where nothing is needed, or whom it was with has left.
   */
  async function timeAgain(row: Row): Promise<Offer | undefined> {
    const { slot } = row.bookedEntity as Booking["bookedEntity"];
    if (!slot || holdsPlaces(row.status) || !(isUnseated(row) || isAppointment(row))) return undefined;
    const { totalParticipants, sessionId } = row;
    const besides = sessionId ? [sessionId] : [];
    return offering.again(slot, { totalParticipants, excludeSessionIds: besides }).catch(unlessRefused);
  }

  async function seatAgain(tx: Database, next: Row, { offer, ignoreConflicts, besides }: Change) {
    const seating = { ignoreConflicts: ignoreConflicts || next.doubleBooked, besides };
    return offer && seat(tx, context, next, offer, seating).catch(unlessRefused);
  }

  /** False, and nothing changed, when the places are not free. */
  async function moveCounted(tx: Database, before: Row, next: Row, holdId: string | undefined): Promise<boolean> {
    const [had, wants] = [counted(before), counted(next)];
    if (before.placesId !== next.placesId) {
      const take = async () => wants === 0 || takePlaces(tx, siteId, next.placesId, wants);
      const give = async () => {
        if (holdsPlaces(before.status)) await returnPlaces(tx, siteId, before.placesId, had);
        return true;
      };
      // In id order: of two who change places with each other, one waits for the other.
      if (next.placesId < before.placesId) return (await take()) && give();
      await lockPlaces(tx, siteId, before.placesId);
      return (await take()) && give();
    }
    if (wants > had) {
      if (holdId && had === 0 && (await convertHold(tx, siteId, holdId, wants))) return true;
      return takePlaces(tx, siteId, next.placesId, wants - had);
    }
    // Nothing may be left to give where a booking stood beside the counter; its appointment ends all the same.
    if (wants < had || (holdsPlaces(before.status) && !holdsPlaces(next.status))) {
      await returnPlaces(tx, siteId, before.placesId, had - wants);
    }
    return true;
  }

  /** Changes a booking that is locked. */
  async function change(tx: Database, before: Row, change: Change): Promise<Row> {
    const { name, actor, about, reason } = change;
    const notification = permittedNotification(actor, change.notification);
    let set = change.set;
    let next = { ...before, ...set };
    await events.emit(tx, bookingTransitioned, { bookingId: before.id, actor, before, after: next });
    const unpaid = before.status === "CREATED" && next.status !== "CREATED";
    const holdId = change.holdId ?? (unpaid ? await holdOfBooking(tx, siteId, before.id) : undefined);
    let placed = await movePlaces(tx, before, next, { ...change, holdId });
    if (!placed) {
      set = { ...set, ...(change.onFull ?? refuseFull(next))() };
      next = { ...before, ...set };
      placed = await movePlaces(tx, before, next, { ...change, holdId: undefined });
    }
    if (!placed) throw noOpenSpots(next);
    set = { ...set, ...placed };
    next = { ...next, ...placed };
    if (holdId && counted(next) === 0) await releaseHold(tx, siteId, holdId);
    const at = now();
    const row = await store.change(tx, siteId, before.id, {
      ...set,
      revision: before.revision + 1,
      calendarSequence: before.calendarSequence + 1,
      updatedDate: at,
      ...(next.status === "CANCELED" && { canceledDate: at }),
    });
    const letter = notificationFor(row, {
      ...(change.template !== undefined && { template: change.template }),
      notification,
      actor,
      always: change.always === true || ("role" in actor && !isOwner(actor)),
      lessons: change.lessons,
      language: await languageOf(tx, row.memberId),
    });
    const booking = toBooking(row);
    const slug = change.slug ?? slugOf[row.status as BookingStatus];
    const told = { booking, participantNotification: notification, ...about };
    const body =
      slug === "updated"
        ? { updatedEvent: { currentEntity: booking } }
        : { actionEvent: { body: { ...told, initiatedBy: identityOf(actor), previousStatus: before.status } } };
    await recordChange(tx, {
      siteId,
      at,
      entity: "booking",
      entityId: row.id,
      audit: {
        actor,
        action: `booking.${name}`,
        before: toBooking(before),
        after: booking,
        reason,
      },
      event: { slug, sequence: row.revision, body },
      outbox: letter ? [{ kind: "mail", payload: letter }] : [],
    });
    return row;
  }

  return { ...preparing, timeAgain, insert, change };
}
export type BookingMoves = ReturnType<typeof createBookingMoves>;

/** The time is taken, or whom it was with has left: it does not fit. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

const refuseFull = (row: Row) => (): never => {
  throw noOpenSpots(row);
};
