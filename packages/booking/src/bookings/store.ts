import { type Database, json, type Schema } from "@uola/database";
import { type Caller, type Context, LookUpOutdated, recordChange, transact } from "@uola/kernel";
import { type Insertable, sql, type Updateable } from "kysely";
import {
  type DeadlineFacts,
  holdOfBooking,
  lockPlaces,
  movePlaces,
  type Offer,
  placesTaken,
  releaseHold,
  spots,
  takePlaces,
  takesPlaces,
} from "../availability/availability.ts";
import { type BookingEnd, beforeBookingsEnd, bookingEnds, bookingTransitioned } from "../events.ts";
import type { SessionMaker } from "./create-session.ts";
import * as members from "./member-store.ts";
import { type ChangedSession, type Notification, notificationFor, permittedNotification } from "./notification.ts";
import { enforceOneRequestLimit } from "./one-request-rule.ts";
import { full, noOpenSpots } from "./refusals.ts";
import {
  eventSlugByStatus,
  languageSpokenBy,
  type MailTemplate,
  managesBookings,
  needsCapacityCheck,
  requireChangeable,
  type Target,
  type Transition,
} from "./rules.ts";
import {
  type Actor,
  type BookingChanges,
  type BookingRow,
  deadlineFactsOf,
  identityOf,
  isCourse,
  toBooking,
} from "./to-booking.ts";

/** Bookings to which a call makes the same change; either all of them change or none. */
export type Selection<Each extends Target = Target> = {
  transition: Transition;
  caller: Caller;
  /** The caller's verified email address. Bookings with this email address belong to the caller. */
  email: string | undefined;
  /** Sorted by id, which is the lock order. */
  targets: readonly Each[];
  /** If set, the locked bookings must belong to this group. */
  groupId?: string;
};
/** A locked booking that the caller may change, with the data looked up for it. */
export type Locked<Each extends Target, Known> = { before: BookingRow; target: Each; known: Known };

type LookUp<Known> = (before: BookingRow) => Promise<Known>;

/** A change to one booking, including its event and mail. */
export type BookingChange = {
  /** The audit action is `booking.<name>`. */
  name: string;
  actor: Actor;
  set: BookingChanges;
  /** The event slug; defaults to that of the resulting status. */
  slug?: string;
  /** Event data in addition to the booking and its previous state. */
  eventDetails?: Record<string, unknown>;
  /** Defaults to the mail of the resulting status; null sends no mail. */
  template?: MailTemplate | null;
  notification?: Notification;
  /** Sends the mail even if the request did not ask for a notification. */
  always?: boolean;
  /** Sessions of the booking's course that were moved or canceled. */
  lessons?: readonly ChangedSession[];
  reason?: string | undefined;
  /** The hold whose places the booking takes. */
  holdId?: string | undefined;
  /** The time for which a session is created if the booking has none. */
  offer?: Offer | undefined;
  /** Sessions that the conflict check of the new session ignores. */
  excludeSessionIds?: readonly string[];
  /** Skips the conflict check; only the owner may double-book. */
  ignoreConflicts?: boolean;
  /**
   * Called if there are not enough free places: returns an alternative change of the booking, or
   * throws a `Refusal`.
   */
  onFull?: () => BookingChanges;
};

/** A validated new booking: its row, its offer and its mail. */
export type Prepared = {
  booking: BookingRow;
  offer: Offer;
  actor: Caller;
  notification: ReturnType<typeof notificationFor>;
  /** Sessions that the conflict check of the new booking ignores. */
  excludeSessionIds?: readonly string[] | undefined;
};
type Insertion = {
  action?: string;
  mail?: object | undefined;
  /** The places are already held, so free places are not checked. */
  held?: boolean;
};

/**
 * Performs every write of a booking: row, places, audit entry, event and mail in one transaction.
 * The rules are in docs/rules/booking-moves.md. Lock order: bookings by id, then places.
 */
export function createBookingStore(context: Context, sessions: SessionMaker) {
  const { db, siteId, now, events } = context;

  const verifiedEmail = async ({ memberId }: Caller) =>
    memberId ? members.verifiedEmail(db, siteId, memberId) : undefined;

  /** Returns the selection for the bookings the caller wants to change, before any booking is read. */
  const selectionFor = async <Each extends Target>(
    transition: Transition,
    targets: readonly Each[],
    caller: Caller,
    groupId?: string,
  ): Promise<Selection<Each>> => ({
    transition,
    caller,
    email: await verifiedEmail(caller),
    targets: targets.toSorted((a, b) => (a.bookingId < b.bookingId ? -1 : 1)),
    ...(groupId && { groupId }),
  });

  /**
   * Locks the selected bookings in one transaction and passes them to `work`. Rejects with
   * BOOKING_NOT_FOUND, UNAUTHORIZED_OPERATION, BOOKING_REVISION_MISMATCH and
   * INVALID_BOOKING_STATUS. `lookUp` reads the additional data needed by `work`. It runs before the
   * transaction, which uses a single connection, and again if a booking was changed in between.
   */
  function change<Result, Each extends Target, Known = undefined>(
    selection: Selection<Each>,
    lookUp: LookUp<Known> | undefined,
    work: (tx: Database, locked: readonly Locked<Each, Known>[]) => Promise<Result>,
  ): Promise<Result> {
    const { targets } = selection;
    const lookUpAll = async (look: LookUp<Known>) => {
      const rows = await readAll(
        db,
        siteId,
        targets.map(({ bookingId }) => bookingId),
      );
      const seen = new Map<string, { revision: number; known: Known }>();
      for (const target of targets) {
        const row = requireChangeable(rows.get(target.bookingId), target, selection);
        seen.set(row.id, { revision: row.revision, known: await look(row) });
      }
      return seen;
    };
    return transact(
      context,
      { publish: "availability", lookUp: async () => (lookUp ? lookUpAll(lookUp) : undefined) },
      async (tx, seen) => {
        if (selection.transition === "cancel" || selection.transition === "decline") {
          await events.emit(tx, beforeBookingsEnd, { bookingIds: targets.map(({ bookingId }) => bookingId) });
        }
        const locked: Locked<Each, Known>[] = [];
        for (const target of targets) {
          const before = requireChangeable(await lock(tx, siteId, target.bookingId), target, selection);
          const { revision, known } = seen?.get(before.id) ?? { revision: before.revision };
          if (revision !== before.revision) throw new LookUpOutdated();
          locked.push({ before, target, known: known as Known });
        }
        return work(tx, locked);
      },
    );
  }

  /** Like `change`, but with one change per booking. Returns the changed bookings. */
  const changeEach = <Each extends Target, Known = undefined>(
    selection: Selection<Each>,
    lookUp: LookUp<Known> | undefined,
    changeOne: (tx: Database, locked: Locked<Each, Known>) => Promise<BookingRow>,
  ): Promise<BookingRow[]> =>
    change(selection, lookUp, async (tx, locked) => {
      const changed: BookingRow[] = [];
      for (const each of locked) changed.push(await changeOne(tx, each));
      return changed;
    });

  /**
   * Writes a prepared booking and takes its places. Rejects with SESSION_CAPACITY_EXCEEDED or
   * SCHEDULE_CAPACITY_EXCEEDED, and with SLOT_NOT_AVAILABLE for a time that needs a new session.
   */
  async function insert(
    tx: Database,
    prepared: Prepared,
    { action = "booking.create", mail = prepared.notification, held = false }: Insertion = {},
  ): Promise<BookingRow> {
    await enforceOneRequestLimit(tx, prepared);
    const { booking, offer, actor, excludeSessionIds } = prepared;
    const ignoreConflicts = booking.flowControl?.skipAvailabilityValidation;
    const isNew = takesPlaces(booking.status) && sessions.isMissing(booking);
    const session = isNew ? await sessions.createFor(tx, booking, offer, { ignoreConflicts, excludeSessionIds }) : {};
    const row = { ...booking, ...session };
    const count = placesTaken(row);
    if (count > 0 && !(await takePlaces(tx, siteId, row.placesId, count))) throw full(isCourse(row), count, undefined);
    if (needsCapacityCheck(row) && !held && !sessions.isMissing(row)) await refuseFullAt(tx, row);
    await tx
      .insertInto("booking")
      .values(jsonAsText(row) as Insertable<Schema["booking"]>)
      .execute();
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

  /** Rejects a booking that takes no places yet if too few places are free. */
  async function refuseFullAt(tx: Database, row: BookingRow): Promise<void> {
    const counter = await lockPlaces(tx, siteId, row.placesId);
    const { openSpots, locked } = spots(counter);
    if (counter && !locked && openSpots >= row.totalParticipants) return;
    throw full(isCourse(row), row.totalParticipants, counter && (locked ? 0 : openSpots));
  }

  /**
   * Changes a locked booking. Rejects with NO_OPEN_SPOTS if there are not enough places and
   * `onFull` provides no alternative.
   */
  async function transition(tx: Database, before: BookingRow, change: BookingChange): Promise<BookingRow> {
    const { actor, onFull } = change;
    let set = change.set;
    const next = () => ({ ...before, ...set });
    await events.emit(tx, bookingTransitioned, { bookingId: before.id, actor, before, after: next() });
    const isSettled = before.status === "CREATED" && next().status !== "CREATED";
    const holdId = change.holdId ?? (isSettled ? await holdOfBooking(tx, siteId, before.id) : undefined);
    let placed = await place(tx, before, next(), { ...change, holdId });
    if (!placed && onFull) {
      set = { ...set, ...onFull() };
      placed = await place(tx, before, next(), { ...change, holdId: undefined });
    }
    if (!placed) throw noOpenSpots(next());
    set = { ...set, ...placed };
    if (holdId && placesTaken(next()) === 0) await releaseHold(tx, siteId, holdId);
    return write(tx, before, { ...change, set });
  }

  /**
   * Moves the places of a booking. Returns the changed columns of the booking; undefined if there
   * are not enough free places.
   */
  async function place(
    tx: Database,
    before: BookingRow,
    next: BookingRow,
    change: BookingChange,
  ): Promise<BookingChanges | undefined> {
    const session = (await sessions.isNeeded(tx, before, next)) ? await sessions.createAgain(tx, next, change) : {};
    if (!session) return undefined;
    const [had, has] = [placesOf(before), placesOf({ ...next, ...session })];
    return (await movePlaces(tx, siteId, had, has, change.holdId)) ? session : undefined;
  }

  /** Writes the row with its audit entry, event and mail. */
  async function write(tx: Database, before: BookingRow, change: BookingChange): Promise<BookingRow> {
    const { name, actor, set, template, always, lessons, eventDetails, reason } = change;
    const notification = permittedNotification(actor, change.notification);
    const at = now();
    const language = languageSpokenBy(actor);
    const to: BookingChanges = {
      ...set,
      ...(language && { language }),
      revision: before.revision + 1,
      calendarSequence: before.calendarSequence + 1,
      updatedDate: at,
      ...((set.status ?? before.status) === "CANCELED" && { canceledDate: at }),
    };
    const row = await tx
      .updateTable("booking")
      .set(jsonAsText(to) as Updateable<Schema["booking"]>)
      .where("siteId", "=", siteId)
      .where("id", "=", before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const mail = notificationFor(row, {
      ...(template !== undefined && { template }),
      notification,
      actor,
      always: always === true || ("role" in actor && !managesBookings(actor)),
      lessons,
      language: await members.languageOf(tx, row),
    });
    const booking = toBooking(row);
    const slug = change.slug ?? eventSlugByStatus[row.status];
    const action = {
      booking,
      participantNotification: notification,
      ...eventDetails,
      initiatedBy: identityOf(actor),
      previousStatus: before.status,
    };
    const body = slug === "updated" ? { updatedEvent: { currentEntity: booking } } : { actionEvent: { body: action } };
    await recordChange(tx, {
      siteId,
      at,
      entity: "booking",
      entityId: row.id,
      audit: { actor, action: `booking.${name}`, before: toBooking(before), after: booking, reason },
      event: { slug, sequence: row.revision, body },
      outbox: mail ? [{ kind: "mail", payload: mail }] : [],
    });
    return row;
  }

  /**
   * Notifies the module that sold a locked booking that the booking ends, so that the payment is
   * refunded. Returns the resulting changes to the booking; undefined if the booking was not sold.
   */
  async function endSale(
    tx: Database,
    { id: bookingId }: BookingRow,
    { by, actor }: Pick<BookingEnd, "by" | "actor">,
  ): Promise<BookingChanges | undefined> {
    let refund: "WHOLE" | "PART" | undefined;
    const settle: BookingEnd["settle"] = (answer) => {
      refund = answer;
    };
    await events.emit(tx, bookingEnds, { bookingId, by, actor, settle });
    return refund && (refund === "WHOLE" ? { paymentStatus: "REFUNDED" } : {});
  }

  return { verifiedEmail, selectionFor, change, changeEach, endSale, insert, transition };
}
export type BookingStore = ReturnType<typeof createBookingStore>;

const placesOf = (row: BookingRow) => ({
  id: row.placesId,
  count: placesTaken(row),
  takesPlaces: takesPlaces(row.status),
});

const jsonColumns = [
  "bookedEntity",
  "contactDetails",
  "participantsChoices",
  "participants",
  "additionalFields",
  "extendedFields",
  "flowControl",
  "payment",
  "source",
  "cancellationFee",
] as const;
/** The database driver expects values of jsonb columns as text. */
function jsonAsText<Values extends object>(values: Values): Values {
  const texts = jsonColumns.flatMap((name) => {
    const value = (values as Record<string, unknown>)[name];
    return value === undefined || value === null ? [] : [[name, json(value)]];
  });
  return { ...values, ...Object.fromEntries(texts) };
}

export const readBookings = (db: Database, siteId: string) =>
  db.selectFrom("booking").selectAll("booking").where("booking.siteId", "=", siteId);

const byId = (db: Database, siteId: string, id: string) => readBookings(db, siteId).where("booking.id", "=", id);

export const read = (db: Database, siteId: string, id: string): Promise<BookingRow | undefined> =>
  byId(db, siteId, id).executeTakeFirst();

export const readAll = async (
  db: Database,
  siteId: string,
  ids: readonly string[],
): Promise<Map<string, BookingRow>> => {
  if (ids.length === 0) return new Map();
  const rows = await readBookings(db, siteId).where("booking.id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
};

/**
 * Reads the current data that determines the deadlines of bookings: bookings may have been
 * rescheduled, or participants may have been removed.
 */
export const readDeadlineFacts = async (
  db: Database,
  siteId: string,
  ids: readonly string[],
): Promise<Map<string, DeadlineFacts>> =>
  new Map([...(await readAll(db, siteId, ids))].map(([id, row]) => [id, deadlineFactsOf(row)]));

export const lock = (tx: Database, siteId: string, id: string): Promise<BookingRow | undefined> =>
  byId(tx, siteId, id).forUpdate().executeTakeFirst();

/** Returns the bookings created with the given idempotency keys, each at the index of its key. */
export async function byKeys(
  db: Database,
  siteId: string,
  keys: readonly string[],
): Promise<(BookingRow | undefined)[]> {
  const rows = await readBookings(db, siteId).where("idempotencyKey", "=", sql<string>`any(${keys}::text[])`).execute();
  const found = new Map(rows.map((row) => [row.idempotencyKey, row]));
  return keys.map((key) => found.get(key));
}
